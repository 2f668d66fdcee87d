// RML mappings as specifications of the documents of a campaign.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/mapping/record_plans.hpp"
#include "core/rml/read_rml.hpp"

namespace laundromat {

/// Reads a mapping document whose documents are read one by one. Errors: those of `read_rml_document`, and joins between documents, of which each comes
/// alone.
[[nodiscard]] tl::expected<std::shared_ptr<const rml_mapping>, std::vector<line_problem>> read_rml_spec(
    std::string_view turtle);

/// Readers by a mapping. A document is the source with its file name, or else the only one of the mapping.
[[nodiscard]] hinted_reader_maker read_by_rml(std::shared_ptr<const rml_mapping> mapping);

/// The file names of the sources, each once.
[[nodiscard]] std::vector<std::string> file_names_of(const rml_mapping& mapping);

}  // namespace laundromat
