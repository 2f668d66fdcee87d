// The repaired copy of a document, with a list by which the original can be made again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "app/wash/input_guard.hpp"
#include "app/wash/wash_report.hpp"
#include "core/extraction/plan/record_plan.hpp"
#include "core/washing/stages.hpp"

namespace laundromat {

struct repair_options {
  std::string scratch_stem;                          ///< of files that are made meanwhile
  std::filesystem::path folder;                      ///< of the copy
  std::string stem;                                  ///< of what else is made of the document
  const input_guard* inputs = nullptr;               ///< of the run: the copy is none of them
  std::set<std::filesystem::path>* taken = nullptr;  ///< results and copies of the run; gets this one
  std::size_t edits = 2'000'000;
  std::uint64_t encoding_bytes = std::uint64_t{1} << 30;  ///< of the change of encoding, in the list
  std::uint64_t whole_bytes = std::uint64_t{64} << 20;    ///< of a document whose encoding changes within it
};

/// Writes `STEM` and `STEM.repairs.jsonl`: the document with the repairs that its reading makes, in UTF-8, and what was changed. The copy is
/// read again, and has the same records; where repairs would change how other parts are read, none of the document is made. What compresses
/// the document is no part of it, nor of the name. Where another document of the run has the name, it is `a-2.csv`.
/// Errors: `invalid_argument` for a document that is neither a table nor JSON, and where the copy would replace a file that is none;
/// `internal` when the copy has other records even without repairs; `limit_exceeded`; those of the document and of the disk.
[[nodiscard]] result<repaired_copy> repair_document(const parse_job& job, const washing_ports& ports,
                                                    wash_profile profile, const record_plan& plan,
                                                    const repair_options& options);

/// Makes the original of a repaired copy again, whose list is `list_file`, in the folder `output`, or on standard output for `-`. Both digests are
/// checked before a byte is written. Returns an exit code of exit_code.hpp.
[[nodiscard]] int undo_repairs(const std::string& list_file, const std::string& output, bool json);

}  // namespace laundromat
