// The exceptions of a served folder: redirects, errors, media types, one rule a line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/campaign_file.hpp"

namespace laundromat {

/// How one path is answered otherwise than by the file of that name.
struct site_exception {
  enum class action : std::uint8_t { redirect, status, media_type, header, delay, truncate };

  std::string path;  ///< begins with `/`
  action act{};
  std::uint32_t number =
      0;              ///< the status of `redirect` and `status`, milliseconds of `delay`, bytes of `truncate`
  std::string name;   ///< of a header
  std::string value;  ///< target, body, media type, or value of a header

  friend bool operator==(const site_exception&, const site_exception&) = default;
};

/// Reads lines of `PATH redirect TARGET [STATUS]`, `PATH status CODE [BODY…]`, `PATH media_type TYPE`,
/// `PATH header NAME VALUE…`, `PATH delay MILLISECONDS`, `PATH truncate BYTES`; fields stand apart by blanks,
/// lines that are blank or begin with `#` are comments. Errors: every line that is none of these.
[[nodiscard]] read_from_file<std::vector<site_exception>> read_site_rules(std::string_view text,
                                                                          std::string_view file);

/// Reads a file of such lines; no file name, no rules.
[[nodiscard]] read_from_file<std::vector<site_exception>> load_site_rules(const std::string& file);

}  // namespace laundromat
