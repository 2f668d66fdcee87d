// The sorter's run store on scratch files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/scratch_runs.hpp"

#include <vector>

namespace laundromat {

namespace {

class scratch_runs final : public run_store {
 public:
  explicit scratch_runs(scratch_store& scratch) : scratch_(scratch) {}

  result<byte_sink*> create() override {
    auto run = scratch_.create_run();
    if (!run) return tl::unexpected(run.error());
    runs_.push_back(std::move(*run));
    return runs_.back().get();
  }

  result<byte_source_ptr> open(std::size_t number) override {
    if (number >= runs_.size() || !runs_[number]) return fail(errc::internal, "no such run");
    return runs_[number]->read_again();
  }

  void remove(std::size_t number) override {
    if (number < runs_.size()) runs_[number].reset();
  }

 private:
  scratch_store& scratch_;
  std::vector<std::unique_ptr<scratch_run>> runs_;
};

}  // namespace

std::unique_ptr<run_store> make_scratch_runs(scratch_store& scratch) {
  return std::make_unique<scratch_runs>(scratch);
}

}  // namespace laundromat
