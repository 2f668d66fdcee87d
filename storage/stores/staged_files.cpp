// Keeps small staged files in memory, and moves them to the folder when they grow.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/staged_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "core/washing/document_metadata.hpp"
#include "storage/segments/segment_files.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view staged_folder = ".staged";
constexpr std::string_view part_names[] = {index_file_name, metadata_file_names[0], metadata_file_names[1]};

/// A file in memory with its sidecar files.
struct memory_file {
  std::string bytes;
  std::map<std::string, std::string, std::less<>> parts;

  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t sum = bytes.size();
    for (const auto& [name, part] : parts) sum += part.size();
    return sum;
  }
};

void remove_staged(const safe_folder& store, std::string_view name) {
  (void)store.remove(staged_files::path_of(name));
  for (const auto part : part_names) (void)store.remove(staged_files::path_of(name, part));
}

result<void> write_file(const safe_folder& store, const fs::path& path, std::string_view bytes) {
  auto file = store.create(path);
  return file ? write_all(file->get(), bytes, path) : tl::unexpected(file.error());
}

result<byte_source_ptr> source_of(result<file_descriptor> file) {
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

}  // namespace

/// The finished files in memory by name, and the bytes of all files in memory.
struct staged_memory {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const memory_file>, std::less<>> files;
  std::uint64_t bytes = 0;

  /// Reserves room for more bytes; false when there is none.
  bool grow(std::uint64_t more) {
    const std::lock_guard lock(mutex);
    if (bytes + more > staged_files::most_bytes) return false;
    bytes += more;
    return true;
  }
  void shrink(std::uint64_t less) {
    const std::lock_guard lock(mutex);
    bytes -= less;
  }
  void add(const std::string& name, memory_file file) {
    auto kept = std::make_shared<const memory_file>(std::move(file));
    const std::lock_guard lock(mutex);
    files.emplace(name, std::move(kept));
  }
  std::shared_ptr<const memory_file> find(std::string_view name) {
    const std::lock_guard lock(mutex);
    const auto found = files.find(name);
    return found == files.end() ? nullptr : found->second;
  }
  bool remove(std::string_view name) {
    const std::lock_guard lock(mutex);
    const auto found = files.find(name);
    if (found == files.end()) return false;
    bytes -= found->second->size();
    files.erase(found);
    return true;
  }
};

namespace {

/// A file that begins in memory. It is in the folder from the first of these on: it is not small any more, there is no room in memory, its
/// descriptor is requested.
class staged_clean_file final : public clean_descriptor {
 public:
  staged_clean_file(safe_folder store, const disk_sync& disk, std::shared_ptr<staged_memory> memory)
      : store_(std::move(store)), disk_(disk), memory_(std::move(memory)), name_(fresh_name()) {}
  ~staged_clean_file() override {
    memory_->shrink(reserved_);
    if (is_on_disk_ && !is_finished_) remove_staged(store_, name_);
  }
  staged_clean_file(const staged_clean_file&) = delete;
  staged_clean_file& operator=(const staged_clean_file&) = delete;

  result<int> descriptor() override {
    if (auto moved = kept_fault(move_to_disk()); !moved) return tl::unexpected(moved.error());
    return file_.get();
  }
  result<file_descriptor> create_sidecar(std::string_view name) override {
    if (auto known = check_part(name); !known) return tl::unexpected(known.error());
    if (auto moved = kept_fault(move_to_disk()); !moved) return tl::unexpected(moved.error());
    return store_.create(staged_files::path_of(name_, name));
  }
  result<void> add_sidecar(std::string_view name, std::string_view bytes) override {
    if (auto known = check_part(name); !known) return known;
    if (!fits(bytes.size())) {
      if (auto moved = kept_fault(move_to_disk()); !moved) return moved;
      return kept_fault(write_file(store_, staged_files::path_of(name_, name), bytes));
    }
    if (!held_.parts.emplace(name, bytes).second)
      return fail(errc::io_failed, "a second " + std::string(name));
    return {};
  }
  result<void> write(std::string_view bytes) override {
    if (fits(bytes.size())) {
      held_.bytes.append(bytes);
      return {};
    }
    if (auto moved = kept_fault(move_to_disk()); !moved) return moved;
    return kept_fault(write_all(file_.get(), bytes, staged_files::path_of(name_)));
  }
  result<std::string> finish(std::string_view index) override {
    if (is_finished_) return fail(errc::internal, "finished twice");
    if (fault_) return tl::unexpected(*fault_);
    if (auto kept = index.empty() ? result<void>{} : add_sidecar(index_file_name, index); !kept)
      return tl::unexpected(kept.error());
    if (is_on_disk_) {
      if (auto synced = sync_if_large(); !synced) return tl::unexpected(synced.error());
      file_descriptor closed = std::move(file_);
    } else {
      memory_->add(name_, std::move(held_));
      reserved_ = 0;  // the finished file has it now
    }
    is_finished_ = true;
    return name_;
  }

 private:
  /// A file after a failed write may have a hole: it is never finished.
  result<void> kept_fault(result<void> done) {
    if (!fault_ && !done) fault_ = done.error();
    return fault_ ? tl::unexpected(*fault_) : std::move(done);
  }
  static result<void> check_part(std::string_view name) {
    if (staged_files::is_part_name(name)) return {};
    return fail(errc::invalid_argument, "not a name of a sidecar file: " + std::string(name));
  }
  /// Whether so many more bytes are kept in memory; then they are reserved.
  bool fits(std::size_t more) {
    if (is_on_disk_ || reserved_ + more > most_small_file_bytes || !memory_->grow(more)) return false;
    reserved_ += more;
    return true;
  }
  result<void> move_to_disk() {
    if (is_on_disk_) return {};
    const auto path = staged_files::path_of(name_);
    auto file = store_.create(path);
    if (!file && !store_.holds(staged_folder).value_or(true) && store_.make_folders(staged_folder))
      file = store_.create(path);
    if (!file) return tl::unexpected(file.error());
    is_on_disk_ = true;
    file_ = std::move(*file);
    if (auto written = write_all(file_.get(), held_.bytes, path); !written) return written;
    for (const auto& [name, bytes] : held_.parts)
      if (auto written = write_file(store_, staged_files::path_of(name_, name), bytes); !written)
        return written;
    held_ = {};
    memory_->shrink(std::exchange(reserved_, 0));
    return {};
  }
  /// Syncs in the writer's thread, so that publishing does not delay other documents.
  result<void> sync_if_large() const {
    struct stat found {};
    const auto path = staged_files::path_of(name_);
    if (::fstat(file_.get(), &found) != 0) return fail_errno("stat", path);
    const bool is_large = static_cast<std::uint64_t>(found.st_size) >= large_file_bytes;
    return is_large ? disk_.file(file_.get(), store_.path() / path) : result<void>{};
  }

  safe_folder store_;
  const disk_sync& disk_;
  std::shared_ptr<staged_memory> memory_;
  std::string name_;
  memory_file held_;
  std::uint64_t reserved_ = 0;  ///< of the bytes of all files in memory
  file_descriptor file_;
  bool is_on_disk_ = false, is_finished_ = false;
  std::optional<failure> fault_;  ///< the first
};

}  // namespace

result<staged_files> staged_files::at(safe_folder store, const disk_sync& disk) {
  if (auto made = store.make_folders(staged_folder); !made) return tl::unexpected(made.error());
  return staged_files{std::move(store), disk, std::make_shared<staged_memory>()};
}

result<std::unique_ptr<clean_descriptor>> staged_files::stage() const {
  return std::make_unique<staged_clean_file>(store_, *disk_, memory_);
}

result<byte_source_ptr> staged_files::open(std::string_view name, std::string_view part) const {
  if (!is_staged_name(name) || !(part.empty() || is_part_name(part)))
    return fail(errc::invalid_argument, "not a file of a document");
  const auto held = memory_->find(name);
  if (!held) return source_of(store_.open_to_read(path_of(name, part)));
  if (part.empty()) return make_memory_source(held->bytes);
  const auto found = held->parts.find(part);
  if (found == held->parts.end()) return fail(errc::not_found, std::string(part));
  return make_memory_source(found->second);
}

result<file_descriptor> staged_files::open_file(std::string_view name) const {
  if (!is_staged_name(name)) return fail(errc::invalid_argument, "not a staged name");
  const auto held = memory_->find(name);
  return held ? unnamed_file(held->bytes) : store_.open_to_read(path_of(name));
}

result<std::vector<std::string>> staged_files::parts(std::string_view name) const {
  std::vector<std::string> found;
  if (!is_staged_name(name)) return found;
  if (const auto held = memory_->find(name)) {
    for (const auto& [part, bytes] : held->parts) found.push_back(part);
    return found;
  }
  for (const auto part : part_names) {
    const auto is_there = store_.holds(path_of(name, part));
    if (!is_there) return tl::unexpected(is_there.error());
    if (*is_there) found.emplace_back(part);
  }
  return found;
}

result<std::shared_ptr<const std::string>> staged_files::small_file(std::string_view name) const {
  if (const auto held = memory_->find(name)) return std::shared_ptr<const std::string>(held, &held->bytes);
  const auto file = open(name);
  if (!file) return tl::unexpected(file.error());
  if ((*file)->size_bytes() > most_small_file_bytes) return nullptr;
  auto bytes = read_all(**file, most_small_file_bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  return std::make_shared<const std::string>(*std::move(bytes));
}

result<bool> staged_files::keep_on_disk(std::string_view name) const {
  if (!is_staged_name(name)) return fail(errc::invalid_argument, "not a staged name: " + std::string(name));
  const auto held = memory_->find(name);
  if (!held) return store_.holds(path_of(name));
  if (auto made = store_.make_folders(staged_folder); !made) return tl::unexpected(made.error());
  remove_staged(store_, name);  // left from a try that failed
  if (auto written = write_file(store_, path_of(name), held->bytes); !written)
    return tl::unexpected(written.error());
  for (const auto& [part, bytes] : held->parts)
    if (auto written = write_file(store_, path_of(name, part), bytes); !written)
      return tl::unexpected(written.error());
  (void)memory_->remove(name);
  return true;
}

std::size_t staged_files::in_memory() const {
  const std::lock_guard lock(memory_->mutex);
  return memory_->files.size();
}

void staged_files::drop(std::string_view name) const {
  if (is_staged_name(name) && !memory_->remove(name)) remove_staged(store_, name);
}

result<std::uint64_t> staged_files::sweep() const {
  const auto staged = store_.below(staged_folder);
  if (!staged) return tl::unexpected(staged.error());
  return staged->empty();
}

fs::path staged_files::path_of(std::string_view name, std::string_view part) {
  auto path = fs::path{staged_folder} / name;
  return part.empty() ? path : path.concat(".").concat(part);
}

bool staged_files::is_staged_name(std::string_view name) {
  return !name.empty() && name.size() < 64 &&
         std::all_of(name.begin(), name.end(), [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
}

bool staged_files::is_part_name(std::string_view part) {
  return std::ranges::find(part_names, part) != std::end(part_names);
}

}  // namespace laundromat
