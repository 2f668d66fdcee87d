// Prints and parses places and names of segments.
// SPDX-License-Identifier: Apache-2.0
#include "storage/warc/warc_place.hpp"

#include <algorithm>
#include <charconv>

#include "core/codec/warc/record_head.hpp"

namespace laundromat {

namespace {

constexpr std::string_view ending = ".warc.gz";
constexpr std::size_t fewest_digits = 6;
constexpr std::size_t most_name_chars = 100;

std::string digits_of(std::uint32_t serial) {
  auto digits = std::to_string(serial);
  if (digits.size() < fewest_digits) digits.insert(0, fewest_digits - digits.size(), '0');
  return digits;
}

template <class Number>
bool read_number(std::string_view text, Number& to) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

std::string warc_path(const segment_place& place) {
  return digits_of(place.serial)
      .append(ending)
      .append(":")
      .append(std::to_string(place.offset_bytes))
      .append(":")
      .append(std::to_string(place.length_bytes));
}

std::string warc_path(const segment_place& place, const segment_place& revisit) {
  return warc_path(place)
      .append("@")
      .append(std::to_string(revisit.serial))
      .append(":")
      .append(std::to_string(revisit.offset_bytes));
}

namespace {

/// `18:789`
std::optional<segment_place> revisit_from(std::string_view text) {
  const auto colon = text.find(':');
  segment_place place;
  if (colon == text.npos || !read_number(text.substr(0, colon), place.serial) ||
      !read_number(text.substr(colon + 1), place.offset_bytes))
    return std::nullopt;
  return place;
}

}  // namespace

std::optional<segment_place> warc_capture_of(std::string_view raw_path) {
  const auto payload = warc_place_of(raw_path);
  const auto at = raw_path.find('@');
  return payload && at != raw_path.npos ? revisit_from(raw_path.substr(at + 1)) : payload;
}

std::string_view warc_campaign_in(std::string_view file_name) {
  for (int part = 0; part < 2; ++part) file_name = file_name.substr(0, file_name.rfind('-'));
  return file_name;
}

std::optional<segment_place> warc_place_of(std::string_view raw_path) {
  if (const auto at = raw_path.find('@'); at != raw_path.npos) {
    if (!revisit_from(raw_path.substr(at + 1))) return std::nullopt;
    raw_path = raw_path.substr(0, at);
  }
  const auto name = raw_path.find(ending), first = raw_path.find(':');
  if (name == raw_path.npos || first != name + ending.size()) return std::nullopt;
  const auto second = raw_path.find(':', first + 1);
  segment_place place;
  if (second == raw_path.npos || !read_number(raw_path.substr(0, name), place.serial) ||
      !read_number(raw_path.substr(first + 1, second - first - 1), place.offset_bytes) ||
      !read_number(raw_path.substr(second + 1), place.length_bytes) || place.is_null() ||
      warc_path(place) != raw_path)
    return std::nullopt;
  return place;
}

std::string path_of_copy(std::string_view raw_path) {
  std::string path{raw_path};
  if (warc_place_of(raw_path))
    std::ranges::replace_if(
        path, [](char c) { return c == ':' || c == '@'; }, '-');
  return path;
}

std::string warc_file_name(std::string_view campaign, timestamp begun, std::uint32_t serial) {
  std::string name{campaign.substr(0, most_name_chars)};
  for (auto& c : name) {
    const bool is_plain =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    if (!is_plain) c = '_';
  }
  return name.append("-").append(date_digits(begun)).append("-").append(digits_of(serial)).append(ending);
}

std::string unknown_warc_name(std::uint32_t serial) {
  return std::string("*-").append(digits_of(serial)).append(ending);
}

std::uint32_t warc_serial_in(std::string_view file_name) {
  if (!file_name.ends_with(ending)) return 0;
  file_name.remove_suffix(ending.size());
  const auto dash = file_name.rfind('-');
  std::uint32_t serial = 0;
  if (dash == file_name.npos || !read_number(file_name.substr(dash + 1), serial)) return 0;
  return digits_of(serial) == file_name.substr(dash + 1) ? serial : 0;
}

}  // namespace laundromat
