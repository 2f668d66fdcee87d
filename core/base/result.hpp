// The return type of every fallible function.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/base/errc.hpp"

namespace laundromat {

/// What went wrong: a stored code, and a sentence for people that names the file or object.
struct failure {
  errc code = errc::ok;
  std::string detail;

  friend bool operator==(const failure&, const failure&) = default;
};

template <class T>
using result = tl::expected<T, failure>;

/// Makes the error side of a `result`: `return fail(errc::io_failed, "read raw/x: EIO")`.
[[nodiscard]] inline tl::unexpected<failure> fail(errc code, std::string detail = {}) {
  return tl::unexpected<failure>(failure{code, std::move(detail)});
}

/// Prints `name: detail`, as logs and messages show it.
[[nodiscard]] std::string to_string(const failure& f);

}  // namespace laundromat
