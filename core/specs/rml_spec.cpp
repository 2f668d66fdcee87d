// Implements readers by RML mappings.
// SPDX-License-Identifier: Apache-2.0
#include "core/specs/rml_spec.hpp"

#include <algorithm>
#include <utility>

#include "core/rml/rml_reader.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

struct no_statements final : statement_sink {
  result<void> on_statement(const statement_view& /*statement*/) override { return {}; }
  void on_defect(const defect& /*found*/) override {}
};

}  // namespace

tl::expected<std::shared_ptr<const rml_mapping>, std::vector<line_problem>> read_rml_spec(
    std::string_view turtle) {
  auto read = read_rml_mapping(turtle, no_address_base);
  if (!read) return tl::unexpected(std::move(read.error()));
  auto mapping = std::make_shared<const rml_mapping>(*std::move(read));
  std::vector<line_problem> problems;
  no_statements sink;
  for (const auto& path : mapping->paths())
    if (const auto made = make_rml_reader(mapping, path, {}, {}, sink); !made)
      problems.push_back({1, made.error().detail});
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return mapping;
}

std::string source_path_of(const rml_mapping& mapping, std::string_view name) {
  // The name of a file may have these characters; those of a URI are no part of a file name.
  const auto plain = last_part(name.substr(0, name.find_first_of("?#")));
  const std::string names[] = {std::string(last_part(name)), std::string(plain), percent_decode(plain)};
  for (const auto& wanted : names)
    for (const auto& path : mapping.paths())
      if (last_part(path) == wanted) return path;
  return {};
}

hinted_reader_maker rml_readers(std::shared_ptr<const rml_mapping> mapping) {
  return [mapping = std::move(mapping)](const document_hints& hints, reader_options options,
                                        statement_sink& sink) {
    return make_rml_reader(mapping, source_path_of(*mapping, hints.name), std::move(options), {}, sink);
  };
}

std::vector<std::string> file_names_of(const rml_mapping& mapping) {
  std::vector<std::string> names;
  for (const auto& path : mapping.paths())
    if (auto name = std::string(last_part(path)); std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  return names;
}

}  // namespace laundromat
