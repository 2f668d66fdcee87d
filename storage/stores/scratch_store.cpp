// Implements scratch files by key, and unlinked runs.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/scratch_store.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "core/base/shared_source.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_key = 128;

bool is_usable_key(std::string_view key) {
  const auto allowed = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' || c == '-';
  };
  return !key.empty() && key.size() <= longest_key && key.front() != '.' &&
         std::all_of(key.begin(), key.end(), allowed);
}

/// Keys never begin with a dot, so temporary names may.
std::string unfinished() {
  return '.' + fresh_name();
}

}  // namespace

/// The files that are in memory.
struct scratch_store::memory {
  /// With its key, the node of the table, and what the allocator adds.
  static std::uint64_t cost_of(std::string_view key, std::string_view file) {
    return key.size() + file.size() + 256;
  }

  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const std::string>, std::less<>> files;
  std::uint64_t bytes = 0;

  /// False: there was none.
  bool remove(std::string_view key) {
    const auto found = files.find(key);
    if (found == files.end()) return false;
    bytes -= cost_of(found->first, *found->second);
    files.erase(found);
    return true;
  }
  void remove_all(std::string_view prefix) {
    auto found = files.lower_bound(prefix);
    while (found != files.end() && found->first.starts_with(prefix)) {
      bytes -= cost_of(found->first, *found->second);
      found = files.erase(found);
    }
  }
};

scratch_store::scratch_store(safe_folder folder)
    : folder_(std::move(folder)), memory_(std::make_shared<memory>()) {}

bool scratch_store::hold(std::string_view key, std::string_view bytes) const {
  if (!is_usable_key(key)) return false;
  const std::lock_guard lock(memory_->mutex);
  memory_->remove(key);
  const auto cost = memory::cost_of(key, bytes);
  if (memory_->bytes + cost > most_kept_bytes) return false;
  memory_->files.emplace(key, std::make_shared<const std::string>(bytes));
  memory_->bytes += cost;
  return true;
}

std::shared_ptr<const std::string> scratch_store::held(std::string_view key) const {
  const std::lock_guard lock(memory_->mutex);
  const auto found = memory_->files.find(key);
  return found == memory_->files.end() ? nullptr : found->second;
}

result<scratch_store> scratch_store::at(std::filesystem::path folder) {
  auto opened = safe_folder::make(folder);
  if (!opened) return tl::unexpected<failure>(opened.error());
  if (auto emptied = opened->empty(); !emptied) return tl::unexpected<failure>(emptied.error());
  return scratch_store{std::move(*opened)};
}

result<byte_source_ptr> scratch_store::open(std::string_view key) {
  if (auto bytes = held(key)) return make_shared_source(std::move(bytes));
  auto file = open_file(key);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

result<file_descriptor> scratch_store::open_file(std::string_view key) const {
  if (!is_usable_key(key)) return fail(errc::not_found, "not a valid scratch key");
  if (const auto bytes = held(key)) return unnamed_file(*bytes);
  return folder_.open_to_read(key);
}

result<std::unique_ptr<staged_file>> scratch_store::create(std::string_view key) {
  return create_file(key);
}

result<std::unique_ptr<staged_descriptor>> scratch_store::create_file(std::string_view key) const {
  if (!is_usable_key(key)) return fail(errc::invalid_argument, "not a valid scratch key");
  return folder_.stage(unfinished(), key);
}

void scratch_store::remove(std::string_view key) {
  if (!is_usable_key(key)) return;
  {
    const std::lock_guard lock(memory_->mutex);
    if (memory_->remove(key)) return;
  }
  (void)folder_.remove(key);
}

void scratch_store::forget_held(std::string_view prefix) const {
  const std::lock_guard lock(memory_->mutex);
  memory_->remove_all(prefix);
}

void scratch_store::remove_all(std::string_view prefix) const {
  if (!is_usable_key(prefix)) return;
  forget_held(prefix);
  (void)folder_.list({}, [&](const std::string& name) {
    if (name.starts_with(prefix)) (void)folder_.remove(name);
  });
}

result<file_descriptor> scratch_store::create_run() const {
  const auto name = unfinished();
  auto file = folder_.create(name);
  if (file) (void)folder_.remove(name);
  return file;
}

}  // namespace laundromat
