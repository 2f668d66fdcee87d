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

/// Reads a mapping document whose documents are read one by one. Errors: those of `read_rml_mapping`, and joins between documents, of which each comes
/// alone.
[[nodiscard]] tl::expected<std::shared_ptr<const rml_mapping>, std::vector<line_problem>> read_rml_spec(
    std::string_view turtle);

/// The path of the source that a document with this path or URI is: the one with its file name. Empty: none, so that it can only be that of a mapping with one
/// source, as `make_rml_reader` takes it.
[[nodiscard]] std::string source_path_of(const rml_mapping& mapping, std::string_view name);

/// Readers by a mapping, for documents that are read one by one.
[[nodiscard]] hinted_reader_maker rml_readers(std::shared_ptr<const rml_mapping> mapping);

/// The file names of the sources, each once.
[[nodiscard]] std::vector<std::string> file_names_of(const rml_mapping& mapping);

}  // namespace laundromat
