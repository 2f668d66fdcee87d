// Where the records of one document are written, and as what.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/plan/record_plan.hpp"
#include "core/extraction/write/record_writer.hpp"

namespace laundromat {

enum class record_target : std::uint8_t { json_lines, csv, json_ld, sqlite, n_quads };

struct record_target_row {
  record_target target;
  std::string_view key;     ///< of the option `--to`
  std::string_view ending;  ///< of its files, without dot: `jsonl`
};
[[nodiscard]] std::span<const record_target_row> record_targets();
[[nodiscard]] std::optional<record_target> record_target_from(std::string_view key);
[[nodiscard]] std::string_view ending_of(record_target target);
/// Whether a file of this format has a beginning or an end, so that two of them, one behind the other, are none.
[[nodiscard]] bool is_one_whole(record_target target);

struct record_output_options;

class record_output {
 public:
  virtual ~record_output() = default;
  [[nodiscard]] virtual record_writer& records() = 0;
  /// The next records are of another document, and go to the same output. Errors: `invalid_argument` when it cannot have them.
  [[nodiscard]] virtual result<void> begin_document(const record_output_options& /*options*/) { return {}; }
  /// Writes all that is known of the document.
  [[nodiscard]] virtual result<void> end_document() { return {}; }
  /// Ends the output. Returns the path of the file; empty when the records were printed.
  [[nodiscard]] virtual result<std::string> finish() = 0;
};

struct record_output_options {
  record_target target = record_target::json_lines;
  std::string file;  ///< the path of a new file; empty: standard output
  const record_plan* plan = nullptr;
  reader_options reading = {};       ///< of what is said in RDF: base and profile
  std::vector<std::string> columns;  ///< of CSV, and the first ones of SQLite
};

/// Errors: `cancelled` when the reader of standard output has closed it; those of the disk; `internal` for `n_quads`, which washing writes.
[[nodiscard]] result<std::unique_ptr<record_output>> make_record_output(const record_output_options& options);

}  // namespace laundromat
