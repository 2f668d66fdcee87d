// Implements the reading of sitemaps and feeds: limit, encoding, form, records.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/read_sitemap.hpp"

#include <algorithm>
#include <functional>

#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"
#include "core/discovery/sitemap/announcing_records.hpp"
#include "core/discovery/sitemap/sitemap_form.hpp"
#include "core/discovery/sitemap/text_sitemap.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

using namespace sitemaps;

constexpr std::size_t head_bytes = std::size_t{64} << 10;

/// Ends after a number of bytes, and says whether there were more. Other errors than faults of this machine end it, too.
class bounded_body final : public byte_source {
 public:
  bounded_body(byte_source_ptr inner, std::uint64_t most, bool& was_cut, failure& damage)
      : inner_(std::move(inner)), left_(most), was_cut_(was_cut), damage_(damage) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (is_done_) return std::size_t{0};
    char beyond = 0;
    auto got = inner_->read(left_ > 0 ? buffer.first(std::min<std::uint64_t>(buffer.size(), left_))
                                      : std::span(&beyond, 1));
    is_done_ = !got || *got == 0 || left_ == 0;
    if (!got) {
      if (is_machine_fault(got.error().code)) return got;
      damage_ = got.error();
      return std::size_t{0};
    }
    if (left_ > 0) {
      left_ -= *got;
      return got;
    }
    was_cut_ = *got > 0;
    return std::size_t{0};
  }

 private:
  byte_source_ptr inner_;
  std::uint64_t left_;
  bool& was_cut_;
  failure& damage_;
  bool is_done_ = false;
};

/// Gives each record to what reads its kind.
class document_records final : public record_handler {
 public:
  explicit document_records(reading_state& state) : state_(state) {}

  void begin(document_root root, const markup_element& element) override {
    state_.root = root;
    const bool is_feed =
        root == document_root::rss || root == document_root::rdf || root == document_root::atom;
    for (const auto& one : element.attributes)
      if (is_feed && one.name == "base") state_.base = resolve_iri(state_.base, one.value);
  }
  void take(const record& one) override {
    if (one.name == "dataset")
      take_dataset(one, state_);
    else if (one.name == "url" || one.name == "sitemap")
      take_url(one, state_);
    else
      take_item(one, state_);
  }
  void take_field(const record_field& one) override {
    if (state_.root == document_root::url_set || state_.root == document_root::sitemap_index)
      take_semantic_field(one, state_);
    else
      take_feed_field(one, state_);
  }

 private:
  reading_state& state_;
};

result<void> read_records(byte_source& text, const sitemap_origin& origin, announcement_collector& out) {
  const auto log = [&](std::uint64_t line, std::string message) {
    out.defect(errc::announcement_syntax, line, std::move(message));
  };
  reading_state state{.out = out, .uri = origin.uri, .base = origin.uri, .now = origin.now};
  document_records records{state};
  record_reader reader{records, log};
  auto done = markup_reader{reader, log}.read(text);
  take_authority(state);
  return done;
}

void note_warnings(const warning_log& warnings, std::string_view encoding, announcement_collector& out) {
  for (const auto& [code, count] : warnings.counts())
    out.defect(
        errc::announcement_syntax, warnings.rows().empty() ? 0 : warnings.rows().front().line,
        std::string(meaning_of(code)) + " (" + std::string(encoding) + ", " + number_of(count, "time") + ")");
}

result<void> read_by_form(byte_source_ptr body, const std::string& head, const sitemap_origin& origin,
                          announcement_collector& out, const std::function<bool()>& was_cut) {
  const auto refuse = [&](std::string message) {
    out.defect(errc::announcement_syntax, 0, std::move(message));
  };
  const auto form = recognise_sitemap(head, origin.media_type, true).form;
  switch (form) {
    case sitemap_form::compressed:
      refuse("the body is compressed or an archive: unpack it first");
      return {};
    case sitemap_form::html:
      refuse("an HTML page in place of a sitemap: it announces nothing");
      return {};
    case sitemap_form::none:
      refuse("the body is no sitemap, no feed and no list of URIs: it announces nothing");
      return {};
    default:
      break;
  }
  const auto encoding =
      detect_encoding(head, head.size() < head_bytes, parse_content_type(origin.media_type).charset);
  warning_log warnings;
  auto text = make_utf8_source(std::move(body), encoding.chosen, warnings);
  if (!text) {
    refuse("the encoding of the body cannot be read: " + text.error().detail);
    return {};
  }
  auto done = form == sitemap_form::text ? read_text_sitemap(**text, out, was_cut)
                                         : read_records(**text, origin, out);
  note_warnings(warnings, encoding.chosen, out);
  return done;
}

}  // namespace

result<announcements> read_sitemap(byte_source_ptr body, const sitemap_origin& origin,
                                   const announcement_limits& limits) {
  announcements found;
  announcement_collector out{found, limits};
  bool was_cut = false;
  failure damage;
  byte_source_ptr bounded = std::make_unique<bounded_body>(std::move(body), limits.bytes, was_cut, damage);
  auto head = read_head(*bounded, head_bytes);
  if (!head) return tl::unexpected<failure>(head.error());
  const auto sample = *head;
  const auto done = read_by_form(make_rejoined_source(std::move(*head), std::move(bounded)), sample, origin,
                                 out, [&] { return was_cut || damage.code != errc::ok; });
  if (!done) return tl::unexpected<failure>(done.error());
  if (was_cut)
    out.defect(errc::announcement_limit, 0,
               "the body is longer than " + number_of(limits.bytes, "byte") + ": the rest is not read");
  if (damage.code != errc::ok)
    out.defect(errc::announcement_syntax, 0, "the body ends early: " + to_string(damage));
  return found;
}

}  // namespace laundromat
