// Looks at the sizes and names of segments.
// SPDX-License-Identifier: Apache-2.0
#include "storage/segments/segment_check.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "core/base/count_words.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {

namespace {

/// Compares the size of a segment with its committed end.
result<void> compare_size(const safe_folder& data, const std::filesystem::path& path, std::uint64_t bytes,
                          segments_check& found) {
  if (bytes == 0) return {};  // nothing was appended to it yet
  const auto file = data.open_to_read(path);
  if (!file && file.error().code == errc::not_found) {
    found.problems.emplace_back(path, "is missing");
    return {};
  }
  if (!file) return tl::unexpected(file.error());
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return fail_errno("stat", path);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < bytes)
    found.problems.emplace_back(
        path, "has " + number_of(size, "byte") + ", but the journal names " + human_count(bytes));
  if (size > bytes) found.leftovers.emplace_back(path, size - bytes);
  return {};
}

}  // namespace

result<segments_check> check_segments(const safe_folder& data, segment_kind kind,
                                      const std::vector<segment_end>& ends) {
  segments_check found;
  for (const auto& end : ends) {
    const auto path = segment_path(kind, end.serial);
    if (auto compared = compare_size(data, path, end.bytes, found); !compared)
      return tl::unexpected(compared.error());
  }
  const auto folder = segment_folder(kind);
  auto listed = data.list(folder, [&](const std::string& name) {
    const auto serial = serial_in(kind, name);
    if (serial == 0 || !std::ranges::binary_search(ends, serial, {}, &segment_end::serial))
      found.unknown.push_back(folder / name);
  });
  if (!listed && listed.error().code != errc::not_found) return tl::unexpected(listed.error());
  std::ranges::sort(found.unknown);
  return found;
}

result<segments_check> check_warc_segments(const safe_folder& data, const std::vector<segment_end>& ends) {
  segments_check found;
  const std::filesystem::path folder = "raw";
  std::map<std::uint32_t, std::filesystem::path> paths;
  auto listed = data.list(folder, [&](const std::string& name) {
    if (const auto serial = warc_serial_in(name); serial != 0) paths.emplace(serial, folder / name);
    if (name.ends_with(set_aside_ending)) found.set_aside.push_back(folder / name);
  });
  if (!listed && listed.error().code != errc::not_found) return tl::unexpected(listed.error());
  for (const auto& end : ends) {
    const auto path = paths.extract(end.serial);
    if (path.empty() && end.bytes == 0) continue;
    if (path.empty()) {
      found.problems.emplace_back(folder / unknown_warc_name(end.serial), "is missing");
      continue;
    }
    if (auto compared = compare_size(data, path.mapped(), end.bytes, found); !compared)
      return tl::unexpected(compared.error());
  }
  for (auto& [serial, path] : paths) found.unknown.push_back(std::move(path));
  std::ranges::sort(found.set_aside);
  return found;
}

result<std::vector<std::filesystem::path>> set_aside_unknown_warc(const safe_folder& data,
                                                                  const std::vector<segment_end>& ends) {
  const auto found = check_warc_segments(data, ends);
  if (!found) return tl::unexpected(found.error());
  std::vector<std::filesystem::path> moved;
  for (const auto& path : found->unknown) {
    moved.push_back(path.string().append(set_aside_ending));
    if (auto renamed = data.rename(path, moved.back()); !renamed) return tl::unexpected(renamed.error());
  }
  return moved;
}

}  // namespace laundromat
