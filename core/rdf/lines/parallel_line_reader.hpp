// Reads large line documents on several threads, with the same result as on one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/rdf/lines/block_recording.hpp"
#include "core/rdf/lines/line_engine.hpp"

namespace laundromat {

/// Splits the document after line feeds into blocks, has each read by another thread, and replays the results, block by block, on
/// the calling thread:
/// ```
///   push ─► filling ─► [block][block][block] ─► threads          each: text, recording, end of what was read
///                        └─ oldest ─► replay, or the engine ─► sink
/// ```
/// What cannot be decided within a block is left to one engine that reads the document in order: a literal that is open at the block's end, a
/// directive of Turtle, and all that follows until a block begins between lines again. The sink gets the same statements and defects in
/// the same order as from one thread, and the same spans in order, though spans may come earlier than their statements.
/// Memory: `options.threads` + 2 blocks with their recordings, and the memory of the engine. Threads start with the first full block.
class parallel_line_reader final : public reader {
 public:
  parallel_line_reader(rdf_format format, reader_options options, statement_sink& sink,
                       turtle_factory make_turtle, line_kernel kernel,
                       std::size_t block_bytes = std::size_t{1} << 18);
  ~parallel_line_reader() override;
  parallel_line_reader(const parallel_line_reader&) = delete;
  parallel_line_reader& operator=(const parallel_line_reader&) = delete;

  result<void> push(std::string_view bytes) override;
  result<void> finish() override;

 private:
  struct block {
    std::string text;
    block_recording found;
    /// Null when no line ends in the block, so that it is not read in advance.
    std::unique_ptr<line_engine> engine;
    bool is_read = false;  ///< guarded by `mutex_`
  };

  [[nodiscard]] result<void> submit_filling();
  [[nodiscard]] result<void> take_oldest();
  [[nodiscard]] result<void> replay(block& one);
  void start_threads();
  static void read(block& one);
  void work();

  rdf_format format_;
  reader_options options_;
  statement_sink* sink_;
  line_kernel kernel_;
  std::size_t block_bytes_;
  line_engine engine_;
  std::string filling_, rest_;
  /// In the order of the document; only the calling thread uses it.
  std::deque<std::unique_ptr<block>> blocks_;
  std::unique_ptr<block> spare_;  ///< a replayed block, whose buffer is reused

  std::mutex mutex_;
  std::condition_variable is_waiting_, was_read_;
  std::deque<block*> waiting_;  ///< guarded by `mutex_`
  bool is_stopping_ = false;    ///< guarded by `mutex_`
  std::vector<std::thread> threads_;
};

}  // namespace laundromat
