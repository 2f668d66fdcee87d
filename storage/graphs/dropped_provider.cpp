// Removes the rows of a provider, and ends what its datasets wait for.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/records_group.hpp"

namespace laundromat {

result<void> graph_records::drop(std::int64_t provider) {
  return in_group([&](database& db) {
    db.run(
        "INSERT INTO dropped_providers (name, times) SELECT name, generation + 1 FROM providers WHERE id = "
        "?1 "
        "ON CONFLICT (name) DO UPDATE SET times = excluded.times",
        provider);
    for (const auto* rows :
         {"DELETE FROM provider_datasets WHERE provider = ?1",
          "DELETE FROM provider_violations WHERE provider = ?1",
          "DELETE FROM import_violations WHERE import IN (SELECT id FROM imports WHERE provider = ?1)",
          "DELETE FROM imports WHERE provider = ?1", "DELETE FROM graph_files WHERE provider = ?1",
          "DELETE FROM graph_stores WHERE provider = ?1", "DELETE FROM providers WHERE id = ?1"})
      db.run(rows, provider);
  });
}

result<void> graph_records::end_waits(std::int64_t provider) {
  return in_group([&](database& db) {
    db.run("UPDATE provider_datasets SET not_before_ms = 0 WHERE provider = ?1", provider);
  });
}

}  // namespace laundromat
