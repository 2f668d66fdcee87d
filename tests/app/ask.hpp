// Runs one command line within the test and keeps its output and exit code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/cli.hpp"

namespace laundromat {

struct answer {
  int code;
  std::string out, err;
};

/// Whether the output of a command contains the text.
inline bool holds(const answer& a, std::string_view text) {
  return a.out.find(text) != std::string::npos;
}

inline answer ask(const std::vector<std::string>& arguments, const std::string& input = {}) {
  std::istringstream in{input};
  std::ostringstream out;
  std::ostringstream err;
  console io{in, out, err, {}, {}};
  const auto code = run_cli(arguments, io);
  return {code, out.str(), err.str()};
}

}  // namespace laundromat
