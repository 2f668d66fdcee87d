// Writes and reads the note about the registry.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/campaign_registry.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include "app/providers/registry_file.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/campaign/served_folder.hpp"

namespace laundromat {

namespace {

constexpr auto note_name = "harvest.registry";
constexpr std::string_view optional_mark = " optional", read_only_mark = " read-only";

void read_content(campaign_registry& of, const std::string& served, bool is_written) {
  auto read = load_registry(of.file, served);
  if (!read) {
    of.problems = std::move(read.error());
    return;
  }
  of.content = std::move(read->content);
  of.warnings = std::move(read->warnings);
  if (is_written) std::ranges::move(read->read_only, std::back_inserter(of.warnings));
}

/// Takes a mark off the end of a line; whether it was there.
bool take_mark(std::string& line, std::string_view mark) {
  if (!line.ends_with(mark)) return false;
  line.resize(line.size() - mark.size());
  return true;
}

/// The number of seconds behind the last space of a line, which is taken off; nothing where there is none.
std::optional<seconds> take_interval(std::string& line) {
  const auto space = line.rfind(' ');
  if (space == line.npos) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(line.data() + space + 1, line.data() + line.size(), number);
  if (error != std::errc{} || end != line.data() + line.size()) return std::nullopt;
  line.resize(space);
  return seconds{number};
}

}  // namespace

const registered_provider* campaign_registry::find(std::string_view name) const {
  const auto found = std::ranges::find(content.providers, name, &registered_provider::name);
  return found == content.providers.end() ? nullptr : &*found;
}

result<void> note_registry(const safe_folder& data, const campaign& settings) {
  if (settings.harvest.registry.empty()) return data.remove(note_name);
  std::error_code none;
  const auto path = std::filesystem::absolute(settings.harvest.registry, none).lexically_normal();
  auto note = path.string() + '\n' + served_address(settings) + ' ' +
              std::to_string(settings.harvest.every_s) +
              std::string{settings.harvest.write_back ? "" : read_only_mark} + '\n';
  for (const auto& one : settings.harvest.stores)
    note += one.name + std::string{one.optional ? optional_mark : ""} + '\n';
  return data.put(note_name, note);
}

std::optional<campaign_registry> load_campaign_registry(const campaign& settings) {
  if (settings.harvest.registry.empty()) return std::nullopt;
  campaign_registry found;
  found.file = settings.harvest.registry;
  for (const auto& one : settings.harvest.stores) found.stores.push_back({one.name, one.optional});
  found.every = seconds{settings.harvest.every_s};
  read_content(found, served_address(settings), settings.harvest.write_back);
  return found;
}

std::optional<campaign_registry> load_noted_registry(const std::filesystem::path& data) {
  std::ifstream note{data / note_name, std::ios::binary};
  campaign_registry found;
  std::string served;
  if (!std::getline(note, found.file) || found.file.empty()) return std::nullopt;
  std::getline(note, served);
  const bool is_read_only = take_mark(served, read_only_mark);
  found.every = take_interval(served);
  for (std::string store; std::getline(note, store);) {
    const bool is_optional = take_mark(store, optional_mark);
    found.stores.push_back({store, is_optional});
  }
  read_content(found, served, !is_read_only);
  return found;
}

void refuse_registry(const std::vector<file_problem>& problems, command_context& context) {
  if (problems.empty()) return;
  std::vector<std::string> lines;
  for (const auto& one : problems) lines.push_back(to_string(one));
  context.refuse(exit_some_failed,
                 "the registry is not in force as it is: a running engine goes on with what it read before, "
                 "and no run begins",
                 lines);
}

}  // namespace laundromat
