// Judges the providers of the registry at the end of a run.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/failed_harvests.hpp"

#include "app/providers/provider_lines.hpp"

namespace laundromat {

result<unfinished_harvests> failed_harvests(const campaign& settings, journal& db, timestamp now) {
  unfinished_harvests found;
  const auto registry = load_campaign_registry(settings);
  if (!registry) return found;
  const auto add = [&found](std::string about, std::string line) {
    found.about.push_back(std::move(about));
    found.lines.push_back(std::move(line));
  };
  for (const auto& one : registry->problems)
    add("the registry", "the registry is not in force as it is: " + to_string(one));
  found.has_failed = !registry->problems.empty();
  for (const auto& registered : registry->content.providers) {
    const auto account = account_of_registered(db, registered, *registry, now);
    if (!account) return tl::unexpected(account.error());
    for (const auto& one : judge(*account, now).findings) {
      if (!one.fails_run && one.standing != provider_standing::damaged) continue;
      add(registered.name + (one.store.empty() ? "" : ", store " + one.store) +
              (one.dataset.empty() ? "" : ", dataset " + one.dataset),
          "the provider " + registered.name + ": " + one.text);
      found.has_failed = found.has_failed || one.fails_run;
    }
  }
  return found;
}

}  // namespace laundromat
