// Computes values of literals where they can be compared as text.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/literal_change.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/rdf/values/lexical_form.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view xsd_string_iri = "http://www.w3.org/2001/XMLSchema#string";

bool is_integer(datatype type) {
  return type >= datatype::xsd_integer && type <= datatype::xsd_positive_integer;
}
bool is_binary_number(datatype type) {
  return type == datatype::xsd_double || type == datatype::xsd_float;
}
bool is_moment(datatype type) {
  return type >= datatype::xsd_date_time && type <= datatype::xsd_g_day;
}

/// `-12.5` for `-012.50`, `12` for `+12.0`: valid decimals and integers only.
std::string decimal_key(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  const auto dot = std::min(text.find('.'), text.size());
  auto whole = text.substr(0, dot), part = text.substr(std::min(dot + 1, text.size()));
  while (whole.starts_with('0')) whole.remove_prefix(1);
  while (part.ends_with('0')) part.remove_suffix(1);
  if (whole.empty() && part.empty()) return "0";
  auto out = std::string(is_negative ? "-" : "").append(whole.empty() ? "0" : whole);
  if (!part.empty()) out.append(".").append(part);
  return out;
}

std::optional<double> number_in_text(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::string double_key(std::string_view text) {
  if (text == "INF" || text == "+INF") return "INF";
  const auto number = number_in_text(text);
  if (!number) return std::string(text);
  if (*number == 0) return text.starts_with('-') ? "-0" : "0";
  char digits[40];
  const auto end = std::to_chars(digits, digits + sizeof digits, *number).ptr;
  return std::string(digits, end);
}

/// The parts of a time: before its fraction, the fraction without final zeros, the zone.
struct moment_parts {
  std::string_view whole, fraction, zone;
};
moment_parts parts_of_moment(std::string_view text) {
  moment_parts out;
  auto zone = text.size();
  if (text.ends_with('Z'))
    zone = text.size() - 1;
  else if (text.size() > 6 && text[text.size() - 3] == ':' &&
           (text[text.size() - 6] == '+' || text[text.size() - 6] == '-'))
    zone = text.size() - 6;
  out.zone = text.substr(zone);
  if (out.zone == "+00:00" || out.zone == "-00:00") out.zone = "Z";
  text = text.substr(0, zone);
  const auto dot = std::min(text.find('.'), text.size());
  out.whole = text.substr(0, dot);
  out.fraction = text.substr(std::min(dot + 1, text.size()));
  while (out.fraction.ends_with('0')) out.fraction.remove_suffix(1);
  return out;
}

std::string moment_key(std::string_view text) {
  const auto parts = parts_of_moment(text);
  return std::string(parts.whole).append(".").append(parts.fraction).append(parts.zone);
}

/// Empty elements of XML in one spelling.
std::string xml_key(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto next = text.find_first_not_of(' ', i);
    if (text[i] == ' ' && next != text.npos && text.substr(next).starts_with("/>")) continue;
    out.push_back(text[i]);
  }
  return out;
}

std::size_t digits_in(std::string_view number) {
  number = number.substr(0, number.find_first_of("eE"));
  auto digits = static_cast<std::size_t>(std::ranges::count_if(number, is_digit));
  for (const char c : number) {
    if (c == '.' || c == '-' || c == '+') continue;
    if (c != '0') break;
    --digits;
  }
  return digits;
}

bool is_less_precise(datatype type, std::string_view graph, std::string_view store) {
  if (is_moment(type)) {
    const auto from = parts_of_moment(graph), to = parts_of_moment(store);
    return from.whole == to.whole && from.zone == to.zone && from.fraction.starts_with(to.fraction);
  }
  if (!is_binary_number(type) && type != datatype::xsd_decimal) return false;
  // Stores print numbers with six significant digits at least.
  constexpr double most_difference = 1e-5;
  const auto from = number_in_text(graph), to = number_in_text(store);
  return from && to && digits_in(store) < digits_in(graph) &&
         std::abs(*from - *to) <= most_difference * std::abs(*from);
}

}  // namespace

std::string_view to_string(store_change change) {
  switch (change) {
    case store_change::spelling:
      return "spelling";
    case store_change::precision:
      return "precision";
    case store_change::datatype:
      return "datatype";
    case store_change::ill_typed:
      return "ill_typed";
    case store_change::no_value:
      return "no_value";
    case store_change::merged:
      return "merged";
    case store_change::blank_node:
      break;
  }
  return "blank_node";
}

bool spelled_literal::read(std::string_view term, spelled_literal& into) {
  if (!term.starts_with('"')) return false;
  std::size_t at = 1;
  for (; at < term.size() && term[at] != '"'; ++at)
    if (term[at] == '\\') ++at;
  if (at >= term.size()) return false;
  into = {term.substr(1, at - 1), {}, xsd_string_iri};
  const auto rest = term.substr(at + 1);
  if (rest.starts_with('@')) {
    into.language = rest.substr(1);
    into.datatype = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
  } else if (rest.starts_with("^^<") && rest.ends_with('>')) {
    into.datatype = rest.substr(3, rest.size() - 4);
  }
  return true;
}

std::string value_key(const spelled_literal& literal) {
  if (!literal.language.empty())
    return std::string("@").append(lower_case(literal.language)).append(" ").append(literal.value);
  const auto type = datatype_of(literal.datatype);
  if (type == datatype::rdf_xml_literal) return "x" + xml_key(literal.value);
  if (type == datatype::unknown || judge_lexical_form(type, literal.value) == lexical_form::outside)
    return {};
  if (is_integer(type) || type == datatype::xsd_decimal) return "n" + decimal_key(literal.value);
  if (is_binary_number(type)) return "d" + double_key(literal.value);
  if (type == datatype::xsd_boolean) return literal.value == "1" || literal.value == "true" ? "b1" : "b0";
  if (is_moment(type)) return "t" + moment_key(literal.value);
  if (type == datatype::xsd_hex_binary) return "h" + lower_case(literal.value);
  return {};
}

std::string merged_key(const spelled_literal& literal) {
  auto key = value_key(literal);
  if (key == "b1") return "n1";
  if (key == "b0") return "n0";
  if (!key.starts_with('d')) return key;
  const auto number = number_in_text(std::string_view(key).substr(1));
  constexpr double largest = 1e15;  // of the whole numbers that a double has all of, and whose digits are few
  if (!number || std::abs(*number) > largest) return key;
  char digits[400];
  const auto end = std::to_chars(digits, digits + sizeof digits, *number, std::chars_format::fixed).ptr;
  return "n" + decimal_key({digits, end});
}

literal_likeness compare_literals(const spelled_literal& graph, const spelled_literal& store) {
  if (graph.language.empty() != store.language.empty()) return {};
  const bool has_same_type = graph.datatype == store.datatype;
  if (const auto key = value_key(graph); !key.empty() && key == value_key(store)) {
    if (has_same_type) return {4, store_change::spelling};
    return {3, store_change::datatype};
  }
  if (!graph.language.empty() || !has_same_type) return {};
  const auto type = datatype_of(graph.datatype);
  if (type == datatype::unknown) return {};
  const bool is_value = judge_lexical_form(type, graph.value) != lexical_form::outside;
  if (!is_value) return {1, store_change::ill_typed};
  if (judge_lexical_form(type, store.value) == lexical_form::outside) return {1, store_change::no_value};
  return is_less_precise(type, graph.value, store.value) ? literal_likeness{2, store_change::precision}
                                                         : literal_likeness{};
}

}  // namespace laundromat
