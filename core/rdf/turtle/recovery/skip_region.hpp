// The object, predicate or statement that is left out because a term in it cannot be kept, while the grammar holds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/emission/statement_writer.hpp"
#include "core/rdf/turtle/recovery/skip_merger.hpp"
#include "core/rdf/turtle/state/open_statement.hpp"

namespace laundromat::turtle {

/// Left out, from small to large.
enum class skip_unit : std::uint8_t { object, predicate, subject };

/// The region grows while the statement is read: a fault around or behind the first one widens it, and one defect, that of the first
/// fault, explains it. It ends with its object, its predicate or the statement. Marks the frames of the statement, so that nothing
/// of the unit is written.
class skip_region {
 public:
  skip_region(open_statement& now, statement_writer& out, defect_reporter& reports, skip_merger& merger)
      : now_(&now), out_(&out), reports_(&reports), merger_(&merger) {}

  [[nodiscard]] bool is_open() const { return is_open_; }
  /// Whether the region is this unit of the innermost bracket.
  [[nodiscard]] bool is(skip_unit what) const { return is_inner() && what_ == what; }
  /// Whether the region ends at the latest with the innermost bracket.
  [[nodiscard]] bool is_inner() const { return is_open_ && depth_ == now_->depth(); }

  /// Whether the region is within a bracket that is deeper than `depth`.
  [[nodiscard]] bool is_below(std::size_t depth) const { return is_open_ && depth_ > depth; }

  /// Leaves out the unit that is being read; the region begins at the offset `begin`.
  void skip(skip_unit what, errc rule, const char* at, std::string message, std::uint64_t begin);
  void skip(skip_unit what, const token_fault& fault, std::uint64_t begin) {
    skip(what, fault.rule, fault.at, fault.message, begin);
  }
  /// Leaves out the predicate; if it is the first one, the whole statement, because its subject may be none either.
  void skip_predicate(errc rule, const char* at, std::string message);
  /// Leaves out the object that ends with the offset `end`. In a list the whole list is left out, or it would become another list.
  /// `keeps_lists` says that the items before were written already. A second fault in the region has a defect of its own.
  void skip_object(const token_fault& fault, std::uint64_t begin, std::uint64_t end, bool keeps_lists);

  /// Whether a region has ended behind the offset `begin`.
  [[nodiscard]] bool has_ended_since(std::uint64_t begin) const { return last_end_ > begin; }

  /// The region ends at the offset `end` and is reported. `is_whole` says that nothing of the statement is kept.
  void close(std::uint64_t end, bool is_whole = false);
  /// The statement ends: the region covers all of it, but for what was accounted for.
  void widen_to_statement();
  /// Closes the region without a report and returns its defect, to be reported with a larger region.
  [[nodiscard]] defect take();
  /// Appends the offset that the report will begin at.
  void append_marks(std::vector<std::uint64_t>& marks) const {
    if (is_open_) marks.push_back(begin_);
  }

 private:
  void widen(skip_unit what, std::uint64_t begin);
  void begin_at(skip_unit what, std::size_t depth, std::uint64_t begin, defect found);

  open_statement* now_;
  statement_writer* out_;
  defect_reporter* reports_;
  skip_merger* merger_;
  bool is_open_ = false;
  skip_unit what_{};
  std::size_t depth_ = 0;  ///< of the bracket that the unit belongs to
  std::uint64_t begin_ = 0;
  std::uint64_t last_end_ = 0;  ///< of the region before
  defect found_;
};

}  // namespace laundromat::turtle
