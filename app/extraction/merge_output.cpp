// Implements merge_output.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/merge_output.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "app/extraction/record_copy.hpp"
#include "app/terminal/stdout_sink.hpp"
#include "core/extraction/write/append_json.hpp"
#include "core/reconciliation/merge_records.hpp"
#include "storage/files/scratch_folder.hpp"

namespace laundromat {

namespace {

using merged_json = nlohmann::ordered_json;

std::string json_text(const merged_json& value) {
  return value.dump(-1, ' ', false, merged_json::error_handler_t::replace);
}

std::string merged_line(const std::vector<std::string>& ids, data_value record, const merged_json& origin) {
  auto line = "{\"ids\":" + json_text(ids) + ",\"record\":";
  append_json(line, record);
  if (!origin.empty()) line += ",\"origin\":" + json_text(origin);
  return line + "}\n";
}

}  // namespace

merge_output::merge_output(const decided_groups& decided) : decided_(decided) {
  for (const auto& group : decided_.groups)
    for (const auto& id : group) kept_.emplace(id, nullptr);
}

result<std::unique_ptr<merge_output>> merge_output::open(const std::string& file,
                                                         const decided_groups& decided) {
  auto made = std::unique_ptr<merge_output>(new merge_output(decided));
  if (file == "-") return made;
  auto staged = replace_link(file);
  if (!staged) return tl::unexpected(staged.error());
  made->file_ = *std::move(staged);
  return made;
}

result<void> merge_output::write(std::string_view line) {
  if (file_) return file_->write(line);
  stdout_sink out;
  return out.write(line);
}

result<void> merge_output::add(const std::string& id, data_value record) {
  if (id.empty()) return write(merged_line({}, record, merged_json::object()));
  const auto kept = kept_.find(id);
  if (kept == kept_.end()) return write(merged_line({id}, record, merged_json::object()));
  // A second record with this id is left out of the search for duplicates, but not of the output.
  if (kept->second) return write(merged_line({id}, record, merged_json::object()));
  kept->second = copy_of(record);
  return {};
}

result<void> merge_output::finish() {
  for (const auto& group : decided_.groups) {
    std::vector<merged_input> inputs;
    std::vector<std::string> ids;
    for (const auto& id : group)
      if (const auto& record = kept_.at(id)) {
        inputs.push_back({id, record->root()});
        ids.push_back(id);
      }
    if (inputs.empty()) continue;
    if (inputs.size() == 1) {
      if (auto done = write(merged_line(ids, inputs[0].record, merged_json::object())); !done) return done;
      continue;
    }
    data_record made;
    const auto origins = merge_records(inputs, made);
    if (!origins) return tl::unexpected(origins.error());
    auto origin = merged_json::object();
    for (const auto& one : *origins) origin[one.field].push_back(one.ids);
    if (auto done = write(merged_line(ids, made.root(), origin)); !done) return done;
  }
  return file_ ? file_->commit() : stdout_sink::flush();
}

}  // namespace laundromat
