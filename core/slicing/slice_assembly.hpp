// Joins the statements of a document, in memory or in a temporary file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/rdf/sort/run_store.hpp"
#include "core/slicing/slice_sink.hpp"

namespace laundromat {

/// Makes one document after the other. Memory: `most_held_bytes` and a line. Errors of all functions: those of the sink and the run store.
class slice_assembly {
 public:
  /// `spool` keeps long documents; it and `to` outlive the assembly.
  slice_assembly(run_store& spool, std::size_t most_held_bytes, slice_sink& to)
      : spool_(spool), most_held_bytes_(most_held_bytes), to_(to) {}

  /// Ends the last document. `term` has its delimiters.
  [[nodiscard]] result<void> begin(std::string_view term);
  /// Lines come in rising order.
  [[nodiscard]] result<void> add(std::string_view line);
  void set_cut() { is_cut_ = true; }
  /// Ends the last document. One without a statement is none.
  [[nodiscard]] result<void> end();

  [[nodiscard]] std::uint64_t documents() const { return documents_; }
  [[nodiscard]] std::uint64_t cut_documents() const { return cut_documents_; }
  /// Over all documents.
  [[nodiscard]] std::uint64_t statements() const { return all_statements_; }

 private:
  [[nodiscard]] result<void> spill();

  run_store& spool_;
  std::size_t most_held_bytes_;
  slice_sink& to_;
  std::string term_, text_;
  std::uint64_t statements_ = 0, spilled_bytes_ = 0;
  byte_sink* spilled_ = nullptr;  ///< of the document, when it is long
  std::size_t spools_ = 0;
  bool has_graphs_ = false, is_cut_ = false;
  std::uint64_t documents_ = 0, cut_documents_ = 0, all_statements_ = 0;
};

}  // namespace laundromat
