// The search of a catalogue, which needs no server: words of its documents in files that a script of its page loads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "app/publish/catalogue_files.hpp"

namespace laundromat {

/// What a hit shows. Texts of strangers.
struct search_entry {
  std::string page;   ///< the page that lists it, below the folder of the catalogue, and its place there
  std::string title;  ///< a URL, of which 400 bytes are shown
  std::string host, format;
  std::string date;  ///< `2026-11-30`
  std::uint64_t statements = 0;
};

/// The words of a text: runs of ASCII letters, digits and all other characters beyond ASCII; letters of ASCII in lower case, at least two bytes each; the first 64.
[[nodiscard]] std::set<std::string> words_of(std::string_view text);

/// Writes `search/00.js` to `search/ff.js`, of which each has the words with one value of the low byte of their FNV-1a hash (32 bits); a file without words is not made.
class catalogue_search {
 public:
  using opener = std::function<result<std::unique_ptr<catalogue_file>>(const std::string& name)>;
  using closer = std::function<result<void>(std::unique_ptr<catalogue_file>& file)>;

  explicit catalogue_search(opener open) : open_(std::move(open)) {}

  /// Adds an entry to each of its words: those of the host and the format, and of the title without percent-encoding. Errors: those of the files.
  [[nodiscard]] result<void> add(const search_entry& entry);
  [[nodiscard]] result<void> finish(const closer& close);

 private:
  opener open_;
  std::array<std::unique_ptr<catalogue_file>, 256> files_;
};

/// The script of its page, `script.js`.
[[nodiscard]] std::string_view catalogue_script();

}  // namespace laundromat
