// Provides memory, threads and temporary files for the writer of HDT.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/hdt_output.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "app/terminal/temporary_folder.hpp"
#include "storage/stores/scratch_runs.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

namespace {

/// Files in a folder that is made with the first of them. Thread-safe.
class late_scratch {
 public:
  result<file_descriptor> create_run() {
    const std::lock_guard lock{mutex_};
    if (!store_) {
      auto folder = make_temporary_folder();
      if (!folder) return tl::unexpected(folder.error());
      auto store = scratch_store::at(folder->path() / "scratch");
      if (!store) return tl::unexpected(store.error());
      folder_.emplace(*std::move(folder));
      store_.emplace(*std::move(store));
    }
    return store_->create_run();
  }

 private:
  std::mutex mutex_;
  std::optional<scratch_folder> folder_;
  std::optional<scratch_store> store_;
};

}  // namespace

result<void> write_hdt(const document_opener& open, std::string dataset, hdt_resources resources,
                       byte_sink& out) {
  late_scratch scratch;
  worker_pool workers{resources.threads > 0 ? resources.threads
                                            : std::max(1U, std::thread::hardware_concurrency())};
  hdt_options options;
  options.memory_bytes = resources.memory_bytes;
  options.dataset = std::move(dataset);
  options.workers = &workers;
  return convert_to_hdt(
      open, std::move(options),
      [&scratch] { return make_scratch_runs([&scratch] { return scratch.create_run(); }); }, out);
}

}  // namespace laundromat
