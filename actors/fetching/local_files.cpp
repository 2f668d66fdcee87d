// Copies local files as if they were downloaded.
// SPDX-License-Identifier: Apache-2.0
#include "actors/fetching/fetcher_state.hpp"

#include "core/base/machine_fault.hpp"
#include "storage/files/local_file.hpp"

namespace laundromat::fetching {

namespace {

constexpr std::size_t copy_step_bytes = std::size_t{4} << 20;

/// Ends the download of a local file that cannot be read. That is a failure of the seed, unless our machine has no more descriptors.
void fail_to_read(fetcher_ptr self, std::uint64_t id, const failure& why) {
  if (why.code == errc::io_failed) return retry(self, id, why.code, why.detail);
  fail_here(self, id, why);
}

}  // namespace

void start_copy(fetcher_ptr self, std::uint64_t id) {
  auto& s = self->state;
  auto& d = *s.downloads.at(id);
  auto source = open_local_file(d.chain.current(), s.env->settings.files.roots);
  if (!source && source.error().code == errc::file_root_refused)
    return finish(self, id, event::refused, source.error().code, source.error().detail);
  if (!source) return fail_to_read(self, id, source.error());
  d.local = std::move(*source);
  keep_polling(self);
}

bool copy_on(fetcher_ptr self) {
  auto& s = self->state;
  std::vector<std::uint64_t> copying;
  for (const auto& [id, d] : s.downloads)
    if (d->local) copying.push_back(id);
  std::string buffer;
  for (const auto id : copying) {
    auto& d = *s.downloads.at(id);
    buffer.resize(copy_step_bytes);
    const auto n = d.local->read(buffer);
    const auto written = n && *n > 0
                             ? d.body->write_local({buffer.data(), *n}, d.chain.current(), d.found.begun)
                             : result<void>{};
    if (!n) {
      fail_to_read(self, id, n.error());
    } else if (!written) {
      fail_here(self, id, written.error());
    } else if (*n > 0) {
      continue;
    } else if (const auto kept = d.body->keep_local(d.chain.current(), d.found.begun); !kept) {
      fail_here(self, id, kept.error());
    } else {
      store(self, id, "");
    }
  }
  return !copying.empty();
}

}  // namespace laundromat::fetching
