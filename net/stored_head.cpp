// Removes fields from the head of a request.
// SPDX-License-Identifier: Apache-2.0
#include "net/stored_head.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string_view name_of(std::string_view field) {
  return field.substr(0, field.find(':'));
}

}  // namespace

std::string without_secrets(std::string_view head, std::span<const std::string> further) {
  std::string out;
  out.reserve(head.size());
  while (!head.empty()) {
    const auto line = head.substr(0, std::min(head.find('\n'), head.size() - 1) + 1);
    head.remove_prefix(line.size());
    const auto name = name_of(line);
    const auto is_named = [name](std::string_view other) {
      return equals_ignoring_case(name, name_of(other));
    };
    if (!is_named("Authorization") && !is_named("Proxy-Authorization") &&
        std::ranges::none_of(further, is_named))
      out += line;
  }
  return out;
}

}  // namespace laundromat
