// Reads a specification of records from its file, or from a campaign, with the files that it names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/campaign/file_problem.hpp"
#include "app/extraction/read_named_file.hpp"
#include "core/specs/spec_bundle.hpp"
#include "core/yaml/yaml_tree.hpp"

namespace laundromat {

/// Takes the specification out of the inputs, unless `spec` has a name: the first of several, when it is one by its ending, `.yaml`, `.yml`, or of
/// an RML mapping `.ttl` or `.rml`; the only one, when it cannot be a document.
void take_specification(std::vector<std::string>& inputs, std::string& spec);

/// A specification with where it was written.
struct loaded_spec {
  bundled_spec bundled;
  std::filesystem::path file;       ///< of the specification, or the campaign that has it
  std::vector<located_text> seeds;  ///< see `spec_seeds.hpp`
  bool is_rml = false, is_csvw = false;
};

/// Paths in the specification are relative to its folder. Its name, unless it has one, is that of its file without extension. A file that is an RML
/// mapping, see `is_rml_file`, is the specification `{rml: FILE}`.
/// `notes`, which may be null, gets what of its schema is not checked. `roots`: folders in which the files may be that it names, beside that of `file`;
/// null: any. The user has named `file` itself, which is not judged.
/// Errors: the problems of the specification, of its lookup tables, of its schema, of its mapping, and of the files. What is returned makes a plan.
[[nodiscard]] read_from_file<loaded_spec> read_spec_file(const std::filesystem::path& file,
                                                         std::vector<file_problem>* notes = nullptr,
                                                         file_roots roots = nullptr);

/// The same of a specification within `file`. `name`: what it is called unless it has a name.
[[nodiscard]] read_from_file<loaded_spec> read_spec_within(const std::filesystem::path& file,
                                                           const yaml_node& node, std::string name,
                                                           std::vector<file_problem>* notes = nullptr,
                                                           file_roots roots = nullptr);

/// Why a file that a specification in a campaign names is not read, and what to do. `may_be_beside`: the folder of the specification is allowed, too.
[[nodiscard]] std::string outside_of_roots(const std::filesystem::path& path, bool may_be_beside = false);

/// Whether a specification is an RML mapping, by the ending of its file: `.ttl` or `.rml`.
[[nodiscard]] bool is_rml_file(const std::filesystem::path& file);

}  // namespace laundromat
