// Lists the graphs of providers and the receipts of their imports in a catalogue.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/publish/catalogue_files.hpp"
#include "app/publish/catalogue_writer.hpp"

namespace laundromat {

/// A graph in a catalogue.
struct listed_graph {
  std::string name, graph;  ///< of the provider; IRI
  std::uint64_t version = 0, statements = 0, imports = 0;
};

/// Where the parts go.
struct receipt_output {
  std::function<result<std::unique_ptr<catalogue_file>>(const std::string& name)> open;
  std::function<result<void>(std::unique_ptr<catalogue_file>& file)> close;
  std::function<result<void>(const std::string& nquads)> describe;  ///< in the graph of the catalogue
};

/// Writes `receipts/NAME/NUMBER.json` and `.nt` of each import, and `receipts/NAME/index.html`, which lists them; describes each graph with its receipts, and where
/// these are. Memory: 256 imports. Errors: the journal's and those of `output`.
[[nodiscard]] result<std::vector<listed_graph>> write_receipt_pages(journal& from,
                                                                    const catalogue_settings& settings,
                                                                    const receipt_output& output);

}  // namespace laundromat
