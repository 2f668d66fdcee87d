// A document from its bytes to its clean file over ports in memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/codec/compression/gzip.hpp"
#include "core/washing/stages.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {

/// Keeps finished outputs; dropped ones are only counted.
struct memory_shelf {
  std::map<std::string, std::string> files, indexes;
  int begun = 0;
  int full_for = -1;  ///< the number of the output that fails for lack of space
};

class memory_output final : public clean_output {
 public:
  explicit memory_output(memory_shelf& shelf)
      : shelf_(shelf), number_(++shelf.begun), name_("out-" + std::to_string(number_)) {}
  result<void> write(std::string_view bytes) override {
    if (number_ == shelf_.full_for) return fail(errc::no_space, name_);
    text_.append(bytes);
    return {};
  }
  result<void> add_sidecar(std::string_view name, std::string_view bytes) override {
    shelf_.files[name_ + "." + std::string(name)] = bytes;
    return {};
  }
  result<std::string> finish(std::string_view index) override {
    shelf_.indexes[name_] = index;
    shelf_.files[name_] = text_;
    return name_;
  }

 private:
  memory_shelf& shelf_;
  int number_;
  std::string name_, text_;
};

class stages : public ::testing::Test {
 protected:
  stages() {
    ports_.raw = &raw_;
    ports_.scratch = &scratch_;
    ports_.make_runs = [] { return make_memory_run_store(); };
    ports_.make_output = [this]() -> result<std::unique_ptr<clean_output>> {
      return std::make_unique<memory_output>(shelf_);
    };
    ports_.cancelled = &cancelled_;
  }

  unpack_outcome unpacked(const view& content, const std::string& charset = "", const std::string& name = "a",
                          const std::string& media_type = "") {
    unpack_job job{0, {}, content, charset, {}, media_type, name};
    job.at = at_;
    job.is_sitemap = is_sitemap_;
    auto found = unpack(job, ports_);
    EXPECT_TRUE(found) << to_string(found.error());
    return found.value_or(unpack_outcome{});
  }
  unpack_outcome unpacked(const std::string& bytes, const std::string& charset = "") {
    raw_.files["body"] = bytes;
    return unpacked(view{"body", {}}, charset);
  }
  /// The fused guess is the same.
  guess_outcome guessed(const std::string& bytes, const std::string& name = "a",
                        const std::string& media_type = "") {
    raw_.files["body"] = bytes;
    const auto leaf = unpacked(view{"body", {}}, "", name, media_type);
    guess_job job{0, {}, leaf.content, leaf.encoding, media_type, name};
    job.at = at_;
    job.is_sitemap = is_sitemap_;
    auto found = guess(job, ports_);
    EXPECT_TRUE(found) << to_string(found.error());
    EXPECT_TRUE(leaf.fused);
    if (!found || !leaf.fused) return {};
    EXPECT_EQ(leaf.fused->on, found->on);
    EXPECT_EQ(leaf.fused->cause, found->cause);
    EXPECT_EQ(leaf.fused->format, found->format);
    EXPECT_EQ(leaf.fused->head, found->head);
    EXPECT_EQ(values_of(leaf.fused->formats), values_of(found->formats));
    return *found;
  }
  static std::vector<std::string> values_of(const std::vector<evidence>& all) {
    std::vector<std::string> out;
    for (const auto& evidence : all)
      out.push_back(evidence.source + '=' + evidence.value + ' ' + evidence.note);
    return out;
  }
  parse_outcome parsed(const std::string& bytes, rdf_format format, const parse_settings& settings = {}) {
    const auto leaf = unpacked(bytes);
    auto found =
        parse({0, {}, leaf.content, leaf.encoding, format, "http://own.example/base"}, ports_, settings);
    EXPECT_TRUE(found) << to_string(found.error());
    return found.value_or(parse_outcome{});
  }
  std::string clean_text(const parse_outcome& found) {
    return found.staged.empty() ? "" : unpacked_file(found.staged);
  }
  std::string unpacked_file(const std::string& staged) {
    warning_log warnings;
    auto source = make_gzip_source(make_memory_source(shelf_.files.at(staged)), warnings);
    return read_all(*source, 1 << 26).value();
  }
  static view member_of(const unpack_outcome& archive, std::uint64_t ordinal) {
    auto member = archive.content;
    member.chain.push_back({archive.archive, ordinal});
    return member;
  }

  testing::memory_raw raw_;
  testing::memory_scratch scratch_;
  memory_shelf shelf_;
  std::atomic<bool> cancelled_{false};
  washing_ports ports_;
  timestamp at_{};  ///< of the jobs
  bool is_sitemap_ = false;
};

constexpr auto one_triple = "<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n";

}  // namespace laundromat
