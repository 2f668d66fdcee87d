// Stores and continues copies.
// SPDX-License-Identifier: Apache-2.0
#include "app/endpoints/copy_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/byte_source.hpp"
#include "core/endpoints/page_labels.hpp"
#include "storage/files/scratch_folder.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr int shares_of_time = 20;  // of which at most one is spent on storing states
constexpr std::size_t most_state_bytes = std::size_t{1} << 30;
constexpr std::uint64_t most_stored_page_bytes = std::uint64_t{1} << 30;  // one that was received is smaller

result<file_descriptor> lock_in(const fs::path& folder) {
  const auto path = folder / "lock";
  file_descriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644)};
  if (!file.is_open()) return fail_errno("open", path);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
  if (errno == EWOULDBLOCK)
    return fail(errc::journal_locked, "another process harvests with " + folder.string());
  return fail_errno("lock", path);
}

result<std::string> text_of(const fs::path& path) {
  auto source = open_file_source(path);
  if (!source) return tl::unexpected(source.error());
  return read_head(**source, most_state_bytes);
}

std::vector<std::uint64_t> pages_of(const copy_state& state) {
  std::vector<std::uint64_t> out;
  for (const auto& part : state.parts) out.insert(out.end(), part.pages.begin(), part.pages.end());
  // Of the part at which a copy ended early.
  for (const auto& page : state.received)
    if (std::ranges::find(out, page.id) == out.end()) out.push_back(page.id);
  return out;
}

}  // namespace

result<copy_files> copy_files::open(fs::path state_file, std::string endpoint, std::string graph) {
  copy_files out;
  out.state_file_ = std::move(state_file);
  out.pages_ = out.state_file_;
  out.pages_ += ".pages";
  out.first_line_ = "endpoint " + endpoint;
  if (auto made = make_folders(out.pages_); !made) return tl::unexpected(made.error());
  auto lock = lock_in(out.pages_);
  if (!lock) return tl::unexpected(lock.error());
  out.lock_ = *std::move(lock);
  std::error_code none;
  if (!fs::exists(out.state_file_, none)) return out;
  const auto text = text_of(out.state_file_);
  if (!text) return tl::unexpected(text.error());
  const auto end = text->find('\n');
  if (end == std::string::npos || !text->starts_with("endpoint "))
    return fail(errc::invalid_argument, out.state_file_.string() + " is no state of a harvest");
  if (text->substr(0, end) != out.first_line_)
    return fail(errc::invalid_argument, out.state_file_.string() + " is the state of a harvest of " +
                                            text->substr(0, end).substr(std::string{"endpoint "}.size()));
  auto state = read_copy(std::string_view{*text}.substr(end + 1));
  if (!state) return fail(errc::invalid_argument, out.state_file_.string() + ": " + state.error().detail);
  if (state->source.graph != graph)
    return fail(errc::invalid_argument,
                out.state_file_.string() + " is the state of a harvest of " +
                    (state->source.graph.empty() ? "the default graph" : "the graph " + state->source.graph));
  out.stored_ = *std::move(state);
  return out;
}

fs::path copy_files::page_file(std::uint64_t id) const {
  return pages_ / (std::to_string(id) + ".nt");
}

result<void> copy_files::keep_page(std::uint64_t id, std::string_view body) {
  const auto path = page_file(id);
  std::error_code none;
  fs::remove(path, none);  // of a process that was killed before it stored its state
  auto file = create_file(path);
  if (!file) return tl::unexpected(file.error());
  if (auto written = write_all(file->get(), body, path); !written) return written;
  if (::fsync(file->get()) != 0) return fail_errno("sync", path);
  return {};
}

void copy_files::drop_pages(const std::vector<std::uint64_t>& ids) {
  dropped_.insert(dropped_.end(), ids.begin(), ids.end());
}

result<void> copy_files::note(const copy_state& state) {
  return std::chrono::steady_clock::now() < save_after_ ? result<void>{} : save(state);
}

result<void> copy_files::save(const copy_state& state) {
  const auto begun = std::chrono::steady_clock::now();
  if (auto synced = sync_folder(pages_); !synced) return synced;
  auto file = replace_file(state_file_);
  if (!file) return tl::unexpected(file.error());
  if (auto written = (*file)->write(first_line_ + "\n" + write_copy(state)); !written) return written;
  if (auto done = (*file)->commit(); !done) return done;
  std::error_code none;
  for (const auto id : dropped_) fs::remove(page_file(id), none);
  dropped_.clear();
  const auto now = std::chrono::steady_clock::now();
  save_after_ = now + shares_of_time * (now - begun);
  return {};
}

result<std::uint64_t> copy_files::join_pages(const copy_state& state, const fs::path& target) const {
  std::error_code none;
  fs::remove(target, none);
  auto to = create_file(target);
  if (!to) return tl::unexpected(to.error());
  std::uint64_t bytes = 0;
  for (const auto id : pages_of(state)) {
    auto page = open_file_source(page_file(id));
    if (!page) return tl::unexpected(page.error());
    const auto text = read_all(**page, most_stored_page_bytes);
    if (!text) return tl::unexpected(text.error());
    std::string joined;
    joined.reserve(text->size() + text->size() / 8);
    append_page(*text, id, joined);
    if (auto written = write_all(to->get(), joined, target); !written) return tl::unexpected(written.error());
    bytes += joined.size();
  }
  return bytes;
}

}  // namespace laundromat
