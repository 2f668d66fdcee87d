// Texts as they are compared: without differences of case, encoding, spaces and punctuation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

struct normal_text_options {
  bool drops_accents = false;  ///< `é` as `e`: marks are removed after canonical decomposition
  bool sorts_words = false;    ///< `Doe, John` as `John Doe`
};

/// NFKC with full case folding; white space and punctuation become one space between words. Apostrophes and full stops are removed
/// (`O'Brien`, `U.S.`), but a stop between two digits is kept (`3.5`). `text` is UTF-8; ill-formed parts count as spaces. A text of nothing but punctuation
/// stays as it is, folded. Source: Unicode 15, 3.13 (toNFKC_Casefold without ignorable characters), general category P and Z.
[[nodiscard]] std::string normal_text(std::string_view text, const normal_text_options& options = {});

}  // namespace laundromat
