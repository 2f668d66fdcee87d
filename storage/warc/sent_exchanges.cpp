// Reads the exchanges of a download together, to send them to an engine, and removes segments that were sent.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "storage/segments/segment_bytes.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

namespace {

/// Ranges of files, one after the other.
class joined_ranges final : public byte_source {
 public:
  struct range {
    std::shared_ptr<const file_descriptor> file;
    segment_place place;
  };
  explicit joined_ranges(std::vector<range> ranges) : ranges_(std::move(ranges)) {}

  result<std::size_t> read(std::span<char> buffer) override {
    while (next_ < ranges_.size() && at_ == ranges_[next_].place.length_bytes) {
      ++next_;
      at_ = 0;
    }
    if (next_ == ranges_.size() || buffer.empty()) return 0;
    const auto& [file, place] = ranges_[next_];
    const auto wanted = std::min<std::uint64_t>(buffer.size(), place.length_bytes - at_);
    const auto bytes =
        read_at(file->get(), {place.serial, place.offset_bytes + at_, wanted}, warc_path(place));
    if (!bytes) return tl::unexpected(bytes.error());
    std::ranges::copy(*bytes, buffer.begin());
    at_ += wanted;
    return wanted;
  }
  std::uint64_t size_bytes() const override {
    return std::accumulate(ranges_.begin(), ranges_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const range& one) { return sum + one.place.length_bytes; });
  }

 private:
  std::vector<range> ranges_;
  std::size_t next_ = 0;
  std::uint64_t at_ = 0;  ///< in that range
};

}  // namespace

result<byte_source_ptr> warc_store::open_exchanges(std::span<const segment_place> exchanges) {
  std::vector<joined_ranges::range> ranges;
  for (const auto& place : exchanges) {
    auto file = file_of(place.serial);
    if (!file) return tl::unexpected(file.error());
    ranges.push_back({std::move(*file), place});
  }
  return std::make_unique<joined_ranges>(std::move(ranges));
}

void warc_store::release(std::span<const segment_place> exchanges) {
  const std::lock_guard lock(mutex_);
  for (const auto& place : exchanges)
    for (auto& one : open_)
      if (one.end.serial == place.serial) --one.unsent;
  remove_sent();
}

/// Removes the segments of which all exchanges were released, but not the one that is appended to.
void warc_store::remove_sent() {
  std::erase_if(open_, [this](const open_segment& one) {
    if (one.unsent > 0 || one.end.serial == current_serial_) return false;
    if (const auto name = names_.find(one.end.serial); name != names_.end()) {
      (void)folder_.remove(name->second);
      names_.erase(name);
    }
    if (read_serial_ == one.end.serial) read_serial_ = 0, read_file_ = nullptr;
    return true;
  });
}

}  // namespace laundromat
