// RFC 8259 as a pushdown automaton whose stack is an array of bits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/json_text.hpp"

#include <algorithm>
#include <bitset>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

class json_judge {
 public:
  explicit json_judge(std::string_view text) : text_(text) {}

  bool run() {
    enum class due { value, first_item, key, first_key, end_of_value } now = due::value;
    for (;;) {
      skip_space();
      switch (now) {
        case due::first_item:
        case due::first_key:
          if (take(is_object() ? '}' : ']')) {
            --depth_;
            now = due::end_of_value;
          } else {
            now = now == due::first_key ? due::key : due::value;
          }
          break;
        case due::key:
          if (!take_string()) return false;
          skip_space();
          if (!take(':')) return false;
          now = due::value;
          break;
        case due::value: {
          const bool opens_object = take('{');
          if (!opens_object && !take('[')) {
            if (!take_scalar()) return false;
            now = due::end_of_value;
            break;
          }
          if (depth_ == deepest) return true;
          objects_[depth_++] = opens_object;
          now = opens_object ? due::first_key : due::first_item;
          break;
        }
        case due::end_of_value:
          if (depth_ == 0) return at_ == text_.size();
          if (take(',')) {
            now = is_object() ? due::key : due::value;
          } else {
            if (!take(is_object() ? '}' : ']')) return false;
            --depth_;
          }
          break;
      }
    }
  }

 private:
  static constexpr std::size_t deepest = 1'024;

  [[nodiscard]] bool is_object() const { return objects_[depth_ - 1]; }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool take_scalar() {
    if (peek() == '"') return take_string();
    return take("true") || take("false") || take("null") || take_number();
  }

  bool take_string() {
    if (!take('"')) return false;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') return true;
      if (static_cast<unsigned char>(c) < 0x20 || (c == '\\' && !take_escape())) return false;
    }
    return false;
  }

  bool take_escape() {
    const char c = peek();
    ++at_;
    if (c != 'u') return c != '\0' && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos;
    for (int i = 0; i < 4; ++i, ++at_)
      if (hex_value(peek()) < 0) return false;
    return true;
  }

  bool take_number() {
    take('-');
    if (!take('0') && !take_digits()) return false;
    if (take('.') && !take_digits()) return false;
    if (!take('e') && !take('E')) return true;
    if (!take('+')) take('-');
    return take_digits();
  }

  bool take_digits() {
    const auto begin = at_;
    while (is_digit(peek())) ++at_;
    return at_ > begin;
  }

  std::string_view text_;
  std::size_t at_ = 0, depth_ = 0;
  std::bitset<deepest> objects_;
};

}  // namespace

bool is_json_text(std::string_view text) {
  return json_judge(text).run();
}

}  // namespace laundromat
