// The function of `run` and its options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/campaign/campaign.hpp"

namespace laundromat {

struct run_options {
  bool once = false;                              ///< stop when nothing is due and nothing waits
  bool json = false;                              ///< one JSON object per line instead of text
  bool quiet = false;                             ///< no progress, and only warnings and errors in the log
  std::string washer_program = "/proc/self/exe";  ///< the program that is started as `laundromat washer`
  /// Reads the campaign again, for a reload; unset: there is none. Errors: every problem of the file.
  std::function<result<campaign>()> load_again = {};
  std::string log_level = "info";  ///< `error`, `warning`, `info` or `debug`
};

/// Runs a campaign that `load_campaign` accepted, until nothing is due (`once`) or a signal stops it.
/// Returns the exit code: 0, 1 when documents failed, 3 when another engine runs on the data folder, else 2.
[[nodiscard]] int run_campaign(const campaign& c, const run_options& options);

}  // namespace laundromat
