// Implements the bzip2 codec with libbz2.
// SPDX-License-Identifier: Apache-2.0
#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <string>

#include "core/codec/compression/stream_codec.hpp"

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
    constexpr std::size_t header_bytes = 4;  // libbz2 reads the header
    return front.size() < header_bytes ? std::nullopt : std::optional<std::size_t>{0};
  }
  bool begin(std::string_view) override {
    close();
    stream_ = {};
    is_open_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
    return is_open_;
  }

  /// Delivers the text of a block only after its checksum was verified: libbz2 delivers it before, and a wrong checksum concerns the whole
  /// block.
  step decode(std::string_view& in, std::span<char> out, bool) override {
    if (delivered_ == block_.size()) {
      if (auto read = read_block(in); read.what != outcome::more || block_.empty()) return read;
    }
    const auto made = std::min(out.size(), block_.size() - delivered_);
    std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(delivered_), made, out.begin());
    delivered_ += made;
    return {made, outcome::more};
  }

 private:
  /// Decodes the next block as far as `in` has it. libbz2 takes no byte after a block before all of its text was taken out.
  step read_block(std::string_view& in) {
    block_.clear();
    delivered_ = 0;
    const auto given = std::min<std::size_t>(in.size(), std::numeric_limits<unsigned>::max());
    stream_.next_in = const_cast<char*>(in.data());
    stream_.avail_in = static_cast<unsigned>(given);
    stream_.next_out = nullptr;
    stream_.avail_out = 0;
    auto code = BZ2_bzDecompress(&stream_);
    in.remove_prefix(given - stream_.avail_in);
    stream_.avail_in = 0;
    for (std::size_t made = chunk_bytes; code == BZ_OK && made == chunk_bytes;) {
      const auto before = block_.size();
      block_.resize(before + chunk_bytes);
      stream_.next_out = block_.data() + before;
      stream_.avail_out = chunk_bytes;
      code = BZ2_bzDecompress(&stream_);
      made = chunk_bytes - stream_.avail_out;
      block_.resize(before + made);
    }
    if (code == BZ_OK) return {0, outcome::more};
    block_.clear();
    if (code == BZ_STREAM_END) return {0, outcome::ended};
    if (code == BZ_MEM_ERROR) return {0, outcome::no_memory, "the system has no more memory"};
    return {0, outcome::broken, "invalid data, or a block with a wrong checksum, whose text is dropped"};
  }

  void close() {
    block_.clear();
    delivered_ = 0;
    if (is_open_) BZ2_bzDecompressEnd(&stream_);
    is_open_ = false;
  }

  static constexpr unsigned chunk_bytes = 64U << 10;

  bz_stream stream_{};
  std::string block_;  ///< at most 46 MB: 900 kB, in which each five bytes encode up to 259
  std::size_t delivered_ = 0;
  bool is_open_ = false;
};

}  // namespace

std::unique_ptr<stream_codec> make_bzip2_codec() {
  return std::make_unique<bzip2_codec>();
}

}  // namespace laundromat
