// What is printed of a provider: its graph, its datasets, stores, and broken rules.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/commands/cli.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/terminal.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

struct provider_account {
  stored_provider provider;
  std::vector<stored_dataset> datasets;
  std::vector<graph_import> last;  ///< the newest import, if there was one
  std::vector<std::pair<std::string, store_cursor>> stores;
};

[[nodiscard]] result<provider_account> account_of(graph_records& records, const stored_provider& provider);
[[nodiscard]] json_fact fact_of(const provider_account& account);
[[nodiscard]] json_fact fact_of(const graph_import& import);
/// A table; with `in_detail` also datasets, stores and broken rules with advice.
void print_accounts(const std::vector<provider_account>& accounts, bool in_detail, timestamp now,
                    console& io);
/// The imports of a provider, the newest first, as a table.
void print_imports(const std::vector<graph_import>& imports, console& io);

}  // namespace laundromat
