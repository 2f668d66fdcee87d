// The raw store and scratch in memory, for tests and fuzz targets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/codec/stores.hpp"

namespace laundromat::testing {

class memory_raw final : public raw_port {
 public:
  result<byte_source_ptr> open(std::string_view raw_path) override {
    ++opened;
    const auto found = files.find(raw_path);
    if (found == files.end()) return fail(errc::not_found, std::string(raw_path));
    return make_memory_source(found->second);
  }
  std::map<std::string, std::string, std::less<>> files;
  int opened = 0;
};

class memory_scratch final : public scratch_port {
 public:
  result<byte_source_ptr> open(std::string_view key) override {
    const auto found = files.find(key);
    if (found == files.end()) return fail(errc::not_found, std::string(key));
    return make_memory_source(found->second);
  }
  result<std::unique_ptr<staged_file>> create(std::string_view key) override {
    if (created == most_files) return fail(errc::no_space, std::string(key));
    ++created;
    return std::make_unique<file>(*this, std::string(key));
  }
  void remove(std::string_view key) override {
    if (const auto found = files.find(key); found != files.end()) files.erase(found);
  }
  /// The total size of all files.
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& one : files) sum += one.second.size();
    return sum;
  }
  std::map<std::string, std::string, std::less<>> files;
  int created = 0;
  int most_files = 1'000'000;  ///< further files fail with `no_space`

 private:
  class file final : public staged_file {
   public:
    file(memory_scratch& store, std::string key) : store_(store), key_(std::move(key)) {}
    result<void> write(std::string_view more) override {
      text_.append(more);
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

}  // namespace laundromat::testing
