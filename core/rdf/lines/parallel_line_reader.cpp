// Blocks, threads, and the order of their results.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/parallel_line_reader.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace laundromat {

parallel_line_reader::parallel_line_reader(rdf_format format, reader_options options, statement_sink& sink,
                                           turtle_factory make_turtle, line_kernel kernel,
                                           std::size_t block_bytes)
    : format_(format),
      options_(options),
      sink_(&sink),
      kernel_(kernel),
      block_bytes_(block_bytes),
      engine_(format, std::move(options), sink, std::move(make_turtle), kernel) {}

parallel_line_reader::~parallel_line_reader() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    waiting_.clear();
  }
  is_waiting_.notify_all();
  for (auto& one : threads_) one.join();
}

result<void> parallel_line_reader::push(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto part = bytes.substr(0, block_bytes_ - filling_.size());
    filling_.append(part);
    bytes.remove_prefix(part.size());
    if (filling_.size() < block_bytes_) return {};
    const auto last_feed = filling_.rfind('\n');
    const auto cut = last_feed == filling_.npos ? filling_.size() : last_feed + 1;
    rest_.assign(filling_, cut);
    filling_.resize(cut);
    if (auto done = submit_filling(); !done) return done;
    filling_.assign(rest_);
  }
  return {};
}

result<void> parallel_line_reader::finish() {
  while (!blocks_.empty())
    if (auto done = take_oldest(); !done) return done;
  if (auto done = engine_.push(filling_); !done) return done;
  return engine_.finish();
}

/// Makes a block from `filling_`, which gets the buffer of an earlier block.
result<void> parallel_line_reader::submit_filling() {
  if (blocks_.size() >= options_.threads + 2)
    if (auto done = take_oldest(); !done) return done;
  blocks_.push_back(spare_ ? std::move(spare_) : std::make_unique<block>());
  auto& one = *blocks_.back();
  one.text.swap(filling_);
  one.engine.reset();
  one.is_read = !one.text.ends_with('\n');
  if (one.is_read) return {};
  one.found.begin(one.text);
  one.engine = std::make_unique<line_engine>(format_, options_, one.found, nullptr, kernel_);
  one.engine->stop_at_directives();
  if (threads_.empty()) start_threads();
  if (threads_.empty()) {
    read(one);
    one.is_read = true;
    return {};
  }
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(&one);
  }
  is_waiting_.notify_one();
  return {};
}

/// Waits for the next block of the document, and passes its results to the sink.
result<void> parallel_line_reader::take_oldest() {
  auto& one = *blocks_.front();
  {
    std::unique_lock lock(mutex_);
    was_read_.wait(lock, [&] { return one.is_read; });
  }
  auto done = replay(one);
  spare_ = std::move(blocks_.front());
  blocks_.pop_front();
  return done;
}

result<void> parallel_line_reader::replay(block& one) {
  const std::string_view text = one.text;
  if (!one.engine || !engine_.is_between_lines() || !engine_.takes_ends_of(*one.engine))
    return engine_.push(text);
  if (auto done = one.found.replay(*sink_, engine_.account(), engine_.done_bytes(), engine_.done_lines());
      !done)
    return done;
  const auto came_to = static_cast<std::size_t>(one.engine->done_bytes());
  engine_.go_on_from(*one.engine);
  return came_to < text.size() ? engine_.push(text.substr(came_to)) : result<void>{};
}

void parallel_line_reader::start_threads() {
  try {
    for (std::uint32_t i = 0; i < std::max(1U, options_.threads); ++i)
      threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system has no more threads: those that started read all blocks, or the calling thread does.
  }
}

/// A recording accepts everything, so that reading cannot fail.
void parallel_line_reader::read(block& one) {
  static_cast<void>(one.engine->push(one.text));
  one.engine->account().finish();
}

void parallel_line_reader::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    is_waiting_.wait(lock, [&] { return is_stopping_ || !waiting_.empty(); });
    if (is_stopping_) return;
    auto& one = *waiting_.front();
    waiting_.pop_front();
    lock.unlock();
    read(one);
    lock.lock();
    one.is_read = true;
    was_read_.notify_one();
  }
}

}  // namespace laundromat
