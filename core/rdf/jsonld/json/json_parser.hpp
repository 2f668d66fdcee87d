// Parses one JSON value, or a part of one, and reports what is wrong with it. Lenient where one reading is obvious (D50).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "core/rdf/jsonld/json/ambiguous_members.hpp"
#include "core/rdf/jsonld/json/fault_list.hpp"
#include "core/rdf/jsonld/json/parsed_text.hpp"
#include "core/rdf/jsonld/json/repeated_keys.hpp"
#include "core/rdf/jsonld/json/string_reader.hpp"
#include "core/rdf/jsonld/json/text_lookahead.hpp"
#include "core/rdf/jsonld/json/word_reader.hpp"

namespace laundromat::jsonld {

/// Shape: any bytes; strings on the tape are UTF-8. Nests at most `limits.nesting` deep without recursion. What it makes of a text, nodes
/// and faults, is at most twice `limits.node_object_bytes`. In `strict` only RFC 8259 passes.
class json_parser {
 public:
  json_parser(wash_profile profile, const reader_limits& limits);
  json_parser(const json_parser&) = delete;  // its parts refer to each other
  json_parser& operator=(const json_parser&) = delete;

  /// Fills `tree`, which keeps pointing into `text`. Returns false when nothing can be read: the last of `faults` is then the reason.
  [[nodiscard]] bool parse(std::string_view text, json_chunk chunk, json_tree& tree);
  /// After a brace too many behind the object that was parsed: gives up the members that may belong to another object of it, in which the
  /// first brace too many stands. Returns whether there are any.
  bool give_up_behind_braces() { return ambiguous_.give_up_behind_braces(); }
  /// The same after a `cut` that is an object, in which the brace that is missing may be that of another object.
  void give_up_before_end() { ambiguous_.give_up_before_end(cut_depth_); }
  /// Whether the members of the object that was parsed are indented alike, as far as they begin their lines.
  [[nodiscard]] bool is_lined_up() const { return ambiguous_.are_lined_up(); }
  /// How many brackets a `cut` lacks.
  [[nodiscard]] std::size_t cut_depth() const { return cut_depth_; }
  /// Where what a `cut` left out begins; the end of the text when it left out nothing.
  [[nodiscard]] std::uint32_t cut_begin() const { return cut_begin_; }
  /// Whether the last call repaired or skipped nothing of the structure.
  [[nodiscard]] bool is_sound() const;
  /// Whether the last call met a keyword twice in an object, and something else is wrong, too: then the object may be two.
  [[nodiscard]] bool may_hold_two(bool is_damaged_elsewhere = false) const;
  /// Whether the last call repaired what a bracket in the wrong place would look like.
  [[nodiscard]] bool has_gap() const { return has_gap_; }
  /// Whether the last call skipped a member or an item whose end follows from the brackets around it.
  [[nodiscard]] bool has_loss() const { return has_loss_; }
  /// Whether the last call left out a bracket.
  [[nodiscard]] bool is_uneven() const { return is_uneven_; }
  /// After a refusal: where the first thing that is wrong with the structure was noticed.
  [[nodiscard]] std::uint32_t first_fault() const;
  /// After a refusal: where the items at hand begin of the arrays that are open, the innermost first.
  [[nodiscard]] std::vector<std::uint32_t> open_items() const;
  /// The same for the innermost object that has a member; the beginning of the text when there is none.
  [[nodiscard]] std::uint32_t open_member() const;
  /// What the last call found.
  [[nodiscard]] const std::deque<json_fault>& faults() const { return faults_.all(); }

 private:
  struct open_container {
    std::uint32_t node = 0;
    object_keys keys = {};
    std::uint32_t last_key = 0;   ///< its node; 0: none yet
    std::uint32_t prior_key = 0;  ///< of the member before
    std::uint32_t unit = 0,
                  unit_node = 0;  ///< where the member or item at hand begins, in the text and on the tape
    bool is_object = false;
    bool is_repaired = false;   ///< a mark that was missing was put in here, or something was left out
    bool is_ambiguous = false;  ///< a string was left out here that has quotes inside
  };
  enum class step : std::uint8_t { value, first, key, after, done };

  // json_parser.cpp: the grammar
  [[nodiscard]] bool run();
  [[nodiscard]] bool take_step(step& next);
  [[nodiscard]] bool read_value(step& next);
  [[nodiscard]] bool read_key(step& next);
  [[nodiscard]] bool read_string();
  [[nodiscard]] bool read_single_quoted();
  [[nodiscard]] bool after_value(step& next);
  [[nodiscard]] bool at_end(step& next);
  [[nodiscard]] bool open(bool is_object, step& next);
  void close();
  [[nodiscard]] bool is_in_object() const { return !open_.empty() && open_.back().is_object; }
  void begin_unit() {
    open_.back().unit = text_.place(at_);
    open_.back().unit_node = static_cast<std::uint32_t>(text_.tree->nodes.size());
  }

  // json_parser_recovery.cpp: marks that are missing or too many, and what a broken member costs
  [[nodiscard]] bool repair_colon(const char* key);
  [[nodiscard]] bool lacks_colon(const char* key, const char* value);
  [[nodiscard]] bool is_bracket_swapped() const;
  [[nodiscard]] bool may_be_one_value() const;
  [[nodiscard]] bool note_gap();
  [[nodiscard]] bool is_graph_at_hand() const;
  [[nodiscard]] const char* find_comma_before() const;
  [[nodiscard]] bool read_commas();
  [[nodiscard]] bool repair_last_comma();
  [[nodiscard]] bool recover_line();
  [[nodiscard]] bool recover_member(step& next);
  [[nodiscard]] bool recover_unit(step& next);
  [[nodiscard]] bool recover_number(step& next);
  [[nodiscard]] const open_container* find_line_owner(const char*& line);
  [[nodiscard]] bool end_cut(bool is_whole, bool is_begun, step& next);
  [[nodiscard]] bool end_cut_string(step& next);

  wash_profile profile_;
  std::uint32_t nesting_;
  parsed_text text_;
  fault_list faults_;
  string_reader strings_;
  word_reader words_;
  repeated_keys keys_;
  text_lookahead ahead_;
  ambiguous_members ambiguous_;
  const char* at_ = nullptr;
  bool after_damage_ = false;  ///< the separator after a damaged string is part of the damage
  bool has_gap_ = false;       ///< a comma or a value is missing
  bool has_hole_ = false;      ///< a value is missing
  bool has_loss_ = false;      ///< a member or item was skipped
  bool is_uneven_ = false;     ///< a bracket was left out
  std::size_t cut_depth_ = 0;  ///< how many brackets a `cut` lacks
  std::uint32_t cut_begin_ = 0;
  std::vector<open_container> open_;
};

}  // namespace laundromat::jsonld
