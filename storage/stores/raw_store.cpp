// Implements the raw store below one folder.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/raw_store.hpp"

#include <set>
#include <vector>

#include "core/records/body_path.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name_bytes = 255;
constexpr std::string_view staging = ".staged";

tl::unexpected<failure> fail_path(std::string_view path) {
  return fail(errc::invalid_argument,
              "not a valid path of the raw store: " + std::string{path.substr(0, 200)});
}

}  // namespace

result<raw_store> raw_store::at(fs::path folder, const disk_sync& disk) {
  auto opened = safe_folder::make(folder);
  if (!opened) return tl::unexpected<failure>(opened.error());
  if (auto made = opened->make_folders(staging); !made) return tl::unexpected<failure>(made.error());
  return raw_store{std::move(*opened), disk};
}

result<raw_store> raw_store::to_read(fs::path folder) {
  auto opened = safe_folder::named(folder);
  return opened ? result<raw_store>{raw_store{std::move(*opened), posix_sync()}}
                : tl::unexpected(opened.error());
}

bool raw_store::is_usable_path(std::string_view raw_path) {
  if (raw_path.empty() || raw_path.front() == '.' || raw_path.find('\0') != std::string_view::npos)
    return false;
  if (warc_place_of(raw_path) || !node_of_body(raw_path).empty() || removal_of_body(raw_path)) return false;
  for (;;) {
    const auto end = raw_path.find('/');
    const auto name = raw_path.substr(0, end);
    if (name.empty() || name == "." || name == ".." || name.size() > longest_name_bytes) return false;
    if (end == std::string_view::npos) return true;
    raw_path.remove_prefix(end + 1);
  }
}

result<void> raw_store::open_old_segments(const std::vector<segment_end>& ends, warc_settings settings) {
  auto opened = warc_store::open(folder_, ends, std::move(settings), *disk_);
  if (!opened) return tl::unexpected(opened.error());
  segments_ = *std::move(opened);
  return {};
}

result<void> raw_store::write_segments(const std::vector<segment_end>& ends, warc_settings settings) {
  auto opened = open_old_segments(ends, std::move(settings));
  writes_segments_ = opened.has_value();
  return opened;
}

result<byte_source_ptr> raw_store::open(std::string_view raw_path) {
  if (const auto place = warc_place_of(raw_path)) return segments_->open(*place);
  auto file = open_file(raw_path);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

result<file_descriptor> raw_store::open_file(std::string_view raw_path) const {
  if (const auto place = warc_place_of(raw_path)) {
    if (is_large_record(*place)) return segments_->open_large(*place);
    const auto body = segments_->small_body(*place);
    return body ? unnamed_file(*body) : tl::unexpected(body.error());
  }
  if (const auto gone = removal_of_body(raw_path))
    return fail(errc::not_found, "the body was removed by retention at " + to_iso8601(gone->at));
  if (!is_usable_path(raw_path)) return fail(errc::not_found, fail_path(raw_path).value().detail);
  return folder_.open_to_read(raw_path);
}

result<std::unique_ptr<staged_file>> raw_store::stage(std::string_view raw_path) {
  if (!is_usable_path(raw_path)) return fail_path(raw_path);
  const auto name = fs::path{staging} / fresh_name();
  auto file = folder_.stage(name, raw_path, disk_);
  if (!file && !folder_.holds(staging).value_or(true) && folder_.make_folders(staging))
    return folder_.stage(name, raw_path, disk_);
  return file;
}

result<void> raw_store::make_durable(std::span<const std::string> raw_paths, std::size_t syncfs_from) const {
  std::vector<fs::path> files;
  std::set<fs::path> folders;
  for (const auto& raw_path : raw_paths) {
    const auto is_here = holds(raw_path);
    if (!is_here) return tl::unexpected(is_here.error());
    if (!*is_here) continue;
    files.emplace_back(raw_path);
    // All folders up to the store's own (the empty path), because each may be new.
    for (auto above = files.back().parent_path(); folders.insert(above).second && !above.empty();)
      above = above.parent_path();
  }
  if (files.size() >= syncfs_from || folders.size() >= syncfs_from) return sync_all(*disk_, folder_);
  if (auto synced = sync_files(*disk_, folder_, files, syncfs_from); !synced) return synced;
  return sync_folders(*disk_, folder_, folders, syncfs_from);
}

result<bool> raw_store::holds(std::string_view raw_path) const {
  return is_usable_path(raw_path) ? folder_.holds(raw_path) : result<bool>{false};
}

bool raw_store::share(std::string_view newer, std::span<const std::string> older) const {
  if (!is_usable_path(newer)) return false;
  if (!older.empty() && are_equal_and_small(newer, older.front())) return give_name(older.front(), newer);
  bool is_done = true;
  for (const auto& one : older) is_done = give_name(newer, one) && is_done;
  return is_done;
}

/// Errors: `limit_exceeded` for a large one.
result<std::string> raw_store::small_body(std::string_view raw_path) const {
  auto file = open_file(raw_path);
  if (!file) return tl::unexpected(file.error());
  const auto source = make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
  if (!source) return tl::unexpected(source.error());
  if ((*source)->size_bytes() >= large_file_bytes) return fail(errc::limit_exceeded, std::string{raw_path});
  return read_all(**source, large_file_bytes);
}

bool raw_store::are_equal_and_small(std::string_view one, std::string_view other) const {
  const auto first = small_body(one), second = small_body(other);
  return first && second && *first == *second;
}

/// Links `name` to the file of `body`.
bool raw_store::give_name(std::string_view body, std::string_view name) const {
  return body != name && is_usable_path(body) && holds(name).value_or(false) &&
         folder_.link(body, name, fs::path{staging} / fresh_name());
}

void raw_store::remove(std::string_view raw_path) const {
  if (is_usable_path(raw_path)) (void)folder_.remove(raw_path);
}

result<std::uint64_t> raw_store::sweep_staged() {
  const auto staged = folder_.below(staging);
  if (!staged) return tl::unexpected(staged.error());
  return staged->empty();
}

}  // namespace laundromat
