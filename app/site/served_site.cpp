// Starts the server of a campaign and stores its port.
// SPDX-License-Identifier: Apache-2.0
#include "app/site/served_site.hpp"

#include <charconv>
#include <filesystem>
#include <string>

#include "app/site/site_rules.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

std::uint16_t remembered_port(const std::filesystem::path& data) {
  std::error_code code;
  if (!std::filesystem::is_directory(data, code)) return 0;
  const auto folder = safe_folder::named(data);
  const auto text = folder ? folder->head_of(data_layout{}.served_port(), 16).value_or("") : std::string{};
  std::uint16_t port = 0;
  std::from_chars(text.data(), text.data() + text.size(), port);
  return port;
}

/// Stores the port; after a failure the next run may use another.
void remember_port(const std::filesystem::path& data, std::uint16_t port) {
  if (const auto folder = safe_folder::named(data))
    (void)folder->put(data_layout{}.served_port(), std::to_string(port) + '\n');
}

}  // namespace

std::uint16_t port_to_serve(const campaign& c) {
  return c.serve.port != 0 ? c.serve.port : remembered_port(c.data);
}

tl::expected<std::optional<site_server>, std::string> serve_campaign(campaign& c) {
  if (c.serve.folder.empty()) return std::nullopt;
  auto rules = load_site_rules(c.serve.rules);
  if (!rules) {
    std::string lines;
    for (const auto& problem : rules.error()) lines += (lines.empty() ? "" : "\n") + to_string(problem);
    return tl::unexpected(std::move(lines));
  }
  site_options options;
  options.root = c.serve.folder;
  options.media_types = usual_media_types();
  options.rules = *std::move(rules);
  options.port = port_to_serve(c);
  const bool is_new = options.port == 0;
  auto site = site_server::start(options);
  if (!site && c.serve.port == 0 && options.port != 0) {
    options.port = 0;
    site = site_server::start(options);
  }
  if (!site) return tl::unexpected("serve: " + to_string(site.error()));
  // The stored port is not replaced, even when another process uses it for a while.
  if (is_new) remember_port(c.data, site->port());
  set_served_port(c, site->port());
  return *std::move(site);
}

}  // namespace laundromat
