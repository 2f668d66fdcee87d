// Makes the schema of a table that was written.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/schema_output.hpp"

#include <algorithm>
#include <utility>

#include "core/schema/csvw_json.hpp"

namespace laundromat {

std::string table_metadata(record_schema schema, std::span<const std::string> columns,
                           std::string_view table_url) {
  auto& root = schema.root;
  if (root.fields.empty() && !root.kinds.has(data_kind::map) && columns.size() == 1) {
    auto values = root;
    values.is_required = true;
    root.fields.push_back(std::move(values));
    root.fields.back().name = columns[0];
  }
  std::vector<field_schema> fields;
  for (const auto& column : columns) {
    const auto found = std::ranges::find(root.fields, column, &field_schema::name);
    auto& field = found != root.fields.end() ? fields.emplace_back(std::move(*found)) : fields.emplace_back();
    field.name = column;
    // A column without a value says nothing of its type.
    if (found == root.fields.end()) field.kinds = {};
  }
  root.fields = std::move(fields);
  return csvw_json(schema, table_url);
}

std::string table_of_metadata(const std::filesystem::path& metadata) {
  constexpr std::string_view ending = "-metadata.json";
  auto name = metadata.filename().string();
  if (name.ends_with(ending) && name.size() > ending.size())
    return name.substr(0, name.size() - ending.size());
  return metadata.stem().string() + ".csv";
}

}  // namespace laundromat
