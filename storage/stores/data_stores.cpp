// Opens the stores of a data folder.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/data_stores.hpp"

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

}  // namespace laundromat
