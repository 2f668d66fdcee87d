// Recognises the files in a workbook, which is an archive.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// What a file is that `archive!/path` names, when the archive is a workbook by its name or the path: `an Excel workbook (.xlsx)`; else empty.
[[nodiscard]] std::string_view workbook_of(std::string_view archive, std::string_view path);
/// The same for the address of a file in an archive, `archive!/path`; empty for others.
[[nodiscard]] std::string_view workbook_around(std::string_view address);

}  // namespace laundromat
