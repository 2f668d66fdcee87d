// Reads secret files, and reports what is wrong with them.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/webhook_files.hpp"

#include <fstream>

#include "storage/files/private_file.hpp"

namespace laundromat {

result<std::vector<signing_key>> read_secret_file(const std::string& path) {
  constexpr std::uint64_t most_bytes = 16 << 10;
  const auto text = read_private_file(path, most_bytes);
  if (!text) return tl::unexpected(text.error());
  auto keys = read_signing_keys(*text);
  if (!keys) return fail(keys.error().code, path + ": " + keys.error().detail);
  return keys;
}

void check_webhook_files(const campaign& c, const std::string& file,
                         const std::function<std::size_t(std::string_view key)>& line_of,
                         std::vector<file_problem>& problems) {
  for (std::size_t i = 0; i < c.webhooks.size(); ++i) {
    const auto report = [&](const std::string& key, const std::string& message) {
      problems.push_back({file, line_of("webhooks." + std::to_string(i) + "." + key),
                          "webhooks." + std::to_string(i + 1) + "." + key + ": " + message});
    };
    const auto& one = c.webhooks[i];
    if (const auto keys = read_secret_file(one.secret_file); !keys)
      report("secret_file", keys.error().detail);
    if (!one.ca_file.empty() && !std::ifstream{one.ca_file})
      report("ca_file", one.ca_file + " cannot be read: check that the file exists and that you may read it");
  }
}

}  // namespace laundromat
