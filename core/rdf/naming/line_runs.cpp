// Implements line_runs: blocks of lines, and a merge with a heap.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/line_runs.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace laundromat {

namespace {

constexpr std::size_t run_block_bytes = std::size_t{1} << 18;

struct run_line {
  std::uint32_t component = 0, bytes = 0;
  std::uint64_t key = 0;
  const char* text = nullptr;

  static constexpr std::size_t head_bytes = 16;
  [[nodiscard]] std::string_view line() const { return {text, bytes}; }
  friend bool operator<(const run_line& a, const run_line& b) {
    if (a.component != b.component) return a.component < b.component;
    return a.key != b.key ? a.key < b.key : a.line() < b.line();
  }
};

/// Reads the lines of a run.
class line_run_reader {
 public:
  line_run_reader(byte_source_ptr source, std::uint64_t bytes) : blocks_(std::move(source), bytes) {}

  /// False at the end.
  result<bool> advance() {
    if (at_ == block_.size()) {
      at_ = 0;
      auto more = blocks_.next(block_);
      if (!more || !*more) return more;
    }
    std::memcpy(static_cast<void*>(&now_), block_.data() + at_, run_line::head_bytes);
    now_.text = block_.data() + at_ + run_line::head_bytes;
    at_ += run_line::head_bytes + now_.bytes;
    return true;
  }
  [[nodiscard]] const run_line& now() const { return now_; }

 private:
  checked_block_reader blocks_;
  std::vector<char> block_;
  std::size_t at_ = 0;
  run_line now_;
};

}  // namespace

result<void> line_runs::begin_run() {
  auto made = store_.create();
  if (!made) return tl::unexpected(made.error());
  out_.assign(1, checked_block_writer{**made});
  return {};
}

result<void> line_runs::add(std::uint32_t component, std::uint64_t key, std::string_view line) {
  const run_line one{component, static_cast<std::uint32_t>(line.size()), key};
  block_.append(reinterpret_cast<const char*>(&one), run_line::head_bytes).append(line);
  return block_.size() < run_block_bytes ? result<void>{} : write_block();
}

result<void> line_runs::write_block() {
  auto written = out_.back().write(block_);
  block_.clear();
  return written;
}

result<void> line_runs::end_run() {
  if (!block_.empty())
    if (auto written = write_block(); !written) return written;
  runs_.push_back({next_run_++, out_.back().run_bytes()});
  return {};
}

result<void> line_runs::merge(const std::function<void(std::uint32_t, std::string_view)>& take) {
  std::vector<line_run_reader> lines;
  for (const auto& one : runs_) {
    auto source = store_.open(one.number);
    if (!source) return tl::unexpected(source.error());
    store_.remove(one.number);
    lines.emplace_back(std::move(*source), one.bytes);
  }
  const auto is_later = [&](std::size_t a, std::size_t b) { return lines[b].now() < lines[a].now(); };
  std::vector<std::size_t> heap;
  const auto advance = [&](std::size_t i) -> result<void> {
    const auto more = lines[i].advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    heap.push_back(i);
    std::ranges::push_heap(heap, is_later);
    return {};
  };
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (auto advanced = advance(i); !advanced) return advanced;
  std::string last;
  auto component = ~std::uint32_t{0};
  while (!heap.empty()) {
    std::ranges::pop_heap(heap, is_later);
    const auto i = heap.back();
    heap.pop_back();
    const auto& now = lines[i].now();
    if (now.component != component || now.line() != last) {
      component = now.component;
      last.assign(now.line());
      take(component, last);
    }
    if (auto advanced = advance(i); !advanced) return advanced;
  }
  return {};
}

}  // namespace laundromat
