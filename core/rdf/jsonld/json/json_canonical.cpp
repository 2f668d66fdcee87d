// RFC 8785 (JCS): sorted keys, shortest numbers, the fewest escapes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/json_canonical.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/rdf/model/utf8.hpp"

namespace laundromat::jsonld {

namespace {

void append_string(std::string& out, std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte >= 0x20) {
      out += c;
    } else if (const auto at = std::string_view("\b\t\n\f\r").find(c); at != std::string_view::npos) {
      out += '\\';
      out += "btnfr"[at];
    } else {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  out += '"';
}

/// Order by UTF-16 code units: characters beyond U+FFFF, whose first unit is a surrogate, come before U+E000.
bool utf16_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const auto left = next_utf8(a), right = next_utf8(b);
    if (left.code != right.code) {
      const auto first_unit = [](char32_t code) {
        return code < 0x10000 ? code : 0xD800 + ((code - 0x10000) >> 10);
      };
      const auto x = first_unit(left.code), y = first_unit(right.code);
      return x != y ? x < y : left.code < right.code;
    }
    a.remove_prefix(left.length);
    b.remove_prefix(right.length);
  }
  return a.size() < b.size();
}

bool append_members(std::string& out, const json_node& object) {
  std::vector<json_member> members;
  for (const auto member : json_members(object)) members.push_back(member);
  std::ranges::sort(members,
                    [](const auto& a, const auto& b) { return utf16_less(a.key->view(), b.key->view()); });
  out += '{';
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0) out += ',';
    append_string(out, members[i].key->view());
    out += ':';
    if (!append_canonical_json(out, *members[i].value)) return false;
  }
  out += '}';
  return true;
}

}  // namespace

std::optional<double> double_of(std::string_view digits) {
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec == std::errc()) return value;
  const auto exponent = digits.find_first_of("eE");
  const bool is_tiny = exponent != digits.npos ? digits.substr(exponent + 1).starts_with('-')
                                               : digits.starts_with("0.") || digits.starts_with("-0.");
  if (is_tiny) return 0.0;
  return std::nullopt;
}

std::string ecmascript_number(double value) {
  if (value == 0) return "0";
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, std::abs(value), std::chars_format::scientific).ptr;
  const std::string_view text(buffer, end);
  const auto e = text.find('e');
  std::string digits(text.substr(0, 1));
  if (e > 2) digits += text.substr(2, e - 2);
  int exponent = 0;
  const char* from = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(from, end, exponent);
  const int point = exponent + 1;  // the value is 0.digits times ten to the power of `point`
  const int count = static_cast<int>(digits.size());
  std::string out = value < 0 ? "-" : "";
  if (count <= point && point <= 21) return out + digits + std::string(point - count, '0');
  if (0 < point && point <= 21) return out + digits.substr(0, point) + '.' + digits.substr(point);
  if (-6 < point && point <= 0) return out + "0." + std::string(-point, '0') + digits;
  out += digits.substr(0, 1);
  if (count > 1) out.append(".").append(digits, 1);
  return out + 'e' + (point > 0 ? '+' : '-') + std::to_string(std::abs(point - 1));
}

std::string canonical_double(double value) {
  if (value == 0) return std::signbit(value) ? "-0.0E0" : "0.0E0";
  char buffer[40];
  const int length = std::snprintf(buffer, sizeof buffer, "%.15E", value);
  const std::string_view text(buffer, static_cast<std::size_t>(length));
  const auto e = text.find('E');
  auto mantissa = text.substr(0, e);
  while (mantissa.back() == '0' && mantissa[mantissa.size() - 2] != '.') mantissa.remove_suffix(1);
  int exponent = 0;
  const char* from = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(from, text.data() + text.size(), exponent);
  return std::string(mantissa) + 'E' + std::to_string(exponent);
}

bool append_canonical_json(std::string& out, const json_node& value) {
  if (value.is_torn) return false;
  switch (value.kind) {
    case json_kind::null:
      out += "null";
      return true;
    case json_kind::boolean:
      out += value.is_true ? "true" : "false";
      return true;
    case json_kind::number: {
      const auto number = double_of(value.view());
      if (!number) return false;
      out += ecmascript_number(*number);
      return true;
    }
    case json_kind::string:
      append_string(out, value.view());
      return true;
    case json_kind::array: {
      out += '[';
      bool is_first = true;
      for (const auto& item : json_items(value)) {
        if (!is_first) out += ',';
        is_first = false;
        if (!append_canonical_json(out, item)) return false;
      }
      out += ']';
      return true;
    }
    case json_kind::object:
      return append_members(out, value);
    case json_kind::damaged:
      break;
  }
  return false;
}

}  // namespace laundromat::jsonld
