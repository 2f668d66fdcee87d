// Checks the free space after every few MiB.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/input_copy.hpp"

#include <algorithm>
#include <system_error>

#include "app/terminal/terminal.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t check_every_bytes = std::uint64_t{8} << 20;
constexpr std::uint64_t checks_of_reserve =
    8;  // so that writes between two checks take a part of the reserve only
constexpr std::uint64_t largest_reserve_bytes = std::uint64_t{1} << 30;

/// The free bytes for this user; none when the system does not tell.
std::uint64_t free_bytes_of(const std::filesystem::path& folder, std::error_code& unknown) {
  const auto room = std::filesystem::space(folder, unknown);
  return unknown ? 0 : room.available;
}

}  // namespace

std::uint64_t input_copy_reserve(std::uint64_t free_bytes) {
  return std::min(free_bytes / 4, largest_reserve_bytes);
}

input_copy::input_copy(std::filesystem::path path) : path_(std::move(path)), file_(path_.string()) {
  std::error_code unknown;
  reserve_bytes_ = input_copy_reserve(free_bytes_of(path_.parent_path(), unknown));
}

result<void> input_copy::write(std::string_view bytes) {
  unchecked_bytes_ += bytes.size();
  if (unchecked_bytes_ >= std::min(check_every_bytes, reserve_bytes_ / checks_of_reserve)) {
    if (auto enough = check_room(); !enough) return enough;
    unchecked_bytes_ = 0;
  }
  return file_.write(bytes);
}

result<void> input_copy::finish() {
  if (auto done = file_.finish(); !done) return tl::unexpected(done.error());
  return {};
}

result<void> input_copy::check_room() {
  std::error_code unknown;
  const auto folder = path_.parent_path();
  const auto free = free_bytes_of(folder, unknown);
  if (unknown || free >= reserve_bytes_) return {};
  return fail(errc::no_space, "the copy of the input is stopped: " + human_bytes(free) + " are free in " +
                                  folder.string() + ", and " + human_bytes(reserve_bytes_) + " stay free");
}

}  // namespace laundromat
