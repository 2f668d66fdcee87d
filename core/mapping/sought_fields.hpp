// Which fields that a specification asks for are in none of the records of a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/extraction/model/data_record.hpp"

namespace laundromat {

class sought_fields {
 public:
  struct miss {
    record_place place;  ///< of the first record that was searched
    std::string message;
    bool is_found = false;  ///< later
  };

  /// Records that a path was searched for in a value of the record at `place`. The path is identified by its address, which must stay valid.
  void record_search(const std::string& path, data_value from, const record_place& place);
  /// In the order of the first searches.
  [[nodiscard]] const std::vector<miss>& misses() const { return misses_; }
  [[nodiscard]] bool was_any_found() const { return was_any_found_; }

 private:
  std::map<const std::string*, std::size_t>
      known_;  ///< the number of the miss, and one more; 0: it was found
  std::vector<miss> misses_;
  bool was_any_found_ = false;
};

}  // namespace laundromat
