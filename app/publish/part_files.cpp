// Ends a part after the line or document that fills it.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/part_files.hpp"

#include <algorithm>
#include <optional>

#include "core/codec/compression/block_gzip.hpp"
#include "storage/files/scratch_folder.hpp"

namespace laundromat {

namespace fs = std::filesystem;

struct part_files::part {
  std::unique_ptr<staged_file> file;
  std::optional<block_gzip_sink> packed;
};

part_files::part_files(part_settings settings) : settings_(std::move(settings)) {}
part_files::~part_files() = default;

result<void> part_files::begin() {
  ++number_;
  written_ = 0;
  auto path = settings_.path;
  if (settings_.has_parts) {
    auto digits = std::to_string(number_);
    digits.insert(0, digits.size() < 5 ? 5 - digits.size() : 0, '0');
    path /= "part-" + digits + settings_.extension;
  }
  auto file = replace_file(path);
  if (!file) return tl::unexpected(file.error());
  now_ = std::make_unique<part>(*std::move(file));
  if (settings_.is_packed) now_->packed.emplace(*now_->file);
  return {};
}

result<void> part_files::write(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!now_)
      if (auto begun = begin(); !begun) return begun;
    auto now = bytes;
    const bool may_end = settings_.limit_bytes > 0 && settings_.may_end_at_any_line;
    if (may_end && written_ + bytes.size() >= settings_.limit_bytes) {
      const auto room = settings_.limit_bytes - std::min(settings_.limit_bytes, written_ + 1);
      now = bytes.substr(0, std::min(bytes.find('\n', room), bytes.size() - 1) + 1);
    }
    bytes.remove_prefix(now.size());
    written_ += now.size();
    const bool is_line = now.ends_with('\n');
    auto done = now_->packed ? now_->packed->write(now) : now_->file->write(now);
    if (done && may_end && is_line && is_full()) done = finish();
    if (!done) return done;
  }
  return {};
}

result<void> part_files::end_document() {
  return now_ && is_full() ? finish() : result<void>{};
}

result<void> part_files::finish() {
  if (!now_ && number_ > 0) return {};
  if (!now_)
    if (auto begun = begin(); !begun) return begun;
  const auto ending = std::move(now_);
  auto done = ending->packed ? ending->packed->finish() : result<void>{};
  return done ? ending->file->commit() : done;
}

}  // namespace laundromat
