// The rules of a served folder: redirects, errors, media types, one rule per line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/campaign/campaign_file.hpp"
#include "net/site_server.hpp"

namespace laundromat {

/// Reads lines of `PATH redirect TARGET [STATUS]`, `PATH status CODE [BODY…]`, `PATH media_type TYPE`,
/// `PATH header NAME VALUE…`, `PATH delay MILLISECONDS`, `PATH truncate BYTES`. Fields are separated by blanks;
/// lines that are blank or begin with `#` are comments. Errors: every other line.
[[nodiscard]] read_from_file<std::vector<site_rule>> read_site_rules(std::string_view text,
                                                                     std::string_view file);

/// Reads a file of such lines; no file name, no rules.
[[nodiscard]] read_from_file<std::vector<site_rule>> load_site_rules(const std::string& file);

}  // namespace laundromat
