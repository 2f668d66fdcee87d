// Implements the lock and the marks of a data folder.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/data_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <string>

#include "storage/files/disk_sync.hpp"
#include "storage/files/file_lock.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal_presence.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

/// The content of a file; nothing when it does not exist.
result<std::string> content_of(const safe_folder& folder, const fs::path& name) {
  auto text = folder.head_of(name, 256);
  return !text && text.error().code == errc::not_found ? result<std::string>{""} : text;
}

constexpr std::string_view before_number = "process ";

/// `another engine (process 22801) runs on w: stop it with kill -INT 22801, or ...`; `content` is that of the lock file.
std::string how_to_stop(const std::string& content, const fs::path& folder) {
  const bool is_named = content.starts_with(before_number);
  return "another engine" + (is_named ? " (" + content + ")" : "") + " runs on " + folder.string() +
         ": stop it" + (is_named ? " with kill -INT " + content.substr(before_number.size()) : "") +
         ", or name another folder with --data";
}

result<file_descriptor> take_lock(const safe_folder& folder, const fs::path& name) {
  auto lock = folder.open_or_create(name);
  if (!lock) return lock;
  const auto path = folder.path() / name;
  auto whole = whole_file();
  if (::fcntl(lock->get(), F_OFD_SETLK, &whole) != 0) {
    if (errno != EAGAIN && errno != EACCES) return fail_errno("lock", path);
    return fail(errc::journal_locked, how_to_stop(content_of(folder, name).value_or(""), folder.path()));
  }
  if (::ftruncate(lock->get(), 0) != 0) return fail_errno("write", path);
  if (auto written = write_all(lock->get(), std::string{before_number} + std::to_string(::getpid()), path);
      !written)
    return tl::unexpected<failure>(written.error());
  return lock;
}

result<void> sync_names(const safe_folder& folder) {
  return sync_folders(posix_sync(), folder, {fs::path{}}, usual_syncfs_from);
}

result<void> set_mark(const safe_folder& folder, const fs::path& name) {
  const auto mark = folder.open_or_create(name);
  if (!mark) return tl::unexpected<failure>(mark.error());
  if (::fsync(mark->get()) != 0) return fail_errno("sync", folder.path() / name);
  return sync_names(folder);
}

/// The number of this start of the machine, and that of the file, which a copy of the folder does not have. Empty when they are not known.
std::string place_in_time(const file_descriptor& mark) {
  std::ifstream boots{"/proc/sys/kernel/random/boot_id"};
  std::string boot;
  struct stat file {};
  if (!std::getline(boots, boot) || ::fstat(mark.get(), &file) != 0) return {};
  return "sound in boot " + boot + ", file " + std::to_string(file.st_ino) + '\n';
}

/// Whether the mark was found sound since the machine was started.
result<bool> is_of_this_boot(const safe_folder& folder, const fs::path& name) {
  const auto mark = folder.open_to_read(name);
  const auto text = mark ? content_of(folder, name) : tl::unexpected<failure>(mark.error());
  if (!text) return tl::unexpected<failure>(text.error());
  return !text->empty() && *text == place_in_time(*mark);
}

result<void> remove_mark(const safe_folder& folder, const fs::path& name) {
  if (auto removed = folder.remove(name); !removed) return removed;
  return sync_names(folder);
}

/// Opens a subfolder of the data folder, and creates it if needed.
result<void> check_below(const safe_folder& folder, const fs::path& name) {
  const auto below = folder.below(name);
  return below ? below->check_owner() : tl::unexpected(below.error());
}

}  // namespace

data_folder::data_folder(data_layout layout, safe_folder folder, file_descriptor lock)
    : layout_(std::move(layout)),
      folder_(std::make_unique<safe_folder>(std::move(folder))),
      lock_(std::make_unique<file_descriptor>(std::move(lock))) {}
data_folder::data_folder(data_folder&&) noexcept = default;
data_folder& data_folder::operator=(data_folder&&) noexcept = default;
data_folder::~data_folder() = default;

result<data_folder> data_folder::open(const fs::path& root) {
  data_layout layout{root};
  auto folder = safe_folder::named(root);
  if (!folder) return tl::unexpected<failure>(folder.error());
  if (auto ours = folder->check_owner(); !ours) return tl::unexpected<failure>(ours.error());
  for (const auto& part : {layout.raw(), layout.clean(), layout.scratch()})
    if (auto sound = check_below(*folder, part.filename()); !sound)
      return tl::unexpected<failure>(sound.error());
  if (auto sound = check_journal_files(*folder); !sound) return tl::unexpected<failure>(sound.error());
  for (const auto& mark : {layout.running_mark(), layout.crash_mark()})
    if (auto sound = folder->check_file(mark.filename()); !sound)
      return tl::unexpected<failure>(sound.error());
  auto lock = take_lock(*folder, layout.lock().filename());
  if (!lock) return tl::unexpected<failure>(lock.error());
  data_folder opened{std::move(layout), std::move(*folder), std::move(*lock)};
  const auto& at = *opened.folder_;
  const auto unclean = at.holds(opened.layout_.running_mark().filename());
  if (!unclean) return tl::unexpected<failure>(unclean.error());
  const auto crash = content_of(at, opened.layout_.crash_mark().filename());
  if (!crash) return tl::unexpected<failure>(crash.error());
  opened.unclean_ = *unclean;
  if (*unclean) {
    const auto is_sound = is_of_this_boot(at, opened.layout_.running_mark().filename());
    if (!is_sound) return tl::unexpected<failure>(is_sound.error());
    opened.needs_check_ = !*is_sound || !crash->empty();
  }
  opened.crashed_on_ = record_hash::from_hex(crash->substr(0, 32));
  return opened;
}

result<void> data_folder::begin_work() {
  if (needs_check_)
    if (auto doubted = doubt(); !doubted) return doubted;
  return set_mark(*folder_, layout_.running_mark().filename());
}

/// Not durable: after a power failure the boot is another one.
result<void> data_folder::write_mark(bool is_sound) {
  const auto name = layout_.running_mark().filename();
  const auto mark = folder_->open_or_create(name);
  if (!mark) return tl::unexpected<failure>(mark.error());
  const auto path = folder_->path() / name;
  if (::ftruncate(mark->get(), 0) != 0) return fail_errno("write", path);
  return is_sound ? write_all(mark->get(), place_in_time(*mark), path) : result<void>{};
}

result<void> data_folder::found_sound() {
  return write_mark(true);
}

result<void> data_folder::doubt() {
  return write_mark(false);
}

result<std::int64_t> data_folder::holder(const fs::path& root) {
  const auto no_holder = [&] { return fail(errc::not_found, "no process has locked " + root.string()); };
  if (std::error_code code; !fs::is_directory(root, code)) return no_holder();
  const auto folder = safe_folder::named(root);
  if (!folder) return no_holder();
  const auto name = data_layout{root}.lock().filename();
  const auto lock = folder->open_to_read(name);
  auto whole = whole_file();
  if (!lock || ::fcntl(lock->get(), F_OFD_GETLK, &whole) != 0 || whole.l_type == F_UNLCK) return no_holder();
  constexpr std::string_view head = "process ";
  const auto text = content_of(*folder, name).value_or("");
  std::int64_t number = 0;
  if (!text.starts_with(head)) return no_holder();
  std::from_chars(text.data() + head.size(), text.data() + text.size(), number);
  return number > 0 ? result<std::int64_t>{number} : no_holder();
}

result<void> data_folder::forget_crash() {
  crashed_on_.reset();
  return remove_mark(*folder_, layout_.crash_mark().filename());
}

result<void> data_folder::stop_in_order() {
  return remove_mark(*folder_, layout_.running_mark().filename());
}

}  // namespace laundromat
