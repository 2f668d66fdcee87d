// The defects of characters: encodings, escapes, line ends.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"

namespace laundromat::recovery {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

std::string_view bad_bytes(dice& random) {
  static constexpr std::string_view all[] = {"\xE9", "\xC0\x80", "\xED\xA0\x80",
                                             "\xFF", "\xE4\xB8", "\xF4\x90\x80\x80"};
  return all[random.below(std::size(all))];
}

bool bad_utf8_in_literal(site& at) {
  auto* value = pick_value(at);
  if (value == nullptr) return false;
  const auto bytes = bad_bytes(at.random);
  std::string read;
  for (std::size_t i = 0; i < bytes.size(); ++i) read_with(at, *value, read.append(replacement));
  write_in(*value, bytes);
  return true;
}

bool bad_utf8_in_iri(site& at) {
  auto* iri = pick_iri(at);
  if (iri == nullptr) return false;
  iri->text.insert(iri->text.size() - 1, bad_bytes(at.random));
  return true;
}

bool lone_surrogate(site& at) {
  const auto written = at.random.chance(2) ? "\\uD800" : "\\uDC00";
  return write_and_read(at, written, {std::string(replacement)});
}

bool lone_surrogate_reference(site& at) {
  return write_and_read(at, "&#xD800;", {std::string(replacement)});
}

bool split_surrogates(site& at) {
  return write_and_read(at, "\\uD83D\\uDE00", {"\xF0\x9F\x98\x80"});
}

bool escaped_control(site& at) {
  return write_and_read(at, "\\u0001", {"\x01"});
}

bool escaped_null(site& at) {
  return write_and_read(at, "\\u0000", {std::string(1, '\0')});
}

bool non_character(site& at) {
  return write_and_read(at, "\xEF\xBF\xBF", {"\xEF\xBF\xBF"});
}

bool byte_order_mark(site& at) {
  return put_before(at, "\xEF\xBB\xBF");
}

bool other_line_ends(site& at) {
  at.is_harmless = true;
  const auto end = at.random.chance(2) ? "\r" : "\r\n";
  for (auto& one : at.now.tokens) {
    if (one.kind == role::line_end) one.text = end;
    if (one.kind == role::space && one.text == " ") one.text = at.random.chance(2) ? "\t" : "  ";
  }
  return true;
}

constexpr kind kinds[] = {
    {"byte order mark inside", "D20", "NQTGJ", byte_order_mark},
    {"bytes that are not UTF-8, in a literal", "D21", "NQTGXAJ", bad_utf8_in_literal},
    {"bytes that are not UTF-8, in an IRI", "D21", "NQTGXAJ", bad_utf8_in_iri},
    {"lone surrogate", "D24", "NQTGJ", lone_surrogate},
    {"lone surrogate", "D24", "X", lone_surrogate_reference},
    {"control as an escape", "D24", "NQTGJ", escaped_control, "odd_character"},
    {"U+0000 as an escape", "D24", "NQTGJ", escaped_null, "odd_character"},
    {"non-character", "D24", "NQTGJ", non_character, "odd_character"},
    {"surrogate pair as two escapes", "D25", "NQTG", split_surrogates},
    {"other line ends and spaces", "D33", "NQTG", other_line_ends},
};

}  // namespace

std::span<const kind> text_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
