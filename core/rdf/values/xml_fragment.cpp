// A small scanner that checks well-formedness.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/xml_fragment.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/values/xml_name.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view xml_space = " \t\r\n";

class fragment_scan {
 public:
  explicit fragment_scan(std::string_view text) : rest_(text) {}
  bool run();

 private:
  bool text_up_to_tag();
  bool markup();
  bool start_tag();
  bool end_tag();
  bool attribute();
  bool instruction();
  bool comment();
  /// Moves to after the next `end`.
  bool skip_past(std::string_view end);
  bool skip_space();
  std::string_view take_name();
  void open(std::string_view name);
  bool close(std::string_view name);

  std::string_view rest_;
  std::size_t depth_ = 0;
  std::array<std::string_view, 64> open_;
  std::size_t attributes_ = 0;
  std::array<std::string_view, 16> attribute_names_;
};

bool is_character_reference(std::string_view digits) {
  const bool is_hex = digits.starts_with('x');
  if (is_hex) digits.remove_prefix(1);
  if (digits.empty() || digits.size() > 8) return false;
  char32_t code = 0;
  for (const char c : digits) {
    if (is_hex ? hex_value(c) < 0 : !is_digit(c)) return false;
    code = code * (is_hex ? 16 : 10) + static_cast<char32_t>(hex_value(c));
  }
  if (code < 0x20) return code == 0x9 || code == 0xA || code == 0xD;
  return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) && code != 0xFFFE && code != 0xFFFF;
}

/// Whether each `&` in `text` begins a reference that needs no declaration.
bool has_good_references(std::string_view text) {
  for (auto at = text.find('&'); at != text.npos; at = text.find('&', at + 1)) {
    const auto end = text.find(';', at);
    if (end == text.npos) return false;
    const auto name = text.substr(at + 1, end - at - 1);
    if (name.starts_with('#')
            ? !is_character_reference(name.substr(1))
            : name != "amp" && name != "lt" && name != "gt" && name != "quot" && name != "apos")
      return false;
  }
  return true;
}

bool fragment_scan::run() {
  while (!rest_.empty())
    if (!text_up_to_tag() || (!rest_.empty() && !markup())) return false;
  return depth_ == 0;
}

bool fragment_scan::text_up_to_tag() {
  const auto text = rest_.substr(0, rest_.find('<'));
  rest_.remove_prefix(text.size());
  return text.find("]]>") == text.npos && has_good_references(text);
}

bool fragment_scan::markup() {
  if (rest_.starts_with("</")) return end_tag();
  if (rest_.starts_with("<!--")) return comment();
  if (rest_.starts_with("<![CDATA[")) return skip_past("]]>");
  if (rest_.starts_with("<?")) return instruction();
  return start_tag();
}

bool fragment_scan::comment() {
  rest_.remove_prefix(4);
  const auto end = rest_.find("--");
  if (end == rest_.npos || !rest_.substr(end).starts_with("-->")) return false;
  rest_.remove_prefix(end + 3);
  return true;
}

bool fragment_scan::instruction() {
  rest_.remove_prefix(2);
  const auto target = take_name();
  if (target.empty() || equals_ignoring_case(target, "xml")) return false;
  return (rest_.starts_with("?>") || xml_space.find(rest_.front()) != xml_space.npos) && skip_past("?>");
}

bool fragment_scan::skip_past(std::string_view end) {
  const auto at = rest_.find(end);
  if (at == rest_.npos) return false;
  rest_.remove_prefix(at + end.size());
  return true;
}

bool fragment_scan::skip_space() {
  const auto n = std::min(rest_.find_first_not_of(xml_space), rest_.size());
  rest_.remove_prefix(n);
  return n > 0;
}

std::string_view fragment_scan::take_name() {
  if (!starts_name(rest_)) return {};
  const auto name = rest_.substr(0, count_name_bytes(rest_));
  rest_.remove_prefix(name.size());
  return rest_.empty() ? std::string_view{} : name;  // A name that ends the text ends within a tag.
}

void fragment_scan::open(std::string_view name) {
  if (depth_ < open_.size()) open_[depth_] = name;
  ++depth_;
}

bool fragment_scan::close(std::string_view name) {
  if (depth_ == 0) return false;
  --depth_;
  return depth_ >= open_.size() || open_[depth_] == name;
}

bool fragment_scan::end_tag() {
  rest_.remove_prefix(2);
  const auto name = take_name();
  if (name.empty()) return false;
  skip_space();
  if (!rest_.starts_with('>')) return false;
  rest_.remove_prefix(1);
  return close(name);
}

bool fragment_scan::start_tag() {
  rest_.remove_prefix(1);
  const auto name = take_name();
  if (name.empty()) return false;
  for (attributes_ = 0;; ++attributes_) {
    const bool has_space = skip_space();
    if (rest_.starts_with('>')) {
      rest_.remove_prefix(1);
      open(name);
      return true;
    }
    if (rest_.starts_with("/>")) {
      rest_.remove_prefix(2);
      return true;
    }
    if (!has_space || !attribute()) return false;
  }
}

bool fragment_scan::attribute() {
  const auto name = take_name();
  if (name.empty()) return false;
  const auto* const end = attribute_names_.begin() + std::min(attributes_, attribute_names_.size());
  if (std::find(attribute_names_.cbegin(), end, name) != end) return false;
  if (attributes_ < attribute_names_.size()) attribute_names_[attributes_] = name;
  skip_space();
  if (!rest_.starts_with('=')) return false;
  rest_.remove_prefix(1);
  skip_space();
  if (!rest_.starts_with('"') && !rest_.starts_with('\'')) return false;
  const auto close_at = rest_.find(rest_.front(), 1);
  if (close_at == rest_.npos) return false;
  const auto value = rest_.substr(1, close_at - 1);
  rest_.remove_prefix(close_at + 1);
  return value.find('<') == value.npos && has_good_references(value);
}

}  // namespace

bool is_xml_fragment(std::string_view text) {
  return text.find_first_of("<&]") == text.npos || fragment_scan(text).run();
}

}  // namespace laundromat
