// A case of RML: a folder with a mapping, its documents, and the statements that they make.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/rdf/identity/isomorphism.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rml/read_rml.hpp"
#include "core/rml/rml_engine.hpp"

namespace laundromat::testing {

inline std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The statements as a dataset, and the messages of what is left out, and of columns that are not there, which the suite calls errors.
struct case_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    quads.add(statement);
    return {};
  }
  void on_defect(const defect& found) override {
    if (found.done == treatment::skip || found.rule == errc::missing_field)
      errors.push_back(std::string(to_string(found.rule)) + ": " + found.message);
  }

  dataset quads;
  std::vector<std::string> errors;
};

struct folder_files final : rml_files {
  explicit folder_files(std::filesystem::path where) : folder(std::move(where)) {}
  result<byte_source_ptr> open(const std::string& path) override {
    auto bytes = read_file(folder / path);
    if (!bytes) return fail(errc::not_found, path);
    return make_memory_source(*std::move(bytes));
  }
  std::filesystem::path folder;
};

/// What the mapping of a folder makes: errors are those of the mapping, of the run, and of the data.
inline case_sink make_statements(const std::filesystem::path& folder, const std::string& base) {
  case_sink sink;
  const auto mapping = read_rml_mapping(read_file(folder / "mapping.ttl").value_or(""), base);
  if (!mapping) {
    for (const auto& problem : mapping.error())
      sink.errors.push_back("mapping.ttl:" + std::to_string(problem.line) + ": " + problem.message);
    return sink;
  }
  folder_files files(folder);
  reader_options options;
  options.base_iri = base;
  if (const auto done = run_rml(*mapping, files, options, {}, sink); !done)
    sink.errors.push_back(to_string(done.error()));
  return sink;
}

inline std::string text_of(const dataset& quads) {
  std::string text;
  for (const auto& quad : quads.quads()) {
    for (const auto term : quad)
      if (term != dataset::no_term) text.append(quads.spelling(term)).append(" ");
    text += ".\n";
  }
  return text;
}

/// Why a case fails; empty when it passes. Without `output.nq` an error is expected.
inline std::string run_case(const std::filesystem::path& folder, const std::string& base) {
  auto made = make_statements(folder, base);
  std::string errors;
  for (const auto& error : made.errors) errors.append(error).append("\n");
  const auto expected = read_file(folder / "output.nq");
  if (!expected) return made.errors.empty() ? "no error, but\n" + text_of(made.quads) : "";
  if (!made.errors.empty()) return "errors:\n" + errors;
  case_sink wanted;
  const auto reader = make_reader(rdf_format::n_quads, {}, wanted);
  if (!(*reader)->push(*expected) || !(*reader)->finish() || !wanted.errors.empty())
    return "output.nq cannot be read";
  const auto is_same = are_isomorphic(made.quads, wanted.quads);
  if (is_same && *is_same) return "";
  return "made:\n" + text_of(made.quads) + "expected:\n" + text_of(wanted.quads);
}

}  // namespace laundromat::testing
