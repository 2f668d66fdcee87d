// Files that grow beyond the limit move to the store below.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/scratch_memory.hpp"

#include <utility>

#include "core/base/shared_source.hpp"

namespace laundromat {

/// A file in memory until it is too large for it.
class scratch_memory::file final : public staged_file {
 public:
  file(scratch_memory& store, std::string_view key) : store_(store), key_(key) {}

  result<void> write(std::string_view bytes) override {
    if (below_) return below_->write(bytes);
    text_.append(bytes);
    return store_.has_memory_for(text_.size()) ? result<void>{} : move_below();
  }
  result<void> commit() override {
    if (below_) return below_->commit();
    if (!store_.has_memory_for(text_.size()))  // another file took the room
      if (auto moved = move_below(); !moved) return moved;
    if (below_) return below_->commit();
    store_.keep(key_, std::move(text_));
    return {};
  }

 private:
  result<void> move_below() {
    auto made = store_.below_.create(key_);
    if (!made) return tl::unexpected(made.error());
    below_ = *std::move(made);
    store_.below_has_files_ = true;
    return below_->write(std::exchange(text_, {}));
  }

  scratch_memory& store_;
  std::string key_, text_;
  std::unique_ptr<staged_file> below_;
};

result<byte_source_ptr> scratch_memory::open(std::string_view key) {
  if (const auto found = files_.find(key); found != files_.end()) return make_shared_source(found->second);
  if (below_has_files_) return below_.open(key);
  return fail(errc::not_found, "no scratch file has this key");
}

result<std::unique_ptr<staged_file>> scratch_memory::create(std::string_view key) {
  return std::make_unique<file>(*this, key);
}

void scratch_memory::remove(std::string_view key) {
  if (const auto found = files_.find(key); found != files_.end()) {
    bytes_ -= found->second->size();
    files_.erase(found);
  } else if (below_has_files_) {
    below_.remove(key);
  }
}

bool scratch_memory::has_memory_for(std::uint64_t bytes) const {
  return bytes <= most_file_bytes && bytes_ + bytes <= most_bytes_;
}

void scratch_memory::keep(std::string_view key, std::string bytes) {
  remove(key);
  bytes_ += bytes.size();
  files_.emplace(key, std::make_shared<const std::string>(std::move(bytes)));
}

}  // namespace laundromat
