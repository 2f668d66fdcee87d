// The named functions that a field may apply to its text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// A function from a text (UTF-8) to a text. Specifications, messages and the guide (doc/users/records.md) have the same rows.
struct text_function {
  std::string_view name;     ///< in specifications: `lower`
  std::string_view meaning;  ///< what the result is, as the guide says it
  /// Appends the result to `out`. Answers why there is none, as in `has no digits`; empty when there is one.
  std::string_view (*run)(std::string_view text, std::string& out);
};

[[nodiscard]] std::span<const text_function> text_functions();
/// Errors: `configuration`; the message has the nearest name, and all of them.
[[nodiscard]] result<const text_function*> find_text_function(std::string_view name);

}  // namespace laundromat
