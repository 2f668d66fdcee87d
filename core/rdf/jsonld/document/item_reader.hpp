// Reads the items of an array of a JSON-LD root: parses and walks them, and accounts for their bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.hpp"
#include "core/rdf/jsonld/document/document_account.hpp"
#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/scan_event.hpp"
#include "core/rdf/jsonld/nodes/node_walker.hpp"

namespace laundromat::jsonld {

/// The reason for an object that is given up because a brace and a bracket may be missing between two.
inline constexpr const char* two_in_one = "two objects may have become one: it has a keyword twice";

/// The reason for an item behind a damaged one that may go on there.
inline constexpr const char* part_of_an_item =
    "it may be in an array of the element before, which is damaged: its graph and context are unknown";

/// Items are parsed many at once; when that fails, each is parsed alone, so that only the broken ones go to quarantine. Under `strict`
/// each is walked twice: once to see whether it is right, and only then to emit its statements. All offsets are those of the document.
class item_reader {
 public:
  /// What it works with; all of it outlives the reader. `outcome` is the sink's answer: after an error nothing more is read.
  struct parts {
    const reader_options& options;
    kept_text& text;
    document_account& account;
    json_parser& parser;
    json_tree& tree;  ///< of the last parse
    node_walker& walker;
    const result<void>& outcome;
  };
  explicit item_reader(const parts& with) : with_(with) {}

  using open_root = node_walker::open_root;
  /// Reads the items in [begin, end), which are separated by commas; accounts for all of that.
  void read_items(const open_root& root, std::uint64_t begin, std::uint64_t end);
  /// Reads one item in [begin, end), which may have white space around it.
  void read_item(const open_root& root, std::uint64_t begin, std::uint64_t end);
  /// Accounts for the mark behind an item that ended: its comma, or that the comma is missing.
  void pass(const scan_event& end);
  /// Reports a comma with no item behind it.
  void report_last_comma(std::uint64_t end);

  /// Reports the faults of the last parse, whose text begins at `offset`.
  void report_faults(std::uint64_t offset);
  /// After a parse that failed: reports its last fault, and puts [begin, end) into quarantine.
  void refuse(std::uint64_t offset, std::uint64_t begin, std::uint64_t end);
  /// The items of another root follow.
  void begin_root(bool is_list) {
    is_list_ = is_list;
    is_damaged_ = is_graph_unknown_ = is_context_unknown_ = is_scope_unknown_ = false;
  }
  /// Whether a parse failed since the flag was cleared.
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }
  void set_damaged(bool is_damaged) { is_damaged_ = is_damaged; }

  /// Calls `walk` to walk [begin, end), under `strict` twice. False when it is not right: nothing was emitted.
  template <class Walk>
  [[nodiscard]] bool walk_tried(std::uint64_t begin, std::uint64_t end, Walk walk) {
    const bool is_strict = with_.options.profile == wash_profile::strict;
    if (is_strict) {
      with_.walker.begin(true, false);
      with_.account.begin_trial();
      walk();
      const bool is_wrong = with_.walker.is_stopped();
      with_.account.end_trial(is_wrong, begin, end);
      if (is_wrong) return false;
    }
    with_.walker.begin(false, is_strict);
    walk();
    with_.account.explain_losses();
    return true;
  }

 private:
  void read_singly(const open_root& root, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool read_cut(const open_root& root, std::uint64_t begin, std::uint64_t end);
  void doubt_next(std::string_view item);
  void report_comma(std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool may_be_in_another(const json_node& item) const;
  void walk(const open_root& root, const json_node& item, std::uint64_t offset);

  parts with_;
  bool is_damaged_ = false;
  bool is_graph_unknown_ = false;  ///< what follows may be in a graph within a damaged item, or in that item
  bool is_context_unknown_ = false;  ///< what follows may be within a damaged item that has a context
  bool is_scope_unknown_ = false;    ///< the same, of an item that may have a context
  bool is_list_ = false;             ///< the root is the array
};

/// Whether the last object of a text ends where a value or colon is missing, so that what follows may be that value.
[[nodiscard]] bool ends_with_gap(std::string_view text);

}  // namespace laundromat::jsonld
