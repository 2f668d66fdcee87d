// The function of `reconcile` and its options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/commands/cli.hpp"
#include "app/wash/wash_files.hpp"

namespace laundromat {

struct reconcile_options {
  wash_options files;  ///< inputs, and how they are read
  std::string spec;    ///< file of the specification; empty: records are taken as they are
  std::string id;  ///< field by which decisions name a record; empty: its IRI, or its place in the document
  std::vector<std::string> keys;     ///< fields that are equal in exact duplicates
  std::vector<std::string> compare;  ///< `FIELD` or `FIELD:WEIGHT`
  std::vector<std::string>
      blocks;  ///< `[FIELD:]prefix|tokens|sorted[:SIZE]`; none: `tokens` for each compared field
  std::string threshold = "0.85";
  std::string decisions;  ///< the file of decisions
  std::string with;       ///< URL of a service, or a file of labels; empty: no candidates are asked for
  std::string label;      ///< field whose text is looked up; empty: the first of `compare`, or else of `keys`
  std::string type;       ///< of the entities, by its id at the service
  std::string contact;    ///< for a service
  std::uint32_t candidates = 3;  ///< of a record
  std::string same_as;           ///< file for owl:sameAs statements; `-`: standard output; empty: none
  std::string merge;  ///< file for all records, of which those that are the same are one; as `same_as`
  bool json = false;
};

/// Finds duplicates and candidates, and updates the file of decisions. Returns an exit code of exit_code.hpp.
[[nodiscard]] int reconcile_files(const reconcile_options& options, console& io);

}  // namespace laundromat
