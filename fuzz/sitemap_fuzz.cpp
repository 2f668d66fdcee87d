// Any bytes are read as a sitemap: within the limits, whatever the chunks, and no URI is announced that the document does not contain.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>

#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"
#include "core/discovery/sitemap/markup_reader.hpp"
#include "core/discovery/sitemap/read_sitemap.hpp"
#include "core/discovery/sitemap/sitemap_form.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

const sitemap_origin fuzz_origin{.uri = "http://fuzz.example/folder/sitemap.xml"};

/// Gives one to 16 bytes at a time.
class crumbling_source final : public byte_source {
 public:
  explicit crumbling_source(std::string_view bytes) : bytes_(bytes) {}
  result<std::size_t> read(std::span<char> buffer) override {
    const auto count = std::min({buffer.size(), bytes_.size(), std::size_t{1} + bytes_.size() % 16});
    bytes_.copy(buffer.data(), count);
    bytes_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view bytes_;
};

announcements read(byte_source_ptr body, const announcement_limits& limits) {
  auto found = read_sitemap(std::move(body), fuzz_origin, limits);
  require(found.has_value(), "reading from memory does not fail");
  return std::move(*found);
}

/// All texts and attributes of a document, with a line break between those of different elements.
class text_collector final : public sitemaps::markup_handler {
 public:
  void open(const sitemaps::markup_element& element) override {
    for (const auto& one : element.attributes) all += "\n" + one.value;
    all += '\n';
  }
  [[nodiscard]] bool needs_text() const override { return true; }
  void text(const sitemaps::markup_text& piece) override { all += piece.text; }
  void close(sitemaps::element_end /*how*/) override { all += '\n'; }

  std::string all;
};

/// What a document contains, percent-decoded.
std::string contents_of(std::string_view bytes, sitemap_form form) {
  const auto encoding = detect_encoding(bytes, true, {});
  warning_log warnings;
  auto source = make_utf8_source(make_view_source(bytes), encoding.chosen, warnings);
  if (!source) return {};
  const auto text = read_all(**source, std::uint64_t{1} << 24).value_or("");
  if (form == sitemap_form::text) return percent_decode(text);
  text_collector collector;
  (void)sitemaps::markup_reader{collector, [](std::uint64_t, const std::string&) {}}.read(
      *make_view_source(text));
  return percent_decode(collector.all);
}

/// Whether every segment of the URI is in the document or in its address: relative references take some of both, and one that is only a query takes the path from the
/// address (RFC 3986 section 5.2.2).
bool is_contained(std::string_view uri, const std::string& contents) {
  const auto decoded = percent_decode(uri);
  std::string_view rest = decoded;
  while (!rest.empty()) {
    const auto segment = rest.substr(0, rest.find_first_of("/?"));
    if (contents.find(segment) == std::string::npos && fuzz_origin.uri.find(segment) == std::string::npos)
      return false;
    rest.remove_prefix(std::min(rest.size(), segment.size() + 1));
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view body{reinterpret_cast<const char*>(bytes), size};
  announcement_limits limits{.announcements = 50, .bytes = 20'000, .datasets = 5, .defects = 20};
  const auto found = read(make_view_source(body), limits);
  require(found == read(std::make_unique<crumbling_source>(body), limits), "chunks change nothing");
  require(found.uris.size() <= 100 && found.datasets.size() <= 5 && found.defects.size() <= 20,
          "limits hold");
  require(found.left_out == 0 || found.defects_found > 0, "what is left out is noted");
  std::size_t text_bytes = 0;
  std::set<std::string> keys;
  for (const auto& one : found.datasets) {
    require(keys.insert(one.key).second && !one.key.empty(), "each dataset has a key of its own");
    for (const auto* list : {&one.dumps, &one.samples})
      for (const auto& uri : *list) text_bytes += uri.size();
  }
  const auto form = recognise_sitemap(body.substr(0, 64 << 10), {}, true);
  require(form.announces() || (found.uris.empty() && found.defects_found > 0),
          "other documents announce nothing");
  const auto contents = contents_of(body.substr(0, limits.bytes), form.form);
  for (const auto& one : found.uris) {
    text_bytes += one.uri.size() + one.dataset.size();
    require(is_absolute(one.uri) && parse_uri(one.uri).has_value(), "a URI is absolute and valid");
    require(one.dataset.empty() || keys.contains(one.dataset), "a URI belongs to a dataset of the document");
    require(is_contained(one.uri, contents), "a URI is in the document");
    require(!one.priority || (*one.priority >= 0 && *one.priority <= 1), "a priority is from 0 to 1");
    require(!one.change_interval || one.change_interval->count() >= 0, "an interval is not negative");
  }
  require(text_bytes <= limits.bytes, "texts have a limit in all");
  return 0;
}
