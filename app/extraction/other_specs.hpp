// Specifications of records in the languages of others: RML mappings, and CSVW metadata beside a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/campaign/file_problem.hpp"
#include "core/mapping/record_reader.hpp"

namespace laundromat {

/// Readers that make statements by an RML mapping. A document is the source of the mapping with the same file name, or its only source. One that is
/// joined with others needs these among `inputs`, which are files and folders, by their file names.
/// Errors: what is wrong in the mapping.
[[nodiscard]] read_from_file<hinted_reader_maker> read_rml_file(const std::filesystem::path& file,
                                                                std::vector<std::string> inputs);

/// Readers of tables that obey the CSVW metadata beside them: `NAME-metadata.json` or `csv-metadata.json` in the folder of the file, which
/// says what the rows mean (minimal mode of csv2rdf). Other documents, and tables that no metadata describe, are read by `otherwise`. Metadata that
/// cannot be used are an error of the document, with the first problem, so that it is not read in another way than its publisher means.
[[nodiscard]] hinted_reader_maker readers_with_metadata_beside(hinted_reader_maker otherwise);

}  // namespace laundromat
