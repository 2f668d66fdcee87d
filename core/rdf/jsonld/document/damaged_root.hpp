// Reads roots of a JSON-LD document that cannot be parsed as they are: those that lack their end, end too early, or are damaged within.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/rdf/jsonld/document/document_account.hpp"
#include "core/rdf/jsonld/json/json_parser.hpp"

namespace laundromat::jsonld {

/// The reason for a root behind which its members go on.
inline constexpr std::string_view ends_too_early = "it ends too early: a member follows";

/// Finds the part of a damaged root whose meaning is sure, whatever the damage was: its context is known, and brackets show which members
/// belong to it. Each call that succeeds leaves that part in `tree`, and has marked what is lost in the account and reported why; then the
/// caller walks the tree. Under `strict`, and beyond `node_object_bytes`, nothing is read. All offsets are those of the document.
class damaged_root {
 public:
  struct parts {
    const reader_options& options;
    kept_text& text;
    document_account& account;
    json_parser& parser;
    json_tree& tree;  ///< of the last parse
  };
  explicit damaged_root(const parts& with) : with_(with) {}

  /// Whether what is in [begin, end) may be read in part.
  [[nodiscard]] bool may_be_repaired(std::uint64_t begin, std::uint64_t end) const;
  /// Parses a root that lacks its end, when nothing else is wrong with it. `report_cut` completes that.
  [[nodiscard]] bool parse_cut(std::uint64_t begin, std::uint64_t end);
  /// Reports the faults of the last parse, of a `cut`, and what it left out as lost.
  void report_cut(std::uint64_t begin, std::uint64_t end, errc rule, std::string_view message);
  /// Reads what precedes the member in which damage shows, except for what a bracket too many or too few before that may have moved into
  /// another object. After a parse that failed; its faults are found again when nothing can be read.
  [[nodiscard]] bool read_before_damage(std::uint64_t begin, std::uint64_t end);
  /// Reads a root of which one member or item is damaged, and all else is whole without it. False when it is not sure which one that is.
  [[nodiscard]] bool read_around_damage(std::uint64_t begin, std::uint64_t end);
  /// Reads a root with a brace too many, behind which its members go on: those before the brace are its own if nothing else is wrong.
  [[nodiscard]] bool read_early_end(std::uint64_t begin, std::uint64_t end);

  /// Where the array of a root ends that never ends, because its last item, at `begin`, lacks its brace, or the array its bracket: nothing
  /// else is wrong with that item, and the brackets behind it end the document.
  [[nodiscard]] std::optional<std::uint64_t> find_items_end(std::uint64_t begin, std::uint64_t end,
                                                            bool is_list);

  /// A root that is open at the end of the document, and its array, which has no end.
  struct open_array {
    std::uint64_t root_begin = 0, items_begin = 0;
    std::uint64_t item_begin = 0;  ///< of the last item
    std::uint64_t end = 0;         ///< of the document
    bool is_between_items = false;
  };
  /// Whether the end of that array may be within a broken item, and behind it members of the root that name the graph of all items, or
  /// have their context.
  [[nodiscard]] bool may_hold_tail(const open_array& root);

 private:
  void report_faults(std::uint64_t offset);
  [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t end) const {
    return with_.text.slice(begin, end);
  }

  parts with_;
  std::string rest_;  ///< the root without its damage; `tree` points into it
};

}  // namespace laundromat::jsonld
