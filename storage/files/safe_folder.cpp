// Resolves paths with openat2(2) if the kernel has it, else folder by folder.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/safe_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <vector>

#include "storage/files/disk_sync.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr int as_folder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

/// Opens one name without a slash. A link fails with ELOOP, also when a folder is expected.
file_descriptor open_name(int folder, const char* name, int flags, unsigned mode) {
  file_descriptor opened{::openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)};
  if (opened.is_open() || errno != ENOTDIR) return opened;
  struct stat found {};
  const bool is_link = ::fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(found.st_mode);
  errno = is_link ? ELOOP : ENOTDIR;
  return opened;
}

file_descriptor walk(int folder, const fs::path& name, int flags, unsigned mode) {
  file_descriptor at{::fcntl(folder, F_DUPFD_CLOEXEC, 0)};
  for (auto part = name.begin(); part != name.end() && at.is_open(); ++part) {
    const bool is_last = std::next(part) == name.end();
    if (*part == "..") {
      errno = EXDEV;
      return {};
    }
    at = is_last ? open_name(at.get(), part->c_str(), flags, mode)
                 : open_name(at.get(), part->c_str(), as_folder, 0);
  }
  return at;
}

struct close_folder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// The names in a folder, except `.` and `..`.
result<std::vector<std::string>> names_in(const file_descriptor& folder, const fs::path& path) {
  // Opens the folder again, because duplicated descriptors share their read position.
  const int fd = ::openat(folder.get(), ".", as_folder);
  const std::unique_ptr<DIR, close_folder> listed{fd < 0 ? nullptr : ::fdopendir(fd)};
  if (!listed) {
    auto failed = fail_errno("list", path);
    if (fd >= 0) ::close(fd);
    return failed;
  }
  std::vector<std::string> names;
  for (errno = 0; const auto* item = ::readdir(listed.get()); errno = 0)
    if (const std::string name{item->d_name}; name != "." && name != "..") names.push_back(name);
  if (errno != 0) return fail_errno("list", path);
  return names;
}

result<void> remove_tree(int folder, const std::string& name, const fs::path& path) {
  if (::unlinkat(folder, name.c_str(), 0) == 0 || errno == ENOENT) return {};
  if (errno != EISDIR && errno != EPERM) return fail_errno("remove", path / name);
  const auto inner = open_name(folder, name.c_str(), as_folder, 0);
  if (!inner.is_open()) return fail_errno("remove", path / name);
  const auto names = names_in(inner, path / name);
  if (!names) return tl::unexpected(names.error());
  for (const auto& one : *names)
    if (auto removed = remove_tree(inner.get(), one, path / name); !removed) return removed;
  if (::unlinkat(folder, name.c_str(), AT_REMOVEDIR) != 0) return fail_errno("remove", path / name);
  return {};
}

tl::unexpected<failure> fail_unsafe(const fs::path& path) {
  return fail(errc::unsafe_data_folder, path.string() +
                                            " is a symbolic link, or its path contains one, and links in a "
                                            "data folder are not followed: move the target "
                                            "here, or use a bind mount for another disk");
}

class staged_below final : public staged_descriptor {
 public:
  staged_below(safe_folder folder, file_descriptor file, fs::path temporary, fs::path target,
               const disk_sync* early)
      : folder_(std::move(folder)),
        file_(std::move(file)),
        temporary_(std::move(temporary)),
        target_(std::move(target)) {
    if (early) early_.emplace(*early);
  }
  ~staged_below() override {
    if (file_.is_open()) (void)folder_.remove(temporary_);
  }

  int descriptor() const override { return file_.get(); }
  result<void> write(std::string_view bytes) override {
    auto done = write_all(file_.get(), bytes, folder_.path() / temporary_);
    if (done && early_) early_->wrote(file_.get(), folder_.path() / target_, bytes.size());
    return done;
  }
  result<void> commit() override {
    if (!file_.is_open()) return fail(errc::internal, "committed twice");
    if (target_.has_parent_path())
      if (auto made = folder_.make_folders(target_.parent_path()); !made) return made;
    if (auto renamed = folder_.rename(temporary_, target_); !renamed) return renamed;
    file_descriptor closed = std::move(file_);
    return {};
  }

 private:
  safe_folder folder_;
  file_descriptor file_;
  fs::path temporary_, target_;
  std::optional<early_writeback> early_;
};

}  // namespace

result<safe_folder> safe_folder::named(const fs::path& path) {
  if (auto made = laundromat::make_folders(path); !made) return tl::unexpected<failure>(made.error());
  file_descriptor folder{::open(path.c_str(), as_folder)};
  if (!folder.is_open()) return fail_errno("open folder", path);
  return safe_folder{path, std::move(folder)};
}

result<safe_folder> safe_folder::make(const fs::path& path) {
  const auto above = path.has_parent_path() ? path.parent_path() : fs::path{"."};
  if (auto made = laundromat::make_folders(above); !made) return tl::unexpected<failure>(made.error());
  if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) {
    auto failed = fail_errno("make folder", path);
    if (failed.value().code == errc::not_found) failed.value().code = errc::io_failed;
    return failed;
  }
  return open(path);
}

result<safe_folder> safe_folder::open(const fs::path& path) {
  auto folder = open_name(AT_FDCWD, path.c_str(), as_folder, 0);
  if (!folder.is_open() && errno == ELOOP) return fail_unsafe(path);
  if (!folder.is_open()) return fail_errno("open folder", path);
  return safe_folder{path, std::move(folder)};
}

result<safe_folder> safe_folder::below(const fs::path& name) const {
  if (auto made = make_folders(name); !made) return tl::unexpected<failure>(made.error());
  auto folder = open_folder(name);
  if (!folder) return tl::unexpected<failure>(folder.error());
  return safe_folder{path_ / name, std::move(*folder)};
}

result<void> safe_folder::check_owner() const {
  struct stat found {};
  if (::fstat(folder_->get(), &found) != 0) return fail_errno("stat", path_);
  if (found.st_uid == ::geteuid()) return {};
  return fail(errc::unsafe_data_folder, path_.string() + " belongs to user " + std::to_string(found.st_uid) +
                                            ", but this process runs as user " + std::to_string(::geteuid()) +
                                            ": run it as the owner, or change the owner of the folder");
}

file_descriptor safe_folder::resolve(const fs::path& name, int flags, unsigned mode) const {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC | O_NOFOLLOW);
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  for (;;) {
    const auto fd = static_cast<int>(::syscall(SYS_openat2, folder_->get(), name.c_str(), &how, sizeof how));
    if (fd >= 0) return file_descriptor{fd};
    // A link instead of a folder gives ENOTDIR here; the walk folder by folder identifies it.
    if (errno == ENOSYS || errno == EPERM || errno == ENOTDIR) return walk(folder_->get(), name, flags, mode);
    if (errno != EAGAIN && errno != EINTR) return {};
  }
}

file_descriptor safe_folder::parent_of(const fs::path& name) const {
  return resolve(name.has_parent_path() ? name.parent_path() : fs::path{"."}, O_RDONLY | O_DIRECTORY);
}

tl::unexpected<failure> safe_folder::fail_at(std::string_view doing, const fs::path& name) const {
  if (errno == ELOOP || errno == EXDEV) return fail_unsafe(path_ / name);
  return fail_errno(doing, path_ / name);
}

/// Returns nothing when the name does not exist.
result<std::optional<struct stat>> safe_folder::examine(const fs::path& name) const {
  const auto parent = parent_of(name);
  struct stat found {};
  if (parent.is_open() && ::fstatat(parent.get(), name.filename().c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0)
    return found;
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  return fail_at("stat", name);
}

result<bool> safe_folder::holds(const fs::path& name) const {
  const auto found = examine(name);
  return found ? result<bool>{found->has_value()} : tl::unexpected(found.error());
}

result<void> safe_folder::check_file(const fs::path& name) const {
  const auto found = examine(name);
  if (!found) return tl::unexpected(found.error());
  if (!*found || (S_ISREG((*found)->st_mode) && (*found)->st_uid == ::geteuid())) return {};
  return fail(errc::unsafe_data_folder, (path_ / name).string() +
                                            " is a link, not a regular file, or belongs to another user: "
                                            "replace it by a regular file of this user");
}

result<file_descriptor> safe_folder::open_to_read(const fs::path& name) const {
  // O_NONBLOCK prevents blocking on a pipe.
  auto file = resolve(name, O_RDONLY | O_NONBLOCK);
  if (!file.is_open()) return fail_at("open", name);
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return fail_errno("stat", path_ / name);
  if (!S_ISREG(found.st_mode))
    return fail(errc::not_found, (path_ / name).string() + " is not a regular file");
  return file;
}

result<file_descriptor> safe_folder::open_folder(const fs::path& name) const {
  auto folder = resolve(name.empty() ? fs::path{"."} : name, O_RDONLY | O_DIRECTORY);
  if (!folder.is_open()) return fail_at("open folder", name);
  return folder;
}

result<file_descriptor> safe_folder::create(const fs::path& name) const {
  auto file = resolve(name, O_RDWR | O_CREAT | O_EXCL, 0644);
  if (file.is_open()) return file;
  auto failed = fail_at("create", name);
  if (failed.value().code == errc::not_found) failed.value().code = errc::io_failed;
  return failed;
}

result<file_descriptor> safe_folder::open_or_create(const fs::path& name) const {
  auto file = resolve(name, O_RDWR | O_CREAT | O_NONBLOCK, 0644);
  if (!file.is_open()) return fail_at("open", name);
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return fail_errno("stat", path_ / name);
  if (!S_ISREG(found.st_mode) || found.st_uid != ::geteuid())
    return fail(errc::unsafe_data_folder,
                (path_ / name).string() + " belongs to another user or is not a regular file: remove it");
  return file;
}

result<void> safe_folder::make_folders(const fs::path& name) const {
  if (name.empty()) return {};
  auto parent = parent_of(name);
  if (!parent.is_open() && errno == ENOENT && name.has_parent_path()) {
    if (auto made = make_folders(name.parent_path()); !made) return made;
    parent = parent_of(name);
  }
  if (!parent.is_open()) return fail_at("make folder", name);
  if (::mkdirat(parent.get(), name.filename().c_str(), 0777) == 0) return {};
  if (errno != EEXIST) {
    auto failed = fail_at("make folder", name);
    if (failed.value().code == errc::not_found) failed.value().code = errc::io_failed;
    return failed;
  }
  const auto there = open_name(parent.get(), name.filename().c_str(), as_folder, 0);
  return there.is_open() ? result<void>{} : result<void>{fail_at("make folder", name)};
}

result<void> safe_folder::rename(const fs::path& from, const fs::path& to) const {
  const auto old_parent = parent_of(from);
  if (!old_parent.is_open()) return fail_at("rename", from);
  const auto new_parent = parent_of(to);
  if (!new_parent.is_open() ||
      ::renameat(old_parent.get(), from.filename().c_str(), new_parent.get(), to.filename().c_str()) != 0)
    return fail_at("rename to", to);
  return {};
}

result<void> safe_folder::link(const fs::path& from, const fs::path& to, const fs::path& temporary) const {
  const auto source = parent_of(from), target = parent_of(temporary);
  if (!source.is_open() || !target.is_open() ||
      ::linkat(source.get(), from.filename().c_str(), target.get(), temporary.filename().c_str(), 0) != 0)
    return fail_at("link to", to);
  auto placed = rename(temporary, to);
  // rename(2) between two names of one file does nothing and keeps both.
  ::unlinkat(target.get(), temporary.filename().c_str(), 0);
  return placed;
}

result<void> safe_folder::remove(const fs::path& name) const {
  const auto parent = parent_of(name);
  if (!parent.is_open() && errno == ENOENT) return {};
  if (!parent.is_open() || (::unlinkat(parent.get(), name.filename().c_str(), 0) != 0 && errno != ENOENT))
    return fail_at("remove", name);
  return {};
}

result<void> safe_folder::remove_all(const fs::path& name) const {
  const auto parent = parent_of(name);
  if (!parent.is_open() && errno == ENOENT) return {};
  if (!parent.is_open()) return fail_at("remove", name);
  return remove_tree(parent.get(), name.filename(), path_ / name.parent_path());
}

result<fs::file_type> safe_folder::kind_of(const fs::path& name) const {
  const auto found = examine(name);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return fs::file_type::not_found;
  const auto mode = (*found)->st_mode;
  return S_ISLNK(mode)   ? fs::file_type::symlink
         : S_ISDIR(mode) ? fs::file_type::directory
         : S_ISREG(mode) ? fs::file_type::regular
                         : fs::file_type::unknown;
}

result<std::string> safe_folder::head_of(const fs::path& name, std::size_t most_bytes) const {
  auto file = open_to_read(name);
  if (!file) return tl::unexpected<failure>(file.error());
  const auto source = make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
  return source ? read_head(**source, most_bytes) : tl::unexpected<failure>(source.error());
}

result<void> safe_folder::put(const fs::path& name, std::string_view bytes) const {
  auto file = stage(name.parent_path() / ('.' + fresh_name()), name);
  if (!file) return tl::unexpected<failure>(file.error());
  auto done = (*file)->write(bytes);
  return done ? (*file)->commit() : done;
}

result<void> safe_folder::link_out(const fs::path& name, const fs::path& target) const {
  auto file = open_to_read(name);  // refuses links and everything except regular files
  if (!file) return tl::unexpected<failure>(file.error());
  const auto opened = "/proc/self/fd/" + std::to_string(file->get());
  if (::linkat(AT_FDCWD, opened.c_str(), AT_FDCWD, target.c_str(), AT_SYMLINK_FOLLOW) == 0) return {};
  if (errno == EEXIST) return fail_errno("link to", target);
  const auto copy = create_file(target);
  if (!copy) return tl::unexpected<failure>(copy.error());
  const auto source = make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
  std::string buffer(std::size_t{1} << 18, '\0');
  while (source) {
    const auto n = (*source)->read(buffer);
    if (!n) return tl::unexpected<failure>(n.error());
    if (*n == 0) return {};
    if (auto written = write_all(copy->get(), {buffer.data(), *n}, target); !written) return written;
  }
  return tl::unexpected<failure>(source.error());
}

bool safe_folder::remove_folder(const fs::path& name) const {
  const auto parent = parent_of(name);
  return parent.is_open() && ::unlinkat(parent.get(), name.filename().c_str(), AT_REMOVEDIR) == 0;
}

result<void> safe_folder::list(const fs::path& name,
                               const std::function<void(const std::string&)>& take) const {
  const auto folder = open_folder(name);
  if (!folder) return tl::unexpected(folder.error());
  const auto names = names_in(*folder, path_ / name);
  if (!names) return tl::unexpected(names.error());
  for (const auto& one : *names) take(one);
  return {};
}

result<std::uint64_t> safe_folder::empty() const {
  const auto names = names_in(*folder_, path_);
  if (!names) return tl::unexpected(names.error());
  for (const auto& name : *names)
    if (auto removed = remove_tree(folder_->get(), name, path_); !removed)
      return tl::unexpected(removed.error());
  return names->size();
}

result<std::unique_ptr<staged_descriptor>> safe_folder::stage(fs::path temporary, fs::path target,
                                                              const disk_sync* early) const {
  auto file = create(temporary);
  if (!file) return tl::unexpected<failure>(file.error());
  return std::make_unique<staged_below>(*this, std::move(*file), std::move(temporary), std::move(target),
                                        early);
}

}  // namespace laundromat
