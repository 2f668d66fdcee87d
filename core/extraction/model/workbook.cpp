// Implements workbook_of and workbook_around.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/model/workbook.hpp"

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

bool ends_with_word(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() &&
         equals_ignoring_case(text.substr(text.size() - ending.size()), ending);
}

}  // namespace

std::string_view workbook_of(std::string_view archive, std::string_view path) {
  archive = archive.substr(0, archive.find_first_of("?#"));
  if (path == "xl/workbook.xml" || ends_with_word(archive, ".xlsx") || ends_with_word(archive, ".xlsm"))
    return "an Excel workbook (.xlsx)";
  return ends_with_word(archive, ".ods") ? "an OpenDocument spreadsheet (.ods)" : "";
}

std::string_view workbook_around(std::string_view address) {
  const auto end = address.rfind("!/");
  return end == address.npos ? std::string_view{}
                             : workbook_of(address.substr(0, end), address.substr(end + 2));
}

}  // namespace laundromat
