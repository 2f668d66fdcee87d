// The records of a run, of which those that are decided to be the same are one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/codec/stores.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/reconciliation/decisions.hpp"

namespace laundromat {

/// Writes JSON lines: `{"ids": […], "record": {…}}`; of a merged record also `origin`: for each field and each of its values the ids of the
/// records that have it. Records that are the same come last. Memory: those.
class merge_output {
 public:
  /// `decided` outlives this object. `file` may be `-`. Errors: those of the disk.
  [[nodiscard]] static result<std::unique_ptr<merge_output>> open(const std::string& file,
                                                                  const decided_groups& decided);

  /// `id` is empty for a record without one.
  [[nodiscard]] result<void> add(const std::string& id, data_value record);
  /// Errors: those of the disk; `invalid_argument` for a record that is no map.
  [[nodiscard]] result<void> finish();

 private:
  explicit merge_output(const decided_groups& decided);
  [[nodiscard]] result<void> write(std::string_view line);

  const decided_groups& decided_;
  std::unique_ptr<staged_file> file_;  ///< null: standard output
  std::map<std::string, std::unique_ptr<data_record>> kept_;
};

}  // namespace laundromat
