// Parts of the HTML pages of a catalogue.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "app/publish/catalogue_files.hpp"

namespace laundromat {

/// The begin of each page, up to its title.
inline constexpr std::string_view html_head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>body{font:1em sans-serif;margin:2em;max-width:70em}table{border-collapse:collapse}"
    "td,th{padding:.2em .8em .2em 0;text-align:left;vertical-align:top}td.n{text-align:right}"
    "code{font-size:.9em}</style>\n";

/// A link; both texts are escaped.
[[nodiscard]] inline std::string html_link(const std::string& to, const std::string& text) {
  return "<a href=\"" + escape_html(to) + "\">" + escape_html(text) + "</a>";
}

/// A cell of a table with a number.
[[nodiscard]] inline std::string html_number(const std::string& text) {
  return "<td class=\"n\">" + text + "</td>";
}

}  // namespace laundromat
