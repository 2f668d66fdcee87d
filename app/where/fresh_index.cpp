// Shows the number of documents while they are indexed.
// SPDX-License-Identifier: Apache-2.0
#include "app/where/fresh_index.hpp"

#include <ostream>

#include "app/records/open_journal.hpp"
#include "app/terminal/live_count.hpp"

namespace laundromat {

bool bring_up_to_date(mention_index& index, journal& from, const clean_store& store, command_context& context,
                      mention_index_options options) {
  live_count shown{context.io, "documents indexed"};
  std::uint64_t told = 0;
  options.on_progress = [&](std::uint64_t documents) {
    shown.count(documents - std::exchange(told, documents));
  };
  const auto done = index.update(from, store, options);
  shown.finish();
  if (!done) return refuse(done.error(), context), false;
  if (!*done)
    context.io.err
        << "laundromat: another process brings the index up to date: documents that it does not have yet are "
           "not in this answer\n";
  return true;
}

}  // namespace laundromat
