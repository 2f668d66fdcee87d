// Reads providers for a dry run, and prints them.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/dry_harvests.hpp"

#include <ostream>

namespace laundromat {

result<std::vector<dry_harvest>> dry_harvests(const campaign_registry& registry, journal* db, timestamp now) {
  std::vector<dry_harvest> found;
  for (const auto& one : registry.content.providers) {
    const auto account = db == nullptr ? result<provider_account>{account_of(one)}
                                       : account_of_registered(*db, one, registry, now);
    if (!account) return tl::unexpected(account.error());
    auto state = judge(*account, now);
    dry_harvest made{one.name, one.void_uri, is_requested(*account), {}, {}};
    for (const auto& finding : state.findings)
      if (!finding.store.empty()) made.stores.push_back(finding.text);
    std::erase_if(state.findings, [](const provider_finding& finding) { return !finding.store.empty(); });
    made.state = in_words(state);
    found.push_back(std::move(made));
  }
  return found;
}

void print_dry_harvests(const std::vector<dry_harvest>& harvests, bool json, console& io) {
  if (harvests.empty()) return;
  text_table table{{{"provider"}, {"VoID file"}, {"would be"}, {"now"}, {"stores"}}};
  for (const auto& one : harvests) {
    const std::string would{one.is_requested ? "requested" : "left as it is"};
    std::string stores;
    for (const auto& lack : one.stores) stores += (stores.empty() ? "" : "; ") + lack;
    if (json)
      print_fact(io.out, {{"provider", one.provider},
                          {"void", one.void_uri},
                          {"request", one.is_requested},
                          {"state", one.state},
                          {"stores", one.stores}});
    else
      table.add_row({one.provider, one.void_uri, would, one.state, stores});
  }
  if (json) return;
  io.out << '\n';
  table.print(io.out, io.out_terminal);
  io.out << "Dumps are requested when a VoID file announces a later date.\n";
}

void print_registry_problems(const campaign_registry& registry, command_context& context) {
  for (const auto* list : {&registry.problems, &registry.warnings})
    for (const auto& one : *list) context.io.err << "laundromat: " << harmless(to_string(one)) << '\n';
  if (!registry.problems.empty()) context.exit_code = exit_usage;
}

}  // namespace laundromat
