// Descriptions within a group of statements that blank nodes and reifications connect.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/announcement.hpp"
#include "core/slicing/described_resources.hpp"
#include "core/slicing/slice_lines.hpp"
#include "core/slicing/slicing_limits.hpp"

namespace laundromat {

/// Separates a statement from the node that reifies it: before every byte of a canonical line, so that it sorts before its statement.
inline constexpr char reified_by = '\x01';

/// Takes the sorted lines of one group after the other, and adds to `out` what each description has of it beyond the statements whose subject
/// (with SCBD and MSG: or object) is the resource itself. Lines:
/// ```
/// statement           S P O .     S P O G .
/// reification         S P O \x01R     R reifies S P O, which the dump has
/// ```
/// A group has all statements with a blank node, all statements about a node that reifies another one, and its reifications.
/// Memory: three times `group_bytes`. Source: Stickler, CBD - Concise Bounded Description; Tummarello and others, Signing
/// individual fragments of an RDF graph.
class group_descriptions {
 public:
  /// `method` is CBD, SCBD or MSG. The others outlive it.
  group_descriptions(slicing_method method, const described_resources& described, slicing_limits limits,
                     slice_lines& out)
      : method_(method), described_(described), limits_(limits), out_(out) {}

  /// Takes a line; `group` identifies its group. Errors: those of `out`.
  [[nodiscard]] result<void> take(std::string_view group, std::string_view line);
  /// After the last line.
  [[nodiscard]] result<void> finish() { return end_group(); }

  /// Statements of the groups so far that are in no document.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  [[nodiscard]] std::uint64_t groups() const { return groups_; }
  /// Groups beyond `group_bytes`.
  [[nodiscard]] std::uint64_t large_groups() const { return large_groups_; }

 private:
  using number = std::uint32_t;
  static constexpr number none = 0xFFFFFFFF;
  struct group_line {
    std::string_view text, object;
    std::string_view reifier;  ///< empty: a statement
    number subject = 0;        ///< in `subjects_`
    number target = none;      ///< the subject that the object or reifier is, if it is followed
    bool is_placed = false;    ///< it is in a document
  };
  struct subject_lines {
    std::string_view term;
    number begin, end;  ///< its lines
    bool is_described = false;
    number visited = 0;  ///< the last description that has it
  };
  /// A line by its object.
  struct incoming {
    std::string_view object;
    number line;
  };

  [[nodiscard]] result<void> end_group();
  [[nodiscard]] result<void> cut(std::string_view line);
  void read_lines();
  void link_lines();
  void index_objects();
  [[nodiscard]] number subject_named(std::string_view term) const;
  [[nodiscard]] result<void> describe(std::string_view resource, number subject);
  void follow(number line);
  void follow_back(std::string_view object);
  [[nodiscard]] result<void> describe_components();
  [[nodiscard]] number component_of(number node);
  [[nodiscard]] result<void> copy(number line);
  [[nodiscard]] bool is_symmetric() const { return method_ != slicing_method::cbd; }

  slicing_method method_;
  const described_resources& described_;
  slicing_limits limits_;
  slice_lines& out_;

  std::string group_, text_;
  bool is_large_ = false;
  std::vector<std::pair<std::size_t, std::size_t>> places_;  ///< of lines in the text
  std::vector<group_line> lines_;
  std::vector<subject_lines> subjects_;
  std::vector<incoming> incoming_;
  std::vector<number> waiting_;  ///< subjects to visit
  std::vector<std::string_view> waiting_back_;
  std::vector<number> back_visited_;  ///< by the place of an object in `incoming_`
  std::vector<number> components_;
  number description_ = 0;
  std::uint64_t copies_ = 0, most_copies_ = 0;
  bool is_cut_ = false;  ///< the description now
  std::uint64_t left_out_ = 0, groups_ = 0, large_groups_ = 0;
};

}  // namespace laundromat
