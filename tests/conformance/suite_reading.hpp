// A document read into memory, for comparing and querying.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/identity/dataset.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::conformance {

/// A term that owns its text. Language tags are in lower case, so that equal terms are equal.
struct term {
  term_kind kind = term_kind::none;
  std::string value, datatype, language;

  friend bool operator==(const term&, const term&) = default;
};

struct statement {
  term subject, predicate, object, graph;
};

class document final : public statement_sink {
 public:
  document() = default;
  explicit document(rdf_format format) : format_(format) {}

  result<void> on_statement(const statement_view& found) override;
  /// Lower-casing of language tags, which canonical form requires, and the directions that JSON-LD drops by its own algorithm do not affect the
  /// result of a test: its statements do.
  void on_defect(const defect& found) override {
    const bool is_dropped_by_json_ld = format_ == rdf_format::json_ld && found.rule == errc::base_direction;
    if (found.rule != errc::upper_case_language_tag && !is_dropped_by_json_ld) defects.push_back(found);
  }

  [[nodiscard]] bool has_skipped() const { return find_defect(treatment::skip) != nullptr; }
  /// The first defect with at least this treatment, or null.
  [[nodiscard]] const defect* find_defect(treatment least) const;

  std::vector<statement> statements;
  dataset quads;
  std::vector<defect> defects;

 private:
  rdf_format format_ = rdf_format::unknown;
};

/// Pushes `bytes` in two parts and finishes. Errors: those of the reader.
[[nodiscard]] result<void> read_all(reader& from, std::string_view bytes);
/// Reads with the reader of `format`. Errors: `no_reader`, and those of the reader.
[[nodiscard]] result<document> read_document(rdf_format format, std::string_view bytes,
                                             const reader_options& options);

/// The bytes of a file. Errors: `not_found`.
[[nodiscard]] result<std::string> read_file(const std::string& path);

}  // namespace laundromat::conformance
