// Writes and reads the note about the registry.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/noted_registry.hpp"

#include <algorithm>
#include <fstream>

#include "app/providers/registry_file.hpp"

namespace laundromat {

namespace {

constexpr auto note_name = "harvest.registry";

}  // namespace

const registered_provider* noted_registry::find(std::string_view name) const {
  const auto found = std::ranges::find(content.providers, name, &registered_provider::name);
  return found == content.providers.end() ? nullptr : &*found;
}

std::string served_address(const campaign& settings) {
  return settings.serve.folder.empty() ? std::string{}
                                       : "http://127.0.0.1:" + std::to_string(settings.serve.port);
}

result<void> note_registry(const safe_folder& data, const campaign& settings) {
  if (settings.harvest.registry.empty()) return data.remove(note_name);
  std::error_code none;
  const auto path = std::filesystem::absolute(settings.harvest.registry, none).lexically_normal();
  auto note = path.string() + '\n' + served_address(settings) + '\n';
  for (const auto& one : settings.harvest.stores) note += one.name + '\n';
  return data.put(note_name, note);
}

std::optional<noted_registry> read_noted_registry(const std::filesystem::path& data) {
  std::ifstream note{data / note_name, std::ios::binary};
  noted_registry found;
  std::string served;
  if (!std::getline(note, found.file) || found.file.empty()) return std::nullopt;
  std::getline(note, served);
  for (std::string store; std::getline(note, store);) found.stores.push_back(store);
  auto read = load_registry(found.file, served);
  if (read)
    found.content = std::move(read->content);
  else
    found.problems = std::move(read.error());
  return found;
}

}  // namespace laundromat
