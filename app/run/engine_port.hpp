// What the command line asks of the engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/campaign/campaign.hpp"

namespace laundromat {

struct run_options {
  bool once = false;                              ///< stop when nothing is due and nothing waits
  bool json = false;                              ///< one JSON object a line instead of words
  bool quiet = false;                             ///< no progress, and of the log only warnings and errors
  std::string washer_program = "/proc/self/exe";  ///< what is started as `laundromat washer`
  std::string log_level = "info";                 ///< `error`, `warning`, `info` or `debug`
};

/// Runs a campaign that `load_campaign` accepted, until it is done (`once`) or a signal asks it to stop.
/// Answers the exit code: 0, 1 when documents failed, 3 when another engine runs on the data folder, else 2.
[[nodiscard]] int run_campaign(const campaign& c, const run_options& options);

struct wash_options {
  std::vector<std::string> inputs;  ///< files, http and https URLs, or `-` for standard input
  std::string output = "-";         ///< a folder for one result per document, or `-` for standard output
  std::string base;  ///< the IRI that relative references resolve against; empty: that of the input
  std::string profile = "standard";  ///< `strict`, `standard` or `max-recall`
  std::string contexts;              ///< folder of JSON-LD contexts; empty: only those of the program
  bool fetch_contexts = false;       ///< load what is missing from the Web
  std::string format;                ///< the key of a format; empty: guess
  std::uint32_t memory_mib = 512;    ///< for sorting; the rest is sorted on disk
  std::uint32_t threads = 0;         ///< for a large document; 0: one for each core
  std::string ledger;      ///< file for the ledger; empty: beside each result when `output` is a folder
  bool recursive = false;  ///< of folders all files below them
  std::string fail_on =
      "none";  ///< which defects make a document count as failed: `skip`, `repair` (and skips), `none`
  bool json =
      false;  ///< facts about every document as one JSON object a line, on standard error when output is `-`
};

/// Launders files without a campaign or a journal.
/// Answers an exit code of exit_code.hpp.
[[nodiscard]] int wash_files(const wash_options& options);

}  // namespace laundromat
