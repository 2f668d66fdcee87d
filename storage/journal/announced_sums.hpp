// What became of the URIs that an entry announces: how many, by cause, with some of those that were refused.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

/// Counts while announcements are judged.
class verdict_sums {
 public:
  /// `ok`: the URI is a seed.
  void count(errc cause, announced_as kind, std::string_view uri);
  /// Adds the counts to those of the entry, which may announce in several stages. Throws `storage_fault`.
  void store(database& db, row_id entry) const;

 private:
  struct sum {
    std::uint64_t count = 0;
    std::vector<refused_uri> refused_uris;
  };
  std::map<errc, sum> sums_;
};

/// Reads the column `refused_uris`. Throws `storage_fault` for a text that `verdict_sums` does not write.
[[nodiscard]] std::vector<refused_uri> read_refused_uris(std::string_view text);

}  // namespace laundromat
