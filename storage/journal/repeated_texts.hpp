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
  /// The same for a text that is formed from `key` only where `key` is not known yet; equal keys have equal texts.
  template <class Form>
  [[nodiscard]] row_id number_of(database& db, const std::string& key, Form form) {
    if (const auto known = formed_.find(key); known != formed_.end()) return known->second;
    const auto id = number_of(db, form());
    if (formed_.size() >= most_known) formed_.clear();
    formed_.emplace(key, id);
    return id;
  }
  /// After a rollback: rows may be gone.
  void forget() {
    known_.clear();
    formed_.clear();
  }

 private:
  static constexpr std::size_t most_known = 20'000;

  const char *find_, *add_;
  keyed_map<std::string, row_id> known_, formed_;
};

}  // namespace laundromat
