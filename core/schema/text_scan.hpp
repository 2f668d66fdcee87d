// The length of a text and the scripts that it is written in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace laundromat {

/// A set of scripts by their place in the table of text_scan.cpp.
using script_set = std::uint32_t;

struct text_extent {
  std::uint64_t characters = 0;  ///< Unicode code points, as `minLength` of JSON Schema counts
  script_set scripts = 0;        ///< of its letters
};

/// `text` is UTF-8. The script of a letter is that of its Unicode block, which is one look-up and no statement about the language; letters in
/// blocks that the table does not list have none.
[[nodiscard]] text_extent scan_text(std::string_view text);

/// The codes of ISO 15924, as `Latn`, in the order of the table.
[[nodiscard]] std::vector<std::string_view> script_codes(script_set scripts);

}  // namespace laundromat
