// Inspecting any bytes ends within its budget, and the result can be opened.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include "core/codec/archive/unpack.hpp"
#include "core/codec/open_view.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

class memory_raw final : public raw_port {
 public:
  explicit memory_raw(std::string bytes) : bytes_(std::move(bytes)) {}
  result<byte_source_ptr> open(std::string_view) override { return make_memory_source(bytes_); }

 private:
  std::string bytes_;
};

class memory_scratch final : public scratch_port {
 public:
  result<byte_source_ptr> open(std::string_view key) override {
    const auto found = files.find(std::string{key});
    if (found == files.end()) return fail(errc::not_found);
    return make_memory_source(found->second);
  }
  result<std::unique_ptr<staged_file>> create(std::string_view key) override {
    return std::make_unique<file>(*this, std::string{key});
  }
  void remove(std::string_view key) override { files.erase(std::string{key}); }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& f : files) sum += f.second.size();
    return sum;
  }
  std::map<std::string, std::string> files;

 private:
  class file final : public staged_file {
   public:
    file(memory_scratch& store, std::string key) : store_(store), key_(std::move(key)) {}
    result<void> write(std::string_view more) override {
      text_ += more;
      return {};
    }
    result<void> commit() override {
      store_.files[key_] = std::move(text_);
      return {};
    }

   private:
    memory_scratch& store_;
    std::string key_, text_;
  };
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  memory_raw raw{std::string{reinterpret_cast<const char*>(bytes), size}};
  memory_scratch scratch;
  unpack_budget budget;
  budget.bytes = 1 << 20;
  budget.entries = 100;
  warning_log warnings;
  const auto seen = inspect({"x", {}}, raw, scratch, budget, warnings);
  require(scratch.bytes() <= budget.bytes + (1 << 17), "scratch does not exceed the budget");
  if (!seen) {
    require(scratch.files.empty(), "a failure leaves no scratch files");
    return 0;
  }
  require(seen->members.size() <= budget.entries, "entries do not exceed the budget");
  if (seen->archive) return 0;
  auto source = open_view(seen->content, raw, scratch, budget, warnings);
  require(source.has_value(), "a leaf can be opened");
  const auto head = read_head(**source, 4096);
  require(!head || seen->sample.starts_with(head->substr(0, seen->sample.size())),
          "the view begins with the sample");
  return 0;
}
