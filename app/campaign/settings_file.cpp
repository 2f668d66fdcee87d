// Writes and reads settings.json.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/settings_file.hpp"

#include "storage/files/safe_folder.hpp"

namespace laundromat {

namespace {

constexpr const char* name_of_file = "settings.json";

}  // namespace

void write_settings(const std::filesystem::path& data, const campaign& settings) {
  json_fact keys = json_fact::array();
  for (const auto& one : settings_of(settings))
    keys.push_back({{"key", one.key},
                    {"value", one.value},
                    {"default", one.usual},
                    {"meaning", one.meaning},
                    {"is", one.kind}});
  if (const auto folder = safe_folder::named(data))
    (void)folder->put(name_of_file, keys.dump(1, ' ', false, json_fact::error_handler_t::replace) + '\n');
}

std::vector<json_fact> read_settings(const std::filesystem::path& data) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  const auto folder = safe_folder::named(data);
  const auto text = folder ? folder->head_of(name_of_file, most_bytes).value_or("") : std::string{};
  const auto keys = json_fact::parse(text, nullptr, false);
  std::vector<json_fact> all;
  if (keys.is_array())
    for (const auto& one : keys)
      if (one.is_object()) all.push_back(one);
  return all;
}

}  // namespace laundromat
