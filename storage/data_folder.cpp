// Lock and marks of a data folder.
// SPDX-License-Identifier: Apache-2.0
#include "storage/data_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string>

#include "storage/posix_file.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  auto source = open_file_source(path);
  if (!source) return {};
  auto text = read_head(**source, 256);
  return text ? *text : std::string{};
}

result<file_descriptor> take_lock(const data_layout& layout) {
  file_descriptor lock{::open(layout.lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
  if (!lock.is_open()) return fail_errno("open", layout.lock());
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return fail_errno("lock", layout.lock());
    return fail(errc::journal_locked, layout.root.string() + " is held by " + content_of(layout.lock()));
  }
  if (::ftruncate(lock.get(), 0) != 0) return fail_errno("write", layout.lock());
  if (auto written = write_all(lock.get(), "process " + std::to_string(::getpid()), layout.lock()); !written)
    return tl::unexpected<failure>(written.error());
  return lock;
}

result<void> set_mark(const data_layout& layout) {
  file_descriptor mark{::open(layout.running_mark().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644)};
  if (!mark.is_open()) return fail_errno("create", layout.running_mark());
  if (::fsync(mark.get()) != 0) return fail_errno("sync", layout.running_mark());
  return sync_folder(layout.root);
}

result<void> remove_mark(const data_layout& layout, const fs::path& mark) {
  if (::unlink(mark.c_str()) != 0 && errno != ENOENT) return fail_errno("remove", mark);
  return sync_folder(layout.root);
}

}  // namespace

data_folder::data_folder(data_layout layout, file_descriptor lock)
    : layout_(std::move(layout)), lock_(std::make_unique<file_descriptor>(std::move(lock))) {}
data_folder::data_folder(data_folder&&) noexcept = default;
data_folder& data_folder::operator=(data_folder&&) noexcept = default;
data_folder::~data_folder() = default;

result<data_folder> data_folder::open(const fs::path& root) {
  data_layout layout{root};
  for (const auto& folder : {layout.root, layout.raw(), layout.clean(), layout.scratch()})
    if (auto made = make_folders(folder); !made) return tl::unexpected<failure>(made.error());
  auto lock = take_lock(layout);
  if (!lock) return tl::unexpected<failure>(lock.error());
  data_folder opened{std::move(layout), std::move(*lock)};
  std::error_code code;
  opened.unclean_ = fs::exists(opened.layout_.running_mark(), code);
  opened.crashed_on_ = record_hash::from_hex(content_of(opened.layout_.crash_mark()).substr(0, 32));
  if (auto marked = set_mark(opened.layout_); !marked) return tl::unexpected<failure>(marked.error());
  return opened;
}

result<std::int64_t> data_folder::holder(const fs::path& root) {
  const data_layout layout{root};
  const file_descriptor lock{::open(layout.lock().c_str(), O_RDONLY | O_CLOEXEC)};
  const auto nobody = [&] { return fail(errc::not_found, "no process holds " + root.string()); };
  if (!lock.is_open() || ::flock(lock.get(), LOCK_SH | LOCK_NB) == 0) return nobody();
  constexpr std::string_view head = "process ";
  const auto text = content_of(layout.lock());
  std::int64_t number = 0;
  if (!text.starts_with(head)) return nobody();
  std::from_chars(text.data() + head.size(), text.data() + text.size(), number);
  return number > 0 ? result<std::int64_t>{number} : nobody();
}

result<void> data_folder::forget_crash() {
  crashed_on_.reset();
  return remove_mark(layout_, layout_.crash_mark());
}

result<void> data_folder::stop_in_order() {
  return remove_mark(layout_, layout_.running_mark());
}

}  // namespace laundromat
