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

result<std::string> fault_of(const safe_folder& data, const std::filesystem::path& path,
                             std::uint64_t bytes) {
  if (bytes == 0) return std::string{};  // nothing was appended to it yet
  const auto file = data.open_to_read(path);
  if (!file && file.error().code == errc::not_found) return "is missing";
  if (!file) return tl::unexpected(file.error());
  struct stat found {};
  if (::fstat(file->get(), &found) != 0) return fail_errno("stat", path);
  const auto size = static_cast<std::uint64_t>(found.st_size);
  if (size >= bytes) return std::string{};
  return "has " + number_of(size, "byte") + ", but the journal names " + human_count(bytes);
}

}  // namespace

result<segments_check> check_segments(const safe_folder& data, segment_kind kind,
                                      const std::vector<segment_end>& ends) {
  segments_check found;
  for (const auto& end : ends) {
    const auto path = segment_path(kind, end.serial);
    auto fault = fault_of(data, path, end.bytes);
    if (!fault) return tl::unexpected(fault.error());
    if (!fault->empty()) found.problems.emplace_back(path, *std::move(fault));
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
  });
  if (!listed && listed.error().code != errc::not_found) return tl::unexpected(listed.error());
  for (const auto& end : ends) {
    const auto path = paths.extract(end.serial);
    if (path.empty() && end.bytes == 0) continue;
    if (path.empty()) {
      const auto name = warc_file_name({}, {}, end.serial);  // of an unknown campaign and time
      found.problems.emplace_back(folder / ("*" + name.substr(name.rfind('-'))), "is missing");
      continue;
    }
    auto fault = fault_of(data, path.mapped(), end.bytes);
    if (!fault) return tl::unexpected(fault.error());
    if (!fault->empty()) found.problems.emplace_back(path.mapped(), *std::move(fault));
  }
  for (auto& [serial, path] : paths) found.unknown.push_back(std::move(path));
  return found;
}

}  // namespace laundromat
