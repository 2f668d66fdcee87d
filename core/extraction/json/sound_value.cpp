// Implements sound_value: a loop over values, with one look at each byte.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/sound_value.hpp"

#include <algorithm>
#include <cstring>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

constexpr std::uint32_t most_compared = 48;  ///< members; of larger maps names are sorted

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

int hex_of(char c) {
  return is_digit(c)            ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// The value of four hexadecimal digits, or -1.
int hex4(const char* at) {
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = hex_of(at[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

std::uint64_t bit_of(std::string_view name) {
  if (name.empty()) return 1;
  const auto letter = [&](std::size_t at) { return static_cast<unsigned char>(name[at]); };
  return std::uint64_t{1} << ((name.size() * 7 + letter(0) * 5u + letter(name.size() - 1) * 3u +
                               letter(name.size() / 2)) &
                              63);
}

}  // namespace

value_end sound_value::read(std::string_view text, bool is_last, data_record& record) {
  begin_ = at_ = text.data();
  text_end_ = begin_ + text.size();
  is_last_ = is_last;
  record_ = &record;
  name_ = {};
  open_.clear();
  while (read_one()) {
    while (true) {  // behind a value
      if (open_.empty()) return {value_end::how::valid, place(at_), errc::ok};
      if (!skip_space()) return end_;
      const bool is_map = open_.back().is_map;
      if (*at_ == ',') {
        ++at_;
        if (!skip_space() || (is_map && !read_key())) return end_;
        break;
      }
      if (*at_ != (is_map ? '}' : ']')) return refuse(errc::syntax_error), end_;
      if (!close()) return end_;
    }
  }
  return end_;
}

inline bool sound_value::skip_space() {
  while (at_ != text_end_ && is_white_space(*at_)) ++at_;
  return at_ != text_end_ || is_at_end();
}

/// Reads a scalar, or the beginning of a list or map up to its first value, or an empty one.
bool sound_value::read_one() {
  while (true) {
    switch (*at_) {
      case '"': {
        std::string_view value;
        if (!read_string(value)) return false;
        record_->add_text(value, name_);
        return true;
      }
      case '{':
        if (!open(true)) return false;
        if (*at_ == '}') return close();
        if (!read_key()) return false;
        continue;
      case '[':
        if (!open(false)) return false;
        if (*at_ == ']') return close();
        continue;
      case 't':
      case 'f':
      case 'n':
        return read_word();
      default:
        return read_number();
    }
  }
}

bool sound_value::open(bool is_map) {
  if (open_.size() >= limits_.nesting) return refuse(errc::too_deep_nesting);
  if (record_->size() >= limits_.record_values) return refuse(errc::statement_too_long);
  open_.push_back({record_->size(), 0, 0, is_map});
  is_map ? record_->begin_map(name_) : record_->begin_list(name_);
  name_ = {};
  ++at_;
  return skip_space();
}

bool sound_value::close() {
  const auto& map = open_.back();
  if (map.members > most_compared) {
    names_.clear();
    for (auto at = map.node + 1; at < record_->size(); at += record_->value_at(at).node().span)
      names_.push_back(record_->value_at(at).name());
    std::ranges::sort(names_);
    if (std::ranges::adjacent_find(names_) != names_.end()) return refuse(errc::repeated_key);
  }
  record_->end();
  open_.pop_back();
  name_ = {};
  ++at_;
  return record_->size() <= limits_.record_values || refuse(errc::statement_too_long);
}

bool sound_value::read_key() {
  if (*at_ != '"') return refuse(errc::syntax_error);
  if (!read_string(name_)) return false;
  if (!is_new_name()) return refuse(errc::repeated_key);
  if (!skip_space()) return false;
  if (*at_ != ':') return refuse(errc::syntax_error);
  ++at_;
  return skip_space();
}

/// Whether the map at hand has no such name yet; unknown for a large one.
bool sound_value::is_new_name() {
  auto& map = open_.back();
  if (++map.members > most_compared) return true;
  const auto bit = bit_of(name_);
  if ((map.bits & bit) != 0)
    for (auto at = map.node + 1; at < record_->size(); at += record_->value_at(at).node().span)
      if (record_->value_at(at).name() == name_) return false;
  map.bits |= bit;
  return true;
}

inline bool sound_value::read_string(std::string_view& value) {
  const char* from = at_ + 1;
  bool is_ascii = true;
  const char* stop = jsonld::find_string_end(from, text_end_, '"', is_ascii);
  if (stop == text_end_) return is_at_end();
  if (*stop != '"') return decode(from, value);
  value = {from, stop};
  if (!is_ascii && find_bad_utf8(value) != value.npos) return refuse(errc::illegal_utf8);
  at_ = stop + 1;
  return true;
}

/// A string with escapes, which `keep` stores.
bool sound_value::decode(const char* from, std::string_view& value) {
  decoded_.clear();
  const char* at = from;
  while (true) {
    bool is_ascii = true;
    const char* stop = jsonld::find_string_end(at, text_end_, '"', is_ascii);
    if (stop == text_end_) return is_at_end();
    const std::string_view run(at, stop);
    if (!is_ascii && find_bad_utf8(run) != run.npos) return refuse(errc::illegal_utf8);
    decoded_.append(run);
    at = stop;
    if (*stop == '"') break;
    if (*stop != '\\') return refuse(errc::lenient_json);
    if (text_end_ - at < 12 &&
        std::memchr(at + 1, '"', static_cast<std::size_t>(text_end_ - at - 1)) == nullptr)
      return is_at_end();
    if (!decode_escape(at)) return false;
  }
  value = record_->keep(decoded_);
  at_ = at + 1;
  return true;
}

bool sound_value::decode_escape(const char*& at) {
  constexpr std::string_view letters = "\"\\/bfnrt", values = "\"\\/\b\f\n\r\t";
  if (text_end_ - at < 2) return is_at_end();
  if (const auto letter = letters.find(at[1]); letter != letters.npos) {
    decoded_ += values[letter];
    at += 2;
    return true;
  }
  if (at[1] != 'u') return refuse(errc::bad_escape);
  if (text_end_ - at < 6) return is_at_end();
  const int code = hex4(at + 2);
  if (code < 0) return refuse(errc::bad_escape);
  if (code < 0xD800 || code > 0xDFFF) {
    append_utf8(decoded_, static_cast<char32_t>(code));
    at += 6;
    return true;
  }
  const bool has_second = code < 0xDC00 && text_end_ - at >= 12 && at[6] == '\\' && at[7] == 'u';
  const int second = has_second ? hex4(at + 8) : -1;
  if (second < 0xDC00 || second > 0xDFFF) return refuse(errc::lone_surrogate);
  append_utf8(decoded_, static_cast<char32_t>(0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00)));
  at += 12;
  return true;
}

bool sound_value::read_number() {
  const char* at = at_;
  const auto digits = [&] {
    const char* first = at;
    while (at != text_end_ && is_digit(*at)) ++at;
    return at != first;
  };
  if (*at == '-') ++at;
  const char* first = at;
  bool is_right = digits() && (*first != '0' || at == first + 1);
  if (is_right && at != text_end_ && *at == '.') {
    ++at;
    is_right = digits();
  }
  if (is_right && at != text_end_ && (*at == 'e' || *at == 'E')) {
    ++at;
    if (at != text_end_ && (*at == '+' || *at == '-')) ++at;
    is_right = digits();
  }
  if (at == text_end_ && !is_last_) return is_at_end();
  if (!is_right ||
      (at != text_end_ && !is_white_space(*at) && *at != ',' && *at != ']' && *at != '}' && *at != '\x1E'))
    return refuse(errc::syntax_error);
  record_->add_number({at_, at}, name_);
  at_ = at;
  return true;
}

bool sound_value::read_word() {
  const std::string_view rest(at_, text_end_), word = *at_ == 't' ? "true" : *at_ == 'f' ? "false" : "null";
  if (rest.size() < word.size() && word.starts_with(rest)) return is_at_end();
  if (!rest.starts_with(word)) return refuse(errc::syntax_error);
  if (rest.size() == word.size() && !is_last_) return is_at_end();
  if (rest.size() > word.size())
    if (const char c = rest[word.size()];
        !is_white_space(c) && c != ',' && c != ']' && c != '}' && c != '\x1E')
      return refuse(errc::syntax_error);
  *at_ == 'n' ? record_->add_null(name_) : record_->add_boolean(*at_ == 't', name_);
  at_ += word.size();
  return true;
}

}  // namespace laundromat
