// How a document that is no RDF can be read as records.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// What a document is that is no RDF, and the lines of a campaign by which it becomes records. `address`: of the document, for a file in an archive
/// `archive!/path`; `head`: its first characters. Empty: it looks like no data that can be read.
[[nodiscard]] std::string claiming_advice(std::string_view address, std::string_view media_type,
                                          std::string_view head);

/// What to do with a workbook.
inline constexpr std::string_view workbook_advice =
    "a workbook is no table yet: save each of its sheets as CSV, in a spreadsheet program or by `libreoffice "
    "--headless --convert-to csv FILE`, and read the CSV";

}  // namespace laundromat
