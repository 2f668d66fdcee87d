// Runs in memory.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/run_store.hpp"

#include <string>
#include <vector>

namespace laundromat {

namespace {

class memory_run_store final : public run_store {
 public:
  result<byte_sink*> create() override {
    runs_.push_back(std::make_unique<string_sink>());
    return runs_.back().get();
  }
  result<byte_source_ptr> open(std::size_t number) override {
    if (number >= runs_.size() || !runs_[number])
      return fail(errc::not_found, "there is no run " + std::to_string(number));
    return make_memory_source(runs_[number]->text);
  }
  void remove(std::size_t number) override {
    if (number < runs_.size()) runs_[number].reset();
  }

 private:
  std::vector<std::unique_ptr<string_sink>> runs_;
};

}  // namespace

std::unique_ptr<run_store> make_memory_run_store() {
  return std::make_unique<memory_run_store>();
}

}  // namespace laundromat
