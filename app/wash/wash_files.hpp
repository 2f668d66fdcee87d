// The function of `wash` and its options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/wash/form_options.hpp"
#include "core/mapping/record_plans.hpp"
#include "core/mapping/record_reader.hpp"

namespace laundromat {

struct wash_options {
  std::vector<std::string> inputs;   ///< files, http and https URLs, or `-` for standard input
  std::string output = "-";          ///< a folder for one result per document, or `-` for standard output
  std::string base;                  ///< base IRI of relative references; empty: that of the input
  std::string profile = "standard";  ///< `strict`, `standard` or `max-recall`
  form_options forms;
  std::string contexts;                    ///< folder of JSON-LD contexts; empty: only the built-in ones
  bool fetch_contexts = false;             ///< load missing contexts from the Web
  std::string format_option = "--format";  ///< which names the format, for messages; empty: none does
  std::string format;              ///< the key, an extension or a media type of a format; empty: guess
  std::uint32_t memory_mib = 512;  ///< for sorting; more is sorted on disk
  std::uint32_t threads = 0;       ///< for a large document; 0: one for each core
  std::string ledger;  ///< file for the ledger; empty: next to each result when `output` is a folder
  std::shared_ptr<const record_plans> records;  ///< the documents are not RDF: these make statements of them
  hinted_reader_maker make_reader;              ///< the same, with readers of another kind
  bool are_temporary = false;  ///< the inputs: messages and reports have their names only, no folder
  bool recursive = false;      ///< wash all files below folders
  std::string fail_on =
      "none";  ///< which defects make a document count as failed: `skip`, `repair` (and skips), `drift` (and skips), `none`
  bool json = false;  ///< one JSON object per line for each document, on standard error when output is `-`
  std::function<void()> before_end = [] {
  };  ///< called before a stop signal ends the process, on another thread
};

/// Washes files without a campaign or a journal.
/// Returns an exit code of exit_code.hpp.
[[nodiscard]] int wash_files(const wash_options& options);

}  // namespace laundromat
