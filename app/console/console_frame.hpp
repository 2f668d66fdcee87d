// What is around each page of the console.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/pages/page_parts.hpp"

namespace laundromat {

/// A whole page; `here` is the entry of the navigation that is marked, `root` leads to the front page.
[[nodiscard]] std::string console_page(std::string_view title, std::string_view here, const html& content,
                                       const std::string& root);

/// The script of all pages: it shows what happens, and changes something with the token of the campaign.
[[nodiscard]] std::string_view console_script();
/// A form with which the script changes something by the API; it is hidden without the script. `buttons`: the path of the API, and the text.
[[nodiscard]] html change_form(std::string_view title, std::string_view field,
                               std::span<const std::pair<std::string_view, std::string_view>> buttons);

/// Scripts and styles come from this server only, and no other page may show this one.
inline constexpr std::string_view console_policy =
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; "
    "form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'";

}  // namespace laundromat
