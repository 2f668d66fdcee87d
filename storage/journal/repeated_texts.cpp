// Looks up and inserts repeated texts.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/repeated_texts.hpp"

namespace laundromat {

row_id repeated_texts::number_of(database& db, std::string_view text) {
  const std::string key{text};
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  row_id id = 0;
  {
    auto c = db.query(find_, text);
    if (c.next()) id = c.integer(0);
  }
  if (id == 0) {
    db.run(add_, text);
    id = db.last_row();
  }
  if (known_.size() >= most_known) known_.clear();
  known_.emplace(key, id);
  return id;
}

}  // namespace laundromat
