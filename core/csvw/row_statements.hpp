// What the rows of a table say in RDF.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/csvw/prepared_column.hpp"
#include "core/csvw/statement_emitter.hpp"
#include "core/web/uri.hpp"

namespace laundromat::csvw {

/// What is written. Source: Generating RDF from Tabular Data on the Web, section 4.
enum class rdf_mode : std::uint8_t {
  standard,  ///< with groups, tables and rows
  minimal,   ///< the cells only
};

/// Statements of one table. Memory: a row.
class row_statements {
 public:
  /// `columns` and `emitter` outlive this object. `table_node` is not used in the minimal mode.
  row_statements(std::string table_url, made_term table_node, rdf_mode mode,
                 const std::vector<std::string>& row_titles, const std::vector<prepared_column>& columns,
                 statement_emitter& emitter);

  /// Errors: those of the sink.
  [[nodiscard]] result<void> write(const table_row& row);

 private:
  row_statements(const row_statements&) = delete;
  row_statements& operator=(const row_statements&) = delete;
  class variables;
  [[nodiscard]] result<void> write_cell(const table_row& row, const cell& one, const made_term& subject);
  [[nodiscard]] result<void> write_row(const table_row& row, const made_term& node);
  [[nodiscard]] result<void> write_list(const made_term& subject, const made_term& predicate,
                                        const cell& one);
  /// No term when the IRI would be too long, which is reported.
  [[nodiscard]] made_term expanded(const uri_template& text, const table_row& row, const cell& one) const;
  [[nodiscard]] const made_term& subject_of(const table_row& row, const cell& one);
  [[nodiscard]] static made_term literal_of(const cell& one, const cell_value& value);

  std::string table_url_;
  uri_view base_;  ///< of `table_url_`
  made_term table_node_;
  rdf_mode mode_;
  const std::vector<prepared_column>& columns_;
  statement_emitter& emitter_;
  std::vector<std::size_t> title_columns_;
  std::map<std::string, std::size_t, std::less<>> places_;  ///< of columns by their name
  std::vector<made_term> properties_;  ///< of columns whose property does not depend on the row
  /// Of each column the first one that has the same subject in each row.
  std::vector<std::size_t> same_subject_;
  std::vector<made_term> row_subjects_;  ///< of those columns, once they are needed
  std::vector<made_term> subjects_;      ///< that the row describes
};

}  // namespace laundromat::csvw
