// Names segments, and reads from them.
// SPDX-License-Identifier: Apache-2.0
#include "storage/segments/segment_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/count_words.hpp"
#include "storage/segments/segment_bytes.hpp"

namespace laundromat {

namespace {

struct naming {
  std::string_view folder, ending;
};

constexpr std::array<naming, static_cast<std::size_t>(segment_kind::delta)> namings{
    {{"clean/segments", ".nq.gz"}, {"ledgers", ".nq.gz"}, {"deltas", ".rdfp.gz"}}};
constexpr std::size_t fewest_digits = 6;

const naming& naming_of(segment_kind kind) {
  return namings[static_cast<std::size_t>(kind) - 1];
}

std::string file_name_of(segment_kind kind, std::uint32_t serial) {
  auto digits = std::to_string(serial);
  if (digits.size() < fewest_digits) digits.insert(0, fewest_digits - digits.size(), '0');
  return digits.append(naming_of(kind).ending);
}

}  // namespace

std::filesystem::path segment_folder(segment_kind kind) {
  return naming_of(kind).folder;
}

std::filesystem::path segment_path(segment_kind kind, std::uint32_t serial) {
  return segment_folder(kind) / file_name_of(kind, serial);
}

std::uint32_t serial_in(segment_kind kind, std::string_view file_name) {
  std::uint32_t serial = 0;
  const auto end = file_name.data() + file_name.size();
  const auto read = std::from_chars(file_name.data(), end, serial);
  return read.ec == std::errc{} && file_name == file_name_of(kind, serial) ? serial : 0;
}

result<std::string> read_segment(const safe_folder& data, segment_kind kind, const segment_place& place) {
  const auto path = segment_path(kind, place.serial);
  const auto file = data.open_to_read(path);
  if (!file) return tl::unexpected(file.error());
  if (place.length_bytes > most_small_file_bytes)
    return fail(errc::io_failed,
                path.string() + ": no file in a segment has " + number_of(place.length_bytes, "byte"));
  return read_at(file->get(), place, path);
}

}  // namespace laundromat
