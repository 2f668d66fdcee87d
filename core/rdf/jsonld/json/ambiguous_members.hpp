// Finds the members that may belong to one object or to another when a brace is missing or too many.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/rdf/jsonld/json/fault_list.hpp"
#include "core/rdf/jsonld/json/text_lookahead.hpp"

namespace laundromat::jsonld {

/// Works on the tree of an object that was parsed, and gives up the members of which brackets do not show the object: each run of them is
/// reported and becomes damaged nodes.
///
/// A brace too many ends an object too early, and the objects around it, too; the last of them ends at the brace that seems to be too
/// many. So the members behind an object may be its own, if only objects are around it. A brace that is missing at the end may be missing
/// within the last object: then its members are those of the object around it. Where members begin their lines, their indentation shows
/// to which object they belong.
class ambiguous_members {
 public:
  ambiguous_members(const parsed_text& text, fault_list& faults, text_lookahead& ahead)
      : text_(&text), faults_(&faults), ahead_(&ahead) {}

  /// Gives up what is ambiguous when a brace too many follows the object. Returns whether there is any.
  bool give_up_behind_braces();
  /// Gives up what is ambiguous after a `cut` that lacks `depth` brackets.
  void give_up_before_end(std::size_t depth);
  /// Whether the members of the object are indented alike, as far as they begin their lines.
  [[nodiscard]] bool are_lined_up() const;

 private:
  [[nodiscard]] std::optional<std::string_view> indent_of(std::uint32_t at) const;
  [[nodiscard]] bool may_take(std::uint32_t key, std::uint32_t next, std::uint32_t end);
  void give_up(std::uint32_t first_key, std::uint32_t end);

  const parsed_text* text_;
  fault_list* faults_;
  text_lookahead* ahead_;
};

}  // namespace laundromat::jsonld
