// Parts of which pages of the console are made. Texts are escaped here, and nowhere else.
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

/// A bar chart in SVG, with the numbers as text: what it shows can be read without seeing it.
[[nodiscard]] html bar_chart(std::string_view title,
                             std::span<const std::pair<std::string, std::uint64_t>> bars);

/// A whole page: head, navigation with `here` marked, content, foot.
[[nodiscard]] std::string console_page(std::string_view title, std::string_view here, const html& content,
                                       const std::string& root);

/// The style of all pages, which is served below the console: light and dark, from a phone to a wide screen.
[[nodiscard]] std::string_view console_style();
/// The script of all pages, likewise: it shows what happens, and changes something with the token of the campaign.
[[nodiscard]] std::string_view console_script();
/// A form with which the script changes something by the API; it is hidden without the script. `buttons`: the path of the API, and the text.
[[nodiscard]] html change_form(std::string_view title, std::string_view field,
                               std::span<const std::pair<std::string_view, std::string_view>> buttons);
/// The icon of all pages: a washing machine, in SVG.
[[nodiscard]] std::string_view console_icon();

/// Scripts and styles come from this server only, and no other page may show this one.
inline constexpr std::string_view console_policy =
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; "
    "form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'";

}  // namespace laundromat
