// JSON-LD contexts and metadata of tables on disk: those of an index by the user, and cached fetched ones.
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
      false;  ///< then no link in it is followed; the index of a user's folder may name links
  std::filesystem::path index = {};  ///< empty: `contexts.tsv` in the folder, which may be missing
  std::function<timestamp()> now;
  milliseconds time_to_live = std::chrono::hours{24 * 30};
  std::uint64_t context_bytes = std::uint64_t{1} << 20;
  context_loader* inner =
      nullptr;  ///< loads missing or outdated contexts; null: nothing is fetched. Outlives the cache
};

/// Serves JSON-LD contexts and metadata of tables, both called contexts here, from a folder. As thread-safe as its inner loader.
/// Shape of the index: lines `IRI<tab>file`, the file below the folder; text after a second tab, empty lines, and lines that begin
/// with `#` are ignored. Files of the index are served unchanged, at any age.
/// Shape of a fetched context: a file `{SHA-256 of the IRI}.context`, written atomically: the line `context 1`, the IRI, the SHA-256 of
/// the body, the fetch time in milliseconds, an empty line, the body. A damaged or foreign file is ignored.
/// An outdated context is served when no newer one can be fetched.
class context_cache final : public context_loader {
 public:
  /// Errors: `configuration` (a named index is unreadable, or names a file outside the folder), `io_failed`,
  /// `unsafe_data_folder`.
  [[nodiscard]] static result<context_cache> open(context_cache_options options);

  /// Errors: `not_found`, `body_too_large`, those of the inner loader. A fetched context that cannot be stored is served.
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
