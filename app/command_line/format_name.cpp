// Looks a format up by all the words that name it.
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line/format_name.hpp"

#include "core/rdf/model/rdf_version.hpp"

namespace laundromat {

std::optional<rdf_format> format_from_option(std::string_view text) {
  for (const auto look_up : {format_from_name, format_from_extension})
    if (const auto found = look_up(text)) return found;
  return format_from_media_type(without_parameters(text));
}

std::vector<std::string> format_keys() {
  std::vector<std::string> keys;
  for (const auto& one : format_table()) keys.emplace_back(one.key);
  return keys;
}

}  // namespace laundromat
