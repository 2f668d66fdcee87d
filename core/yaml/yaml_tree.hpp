// A YAML document as a plain tree with line numbers, read under limits and without aliases, anchors or tags.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace laundromat {

/// A problem at a line of a text that the user wrote.
struct line_problem {
  std::size_t line = 1;  ///< counted from 1
  std::string message;

  friend bool operator==(const line_problem&, const line_problem&) = default;
};

struct yaml_member;

struct yaml_node {
  enum class shape : std::uint8_t { nothing, scalar, list, map };

  shape kind = shape::nothing;
  std::size_t line = 1;
  std::string text;     ///< of a scalar
  bool quoted = false;  ///< a quoted scalar is text and never a number or a boolean
  std::vector<yaml_node> items;
  std::vector<yaml_member> members;  ///< in the order of the file; keys may repeat
};

/// A key with its value. A pair of nodes is no complete type within a node for clang.
struct yaml_member {
  yaml_node first, second;
};

struct yaml_limits {
  std::uint64_t bytes = std::uint64_t{1} << 20;
  std::size_t depth = 20;
};

/// Reads one document; an empty text is a node of shape `nothing`.
/// Errors: the first syntax error, alias, anchor, tag, second document, or spent limit.
[[nodiscard]] tl::expected<yaml_node, line_problem> read_yaml(std::string_view text, yaml_limits limits = {});

}  // namespace laundromat
