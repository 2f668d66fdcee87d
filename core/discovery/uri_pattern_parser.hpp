// Parses patterns of seeds into literals and groups.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/discovery/uri_pattern.hpp"

namespace laundromat {

/// Reads one pattern; its errors are those of `uri_pattern::parse` but for the limits on its URIs.
class pattern_parser {
 public:
  using sequence = uri_pattern::sequence;

  pattern_parser(std::string_view text, const uri_pattern_limits& limits) : text_(text), limits_(limits) {}
  [[nodiscard]] result<sequence> run();

 private:
  using part = uri_pattern::part;
  using part_kind = uri_pattern::part_kind;

  [[nodiscard]] tl::unexpected<failure> refuse(std::string why, errc code = errc::uri_syntax) const;
  [[nodiscard]] result<sequence> read_sequence(std::size_t depth);
  [[nodiscard]] result<part> read_group(std::size_t depth);
  [[nodiscard]] std::optional<part> read_range();
  [[nodiscard]] std::string_view why_not(char c) const;
  [[nodiscard]] static std::optional<part> letters(std::string_view first, std::string_view last);
  [[nodiscard]] static std::optional<part> numbers(std::string_view first, std::string_view last);

  std::string_view text_;
  const uri_pattern_limits& limits_;
  std::size_t at_ = 0;
};

}  // namespace laundromat
