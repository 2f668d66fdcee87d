// Which types the text of a value has.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/value_type.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/rdf/values/language_tag.hpp"
#include "core/rdf/values/lexical_form.hpp"
#include "core/schema/time_key.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using enum value_type;

bool is_value(lexical_form form) {
  return form != lexical_form::outside;
}

/// Only a number that double can hold has a key, and only such a text is a number.
types_of_text with_number(std::string_view digits, type_set types) {
  types_of_text typed{types, 0, false};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), typed.key);
  typed.has_key = error == std::errc() && end == digits.data() + digits.size() && std::isfinite(typed.key);
  return typed;
}

bool is_name_of_digits(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && is_digit(text[1]);
}

/// A text of at most eighteen digits with or without a minus.
types_of_text short_integer(std::string_view text) {
  const bool is_negative = text.front() == '-';
  std::int64_t value = 0;
  for (const char c : text.substr(is_negative ? 1 : 0)) value = value * 10 + (c - '0');
  types_of_text typed{type_set(integer, decimal, number, value_type::text),
                      static_cast<double>(is_negative ? -value : value), true};
  constexpr int first_year = 1500, last_year = 2099;
  if (text.size() == 4 && value >= first_year && value <= last_year) typed.types |= type_set(year);
  if (text == "0" || text == "1") typed.types |= type_set(boolean);
  return typed;
}

types_of_text type_digits(std::string_view text) {
  const types_of_text mere{type_set(value_type::text), 0, false};
  if (is_name_of_digits(text)) return mere;
  if (is_value(lexical::judge_integer(datatype::xsd_integer, text))) {
    constexpr std::size_t few = 18;
    if (text.size() <= few) return short_integer(text);
    return with_number(text, type_set(integer, decimal, number, value_type::text));
  }
  const bool is_decimal = is_value(lexical::judge_decimal(text));
  if (!is_decimal && !is_value(lexical::judge_double(text))) return mere;
  const auto typed = with_number(
      text, is_decimal ? type_set(decimal, number, value_type::text) : type_set(number, value_type::text));
  return typed.has_key ? typed : mere;
}

types_of_text type_time(std::string_view text, datatype of, type_set types) {
  if (!is_value(lexical::judge_time(of, text))) return {type_set(value_type::text), 0, false};
  return {types, time_key(of, text), true};
}

/// A text that begins with a digit or minus.
types_of_text type_number_or_time(std::string_view text) {
  constexpr std::size_t date_size = 10;
  if (text.size() >= date_size && text[4] == '-' && text[7] == '-') {
    if (text.size() == date_size)
      return type_time(text, datatype::xsd_date, type_set(date, value_type::text));
    const bool is_rfc_3339 =
        is_value(lexical::judge_time(datatype::xsd_date_time_stamp, text)) && text.substr(date_size, 3) !=
                                                                                  "T"
                                                                                  "24";
    return type_time(text, datatype::xsd_date_time,
                     is_rfc_3339 ? type_set(date_time_stamp, date_time, value_type::text)
                                 : type_set(date_time, value_type::text));
  }
  if (text.size() >= 8 && text[2] == ':')
    return type_time(text, datatype::xsd_time, type_set(time, value_type::text));
  return type_digits(text);
}

bool is_boolean_word(std::string_view text) {
  constexpr std::array words{"true", "false", "True", "False", "TRUE", "FALSE"};
  return std::ranges::find(words, text) != words.end();
}

/// Some schemes have no authority; with others a text before a colon is mostly no scheme.
bool is_iri_look(std::string_view text, std::size_t colon) {
  constexpr std::array<std::string_view, 8> without_authority{"urn", "mailto", "tel", "doi",
                                                              "geo", "info",   "tag", "data"};
  const auto scheme = text.substr(0, colon);
  if (!is_scheme(scheme) || colon + 1 == text.size()) return false;
  const auto rest = text.substr(colon + 1);
  const bool has_authority = rest.size() > 2 && rest.starts_with("//");
  if (!has_authority && std::ranges::find(without_authority, scheme) == without_authority.end()) return false;
  return std::ranges::none_of(text, [](char c) {
    constexpr std::string_view never = "<>\"{}|\\^`";
    return (static_cast<unsigned char>(c) <= ' ') || never.find(c) != never.npos;
  });
}

bool is_mail_host(std::string_view host) {
  if (host.find('.') == host.npos || host.front() == '.' || host.back() == '.') return false;
  return std::ranges::all_of(host, [](char c) { return is_alpha(c) || is_digit(c) || c == '-' || c == '.'; });
}

/// What is before the last `@` is a name, or the text of a literal.
type_set type_at_sign(std::string_view text, std::size_t at) {
  type_set types(value_type::text);
  const auto before = text.substr(0, at), behind = text.substr(at + 1);
  if (before.empty() || behind.empty()) return types;
  const auto is_name = [](char c) {
    return is_alpha(c) || is_digit(c) ||
           std::string_view(".!#$%&'*+/=?^_`{|}~-").find(c) != std::string_view::npos;
  };
  if (is_mail_host(behind) && std::ranges::all_of(before, is_name)) types |= type_set(email);
  constexpr std::size_t longest_language = 3;
  if (behind.substr(0, behind.find('-')).size() <= longest_language && is_well_formed_language_tag(behind))
    types |= type_set(language_tagged);
  return types;
}

}  // namespace

std::string_view name_of(value_type type) {
  constexpr std::array<std::string_view, value_type_count> names{"year",
                                                                 "integer",
                                                                 "decimal",
                                                                 "number",
                                                                 "boolean",
                                                                 "date",
                                                                 "dateTimeStamp",
                                                                 "dateTime",
                                                                 "time",
                                                                 "uri",
                                                                 "iri",
                                                                 "email",
                                                                 "language-tagged text",
                                                                 "text"};
  return names[static_cast<std::size_t>(type)];
}

types_of_text type_text(std::string_view text) {
  types_of_text mere{type_set(value_type::text), 0, false};
  const char first = text.front();
  if (is_digit(first) || first == '-' || first == '.') {
    if (const auto typed = type_number_or_time(text); typed.has_key) return typed;
  } else if ((first == 't' || first == 'f' || first == 'T' || first == 'F') && is_boolean_word(text)) {
    mere.types |= type_set(boolean);
    return mere;
  }
  if (const auto colon = text.find(':'); is_alpha(first) && colon != text.npos && is_iri_look(text, colon)) {
    mere.types |= std::ranges::any_of(text, is_high) ? type_set(iri) : type_set(iri, value_type::uri);
    return mere;
  }
  if (const auto at = text.rfind('@'); at != text.npos) mere.types = type_at_sign(text, at);
  return mere;
}

types_of_text type_number(std::string_view digits) {
  const auto point = digits.find_first_of(".eE");
  if (point == digits.npos) {
    constexpr std::size_t few = 18;
    auto typed = digits.size() <= few && !digits.empty() ? short_integer(digits) : with_number(digits, {});
    typed.types = type_set(integer, decimal, number);
    return typed;
  }
  if (digits[point] != '.' || digits.find_first_of("eE") != digits.npos)
    return with_number(digits, type_set(number));
  const bool is_whole = digits.find_first_not_of('0', point + 1) == digits.npos;
  return with_number(digits, is_whole ? type_set(integer, decimal, number) : type_set(decimal, number));
}

bool is_less_decimal(std::string_view one, std::string_view other) {
  struct parts {
    bool is_negative;
    std::string_view whole, fraction;
    explicit parts(std::string_view text) : is_negative(text.starts_with('-')) {
      text.remove_prefix(is_negative ? 1 : 0);
      whole = text.substr(0, text.find('.'));
      if (whole.size() < text.size()) fraction = text.substr(whole.size() + 1);
      whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
      while (fraction.ends_with('0')) fraction.remove_suffix(1);
      if (whole.empty() && fraction.empty()) is_negative = false;
    }
  };
  if (one.find_first_of("eE") != one.npos || other.find_first_of("eE") != other.npos) return false;
  const parts a(one), b(other);
  if (a.is_negative != b.is_negative) return a.is_negative;
  const auto is_smaller = [](const parts& x, const parts& y) {
    if (x.whole.size() != y.whole.size()) return x.whole.size() < y.whole.size();
    return x.whole != y.whole ? x.whole < y.whole : x.fraction < y.fraction;
  };
  return a.is_negative ? is_smaller(b, a) : is_smaller(a, b);
}

}  // namespace laundromat
