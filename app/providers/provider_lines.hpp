// What is printed of a provider: its graph, its datasets, stores, and broken rules.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/cli.hpp"
#include "app/providers/campaign_registry.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/terminal.hpp"
#include "core/metadata/description.hpp"
#include "core/providers/provider_state.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

/// What the journal and the registry have of a provider. Only the newest import has its violations and documents.
struct provider_account : provider_facts {
  std::vector<std::pair<std::string, store_cursor>>
      cursors;           ///< of the stores of the campaign that have been asked
  metadata_names names;  ///< of clean documents
};

/// `from` is what the registry of the last run says now; nothing: it is not known.
[[nodiscard]] result<provider_account> account_of(journal& db, const stored_provider& provider,
                                                  const std::optional<campaign_registry>& from,
                                                  timestamp now);
/// One of the registry that the journal does not have.
[[nodiscard]] provider_account account_of(const registered_provider& registered);
/// Those of the journal, and those of the registry that no run has registered yet, by name; only the `wanted` ones, all when it is empty.
[[nodiscard]] result<std::vector<provider_account>> accounts_of(journal& db,
                                                                const std::optional<campaign_registry>& from,
                                                                timestamp now,
                                                                const std::vector<std::string>& wanted = {});
/// One of the registry, as the journal has it, if it has.
[[nodiscard]] result<provider_account> account_of_registered(journal& db,
                                                             const registered_provider& registered,
                                                             const campaign_registry& from, timestamp now);

/// How a provider stands, as JSON has it: one word.
[[nodiscard]] std::string_view key_of(provider_standing standing);
[[nodiscard]] json_fact fact_of(const provider_account& account, timestamp now);
/// What the receipt of an import has, and what became of the notification.
[[nodiscard]] json_fact fact_of(const stored_provider& provider, const graph_import& import,
                                const metadata_names& names);
/// A table; with `in_detail` also datasets, stores and broken rules with advice.
void print_accounts(const std::vector<provider_account>& accounts, bool in_detail, timestamp now,
                    console& io);
/// The imports of a provider, the newest first, as a table.
void print_imports(const std::vector<graph_import>& imports, console& io);

}  // namespace laundromat
