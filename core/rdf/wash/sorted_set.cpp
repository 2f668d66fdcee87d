// Sorting in memory, spilling of runs, and the k-way merge.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/sorted_set.hpp"

#include <algorithm>
#include <cstring>
#include <queue>

namespace laundromat {

namespace {

class memory_run_store final : public run_store {
 public:
  result<byte_sink*> create() override {
    runs_.push_back(std::make_unique<run>());
    return runs_.back().get();
  }
  result<byte_source_ptr> open(std::size_t number) override {
    if (number >= runs_.size()) return fail(errc::not_found, "run " + std::to_string(number));
    return make_memory_source(runs_[number]->bytes);
  }

 private:
  struct run final : byte_sink {
    result<void> write(std::string_view more) override {
      bytes.append(more);
      return {};
    }
    std::string bytes;
  };
  std::vector<std::unique_ptr<run>> runs_;
};

std::uint64_t key_of(std::string_view line) {
  std::uint64_t key = 0;
  const auto n = std::min<std::size_t>(8, line.size());
  for (std::size_t i = 0; i < 8; ++i) key = (key << 8) | (i < n ? static_cast<unsigned char>(line[i]) : 0u);
  return key;
}

/// The lines of one run, one at a time.
class run_cursor {
 public:
  run_cursor(byte_source_ptr source, std::size_t buffer_bytes)
      : source_(std::move(source)), chunk_(buffer_bytes) {}

  /// False at the end of the run.
  result<bool> advance() {
    begin_ = end_;
    for (auto from = begin_;;) {
      const auto newline = buffer_.find('\n', from);
      if (newline != std::string::npos) {
        end_ = newline + 1;
        return true;
      }
      buffer_.erase(0, begin_);
      begin_ = end_ = 0;
      const auto kept = buffer_.size();
      buffer_.resize(kept + chunk_);
      auto n = source_->read({buffer_.data() + kept, chunk_});
      if (!n) return tl::unexpected(n.error());
      buffer_.resize(kept + *n);
      if (*n == 0) {
        if (kept != 0) return fail(errc::io_failed, "a sorted run ends within a line");
        return false;
      }
      from = kept;
    }
  }
  [[nodiscard]] std::string_view line() const { return {buffer_.data() + begin_, end_ - begin_}; }

 private:
  byte_source_ptr source_;
  std::size_t chunk_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace

std::unique_ptr<run_store> make_memory_run_store() {
  return std::make_unique<memory_run_store>();
}

sorted_set::sorted_set(run_store& runs, std::uint64_t memory_bytes)
    : runs_(runs), memory_bytes_(memory_bytes) {}

std::size_t sorted_set::block_size() const {
  return std::clamp<std::uint64_t>(memory_bytes_ / 8, 4096, 1 << 20);
}

bool sorted_set::has_room(std::size_t length) const {
  const auto blocks =
      block_bytes_ + (length <= free_bytes_ ? 0 : std::max<std::uint64_t>(length, block_size()));
  // A full vector moves to one of twice its size, and for that moment both are there.
  const auto index = slots_.capacity() * (slots_.size() == slots_.capacity() ? 3 : 1) * sizeof(slot);
  return blocks + index <= memory_bytes_;
}

const char* sorted_set::store(std::string_view line) {
  if (line.size() > free_bytes_) {
    free_bytes_ = std::max(line.size(), block_size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(free_bytes_));
    block_bytes_ += free_bytes_;
    free_ = blocks_.back().get();
  }
  const auto* stored = free_;
  std::memcpy(free_, line.data(), line.size());
  free_ += line.size();
  free_bytes_ -= line.size();
  return stored;
}

result<void> sorted_set::add(std::string_view line) {
  ++added_;
  if (!slots_.empty() && !has_room(line.size()))
    if (auto spilled = spill(); !spilled) return spilled;
  slots_.push_back({key_of(line), store(line), line.size()});
  return {};
}

void sorted_set::sort_slots() {
  std::sort(slots_.begin(), slots_.end(), [](const slot& a, const slot& b) {
    return a.key != b.key ? a.key < b.key : line_of(a) < line_of(b);
  });
  const auto last = std::unique(slots_.begin(), slots_.end(), [](const slot& a, const slot& b) {
    return a.key == b.key && line_of(a) == line_of(b);
  });
  slots_.erase(last, slots_.end());
}

result<void> sorted_set::spill() {
  auto sink = runs_.create();
  if (!sink) return tl::unexpected(sink.error());
  ++run_count_;
  sort_slots();
  constexpr std::size_t batch_bytes = 1 << 16;
  std::string batch;
  for (const auto& s : slots_) {
    batch.append(line_of(s));
    if (batch.size() < batch_bytes) continue;
    if (auto written = (*sink)->write(batch); !written) return written;
    batch.clear();
  }
  if (auto written = (*sink)->write(batch); !written) return written;
  slots_.clear();
  blocks_.clear();
  block_bytes_ = 0;
  free_bytes_ = 0;
  return {};
}

result<void> sorted_set::each_unique_in_memory(const line_consumer& consume) {
  sort_slots();
  for (const auto& s : slots_) {
    ++unique_;
    if (auto taken = consume(line_of(s)); !taken) return taken;
  }
  return {};
}

result<void> sorted_set::merge(const line_consumer& consume) {
  const auto buffer = std::clamp<std::uint64_t>(memory_bytes_ / (run_count_ + 1), 4096, 65536);
  std::vector<run_cursor> cursors;
  cursors.reserve(run_count_);
  const auto later = [&](std::size_t a, std::size_t b) { return cursors[a].line() > cursors[b].line(); };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> heap(later);
  for (std::size_t i = 0; i < run_count_; ++i) {
    auto source = runs_.open(i);
    if (!source) return tl::unexpected(source.error());
    cursors.emplace_back(std::move(*source), buffer);
    auto more = cursors.back().advance();
    if (!more) return tl::unexpected(more.error());
    if (*more) heap.push(i);
  }
  std::string last;
  while (!heap.empty()) {
    const auto i = heap.top();
    heap.pop();
    if (cursors[i].line() != last) {
      last = cursors[i].line();
      ++unique_;
      if (auto taken = consume(last); !taken) return taken;
    }
    auto more = cursors[i].advance();
    if (!more) return tl::unexpected(more.error());
    if (*more) heap.push(i);
  }
  return {};
}

result<void> sorted_set::finish(const line_consumer& consume) {
  if (run_count_ == 0) return each_unique_in_memory(consume);
  if (!slots_.empty())
    if (auto spilled = spill(); !spilled) return spilled;
  slots_ = {};
  return merge(consume);
}

}  // namespace laundromat
