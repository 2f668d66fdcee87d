// Implements typed_text.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/typed_text.hpp"

#include <algorithm>

#include "core/rdf/values/lexical_form.hpp"

namespace laundromat {

namespace {

constexpr bool is_decimal_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr char to_lower_ascii(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool is_same_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, to_lower_ascii, to_lower_ascii);
}

/// Takes the separator of two groups of digits; a space may be a narrow or non-breaking one.
bool take_group_separator(std::string_view& text, char separator) {
  if (separator == 0) return false;
  if (text.starts_with(separator)) {
    text.remove_prefix(1);
    return true;
  }
  for (const std::string_view space : {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"})
    if (separator == ' ' && text.starts_with(space)) {
      text.remove_prefix(space.size());
      return true;
    }
  return false;
}

/// Takes the digits before the decimal separator. False when groups are not groups: the first has one to three digits, the last three, others two or
/// three, as in India.
bool take_whole_part(std::string_view& text, char group_separator, std::string& digits) {
  std::size_t in_group = 0, groups = 0;
  for (;;) {
    while (!text.empty() && is_decimal_digit(text.front())) {
      digits += text.front();
      text.remove_prefix(1);
      ++in_group;
    }
    const bool has_size = groups == 0 ? in_group >= 1 && in_group <= 3 : in_group == 2 || in_group == 3;
    if (!take_group_separator(text, group_separator)) return groups == 0 || in_group == 3;
    if (!has_size) return false;
    ++groups;
    in_group = 0;
  }
}

/// Takes a sign; U+2212 is a minus, too.
void take_sign(std::string_view& text, std::string& out) {
  static constexpr std::string_view minus = "\xE2\x88\x92";
  if (text.starts_with('-') || text.starts_with(minus)) {
    out += '-';
    text.remove_prefix(text.front() == '-' ? 1 : minus.size());
  } else if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
}

std::optional<typed_value> read_number(const value_steps& steps, std::string_view text, field_type type) {
  typed_value made{data_kind::number, false, {}};
  take_sign(text, made.text);
  std::string whole, part;
  if (!take_whole_part(text, steps.group_separator, whole)) return std::nullopt;
  if (type != field_type::integer && text.starts_with(steps.decimal_separator)) {
    text.remove_prefix(1);
    while (!text.empty() && is_decimal_digit(text.front())) {
      part += text.front();
      text.remove_prefix(1);
    }
  }
  if (whole.empty() && part.empty()) return std::nullopt;
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  made.text.append(whole.empty() ? "0" : whole);
  if (!part.empty()) made.text.append(".").append(part);
  if (type == field_type::number && (text.starts_with('e') || text.starts_with('E'))) {
    made.text += 'e';
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) {
      if (text.front() == '-') made.text += '-';
      text.remove_prefix(1);
    }
    if (text.empty() || !std::ranges::all_of(text, is_decimal_digit)) return std::nullopt;
    made.text.append(text);
    return made;
  }
  return text.empty() ? std::optional(made) : std::nullopt;
}

std::optional<typed_value> read_boolean(const value_steps& steps, std::string_view text) {
  const auto is_one_of = [&](const std::vector<std::string>& words, std::string_view usual) {
    return words.empty() ? is_same_ignoring_case(text, usual)
                         : std::ranges::any_of(
                               words, [&](const auto& word) { return is_same_ignoring_case(text, word); });
  };
  if (is_one_of(steps.true_words, "true")) return typed_value{data_kind::boolean, true, {}};
  if (is_one_of(steps.false_words, "false")) return typed_value{data_kind::boolean, false, {}};
  return std::nullopt;
}

/// Absolute, and without characters that no IRI may contain (RFC 3987 section 2.2).
bool is_absolute_iri(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == text.npos || colon == 0 || colon + 1 == text.size()) return false;
  const auto is_letter = [](char c) { return to_lower_ascii(c) >= 'a' && to_lower_ascii(c) <= 'z'; };
  const auto scheme = text.substr(0, colon);
  if (!is_letter(scheme.front()) || !std::ranges::all_of(scheme, [&](char c) {
        return is_letter(c) || is_decimal_digit(c) || c == '+' || c == '-' || c == '.';
      }))
    return false;
  return std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F ||
           std::string_view("<>\"{}|\\^`").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::optional<typed_value> read_typed(const value_steps& steps, std::string_view text) {
  const auto keep_if = [&](bool is_right) {
    return is_right ? std::optional(typed_value{data_kind::text, false, std::string(text)}) : std::nullopt;
  };
  const auto is_time = [&](datatype type) { return judge_lexical_form(type, text) != lexical_form::outside; };
  switch (steps.type) {
    case field_type::any:
    case field_type::text:
      return keep_if(true);
    case field_type::integer:
    case field_type::decimal:
    case field_type::number:
      return read_number(steps, text, steps.type);
    case field_type::boolean:
      return read_boolean(steps, text);
    case field_type::date:
      return keep_if(is_time(datatype::xsd_date));
    case field_type::time:
      return keep_if(is_time(datatype::xsd_time));
    case field_type::date_time:
      return keep_if(is_time(datatype::xsd_date_time));
    case field_type::year:
      return keep_if(is_time(datatype::xsd_g_year));
    case field_type::iri:
      return keep_if(is_absolute_iri(text));
  }
  return std::nullopt;
}

std::string_view name_of(field_type type) {
  switch (type) {
    case field_type::any:
      return "a value";
    case field_type::text:
      return "a text";
    case field_type::integer:
      return "an integer";
    case field_type::decimal:
      return "a decimal number";
    case field_type::number:
      return "a number";
    case field_type::boolean:
      return "a boolean";
    case field_type::date:
      return "a date";
    case field_type::time:
      return "a time";
    case field_type::date_time:
      return "a date with a time";
    case field_type::year:
      return "a year";
    case field_type::iri:
      return "an absolute IRI";
  }
  return "a value";
}

}  // namespace laundromat
