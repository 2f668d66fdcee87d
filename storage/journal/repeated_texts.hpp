// Numbers of texts that many rows repeat: the journal stores each once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/keyed_table.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// A row number, used only in the storage folder.
using row_id = std::int64_t;

/// Remembers the row numbers of one table of texts.
class repeated_texts {
 public:
  /// `find` selects the row number of the text ?1, `add` inserts it. Both outlive this.
  repeated_texts(const char* find, const char* add) : find_(find), add_(add) {}

  /// The row number of the text, which is inserted when it is new.
  [[nodiscard]] row_id number_of(database& db, std::string_view text);
  /// After a rollback: rows may be gone.
  void forget() { known_.clear(); }

 private:
  static constexpr std::size_t most_known = 20'000;

  const char *find_, *add_;
  keyed_map<std::string, row_id> known_;
};

}  // namespace laundromat
