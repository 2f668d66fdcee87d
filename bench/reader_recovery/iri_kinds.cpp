// The defects within IRIs, not at their ends.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"

namespace laundromat::recovery {

namespace {

/// Writes a chunk before the last character of an IRI; a reader may read it as another chunk, or percent-encode it.
bool write_chunk(site& at, std::string_view written, std::string_view read, std::string_view encoded = {}) {
  auto* one = pick_iri(at);
  if (one == nullptr) return false;
  const auto place = one->text.size() - 1;
  auto meant = one->text;
  meant.insert(place, read);
  at.also_read(iri(one->text), iri(meant));
  if (!encoded.empty())
    at.also_read(iri(one->text),
                 iri(one->text.substr(0, place) + std::string(encoded) + one->text.substr(place)));
  one->text.insert(place, written);
  return true;
}

/// Replaces the front of an IRI; readers keep it unchanged.
bool replace_front(site& at, std::string_view front) {
  constexpr std::string_view usual = "http://example.org/";
  auto* one = pick_iri(at);
  if (one == nullptr || !one->text.starts_with(usual)) return false;
  const auto changed = std::string(front) + one->text.substr(usual.size());
  at.also_read(iri(one->text), iri(changed));
  one->text = changed;
  return true;
}

bool forbidden_character(site& at) {
  struct pair {
    std::string_view written, read;
  };
  static constexpr pair all[] = {{" ", "%20"}, {"{x}", "%7Bx%7D"}, {"|", "%7C"}, {"^", "%5E"}, {"`", "%60"}};
  const auto& chosen = all[at.random.below(std::size(all))];
  return write_chunk(at, chosen.written, chosen.read);
}

bool quote(site& at) {
  return write_chunk(at, "\"", "%22");
}

bool angle(site& at) {
  return write_chunk(at, "<x", "%3Cx");
}

bool closing_angle(site& at) {
  return write_chunk(at, ">x", "%3Ex");
}

bool backslash(site& at) {
  return write_chunk(at, at.format == rdf_format::json_ld ? "\\\\" : "\\", "%5C");
}

bool line_break(site& at) {
  return write_chunk(at, "\n", "%0A");
}

bool bad_percent(site& at) {
  return write_chunk(at, "%zz", "%zz", "%25zz");
}

bool second_hash(site& at) {
  return write_chunk(at, "#a#b", "#a#b", "#a%23b");
}

bool square_bracket(site& at) {
  return write_chunk(at, "[1]", "[1]", "%5B1%5D");
}

bool replacement_character(site& at) {
  return write_chunk(at, "\xEF\xBF\xBD", "\xEF\xBF\xBD");
}

bool not_nfc(site& at) {
  return write_chunk(at, "e\xCC\x81", "e\xCC\x81");
}

bool bad_port(site& at) {
  return replace_front(at, "http://example.org:port/");
}

bool default_port(site& at) {
  return replace_front(at, "http://example.org:80/");
}

bool password(site& at) {
  return replace_front(at, "http://user:secret@example.org/");
}

bool mistyped_scheme(site& at) {
  return replace_front(at, at.random.chance(2) ? "htp://example.org/" : "http:///example.org/");
}

bool scheme_without_colon(site& at) {
  constexpr std::string_view usual = "http://example.org/";
  auto* one = pick_iri(at);
  if (one == nullptr || !one->text.starts_with(usual)) return false;
  const auto whole = one->text;
  one->text.erase(4, 1);
  at.also_read(iri(whole), iri("http://base.example/dir/" + one->text));
  return true;
}

bool relative(site& at) {
  auto* one = pick_iri(at);
  if (one == nullptr) return false;
  const auto number = one->text.substr(one->text.rfind('/') + 1);
  at.also_read(iri(one->text), iri("http://base.example/dir/rel" + number));
  one->text = "rel" + number;
  return true;
}

bool too_long(site& at) {
  auto* one = pick_iri(at);
  if (one == nullptr) return false;
  one->text.append(10'000, 'x');
  return true;
}

constexpr kind kinds[] = {
    {"forbidden character in an IRI", "D52", "NQTGXAJ", forbidden_character},
    {"quote in an IRI", "D52", "NQTG", quote},
    {"< in an IRI", "D52", "NQTG", angle},
    {"> in an IRI", "D52", "NQTG", closing_angle},
    {"backslash in an IRI", "D52", "NQTGXAJ", backslash},
    {"line break in an IRI", "D52", "NQTG", line_break},
    {"U+FFFD in an IRI", "D21 D24", "NQTGXAJ", replacement_character, "odd_iri_character"},
    {"bad percent code", "D53", "NQTGXAJ", bad_percent, "bad_percent_code"},
    {"second #", "D53", "NQTGXAJ", second_hash, "iri_delimiter"},
    {"bracket in an IRI", "D53", "NQTGXAJ", square_bracket, "iri_delimiter"},
    {"bad port", "D54", "NQTGXAJ", bad_port, "bad_port"},
    {"default port", "D54", "NQTGXAJ", default_port, "odd_port"},
    {"relative IRI", "D55", "NQ", relative},
    {"mistyped scheme", "D56", "NQTGXAJ", mistyped_scheme, "suspicious_iri"},
    {"scheme without its colon", "D56", "NQTGXAJ", scheme_without_colon, "suspicious_iri"},
    {"IRI of 10,000 characters", "D57", "NQTGXAJ", too_long},
    {"password in an IRI", "D58", "NQTGXAJ", password, "iri_not_normal"},
    {"IRI not in NFC", "D58", "NQTGXAJ", not_nfc, "iri_not_normal"},
};

}  // namespace

std::span<const kind> iri_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
