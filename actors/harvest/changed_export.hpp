// Lets the file with all graphs be written when one of them has changed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "actors/environment.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

/// At most as often as the campaign says. Used by one thread.
class changed_export {
 public:
  using writer = std::function<result<void>()>;

  /// `write` may be null: nothing is exported. `db` outlives it.
  changed_export(environment_ptr env, journal& db, writer write)
      : env_(std::move(env)), records_(db), write_(std::move(write)) {}

  /// A fault is logged, and the export tried again later.
  void write(timestamp now);

 private:
  environment_ptr env_;
  graph_records records_;
  writer write_;
  std::map<std::string, std::uint64_t, std::less<>> exported_;  ///< versions that the file has
  timestamp next_{};
};

}  // namespace laundromat
