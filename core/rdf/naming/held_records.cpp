// Implements held_records: blocks in memory, and blocks with a checksum in a run.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/held_records.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace laundromat {

/// Blocks become larger as the text does.
result<void> held_records::begin_block(std::size_t bytes) {
  constexpr std::uint64_t first_block = 4096, last_block = huge_page_allocator<char>::page_bytes;
  if (last_.used > 0) {
    const bool stays = is_resident();
    text_bytes_of_blocks_ = text_bytes_;
    if (stays)
      resident_.push_back(std::exchange(last_, {}));
    else if (auto written = write_block(); !written)
      return written;
  }
  const auto wanted =
      std::max(bytes, static_cast<std::size_t>(std::clamp(2 * text_bytes_, first_block, last_block)));
  if (last_.room() < wanted || last_.room() > 2 * last_block) last_ = block(wanted);
  last_.used = 0;
  free_ = last_.bytes.get();
  left_ = last_.room();
  return {};
}

const char* held_records::add(const held_record& one) {
  const auto text = one.all_text();
  auto* const begin = free_;
  if (text.data() != begin + held_record::head_bytes && !text.empty())
    std::memmove(begin + held_record::head_bytes, text.data(), text.size());
  one.write_head(begin);
  const auto bytes = held_record::head_bytes + text.size();
  free_ += bytes;
  left_ -= bytes;
  last_.used += bytes;
  ++count_;
  text_bytes_ += text.size();
  return begin;
}

result<void> held_records::write_block() {
  if (!out_) {
    auto made = runs_->create();
    if (!made) return tl::unexpected(made.error());
    out_.emplace(**made);
  }
  return out_->write({last_.bytes.get(), last_.used});
}

result<bool> held_records::cursor::next(std::vector<char>& buffer, std::string_view& block) {
  if (resident_ < of_.resident_.size()) {
    const auto& one = of_.resident_[resident_++];
    block = {one.bytes.get(), one.used};
    return true;
  }
  if (of_.has_run() && !has_last_) {
    if (!run_) {
      auto opened = of_.runs_->open(0);
      if (!opened) return tl::unexpected(opened.error());
      run_.emplace(std::move(*opened), of_.out_->run_bytes());
    }
    auto more = run_->next(buffer);
    if (!more) return more;
    block = {buffer.data(), buffer.size()};
    if (*more) return true;
  }
  if (has_last_ || of_.last_.used == 0) return false;
  has_last_ = true;
  block = {of_.last_.bytes.get(), of_.last_.used};
  return true;
}

}  // namespace laundromat
