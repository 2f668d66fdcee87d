// Collects bytes, and passes them to a run when they are many.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/byte_spool.hpp"

#include <vector>

namespace laundromat {

namespace {

constexpr std::size_t most_in_memory_bytes = std::size_t{1} << 18;

}  // namespace

result<void> byte_spool::write(std::string_view bytes) {
  last_.append(bytes);
  bytes_ += bytes.size();
  if (last_.size() < most_in_memory_bytes) return {};
  if (!runs_) {
    runs_ = make_runs_();
    const auto made = runs_->create();
    if (!made) return tl::unexpected(made.error());
    run_ = *made;
  }
  auto written = run_->write(last_);
  last_.clear();
  return written;
}

result<void> byte_spool::read(const piece_taker& take) {
  if (runs_) {
    const auto source = runs_->open(0);
    if (!source) return tl::unexpected(source.error());
    std::vector<char> buffer(most_in_memory_bytes);
    for (;;) {
      const auto got = (*source)->read(buffer);
      if (!got) return tl::unexpected(got.error());
      if (*got == 0) break;
      if (auto taken = take({buffer.data(), *got}); !taken) return taken;
    }
  }
  return last_.empty() ? result<void>{} : take(last_);
}

}  // namespace laundromat
