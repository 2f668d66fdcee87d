// Opens views without scratch files.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/stored_text.hpp"

#include "core/codec/scratch_memory.hpp"
#include "core/washing/leaf_text.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

class no_scratch final : public scratch_port {
 public:
  result<byte_source_ptr> open(std::string_view) override {
    return fail(errc::not_found, "nothing is kept on the disk here");
  }
  result<std::unique_ptr<staged_file>> create(std::string_view) override {
    return fail(errc::no_space, "it cannot be read without scratch files");
  }
  void remove(std::string_view) override {}
};

}  // namespace

struct stored_texts::readers {
  explicit readers(raw_store opened) : raw(std::move(opened)) {
    ports.raw = &raw;
    ports.scratch = &memory;
  }
  raw_store raw;
  no_scratch none;
  scratch_memory memory{none};
  washing_ports ports;
  warning_log warnings;
};

stored_texts::stored_texts(std::filesystem::path root) : root_(std::move(root)) {}

stored_texts::~stored_texts() = default;

result<byte_source_ptr> stored_texts::open(const entry_record& entry) {
  if (entry.content.raw_path.empty()) return fail(errc::not_found, "its body is not kept");
  if (!with_) {
    auto raw = raw_store::to_read(data_layout{root_}.raw());
    if (!raw) return tl::unexpected(raw.error());
    with_ = std::make_unique<readers>(*std::move(raw));
  }
  return open_text(entry.content, entry.encoding, entry.charset, with_->ports, with_->warnings);
}

}  // namespace laundromat
