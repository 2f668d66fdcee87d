// Bytes in memory that several sources read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Reads bytes that it owns together with others. Seekable. Errors: `archive_damaged` for an offset after the end.
[[nodiscard]] byte_source_ptr make_shared_source(std::shared_ptr<const std::string> bytes);

}  // namespace laundromat
