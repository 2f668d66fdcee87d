// The function of `records` and its options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/wash/wash_files.hpp"

namespace laundromat {

struct records_options {
  wash_options files;   ///< inputs and outputs, and how they are read
  std::string spec;     ///< file of the specification; empty: none, records are taken as they are
  std::string infer;    ///< file for the JSON Schema of all records; empty: none
  std::string csvw;     ///< file for the metadata of the table; empty: beside each table of a folder
  bool repair = false;  ///< write repaired copies, too
  bool undo = false;    ///< the input is a list of repairs, which are taken back
  /// A key of `record_targets()`; empty: `n-quads` when the specification has `rdf`, else `json-lines`.
  std::string to;
};

/// Extracts the records of files without a campaign or a journal. Returns an exit code of exit_code.hpp.
[[nodiscard]] int extract_files(records_options options);

}  // namespace laundromat
