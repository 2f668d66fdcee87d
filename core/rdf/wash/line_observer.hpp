// The interface for seeing the clean document while it is written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

class line_observer {
 public:
  virtual ~line_observer() = default;
  /// Whole lines of the clean document as they are written, in order; all calls together have each line once. Calls come one at a
  /// time, perhaps from several threads, and the last one returns before `wash_document` does. After an error of `wash_document` some lines
  /// are missing.
  virtual void on_lines(std::string_view sorted_unique_lines) = 0;
};

}  // namespace laundromat
