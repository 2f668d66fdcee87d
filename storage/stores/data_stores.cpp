// Opens the stores of a data folder.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/data_stores.hpp"

#include "storage/journal/journal_places.hpp"

namespace laundromat {

result<data_stores> data_stores::open(const data_layout& layout) {
  auto raw = raw_store::at(layout.raw());
  if (!raw) return tl::unexpected(raw.error());
  auto scratch = scratch_store::at(layout.scratch());
  if (!scratch) return tl::unexpected(scratch.error());
  auto clean = clean_store::at(layout.clean());
  if (!clean) return tl::unexpected(clean.error());
  return data_stores{std::move(*raw), std::move(*scratch), std::move(*clean)};
}

result<clean_store> open_documents_to_read(const std::filesystem::path& root) {
  auto store = clean_store::at(data_layout{root}.clean());
  if (!store) return store;
  auto data = safe_folder::named(root);
  if (!data) return tl::unexpected(data.error());
  auto places = open_journal_places(root);
  if (!places) return tl::unexpected(places.error());
  store->use_segments(*std::move(data), *std::move(places));
  return store;
}

}  // namespace laundromat
