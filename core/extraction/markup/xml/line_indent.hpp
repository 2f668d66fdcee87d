// The white space that the line at hand begins with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat::markup {

/// Follows a text that comes in pieces. Indents are numbers that are equal where as many spaces and tabs are: they are compared only.
class line_indent {
 public:
  void pass(std::string_view raw) {
    if (const auto end = raw.rfind('\n'); end != raw.npos) {
      raw.remove_prefix(end + 1);
      *this = {};
    }
    for (std::size_t i = 0; is_blank_ && i < raw.size(); ++i) {
      is_blank_ = raw[i] == ' ' || raw[i] == '\t';
      if (is_blank_) indent_ += raw[i] == '\t' ? tab : 1;
    }
  }
  /// A piece is not looked at: what follows, up to the next line, is not the first of its line.
  void pass_unseen() { is_blank_ = false; }

  /// Of the line.
  [[nodiscard]] std::uint32_t indent() const { return indent_; }
  /// Of what comes next, if it is the first of its line.
  [[nodiscard]] std::optional<std::uint32_t> of_next() const {
    return is_blank_ ? std::optional(indent_) : std::nullopt;
  }

 private:
  static constexpr std::uint32_t tab = 1U << 12;
  std::uint32_t indent_ = 0;
  bool is_blank_ = true;  ///< nothing else is in the line
};

}  // namespace laundromat::markup
