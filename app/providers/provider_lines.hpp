// What is printed of a provider: its graph, its datasets, stores, and broken rules.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/cli.hpp"
#include "app/providers/noted_registry.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/terminal.hpp"
#include "core/metadata/description.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

struct provider_account {
  stored_provider provider;  ///< with id 0: one of the registry that no run has registered yet
  std::vector<stored_dataset> datasets;
  std::vector<graph_import> last;  ///< the newest import, if there was one
  std::vector<std::pair<std::string, store_cursor>> stores;
  bool has_registry = false;   ///< the registry is known and has no error
  std::string registered_uri;  ///< of the VoID file, in the registry; empty: it has none of this name
  metadata_names names;        ///< of clean documents
};

/// `from` is what the registry of the last run says now; nothing: it is not known.
[[nodiscard]] result<provider_account> account_of(journal& db, const stored_provider& provider,
                                                  const std::optional<noted_registry>& from);
/// One of the registry that the journal does not have.
[[nodiscard]] provider_account account_of(const registered_provider& registered);
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
