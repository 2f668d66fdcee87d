// Reads damaged documents with our readers, and with the programs serdi and rapper.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/reader_recovery/generated_document.hpp"
#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat::recovery {

/// The result of reading a document. Blank nodes are labelled as in `term`.
struct outcome {
  std::vector<std::string> lines;
  std::vector<defect> defects;
  bool in_time = true;
};

/// Nothing for a format without reader.
[[nodiscard]] std::optional<outcome> read_with_ours(rdf_format format, const std::string& text,
                                                    wash_profile profile);

/// `serdi` or `rapper` for a format, empty when neither reads it.
[[nodiscard]] std::string_view peer_of(rdf_format format);
/// Runs the peer with a time limit of `seconds` and a folder for scratch files. Nothing when there is none, or it is not installed.
[[nodiscard]] std::optional<outcome> read_with_peer(rdf_format format, const std::string& text,
                                                    const std::string& folder, int seconds);

}  // namespace laundromat::recovery
