// bzip2 through libbz2.
// SPDX-License-Identifier: Apache-2.0
#include <bzlib.h>

#include <algorithm>
#include <limits>

#include "core/codec/stream_codec.hpp"

namespace laundromat {

namespace {

class bzip2_codec final : public stream_codec {
 public:
  bzip2_codec() = default;
  bzip2_codec(const bzip2_codec&) = delete;
  bzip2_codec& operator=(const bzip2_codec&) = delete;
  ~bzip2_codec() override { close(); }

  std::string_view name() const override { return "bzip2"; }
  bool may_begin(std::string_view front) const override {
    return agrees_with_magic(front, "BZh") && (front.size() < 4 || (front[3] >= '1' && front[3] <= '9'));
  }
  std::optional<std::size_t> header_length(std::string_view front) const override {
    constexpr std::size_t header_bytes = 4;  // libbz2 reads it
    return front.size() < header_bytes ? std::nullopt : std::optional<std::size_t>{0};
  }
  bool begin(std::string_view) override {
    close();
    stream_ = {};
    is_open_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
    return is_open_;
  }

  step decode(std::string_view& in, std::span<char> out, bool) override {
    constexpr std::size_t most = std::numeric_limits<unsigned>::max();
    const auto given = std::min(in.size(), most), room = std::min(out.size(), most);
    stream_.next_in = const_cast<char*>(in.data());
    stream_.avail_in = static_cast<unsigned>(given);
    stream_.next_out = out.data();
    stream_.avail_out = static_cast<unsigned>(room);
    const auto code = BZ2_bzDecompress(&stream_);
    in.remove_prefix(given - stream_.avail_in);
    const std::size_t made = room - stream_.avail_out;
    if (code == BZ_STREAM_END) return {made, outcome::ended};
    if (code == BZ_OK) return {made, outcome::more};
    if (code == BZ_MEM_ERROR) return {made, outcome::no_memory, "the system gives no more memory"};
    return {made, outcome::broken, "invalid data, or a block with a wrong checksum"};
  }

 private:
  void close() {
    if (is_open_) BZ2_bzDecompressEnd(&stream_);
    is_open_ = false;
  }

  bz_stream stream_{};
  bool is_open_ = false;
};

}  // namespace

std::unique_ptr<stream_codec> make_bzip2_codec() {
  return std::make_unique<bzip2_codec>();
}

}  // namespace laundromat
