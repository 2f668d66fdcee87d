// Implements the recognition of sitemaps and feeds.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/sitemap_form.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/codec/sniff.hpp"
#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"
#include "core/discovery/sitemap/record_reader.hpp"
#include "core/web/http_values.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using sitemaps::document_root;

constexpr std::array<std::string_view, 8> form_names{"none", "sitemap", "sitemap index", "RSS",
                                                     "Atom", "text",    "HTML",          "compressed"};

/// Looks for the first element that says what the document is.
class form_finder final : public sitemaps::markup_handler {
 public:
  void open(const sitemaps::markup_element& element) override {
    ++depth_;
    if (is_rdf_) {
      is_done_ = true;
      if (element.name_space.starts_with("http://purl.org/rss/1.0/") ||
          element.name_space.starts_with("http://my.netscape.com/rdf/simple/0.9/") ||
          element.name_space.starts_with("http://channel.netscape.com/rdf/simple/0.9/"))
        found_ = {sitemap_form::rss, true};
      return;
    }
    switch (sitemaps::root_of(element)) {
      case document_root::url_set:
        return find(sitemap_form::url_set);
      case document_root::sitemap_index:
        return find(sitemap_form::sitemap_index);
      case document_root::rss:
        return find(sitemap_form::rss);
      case document_root::atom:
        return find(sitemap_form::atom);
      case document_root::html:
        return find(sitemap_form::html);
      case document_root::rdf:
        is_rdf_ = true;
        return;
      case document_root::none:
        find_lost_root(lower_case(element.local));
    }
  }
  [[nodiscard]] bool needs_text() const override { return false; }
  void text(const sitemaps::markup_text& /*not needed*/) override {}
  void close(sitemaps::element_end /*how*/) override { --depth_; }
  [[nodiscard]] bool is_full() const override { return is_done_; }

  [[nodiscard]] recognised_sitemap found() const { return found_; }

 private:
  void find(sitemap_form form) {
    found_.form = form;
    is_done_ = true;
  }
  /// `url` with `loc` inside, without `urlset` around.
  void find_lost_root(const std::string& name) {
    if (name == "loc" && depth_ == 2 && !outer_.empty())
      return find(outer_ == "url" ? sitemap_form::url_set : sitemap_form::sitemap_index);
    if (depth_ == 1) outer_ = name == "url" || name == "sitemap" ? name : std::string{};
  }

  recognised_sitemap found_;
  std::string outer_;
  std::size_t depth_ = 0;
  bool is_rdf_ = false, is_done_ = false;
};

std::string as_utf8(std::string_view head, std::string_view charset) {
  const auto decision = detect_encoding(head, false, charset);
  warning_log warnings;
  auto source = make_utf8_source(make_view_source(head), decision.chosen, warnings);
  if (!source) return {};
  auto text = read_head(**source, 4 * head.size());
  return text ? std::move(*text) : std::string{};
}

/// Whether some tag of the text has a name that `root_of` knows, or that begins a list without its root. Most documents have none, and need not be read as
/// markup.
bool has_tag_of_list(std::string_view text) {
  constexpr std::array<std::string_view, 10> names{"urlset", "sitemapindex", "rss", "head", "body",
                                                   "feed",   "html",         "rdf", "url",  "sitemap"};
  for (auto tag = text.find('<'); tag != text.npos; tag = text.find('<', tag + 1)) {
    auto name = text.substr(tag + 1);
    const auto end = std::ranges::find_if_not(name, [](char c) {
      return is_alpha(c) || is_digit(c) || c == ':' || c == '_' || c == '-' || c == '.';
    });
    name = name.substr(0, static_cast<std::size_t>(end - name.begin()));
    name.remove_prefix(name.rfind(':') + 1);
    if (std::ranges::any_of(names, [name](std::string_view one) { return equals_ignoring_case(name, one); }))
      return true;
  }
  return false;
}

/// Whether the first line that is not empty is a URI.
bool begins_with_uri(std::string_view text) {
  text = trim(text);
  const auto line = trim(text.substr(0, text.find_first_of("\r\n")));
  return is_absolute(line) && classify_seed(line).code == errc::ok;
}

}  // namespace

std::string_view to_string(sitemap_form form) {
  const auto index = static_cast<std::size_t>(form);
  return index < form_names.size() ? form_names[index] : "unknown";
}

recognised_sitemap recognise_sitemap(std::string_view head, std::string_view media_type, bool is_expected) {
  const auto kind = sniff(head);
  if (kind.kind || !kind.unsupported.empty()) return {sitemap_form::compressed};
  const auto decoded = as_utf8(head, parse_content_type(media_type).charset);
  std::string_view text = decoded;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (is_expected && begins_with_uri(text)) return {sitemap_form::text};
  if (!has_tag_of_list(text)) return {};
  form_finder finder;
  auto source = make_view_source(text);
  // Reading from memory cannot fail.
  (void)sitemaps::markup_reader{finder, [](std::uint64_t, const std::string&) {}}.read(*source);
  return finder.found();
}

}  // namespace laundromat
