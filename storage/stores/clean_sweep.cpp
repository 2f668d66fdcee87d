// Gives ranges of rows to threads. A document that the fast check does not find intact is checked again, to say why.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_sweep.hpp"

#include <algorithm>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <optional>

#include "core/base/worker_pool.hpp"
#include "storage/segments/segment_files.hpp"
#include "storage/stores/small_document_check.hpp"

namespace laundromat {

namespace {

constexpr std::size_t documents_a_range = 1'024;

/// How many ranges may be checked before their turn, while another thread reads a large document.
constexpr std::uint64_t most_ahead = 64;

/// The sorted documents that have a folder.
result<std::vector<content_digest>> documents_with_folder(const safe_folder& store) {
  std::vector<content_digest> all;
  std::vector<std::string> groups;
  auto listed = store.list("", [&](const std::string& name) {
    const auto kind = name.size() == 2 ? store.kind_of(name) : std::filesystem::file_type::none;
    if (kind && *kind == std::filesystem::file_type::directory) groups.push_back(name);
  });
  for (const auto& group : groups)
    if (listed)
      listed = store.list(group, [&](const std::string& name) {
        if (const auto digest = content_digest::from_hex(name)) all.push_back(*digest);
      });
  if (!listed) return tl::unexpected(listed.error());
  std::ranges::sort(all);
  return all;
}

struct document_range {
  std::uint64_t number = 0;  ///< in the order of their rows
  std::vector<placed_document> documents;
  std::vector<std::optional<document_check>> found;
};

struct sweep {
  journal_reader reader;
  const clean_store& store;
  const std::string& program;
  std::vector<content_digest> with_folder;  ///< sorted
  const std::function<void(const kept_document&, const document_check&)>& take;

  std::mutex reading = {};
  std::int64_t last_row = 0;  ///< while `reading` is held
  result<void> read = {};     ///< likewise

  std::uint64_t ranges = 0;  ///< likewise

  std::mutex taking = {};
  std::condition_variable turn = {};
  std::uint64_t taken = 0;                                ///< ranges, while `taking` is held
  std::map<std::uint64_t, document_range> finished = {};  ///< before their turn, likewise
  bool is_given_up = false;                               ///< a thread ended by an exception, likewise

  /// The next documents; none at the end, and after an error.
  document_range next_range() {
    const std::lock_guard held{reading};
    if (!read) return {};
    auto found = reader.placed_documents_after(last_row, documents_a_range);
    if (!found) {
      read = tl::unexpected(found.error());
      return {};
    }
    last_row = found->last_row;
    return {ranges++, std::move(found->documents), {}};
  }

  /// Passes on all ranges whose turn it is.
  void deliver(document_range range) {
    std::unique_lock held{taking};
    turn.wait(held, [&] { return range.number < taken + most_ahead || is_given_up; });
    finished.emplace(range.number, std::move(range));
    for (auto next = finished.find(taken); next != finished.end(); next = finished.find(++taken)) {
      const auto& done = next->second;
      for (std::size_t i = 0; i < done.documents.size(); ++i) take(done.documents[i].kept, *done.found[i]);
      finished.erase(next);
    }
    turn.notify_all();
  }

  [[nodiscard]] bool has_folder(const placed_document& document) const {
    return std::ranges::binary_search(with_folder, document.kept.clean.hash);
  }

  void work() {
    try {
      check_ranges();
    } catch (...) {
      const std::lock_guard held{taking};
      is_given_up = true;
      turn.notify_all();
      throw;
    }
  }

  void check_ranges() {
    std::optional<small_document_check> small;
    if (store.segments() != nullptr) small.emplace(*store.segments());
    for (auto range = next_range(); !range.documents.empty(); range = next_range()) {
      const auto& documents = range.documents;
      auto& found = range.found;
      found = small ? small->check(documents) : decltype(range.found)(documents.size());
      for (std::size_t i = 0; i < documents.size(); ++i)
        if (!found[i] || has_folder(documents[i]))
          found[i] = check_document(store, documents[i].kept, program);
      deliver(std::move(range));
    }
  }
};

}  // namespace

result<void> check_documents(journal& from, const clean_store& store, const std::string& program,
                             std::size_t threads,
                             const std::function<void(const kept_document&, const document_check&)>& take) {
  auto with_folder = documents_with_folder(store.folder());
  if (!with_folder) return tl::unexpected(with_folder.error());
  sweep all{journal_reader{from}, store, program, *std::move(with_folder), take};
  worker_pool workers(static_cast<std::uint32_t>(threads));
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) others.push_back(workers.run([&] { all.work(); }));
  all.work();
  for (auto& one : others) workers.wait(one);
  return all.read;
}

}  // namespace laundromat
