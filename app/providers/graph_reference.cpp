// Finds and opens graphs of providers.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/graph_reference.hpp"

#include <charconv>

#include "app/records/open_journal.hpp"
#include "app/terminal/exit_code.hpp"

namespace laundromat {

std::optional<graph_reference> find_graph(journal& from, const std::string& given, command_context& context) {
  const auto at = given.rfind('@');
  auto provider = graph_records{from}.provider(given.substr(0, at));
  if (!provider && provider.error().code == errc::not_found) {
    context.refuse(exit_not_found, harmless(provider.error().detail) + ": `laundromat providers` lists them");
    return std::nullopt;
  }
  if (!provider) return refuse(provider.error(), context), std::nullopt;
  auto version = provider->version;
  if (at != given.npos) {
    const auto digits = std::string_view{given}.substr(at + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), version);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() ||
        version > provider->version) {
      context.refuse(exit_not_found, "the graph " + provider->name + " has the versions 0 to " +
                                         std::to_string(provider->version) + ", and no `" + harmless(digits) +
                                         "`");
      return std::nullopt;
    }
  }
  return graph_reference{*std::move(provider), version};
}

std::optional<versioned_graph> open_graph(journal& from, const stored_provider& provider,
                                          command_context& context) {
  const auto data = safe_folder::open(context.data);
  auto folder = data ? graph_folder::open_to_read(*data, provider.name) : tl::unexpected(data.error());
  if (folder) return versioned_graph{*std::move(folder), from, provider};
  context.refuse(provider.version == 0 ? exit_not_found : exit_disk,
                 provider.version == 0 ? "nothing was imported into the graph of " + provider.name + " yet"
                                       : message_of(folder.error()));
  return std::nullopt;
}

}  // namespace laundromat
