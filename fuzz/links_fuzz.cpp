// Any header field, linkset, page, catalogue, index or clean document is read within its limits, and the result does not depend on the pieces.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "core/discovery/catalogue/archive_index.hpp"
#include "core/discovery/catalogue/document_announcements.hpp"
#include "core/discovery/catalogue/json_catalogue.hpp"
#include "core/discovery/links/html_head.hpp"
#include "core/discovery/links/linkset.hpp"
#include "core/discovery/links/stated_date.hpp"
#include "core/discovery/media_hint.hpp"
#include "core/discovery/scope.hpp"
#include "core/web/uri.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

constexpr std::string_view address = "http://example.org/folder/page?query";

announcement_limits small_limits() {
  announcement_limits limits;
  limits.announcements = 50;
  limits.datasets = 20;
  limits.defects = 10;
  limits.bytes = 1 << 20;
  return limits;
}

/// Bytes in pieces of a size.
class piece_source final : public byte_source {
 public:
  piece_source(std::string_view text, std::size_t size) : text_(text), size_(size) {}
  result<std::size_t> read(std::span<char> buffer) override {
    const auto length = std::min({text_.size(), size_, buffer.size()});
    std::copy_n(text_.data(), length, buffer.data());
    text_.remove_prefix(length);
    return length;
  }

 private:
  std::string_view text_;
  std::size_t size_;
};

void check(const announcements& found) {
  const auto limits = small_limits();
  require(found.uris.size() <= limits.announcements, "URIs are limited");
  require(found.datasets.size() <= limits.datasets, "datasets are limited");
  require(found.defects.size() <= limits.defects, "defects are limited");
  require(found.defects_found >= found.defects.size(), "all defects are counted");
  for (const auto& one : found.uris) {
    require(is_absolute(one.uri) && split_uri(one.uri).authority.has_value(), "a URI can be requested");
    require(to_string(one.kind) != "unknown", "a kind has a name");
  }
  for (const auto& one : found.datasets) require(!one.key.empty(), "a dataset has a key");
}

void read_header(const std::string& text) {
  const std::vector<std::string> fields{text.substr(0, text.find('\n')), text};
  check(announce_link_fields(fields, address, small_limits()));
  const auto asked = read_robots_fields(fields, "laundromat");
  require(!asked.no_index || !asked.may_publish(from_ms(1)), "noindex forbids publishing");
}

html_head head_in_pieces(std::string_view page, std::size_t size) {
  html_head_reader reader{address, "laundromat", small_limits()};
  for (std::size_t at = 0; at < page.size() && reader.wants_more(); at += size)
    reader.push(page.substr(at, size));
  return reader.finish();
}

void read_page(const std::string& text) {
  const auto whole = head_in_pieces(text, text.size() + 1), cut = head_in_pieces(text, 3);
  check(whole.found);
  require(whole.found == cut.found && whole.robots == cut.robots && whole.base == cut.base,
          "pieces do not change a head");
}

void read_linksets(const std::string& text) {
  check(read_linkset(text, address, small_limits()));
  piece_source pieces{text, 5};
  const auto found = read_linkset_json(pieces, address, small_limits());
  require(found.has_value(), "a linkset is no error");
  check(*found);
}

void read_catalogue(const std::string& text) {
  piece_source pieces{text, 7}, whole{text, text.size() + 1};
  const auto a = read_json_catalogue(pieces, address, small_limits());
  const auto b = read_json_catalogue(whole, address, small_limits());
  require(a && b && a->found == b->found && a->next == b->next, "pieces do not change a catalogue");
  check(a->found);
}

void read_index(const std::string& text) {
  piece_source pieces{text, 11};
  const auto found = read_archive_index(pieces, address, small_limits());
  require(found.has_value(), "an index is no error");
  check(*found);
  for (const auto& one : found->uris) {
    const auto part = part_of(one.uri);
    require(part.has_value() && part->length_bytes == one.size_bytes, "a URI names a part");
    (void)range_of(*part);
  }
  (void)check_part(206, text, {"", 5, 10});
}

void read_document(const std::string& text) {
  document_announcement_options options;
  options.address = address;
  options.limits = small_limits();
  options.followed = {"http://www.w3.org/2000/01/rdf-schema#seeAlso"};
  piece_source pieces{text, 13}, whole{text, text.size() + 1};
  const auto a = announced_by(pieces, options), b = announced_by(whole, options);
  require(a && b && *a == *b, "pieces do not change what a document announces");
  check(*a);
}

void read_values(const std::string& text) {
  (void)parse_stated_date(text);
  (void)media_type_of(text);
  const discovery_scope scope{{{scope_match::prefix, text, false}, {scope_match::surt, text, true}}};
  if (!text.empty()) require(scope.judge(text).rule == 0U, "a URI begins with itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  switch (bytes[0] % 7) {
    case 0:
      read_header(text);
      break;
    case 1:
      read_page(text);
      break;
    case 2:
      read_linksets(text);
      break;
    case 3:
      read_catalogue(text);
      break;
    case 4:
      read_index(text);
      break;
    case 5:
      read_document(text);
      break;
    default:
      read_values(text);
      break;
  }
  return 0;
}
