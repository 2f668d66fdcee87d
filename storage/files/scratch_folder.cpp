// Marks temporary folders and files with locks, so that abandoned ones are recognised.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/scratch_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view scratch_prefix = "laundromat-scratch-";
constexpr int most_tries = 100;

/// Whether `path` still names the open file.
bool leads_to(const fs::path& path, int fd) {
  struct stat named {
  }, opened{};
  return ::lstat(path.c_str(), &named) == 0 && ::fstat(fd, &opened) == 0 && named.st_ino == opened.st_ino &&
         named.st_dev == opened.st_dev;
}

bool try_lock(int fd) {
  return ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/// Whether a new file still exists after locking, because another process may have removed it as abandoned before. On a file system without
/// locks it always does.
bool has_become_ours(const fs::path& path, int fd) {
  if (!try_lock(fd) && errno == EWOULDBLOCK) return false;
  return leads_to(path, fd);
}

void remove_if_abandoned(const fs::path& path) {
  const file_descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  struct stat found {};
  if (!file.is_open() || ::fstat(file.get(), &found) != 0 || found.st_uid != ::geteuid()) return;
  if (!try_lock(file.get()) || !leads_to(path, file.get())) return;
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

/// Creates a locked file with a unique name.
result<file_descriptor> create_locked(const fs::path& folder, fs::path& path) {
  for (int i = 0; i < most_tries; ++i) {
    path = folder / (std::string{unplaced_prefix} + fresh_name());
    auto file = create_file(path);
    if (!file) return file;
    if (has_become_ours(path, file->get())) return file;
  }
  return fail(errc::io_failed, "temporary files are removed by another program in " + folder.string());
}

result<void> copy_bytes(const fs::path& from, byte_sink& to) {
  auto source = open_file_source(from);
  if (!source) return tl::unexpected(source.error());
  std::string buffer(std::size_t{1} << 20, '\0');
  while (true) {
    const auto n = (*source)->read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return {};
    if (auto written = to.write({buffer.data(), *n}); !written) return written;
  }
}

class unplaced_file final : public staged_file {
 public:
  /// Without a hidden name it is already at `target`.
  unplaced_file(file_descriptor file, fs::path hidden, fs::path target, const disk_sync& disk)
      : file_(std::move(file)), hidden_(std::move(hidden)), target_(std::move(target)), disk_(disk) {}
  ~unplaced_file() override {
    if (!hidden_.empty()) ::unlink(hidden_.c_str());
  }
  result<void> write(std::string_view bytes) override { return write_all(file_.get(), bytes, target_); }
  result<void> commit() override {
    if (hidden_.empty()) return {};
    if (auto synced = disk_.file(file_.get(), target_); !synced) return synced;
    auto done = rename_file(hidden_, target_);
    if (!done) return done;
    hidden_.clear();
    const auto above = target_.has_parent_path() ? target_.parent_path() : fs::path{"."};
    const file_descriptor folder{::open(above.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    return folder.is_open() ? disk_.folder(folder.get(), above)
                            : result<void>{fail_errno("open folder", above)};
  }

 private:
  file_descriptor file_;
  fs::path hidden_, target_;
  const disk_sync& disk_;
};

/// The target of `path` after following links.
fs::path end_of_links(const fs::path& path) {
  std::error_code code;
  if (!fs::is_symlink(path, code)) return path;
  auto end = fs::weakly_canonical(path, code);
  return code ? path : end;
}

/// Whether `path` is a link that is replaced by what is written there. Those of the system, as /dev/stdout, are not.
bool is_replaced_link(const fs::path& path) {
  std::error_code code;
  if (!fs::is_symlink(path, code)) return false;
  const auto folder = fs::weakly_canonical(fs::absolute(path, code).parent_path(), code).native() + '/';
  return !folder.starts_with("/dev/") && !folder.starts_with("/proc/");
}

/// Stages a file that gets the name `target`.
result<std::unique_ptr<staged_file>> stage_beside(const fs::path& target, const disk_sync& disk) {
  const auto folder = target.has_parent_path() ? target.parent_path() : fs::path{"."};
  if (auto made = make_folders(folder); !made) return tl::unexpected(made.error());
  remove_abandoned(folder, unplaced_prefix);
  fs::path hidden;
  auto file = create_locked(folder, hidden);
  if (!file) return tl::unexpected(file.error());
  return std::make_unique<unplaced_file>(*std::move(file), std::move(hidden), target, disk);
}

}  // namespace

void remove_abandoned(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code problem;
  for (fs::directory_iterator it{folder, problem}, end; !problem && it != end; it.increment(problem))
    if (it->path().filename().native().starts_with(prefix)) found.push_back(it->path());
  for (const auto& path : found) remove_if_abandoned(path);
}

result<scratch_folder> scratch_folder::make(const fs::path& where) {
  remove_abandoned(where, scratch_prefix);
  for (int i = 0; i < most_tries; ++i) {
    auto name = (where / (std::string{scratch_prefix} + "XXXXXX")).string();
    if (!::mkdtemp(name.data())) return fail_errno("make a folder in", where);
    file_descriptor folder{::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!folder.is_open() && errno == ENOENT) continue;
    if (!folder.is_open()) return fail_errno("open", name);
    if (has_become_ours(name, folder.get())) return scratch_folder{name, std::move(folder)};
  }
  return fail(errc::io_failed, "temporary folders are removed by another program in " + where.string());
}

void scratch_folder::remove() const {
  std::error_code ignored;
  for (int i = 0; i < most_tries && !path_.empty() && fs::exists(path_, ignored); ++i)
    fs::remove_all(path_, ignored);
}

result<std::unique_ptr<staged_file>> replace_file(const fs::path& path, const disk_sync& disk) {
  std::error_code ignored;
  if (fs::is_other(path, ignored)) {
    file_descriptor file{::open(path.c_str(), O_WRONLY | O_CLOEXEC)};
    if (!file.is_open()) return fail_errno("open", path);
    return std::make_unique<unplaced_file>(std::move(file), fs::path{}, path, disk);
  }
  return stage_beside(end_of_links(path), disk);
}

result<std::unique_ptr<staged_file>> replace_link(const fs::path& path, const disk_sync& disk) {
  return is_replaced_link(path) ? stage_beside(path, disk) : replace_file(path, disk);
}

result<void> place_file(const fs::path& staged, const fs::path& target) {
  std::error_code ignored;
  const bool is_link = is_replaced_link(target);
  if (is_link || !fs::is_other(target, ignored)) {
    if (::rename(staged.c_str(), (is_link ? target : end_of_links(target)).c_str()) == 0) return {};
    if (errno != EXDEV) return fail_errno("rename to", target);
  }
  auto file = replace_link(target);
  if (!file) return tl::unexpected(file.error());
  auto done = copy_bytes(staged, **file);
  if (done) done = (*file)->commit();
  ::unlink(staged.c_str());
  return done;
}

}  // namespace laundromat
