// JSON-LD contexts on disk: those of an index that somebody keeps, and those that were fetched once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/rdf/model/reader.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

struct context_cache_options {
  std::filesystem::path folder;
  bool is_of_data_folder =
      false;  ///< in it no link is followed; of another one the index may name links of the user
  std::filesystem::path index = {};  ///< `contexts.tsv` in the folder when empty; it may be missing there
  std::function<timestamp()> now;
  milliseconds time_to_live = std::chrono::hours{24 * 30};
  std::uint64_t context_bytes = std::uint64_t{1} << 20;
  context_loader* inner =
      nullptr;  ///< asked for what is missing or too old; null: nothing is fetched. Outlives the cache
};

/// Serves contexts from a folder. Thread-safe as far as its inner loader is.
/// Shape of the index: lines `IRI<tab>file`, the file below the folder; what follows a second tab, empty lines, and lines that begin
/// with `#` say nothing. What it names is served as it stands, at any age.
/// Shape of a fetched context: a file `{SHA-256 of the IRI}.context` that appears whole: the line `context 1`, the IRI, the SHA-256 of
/// the body, the milliseconds when it was fetched, an empty line, the body. A torn or foreign file is as good as none.
/// A context that is too old is served all the same when nothing newer can be had.
class context_cache final : public context_loader {
 public:
  /// Errors: `configuration` (an index that is named and cannot be read, or that names a file outside the folder), `io_failed`,
  /// `unsafe_data_folder`.
  [[nodiscard]] static result<context_cache> open(context_cache_options options);

  /// Errors: `not_found`, `body_too_large`, those of the inner loader. A context that was fetched but cannot be stored is served.
  [[nodiscard]] result<std::string> load(std::string_view iri) override;

 private:
  struct stored_context {
    std::string body;
    timestamp fetched;
  };
  context_cache(context_cache_options options, safe_folder folder)
      : options_(std::move(options)), folder_(std::move(folder)) {}
  [[nodiscard]] result<void> read_index();
  [[nodiscard]] result<std::string> read_named(const std::filesystem::path& file) const;
  [[nodiscard]] result<stored_context> read_stored(std::string_view iri) const;
  [[nodiscard]] result<void> store(std::string_view iri, std::string_view body) const;

  context_cache_options options_;
  safe_folder folder_;
  std::map<std::string, std::filesystem::path, std::less<>> index_;
};

}  // namespace laundromat
