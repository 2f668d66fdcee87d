// Parses one JSON value, or a part of one, and says what is wrong with it. Lenient where one reading is obvious (D50).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/jsonld/json/json_tree.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat::jsonld {

/// What is wrong in a text, in offsets of that text.
struct json_fault {
  errc rule{};
  treatment done{};
  std::uint32_t begin = 0, end = 0;
  std::string_view message;  ///< of the program
  std::string_view after;    ///< of the tree
};

enum class json_chunk : std::uint8_t {
  value,  ///< one value
  items,  ///< what stands between the brackets of an array; the root of the tree is that array
  head,   ///< the beginning of a value; what is open at the end counts as closed
  tail,   ///< the rest of an object after one of its values, with its last brace; the root is an object
  cut,    ///< a value whose end is missing; what is only begun is left out
};

/// Shape: any bytes; strings on the tape are UTF-8. Nests at most `limits.nesting` deep without recursion. What it makes
/// of a text, nodes and faults, is at most twice `limits.node_object_bytes`. In `strict` only RFC 8259 passes.
class json_parser {
 public:
  json_parser(wash_profile profile, const reader_limits& limits)
      : profile_(profile), nesting_(limits.nesting), most_bytes_(2 * limits.node_object_bytes + 4096) {}

  /// Fills `tree`, which keeps pointing into `text`. Returns false when nothing can be read: the last of `faults` then says why.
  [[nodiscard]] bool parse(std::string_view text, json_chunk chunk, json_tree& tree);
  /// After a brace too many behind the object that was parsed: gives up the members that may belong to another object of it, in which
  /// the first brace too many stands. Returns whether there are any.
  bool doubt_behind_braces();
  /// The same after a `cut` that is an object, in which the brace that is missing may be that of another object.
  void doubt_before_end();
  /// Whether the members of the object that was parsed are indented alike, as far as they begin their lines.
  [[nodiscard]] bool is_lined_up();
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
  [[nodiscard]] const std::deque<json_fault>& faults() const { return faults_; }

 private:
  struct open_container {
    std::uint32_t node = 0;
    std::uint32_t members = 0;
    std::uint64_t key_bits = 0;   ///< a bit for each key by its hash
    std::uint32_t last_key = 0;   ///< its node; 0: none yet
    std::uint32_t prior_key = 0;  ///< of the member before
    std::uint32_t unit = 0,
                  unit_node = 0;  ///< where the member or item at hand begins, in the text and on the tape
    bool is_object = false;
    bool is_repaired = false;  ///< a mark that was missing was put in here, or something was left out
    bool is_doubtful = false;  ///< a string was left out here that has quotes inside
  };
  enum class step : std::uint8_t { value, first, key, after, done };

  [[nodiscard]] bool run();
  [[nodiscard]] bool take_step(step& next);
  [[nodiscard]] bool read_value(step& next);
  [[nodiscard]] bool read_key(step& next);
  [[nodiscard]] bool read_bare_key();
  [[nodiscard]] bool after_value(step& next);

  // json_marks.cpp
  [[nodiscard]] bool repair_colon(const char* key);
  [[nodiscard]] bool is_bracket_swapped() const;
  [[nodiscard]] bool may_be_one_value() const;
  [[nodiscard]] bool note_gap();
  [[nodiscard]] const char* find_comma_before() const;
  [[nodiscard]] bool read_commas();
  [[nodiscard]] bool repair_last_comma();

  // json_recovery.cpp
  [[nodiscard]] bool recover_line();
  [[nodiscard]] bool recover_member(step& next);
  [[nodiscard]] bool recover_unit(step& next);
  [[nodiscard]] bool recover_number(step& next);
  [[nodiscard]] bool is_even();
  [[nodiscard]] bool may_look_ahead(std::uint64_t& scanned_bytes, std::ptrdiff_t size) const;
  void find_line();
  [[nodiscard]] bool lacks_colon(const char* key, const char* value);
  [[nodiscard]] const open_container* find_line_owner(const char*& line);
  [[nodiscard]] bool at_end(step& next);
  [[nodiscard]] bool end_cut(bool is_whole, bool is_begun, step& next);
  [[nodiscard]] bool end_cut_string(step& next);
  // json_doubt.cpp: members that may belong to one object or another.
  [[nodiscard]] std::optional<std::string_view> indent_of(std::uint32_t at) const;
  [[nodiscard]] bool may_take(std::uint32_t key, std::uint32_t next, std::uint32_t end);
  void doubt(std::uint32_t first_key, std::uint32_t end);
  [[nodiscard]] bool open(bool is_object, step& next);
  void close();
  [[nodiscard]] bool skip_space();
  [[nodiscard]] bool skip_comment();
  [[nodiscard]] bool read_string(char quote);
  [[nodiscard]] bool read_single_quoted();
  [[nodiscard]] bool decode_string(char quote, const char* begin);
  struct decoding;
  [[nodiscard]] bool decode_escape(decoding& string);
  [[nodiscard]] bool decode_unicode(decoding& string);
  [[nodiscard]] bool decode_bytes(decoding& string);
  [[nodiscard]] bool finish_string(decoding& string);
  [[nodiscard]] bool goes_on_as_text(const decoding& string) const;
  [[nodiscard]] bool read_number();
  [[nodiscard]] bool read_word();
  void note_key();
  void find_repeated(const open_container& object);
  void override(json_node& earlier);

  json_node& add(json_kind kind, const char* begin, const char* end);
  /// Records a fault that the profile may let pass; false when it does not.
  [[nodiscard]] bool repair(errc rule, const char* begin, const char* end, std::string_view message,
                            std::string_view after = {});
  /// Records why the text cannot be read.
  bool refuse(errc rule, const char* begin, const char* end, std::string_view message);
  void begin_unit() {
    open_.back().unit = place(at_);
    open_.back().unit_node = static_cast<std::uint32_t>(tree_->nodes.size());
  }
  /// Counts a fault with what is kept of it later.
  [[nodiscard]] bool is_too_much() const {
    return tree_->nodes.size() * sizeof(json_node) + faults_.size() * (sizeof(json_fault) + 64) > most_bytes_;
  }
  [[nodiscard]] bool is_number_end(const char* at) const;
  [[nodiscard]] std::uint32_t place(const char* at) const { return static_cast<std::uint32_t>(at - begin_); }

  wash_profile profile_;
  std::uint32_t nesting_;
  std::uint64_t most_bytes_;
  json_tree* tree_ = nullptr;
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  const char* at_ = nullptr;
  json_chunk chunk_ = json_chunk::value;
  bool after_damage_ = false;  ///< the separator after a damaged string is part of the damage
  bool has_gap_ = false;       ///< a comma or a value is missing
  bool has_hole_ = false;      ///< a value is missing
  bool has_loss_ = false;      ///< a member or item was skipped
  bool is_uneven_ = false;     ///< a bracket was left out
  bool is_quoted_ = false;     ///< what follows may be the text of a string
  bool has_repeated_keyword_ = false;
  std::size_t cut_depth_ = 0;  ///< how many brackets a `cut` lacks
  std::uint32_t cut_begin_ = 0;
  const char *line_begin_ = nullptr, *line_end_ = nullptr;         ///< of the line that was looked for last
  std::uint64_t scanned_line_bytes_ = 0, scanned_unit_bytes_ = 0;  ///< once more, to recover
  std::optional<bool> is_even_;  ///< once it was asked for: quotes come in pairs, and brackets too
  std::vector<open_container> open_;
  std::deque<json_fault> faults_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hashes_;
};

}  // namespace laundromat::jsonld
