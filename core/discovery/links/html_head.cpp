// Takes the tags of the head from the scanner of markup.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/html_head.hpp"

#include <algorithm>
#include <vector>

#include "core/base/count_words.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

reader_limits scanner_limits(const html_head_limits& limits) {
  reader_limits out;
  out.start_tag_bytes = limits.tag_bytes;
  return out;
}

bool is_named(const rdfa::raw_tag& tag, std::string_view name) {
  return equals_ignoring_case(tag.name, name);
}

}  // namespace

class html_head_reader::state final : public rdfa::markup_handler {
 public:
  state(std::string_view address, std::string_view product, const announcement_limits& limits,
        const html_head_limits& head)
      : address_(address),
        product_(product),
        limits_(limits),
        head_(head),
        decoder_(wash_profile::standard, head.tag_bytes),
        scanner_(scanner_limits(head), *this) {
    out_.base = address_;
  }

  void push(std::string_view bytes) {
    if (!wants_more()) return;
    const auto taken = bytes.substr(0, std::min<std::uint64_t>(bytes.size(), head_.head_bytes - read_));
    scanner_.push(taken);
    read_ += taken.size();
  }

  html_head finish() {
    const bool is_cut = read_ >= head_.head_bytes;
    read_ = 0;
    if (!is_done_ && !is_cut) {
      scanner_.finish();
      out_.is_whole = true;
    }
    if (!out_.is_whole)
      note(out_.found, limits_,
           {errc::announcement_limit, 0,
            "the head of the page has no end within " + number_of(head_.head_bytes, "byte") +
                "; what follows is not read"});
    announce_links(links_, address_, out_.base, out_.found, limits_);
    return std::move(out_);
  }

  [[nodiscard]] bool wants_more() const override { return !is_done_ && read_ < head_.head_bytes; }

  void on_start_tag(const rdfa::raw_tag& tag) override {
    if (is_done_) return;
    if (is_named(tag, "body")) return end_head();
    for (const std::string_view name : {"script", "style", "noframes"})
      if (is_named(tag, name)) scanner_.expect(rdfa::content_model::verbatim, name);
    if (is_named(tag, "title")) scanner_.expect(rdfa::content_model::references, "title");
    if (is_named(tag, "template") && !tag.closes_itself) ++templates_;
    if (templates_ > 0) return;
    const bool is_link = is_named(tag, "link"), is_base = is_named(tag, "base");
    const bool is_meta = is_named(tag, "meta"), is_script = is_named(tag, "script");
    if (!is_link && !is_base && !is_meta && !is_script) return;
    const auto line = scanner_.locate(tag.offset_bytes).line;
    if (rdfa::has_lost_quote(tag))
      return note(out_.found, limits_,
                  {errc::announcement_syntax, line,
                   "a `" + lower_case(tag.name) + "` whose attributes lack a quote; it is not used"});
    if (is_base) take_base(tag);
    if (is_link) take_link(tag, line);
    if (is_script) take_script(tag, line);
    if (is_meta) take_meta(tag);
  }

  void on_end_tag(const rdfa::raw_tag& tag) override {
    if (is_named(tag, "head")) end_head();
    if (is_named(tag, "template") && templates_ > 0) --templates_;
  }

  void on_long_tag(const text_position& begin, std::uint64_t /*length_bytes*/, std::string_view name,
                   bool is_end, bool /*closes_itself*/) override {
    if (is_done_ || is_end || equals_ignoring_case(name, "body")) return end_if_body(name);
    note(out_.found, limits_,
         {errc::announcement_limit, begin.line,
          "a tag of more than " + number_of(head_.tag_bytes, "byte") + "; it is not used"});
  }

  void on_unterminated(std::uint64_t /*offset_bytes*/, std::string_view raw,
                       const text_position& begin) override {
    if (is_done_ || raw.empty()) return;
    note(out_.found, limits_,
         {errc::announcement_syntax, begin.line, "the page ends within a tag or comment; it is not used"});
  }

 private:
  void end_head() {
    is_done_ = true;
    out_.is_whole = true;
  }
  void end_if_body(std::string_view name) {
    if (equals_ignoring_case(name, "body")) end_head();
  }

  /// The first attribute of that name, decoded and trimmed; empty without.
  std::string attribute(const rdfa::raw_tag& tag, std::string_view name) {
    for (const auto& one : tag.attributes) {
      if (!equals_ignoring_case(one.name, name)) continue;
      std::string value;
      decoder_.decode(one.value, rdfa::raw_text::attribute, value, [](const rdfa::reference_fault&) {});
      return std::string(trim(value));
    }
    return {};
  }

  void take_base(const rdfa::raw_tag& tag) {
    const auto href = attribute(tag, "href");
    if (has_base_ || href.empty()) return;
    has_base_ = true;
    auto base = resolve(address_, encode_illegal(href));
    if (is_absolute(base)) out_.base = std::move(base);
  }

  void take_link(const rdfa::raw_tag& tag, std::uint64_t line) {
    web_link link{attribute(tag, "href")};
    if (link.target.empty()) return;
    link.relations = relation_types(attribute(tag, "rel"));
    if (link.relations.empty()) return;  // `rev`, `itemprop` and `property` are not ours
    const auto type = attribute(tag, "type");
    link.media_type = lower_case(trim(std::string_view(type).substr(0, type.find(';'))));
    link.language = attribute(tag, "hreflang");
    link.line = line;
    keep(std::move(link));
  }

  void take_script(const rdfa::raw_tag& tag, std::uint64_t line) {
    const auto type = attribute(tag, "type");
    if (!equals_ignoring_case(trim(std::string_view(type).substr(0, type.find(';'))), "application/ld+json"))
      return;
    web_link link{attribute(tag, "src")};
    if (link.target.empty()) return;
    link.relations = {"alternate"};
    link.media_type = "application/ld+json";
    link.line = line;
    keep(std::move(link));
  }

  void keep(web_link link) {
    if (links_.size() < head_.links) return links_.push_back(std::move(link));
    if (out_.found.left_out++ == 0)
      note(out_.found, limits_,
           {errc::announcement_limit, link.line,
            "only the first " + number_of(head_.links, "link") + " of the page are used"});
  }

  void take_meta(const rdfa::raw_tag& tag) {
    const auto name = attribute(tag, "name");
    if (!equals_ignoring_case(name, "robots") && (product_.empty() || !equals_ignoring_case(name, product_)))
      return;
    out_.robots.add(read_robots_content(attribute(tag, "content")));
  }

  std::string address_, product_;
  announcement_limits limits_;
  html_head_limits head_;
  html_head out_;
  std::vector<web_link> links_;
  rdfa::reference_decoder decoder_;
  rdfa::markup_scanner scanner_;
  std::uint64_t read_ = 0;
  std::size_t templates_ = 0;  ///< that are open
  bool is_done_ = false, has_base_ = false;
};

html_head_reader::html_head_reader(std::string_view address, std::string_view product,
                                   const announcement_limits& limits, const html_head_limits& head)
    : state_(std::make_unique<state>(address, product, limits, head)) {}
html_head_reader::~html_head_reader() = default;
html_head_reader::html_head_reader(html_head_reader&&) noexcept = default;
html_head_reader& html_head_reader::operator=(html_head_reader&&) noexcept = default;

void html_head_reader::push(std::string_view bytes) {
  state_->push(bytes);
}

bool html_head_reader::wants_more() const {
  return state_->wants_more();
}

html_head html_head_reader::finish() {
  return state_->finish();
}

html_head read_html_head(std::string_view page, std::string_view address, std::string_view product,
                         const announcement_limits& limits) {
  html_head_reader reader{address, product, limits};
  reader.push(page);
  return reader.finish();
}

}  // namespace laundromat
