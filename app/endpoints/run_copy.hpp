// Copies a SPARQL endpoint and washes what was received.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/commands/cli.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

struct copy_options {
  std::string endpoint;      ///< http or https
  std::string graph;         ///< IRI of a named graph; empty: the default graph
  std::string output = "-";  ///< as of `wash`: a folder, or `-` for standard output
  std::string state;         ///< file by which the copy is continued; empty: it cannot be
  std::uint64_t page_rows = 8'000;
  std::optional<milliseconds> delay;  ///< instead of that of the campaign
  bool json = false;
};

/// Requests the triples of an endpoint page by page, with the contact and the politeness of a campaign, and washes all pages as one document, as
/// `wash` does. Progress is written to the error stream, and at the end what is promised and what was not received: with `json` as one object, on
/// standard output where that has no statements.
/// Returns an exit code of exit_code.hpp: `exit_some_failed` for a copy that is not complete, or whose host refuses it; `exit_interrupted` after
/// a signal, with the state stored.
[[nodiscard]] int run_copy(const campaign& settings, const copy_options& options, console& io);

}  // namespace laundromat
