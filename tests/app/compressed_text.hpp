// Compressed files for tests of lists.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/codec/view.hpp"

namespace laundromat::test {

/// A stream of one of the five compressions.
[[nodiscard]] std::string compressed(layer_kind kind, std::string_view bytes);
/// A tar with one member.
[[nodiscard]] std::string tar_of(const std::string& bytes);
/// An archive with members by path. `format` is one of libarchive's: `ustar`, `zip`.
[[nodiscard]] std::string archive_of(const std::string& format,
                                     const std::map<std::string, std::string>& members);

}  // namespace laundromat::test
