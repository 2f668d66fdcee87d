// Parts of which all pages are made: those of the console, of documents, and of catalogues. Texts are escaped here, and nowhere else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/terminal/json.hpp"

namespace laundromat {

/// HTML, which is not escaped again.
struct html {
  std::string text;
};
/// Escapes a text; control characters and bytes that are not UTF-8 become visible, as on a terminal.
[[nodiscard]] html plain(std::string_view text);
/// A link below the console; `to` is a URL, whose parts are already encoded.
[[nodiscard]] html link_to(const std::string& to, std::string_view text);
/// The URI of a stranger: a link where it is one of the Web, which learns nothing about this page.
[[nodiscard]] html stranger_link(const std::string& uri);
/// A number with thousands separators, and its exact value for programs.
[[nodiscard]] html number(std::uint64_t value);

enum class column_kind : std::uint8_t { words, number, prose };
struct column_head {
  std::string text;
  column_kind kind = column_kind::words;
};
/// A table with a caption for readers of screens.
[[nodiscard]] html table(std::string_view caption, std::span<const column_head> heads,
                         std::span<const std::vector<html>> rows);

/// The same piece by piece.
[[nodiscard]] std::string table_begin(std::string_view caption, std::span<const column_head> heads);
[[nodiscard]] std::string table_row(std::span<const column_head> heads, const std::vector<html>& cells);
[[nodiscard]] std::string table_end();

/// A bar chart in SVG, with the numbers as text: what it shows can be read without seeing it.
[[nodiscard]] html bar_chart(std::string_view title,
                             std::span<const std::pair<std::string, std::uint64_t>> bars);

struct navigation_entry {
  std::string path, text;
};
/// What is around the content of a page.
struct page_frame {
  std::string title;
  std::string site;  ///< the name of all pages together; empty: the title
  std::string root;  ///< leads from the page to the folder of `style.css`, `icon.svg` and `script.js`
  std::vector<navigation_entry> navigation;  ///< paths below `root`
  std::string here;                          ///< that of the page, or of its list
  html foot;
  bool has_script = false;
};
/// A whole page.
[[nodiscard]] std::string whole_page(const page_frame& frame, const html& content);
/// The parts before and behind the content, for pages that are written piece by piece.
[[nodiscard]] std::string page_begin(const page_frame& frame);
[[nodiscard]] std::string page_end(const page_frame& frame);

/// The style of all pages, `style.css`: light and dark, from a phone to a wide screen.
[[nodiscard]] std::string_view page_style();
/// The icon of all pages: a washing machine, in SVG.
[[nodiscard]] std::string_view page_icon();

}  // namespace laundromat
