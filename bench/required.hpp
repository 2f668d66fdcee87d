// What a benchmark cannot go on without.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "core/base/result.hpp"

namespace laundromat {

/// Ends the program with a line on the error stream unless `done`.
inline void require(const char* what, bool done) {
  if (done) return;
  std::fprintf(stderr, "%s failed\n", what);
  std::exit(1);
}

/// The value of a result that is none of the errors.
template <class T>
T required(const char* what, result<T> done) {
  if (!done) std::fprintf(stderr, "%s: %s\n", what, to_string(done.error()).c_str());
  require(what, done.has_value());
  if constexpr (!std::is_void_v<T>) return std::move(*done);
}

}  // namespace laundromat
