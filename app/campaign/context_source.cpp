// Loads JSON-LD contexts through a cache.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/context_source.hpp"

#include "app/terminal/wall_clock.hpp"

namespace laundromat {

result<context_source> context_source::open(context_source_options options) {
  context_source made;
  const bool may_fetch = options.fetch_as.has_value();
  if (may_fetch) made.fetcher_ = std::make_unique<context_fetcher>(*std::move(options.fetch_as), wall_now);
  if (options.folder.empty()) return made;
  std::error_code code;
  if (!options.is_of_data_folder && !may_fetch && !std::filesystem::is_directory(options.folder, code))
    return fail(errc::not_found, "the folder of contexts " + options.folder.string() +
                                     " does not exist: name a folder with a contexts.tsv");
  context_cache_options kept;
  kept.folder = std::move(options.folder);
  kept.is_of_data_folder = options.is_of_data_folder;
  kept.now = wall_now;
  kept.inner = made.fetcher_.get();
  auto cache = context_cache::open(std::move(kept));
  if (!cache) return tl::unexpected(cache.error());
  made.cache_ = std::make_unique<context_cache>(std::move(*cache));
  return made;
}

}  // namespace laundromat
