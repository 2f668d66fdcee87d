// Implements the sorter's run store with unlinked files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/scratch_runs.hpp"

#include <vector>

namespace laundromat {

namespace {

class file_run final : public byte_sink {
 public:
  explicit file_run(file_descriptor file) : file_(std::make_shared<const file_descriptor>(std::move(file))) {}

  result<void> write(std::string_view bytes) override {
    return write_all(file_->get(), bytes, "a run in scratch");
  }
  [[nodiscard]] result<byte_source_ptr> read_again() const { return make_file_source(file_); }

 private:
  std::shared_ptr<const file_descriptor> file_;
};

class file_runs final : public run_store {
 public:
  explicit file_runs(std::function<result<file_descriptor>()> create) : create_(std::move(create)) {}

  result<byte_sink*> create() override {
    auto file = create_();
    if (!file) return tl::unexpected(file.error());
    runs_.push_back(std::make_unique<file_run>(std::move(*file)));
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
  std::function<result<file_descriptor>()> create_;
  std::vector<std::unique_ptr<file_run>> runs_;
};

}  // namespace

std::unique_ptr<run_store> make_scratch_runs(std::function<result<file_descriptor>()> create) {
  return std::make_unique<file_runs>(std::move(create));
}

}  // namespace laundromat
