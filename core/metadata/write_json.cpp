// Writes the tree as JSON, straight into a string.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/metadata/append_number.hpp"
#include "core/metadata/description.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

/// The text in quotation marks; escapes only what RFC 8259 section 7 requires.
void append_text(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef", named = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
  out.push_back('"');
  std::size_t run = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text.substr(run, i - run)).push_back('\\');
    run = i + 1;
    if (const auto at = named.find(text[i]); at != named.npos)
      out.push_back(letters[at]);
    else
      out.append("u00").append({digits[c >> 4U], digits[c & 15U]});
  }
  out.append(text.substr(run)).push_back('"');
}

/// The shortest digits that identify the number: with a point up to 15 places before it and 3 zeros after it, else with an exponent.
void append_double(std::string& out, double value) {
  constexpr int most_places = 15, most_zeros = 3;
  if (!std::isfinite(value)) return void(out.append("null"));
  if (value == 0) return void(out.append(std::signbit(value) ? "-0.0" : "0.0"));
  char text[40];
  const auto* const end =
      std::to_chars(std::begin(text), std::end(text), std::abs(value), std::chars_format::scientific).ptr;
  const std::string_view all(text, static_cast<std::size_t>(end - text));
  const auto e = all.find('e');
  std::string digits(1, all[0]);
  if (e > 2) digits.append(all.substr(2, e - 2));
  int places = 0;  // before the point
  std::from_chars(text + e + (all[e + 1] == '+' ? 2 : 1), end, places);
  ++places;
  const auto count = static_cast<int>(digits.size());
  if (std::signbit(value)) out.push_back('-');
  if (count <= places && places <= most_places)
    return void(out.append(digits).append(static_cast<std::size_t>(places - count), '0').append(".0"));
  if (0 < places && places <= most_places)
    return void(out.append(digits.insert(static_cast<std::size_t>(places), 1, '.')));
  if (-most_zeros <= places && places <= 0)
    return void(out.append("0.").append(static_cast<std::size_t>(-places), '0').append(digits));
  if (count > 1) digits.insert(1, 1, '.');
  out.append(digits).append(all.substr(e));
}

class json_writer {
 public:
  explicit json_writer(std::string& out) : out_(out) {}

  /// `above`: the IRI of the thing that this is a part of; a part below it needs no `id`.
  void write(const description& described, std::string_view above) {
    const std::string_view iri = described.iri();
    const bool has_id =
        above.empty() || iri.size() <= above.size() || iri[above.size()] != '/' || !iri.starts_with(above);
    if (!has_id && described.facts().empty()) return void(out_.append("{}"));
    out_.push_back('{');
    depth_ += 2;
    bool is_first = true;
    if (has_id) {
      begin_member("id", is_first);
      append_text(out_, iri);
    }
    for (const auto& fact : described.facts()) {
      begin_member(fact.name.key, is_first);
      write(fact, iri);
    }
    close('}');
  }

  /// Writes a value.
  void operator()(const iri_value& value) { append_text(out_, value.iri); }
  void operator()(const hex_value& value) { append_text(out_, value.hex); }
  void operator()(size_value value) { append_number(out_, value.bytes); }
  void operator()(timestamp value) { append_text(out_, to_iso8601(value)); }
  void operator()(bool value) { out_.append(value ? "true" : "false"); }
  void operator()(std::uint64_t value) { append_number(out_, value); }
  void operator()(double value) { append_double(out_, value); }
  void operator()(const std::string& value) { append_text(out_, value); }

 private:
  void write(const description::fact& fact, std::string_view above) {
    const auto count = fact.values.size() + fact.parts.size();
    if (count == 0) return void(out_.append("[]"));
    const bool is_array = fact.shape != fact_shape::one || count != 1;
    bool is_first = true;
    if (is_array) {
      out_.push_back('[');
      depth_ += 2;
    }
    for (const auto& value : fact.values) {
      if (is_array) begin_line(is_first);
      std::visit(*this, value);
    }
    for (const auto& part : fact.parts) {
      if (is_array) begin_line(is_first);
      write(part, above);
    }
    if (is_array) close(']');
  }

  void begin_line(bool& is_first) {
    constexpr std::string_view line = ",\n                        ";
    const std::size_t begin = is_first ? 1 : 0;
    if (depth_ + 2 <= line.size())
      out_.append(line.substr(begin, depth_ + 2 - begin));
    else
      out_.append(is_first ? "\n" : ",\n").append(depth_, ' ');
    is_first = false;
  }
  void begin_member(std::string_view key, bool& is_first) {
    begin_line(is_first);
    out_.push_back('"');
    out_.append(key).append("\": ");  // a key needs no escape
  }
  void close(char bracket) {
    depth_ -= 2;
    out_.append("\n").append(depth_, ' ').push_back(bracket);
  }

  std::string& out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string to_json(const description& described) {
  std::string out;
  out.reserve(std::size_t{1} << 14);
  json_writer{out}.write(described, {});
  out.push_back('\n');
  return find_bad_utf8(out) == std::string::npos ? out : readable(out, out.size() * 3);
}

}  // namespace laundromat
