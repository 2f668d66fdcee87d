// What a user searches for, and the query of SQLite's full-text index that it is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

/// Words that must follow each other. Where punctuation divides a word, its parts are such words, too: `socks.csv` is `socks` and `csv`.
struct search_phrase {
  std::string words;       ///< as `searchable_text`; has a letter or digit
  bool is_prefix = false;  ///< the last word may go on: `sock*`

  friend bool operator==(const search_phrase&, const search_phrase&) = default;
};

/// All phrases must occur.
using search_query = std::vector<search_phrase>;

struct search_query_limits {
  std::size_t phrases = 64;         ///< below the depth of an expression of FTS5, 256
  std::size_t text_bytes = 10'000;  ///< of all arguments
};

/// Reads the words of a command line. An argument is a phrase, as the shell passes on what was in quotation marks; an argument that has quotation
/// marks itself is a text of words and of phrases in these. A `*` behind a word or phrase, or as its last character, makes it a prefix. What has
/// neither a letter nor a digit is left out, as the index has only words.
/// Errors: `invalid_argument` for a query without a word; `limit_exceeded`.
[[nodiscard]] result<search_query> read_search_query(std::span<const std::string> arguments,
                                                     search_query_limits limits = {});

/// The query in the syntax of FTS5: strings only, and `*` behind a prefix, so that no text of a user is syntax.
/// Source: https://sqlite.org/fts5.html section 3.
[[nodiscard]] std::string fts5_text(const search_query& query);

}  // namespace laundromat
