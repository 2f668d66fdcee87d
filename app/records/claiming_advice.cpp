// Implements claiming_advice.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/claiming_advice.hpp"

#include "core/extraction/model/data_format.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// A text in the quotes of YAML.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

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

std::string claiming_advice(std::string_view address, std::string_view media_type, std::string_view head) {
  if (const auto end = address.rfind("!/"); end != address.npos)
    if (const auto what = workbook_of(address.substr(0, end), address.substr(end + 2)); !what.empty())
      return "it is a part of " + std::string(what) + "; " + std::string(workbook_advice);
  const auto format = guess_data_format(media_type, address.substr(0, address.find_first_of("?#")), head);
  if (format == data_format::unknown) return {};
  return "it looks like " + std::string(to_string(format)) +
         ", which a specification can claim; write in the campaign: records: [{documents: {uri: " +
         in_quotes(address) + "}}]";
}

}  // namespace laundromat
