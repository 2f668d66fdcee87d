// What publishers can do about documents that could not be fetched or read, and about lists of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat {

/// One imperative sentence or two; that of `hint_on` for defects of documents. Empty where it is no matter of the publisher.
[[nodiscard]] std::string_view failure_hint(errc cause);

}  // namespace laundromat
