// The function of `slice` and its options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/commands/cli.hpp"

namespace laundromat {

struct slice_options {
  std::vector<std::string>
      inputs;          ///< the parts of the dump: files, http and https URLs, or `-` for standard input
  std::string by;      ///< `subject`, `subject-object`, `cbd`, `scbd`, `msg` or `graph`
  std::string output;  ///< the folder of the archives
  std::string format = "tar";  ///< `tar` or `warc`
  std::vector<std::string> prefixes;
  std::uint64_t documents = 10'000;                            ///< of each archive
  bool recursive = false;                                      ///< the parts are all files below the folders
  std::string base, rdf_format, profile = "standard", ledger;  ///< as those of `wash`
  std::uint32_t memory_mib = 512, threads = 0;
  bool json = false;
};

/// Washes the parts of a dump, and cuts them into archives of documents. Returns an exit code of exit_code.hpp.
[[nodiscard]] int slice_files(const slice_options& options, console& io);

}  // namespace laundromat
