// Decompresses ledgers and checks their digests.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/ledger_file.hpp"

#include <memory>

#include "core/codec/compression/gzip.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace {

class whole_source final : public byte_source {
 public:
  whole_source(byte_source_ptr file, bool is_packed, std::string name, const content_digest& expected)
      : text_(is_packed ? make_gzip_source(std::move(file), warnings_) : std::move(file)),
        name_(std::move(name)),
        expected_(expected) {}

  result<std::size_t> read(std::span<char> buffer) override {
    auto n = text_->read(buffer);
    if (!n) return n;
    if (!warnings_.rows().empty()) return fail(warnings_.rows().front().code, name_ + " is damaged");
    if (*n > 0) {
      hasher_.update({buffer.data(), *n});
      return n;
    }
    if (!expected_.is_null() && hasher_.finish() != expected_)
      return fail(errc::digest_mismatch, name_ + " has another digest than the ledger " + expected_.hex());
    return n;
  }

 private:
  warning_log warnings_;
  byte_source_ptr text_;
  std::string name_;
  content_digest expected_;
  content_hasher hasher_;
};

}  // namespace

result<byte_source_ptr> open_ledger(const std::filesystem::path& path, const content_digest& expected) {
  return open_ledger(open_file_source(path), path.string(), expected);
}

result<byte_source_ptr> open_ledger(result<byte_source_ptr> file, const std::string& name,
                                    const content_digest& expected) {
  if (!file) return file;
  const auto head = read_head(**file, 2);
  if (!head) return tl::unexpected(head.error());
  if (auto back = (*file)->seek(0); !back) return tl::unexpected(back.error());
  return std::make_unique<whole_source>(*std::move(file), *head == "\x1F\x8B", name, expected);
}

}  // namespace laundromat
