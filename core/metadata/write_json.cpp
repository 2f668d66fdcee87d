// Writes properties as JSON, straight into a text.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/metadata/description.hpp"
#include "core/metadata/metadata_text.hpp"
#include "core/metadata/shortest_digits.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/write/plain_copy.hpp"

namespace laundromat {

namespace {

/// The text in quotation marks; escapes only what RFC 8259 section 7 requires.
void append_text(text_buffer& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef", named = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
  out.push_back('"');
  // What a canonical literal escapes includes what JSON does.
  if (plain_copy::copy<false>(out.room(text.size()), text) != nullptr) {
    out.add_written(text.size());
    return out.push_back('"');
  }
  std::size_t run = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text.substr(run, i - run)).push_back('\\');
    run = i + 1;
    if (const auto at = named.find(text[i]); at != named.npos) {
      out.push_back(letters[at]);
    } else {
      out.append("u00").push_back(digits[c >> 4U]);
      out.push_back(digits[c & 15U]);
    }
  }
  out.append(text.substr(run)).push_back('"');
}

/// With a point up to 15 places before it and 3 zeros after it, else with an exponent.
void append_double(text_buffer& out, double value) {
  constexpr int most_places = 15, most_zeros = 3;
  if (!std::isfinite(value)) return void(out.append("null"));
  if (std::signbit(value)) out.push_back('-');
  const shortest_digits found(std::abs(value));
  const auto digits = found.digits();
  const auto count = static_cast<int>(digits.size()), places = found.exponent() + 1;  // before the point
  if (count <= places && places <= most_places) {
    out.append(digits).append(static_cast<std::size_t>(places - count), '0').append(".0");
  } else if (0 < places && places <= most_places) {
    out.append(digits.substr(0, static_cast<std::size_t>(places))).push_back('.');
    out.append(digits.substr(static_cast<std::size_t>(places)));
  } else if (-most_zeros <= places && places <= 0) {
    out.append("0.").append(static_cast<std::size_t>(-places), '0').append(digits);
  } else {
    const auto exponent = std::abs(places - 1);
    out.append(digits.substr(0, 1));
    if (count > 1) out.append(".").append(digits.substr(1));
    out.append(places > 0 ? "e+" : "e-").append(exponent < 10 ? "0" : "").append_number(exponent);
  }
}

/// Writes a value.
struct json_value_writer {
  text_buffer& out;

  void operator()(const iri_view& value) const { append_text(out, value.iri); }
  void operator()(const hex_view& value) const { append_text(out, value.hex); }
  void operator()(size_value value) const { out.append_number(value.bytes); }
  void operator()(timestamp value) const { append_text(out, to_iso8601(value)); }
  void operator()(bool value) const { out.append(value ? "true" : "false"); }
  void operator()(std::uint64_t value) const { out.append_number(value); }
  void operator()(double value) const { append_double(out, value); }
  void operator()(std::string_view value) const { append_text(out, value); }
};

bool is_below(std::string_view iri, std::string_view above) {
  return iri.size() > above.size() && iri[above.size()] == '/' && iri.starts_with(above);
}

}  // namespace

json_sink::json_sink(text_buffer& out, std::string_view iri) : out_(out) {
  levels_.resize(4);
  levels_[0].iri = iri;
  begin_object(true);
}

void json_sink::finish() {
  end_part();
  out_.push_back('\n');
}

void json_sink::end_part() {
  end_array();
  auto& one = levels_[depth_ - 1];
  if (one.is_first) {
    indent_ -= 2;
    out_.push_back('}');
  } else {
    close('}');
  }
  ended_.resize(one.first_ended);
  --depth_;
}

void json_sink::put(const vocabulary::property& name, const value_view& value, fact_shape shape) {
  begin_value(name, shape);
  std::visit(json_value_writer{out_}, value);
}

void json_sink::put_part(const vocabulary::property& name, std::string_view iri, bool is_path,
                         std::span<const vocabulary::class_name> /*types*/, fact_shape shape) {
  begin_value(name, shape);
  if (depth_ == levels_.size()) levels_.emplace_back();
  auto& one = levels_[depth_];
  const auto& above = levels_[depth_ - 1].iri;
  if (is_path)
    one.iri.assign(above).append("/").append(iri);
  else
    one.iri.assign(iri);
  begin_object(!is_path && !is_below(iri, above));
}

/// Of the level that was added last.
void json_sink::begin_object(bool has_id) {
  auto& one = levels_[depth_++];
  one.array = {};
  one.first_ended = ended_.size();
  one.is_first = true;
  out_.push_back('{');
  indent_ += 2;
  if (!has_id) return;
  begin_member("id");
  append_text(out_, one.iri);
}

void json_sink::begin_value(const vocabulary::property& name, fact_shape shape) {
  auto& one = levels_[depth_ - 1];
  if (one.array != name.key || one.array.empty()) {
    end_array();
    begin_member(name.key);
    if (shape == fact_shape::one) return;
    begin_array(name.key);
  }
  begin_line(one.is_first_element);
}

void json_sink::begin_array(std::string_view key) {
  auto& one = levels_[depth_ - 1];
  const auto here = ended_.begin() + static_cast<std::ptrdiff_t>(one.first_ended);
  is_scattered_ = is_scattered_ || std::find(here, ended_.end(), key) != ended_.end();
  one.array = key;
  one.is_first_element = true;
  out_.push_back('[');
  indent_ += 2;
}

void json_sink::end_array() {
  auto& one = levels_[depth_ - 1];
  if (one.array.empty()) return;
  ended_.push_back(std::exchange(one.array, {}));
  close(']');
}

void json_sink::begin_line(bool& is_first) {
  if (!is_first) out_.push_back(',');
  is_first = false;
  out_.push_back('\n');
  out_.append(indent_, ' ');
}

/// A key needs no escape.
void json_sink::begin_member(std::string_view key) {
  begin_line(levels_[depth_ - 1].is_first);
  out_.push_back('"');
  out_.append(key).append("\": ");
}

void json_sink::close(char bracket) {
  indent_ -= 2;
  out_.push_back('\n');
  out_.append(indent_, ' ').push_back(bracket);
}

std::string to_json(const description& described) {
  text_buffer out(std::size_t{1} << 14);
  json_sink writer(out, described.iri());
  described.write(writer);
  writer.finish();
  const auto text = out.view();
  return find_bad_utf8(text) == text.npos ? std::string(text) : readable(text, text.size() * 3);
}

}  // namespace laundromat
