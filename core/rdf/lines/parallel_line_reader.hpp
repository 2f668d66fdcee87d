// Large documents of lines, read on several threads with the result of one.
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

/// Cuts the document behind line feeds into blocks, has each read by a thread of its own, and replays what was found, block by block, on
/// the thread that calls:
/// ```
///   push ─► filling ─► [block][block][block] ─► threads          each: text, recording, how far it came
///                        └─ oldest ─► replay, or the engine ─► sink
/// ```
/// What a block cannot decide alone is left to one engine that sees the document in order: a literal that is open at the block's end, a
/// directive of Turtle, and all that follows until a block begins between lines again. The sink gets the same statements and defects in
/// the same order as from one thread, and the same spans in theirs, though spans may come earlier than their statements.
/// Memory: `options.threads` + 2 blocks with their recordings, besides what the engine needs. Threads start with the first full block.
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
    std::unique_ptr<line_engine>
        engine;            ///< null when no line ends in the block, so that nothing is read ahead
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
  std::deque<std::unique_ptr<block>>
      blocks_;                    ///< in the order of the document; only the calling thread touches it
  std::unique_ptr<block> spare_;  ///< one that was replayed, for its room

  std::mutex mutex_;
  std::condition_variable is_waiting_, was_read_;
  std::deque<block*> waiting_;  ///< guarded by `mutex_`
  bool is_stopping_ = false;    ///< guarded by `mutex_`
  std::vector<std::thread> threads_;
};

}  // namespace laundromat
