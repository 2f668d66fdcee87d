// Runs in memory, and runs of bounded size.
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

class bounded_run_store final : public run_store {
 public:
  bounded_run_store(run_store& runs, std::uint64_t most_bytes, std::string what)
      : runs_(runs), sink_(most_bytes, std::move(what)) {}

  result<byte_sink*> create() override {
    auto run = runs_.create();
    if (!run) return run;
    sink_.to = *run;
    return &sink_;
  }
  result<byte_source_ptr> open(std::size_t number) override { return runs_.open(number); }
  void remove(std::size_t number) override { runs_.remove(number); }

 private:
  struct counted_sink final : byte_sink {
    counted_sink(std::uint64_t most, std::string name) : left(most), what(std::move(name)) {}
    result<void> write(std::string_view bytes) override {
      if (bytes.size() > left) return fail(errc::limit_exceeded, what);
      left -= bytes.size();
      return to->write(bytes);
    }
    byte_sink* to = nullptr;
    std::uint64_t left;
    std::string what;
  };

  run_store& runs_;
  counted_sink sink_;
};

}  // namespace

std::unique_ptr<run_store> make_bounded_run_store(run_store& runs, std::uint64_t most_bytes,
                                                  std::string what) {
  return std::make_unique<bounded_run_store>(runs, most_bytes, std::move(what));
}

std::unique_ptr<run_store> make_memory_run_store() {
  return std::make_unique<memory_run_store>();
}

}  // namespace laundromat
