// Detects the compression of a list by its first bytes.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/list_bytes.hpp"

#include "core/codec/compression/stream_decoder.hpp"
#include "core/codec/sniff.hpp"

namespace laundromat {

/// Reads the file and computes its digest on the way. The head that was read to detect the compression is given first.
class list_bytes::stored_file {
 public:
  explicit stored_file(std::unique_ptr<std::istream> from) : from_(std::move(from)) {}

  std::size_t read(std::span<char> buffer) {
    const auto first = std::min(buffer.size(), head_.size());
    head_.copy(buffer.data(), first);
    head_.erase(0, first);
    return first > 0 ? first : read_on(buffer);
  }
  /// The first bytes, which `read` gives again.
  const std::string& look() {
    head_.resize(sniff_bytes);
    std::size_t have = 0;
    while (have < head_.size()) {
      const auto more = read_on({head_.data() + have, head_.size() - have});
      if (more == 0) break;
      have += more;
    }
    head_.resize(have);
    return head_;
  }
  void rewind() {
    from_->clear();
    from_->seekg(0);
    hasher_ = {};
    bytes_ = 0;
    head_.clear();
  }
  [[nodiscard]] bool is_bad() const { return from_->bad(); }
  [[nodiscard]] content_digest digest() { return hasher_.finish(); }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::size_t read_on(std::span<char> buffer) {
    from_->read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const auto more = static_cast<std::size_t>(from_->gcount());
    hasher_.update(std::string_view{buffer.data(), more});
    bytes_ += more;
    return more;
  }

  std::unique_ptr<std::istream> from_;
  std::string head_;
  content_hasher hasher_;
  std::uint64_t bytes_ = 0;
};

list_bytes::list_bytes(std::unique_ptr<std::istream> stored)
    : stored_(std::make_unique<stored_file>(std::move(stored))), warnings_(std::make_unique<warning_log>()) {}
list_bytes::~list_bytes() = default;
list_bytes::list_bytes(list_bytes&&) noexcept = default;
list_bytes& list_bytes::operator=(list_bytes&&) noexcept = default;

void list_bytes::begin() {
  /// The codec owns its source.
  struct borrowed final : byte_source {
    explicit borrowed(stored_file& from) : from_(from) {}
    result<std::size_t> read(std::span<char> buffer) override { return from_.read(buffer); }
    stored_file& from_;
  };
  is_begun_ = true;
  const auto found = sniff(stored_->look());
  if (!found.kind && found.unsupported.empty()) return;
  auto codec = found.kind ? make_codec(*found.kind) : nullptr;
  is_compressed_ = codec != nullptr;
  if (!codec)
    problem_ = "the file is an archive: unpack it, and write the names of the files in it";
  else
    decoded_ = make_stream_source(std::move(codec), std::make_unique<borrowed>(*stored_), *warnings_);
}

std::size_t list_bytes::read(std::span<char> buffer) {
  if (!is_begun_) begin();
  if (problem_) return 0;
  if (!decoded_) {
    const auto more = stored_->read(buffer);
    if (more == 0 && stored_->is_bad()) problem_ = "the file cannot be read to its end";
    return more;
  }
  const auto more = decoded_->read(buffer);
  if (!more)
    problem_ = "the file cannot be decompressed (" + to_string(more.error()) + "): write it again";
  else if (stored_->is_bad())
    problem_ = "the file cannot be read to its end";
  else if (*more == 0 && !warnings_->rows().empty())
    problem_ = "the compressed file is damaged (" + warnings_->rows().front().message + "): write it again";
  return problem_ ? 0 : *more;
}

std::optional<std::string> list_bytes::problem() const {
  return problem_;
}

void list_bytes::rewind() {
  decoded_.reset();
  *warnings_ = {};
  problem_.reset();
  is_begun_ = is_compressed_ = false;
  stored_->rewind();
}

content_digest list_bytes::digest() {
  return stored_->digest();
}

std::uint64_t list_bytes::stored_bytes() const {
  return stored_->bytes();
}

}  // namespace laundromat
