// The sorter gives the result of `std::set`, for any memory and number of threads.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/line_sorter.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>
#include <set>

namespace laundromat {
namespace {

using lines = std::vector<std::string>;

struct sorted {
  std::string text;
  std::uint64_t duplicates = 0;
  std::size_t runs = 0;
};

sorted sort(const lines& all, std::uint64_t memory_bytes, std::uint32_t threads = 1) {
  auto store = make_memory_run_store();
  worker_pool workers{threads};
  line_sorter sorter(*store, {memory_bytes, &workers});
  for (const auto& line : all) EXPECT_TRUE(sorter.add(line));
  sorted got;
  EXPECT_TRUE(sorter.finish([&](const std::string& batch) {
    got.text += batch;
    return result<void>{};
  }));
  got.duplicates = sorter.duplicates();
  got.runs = sorter.spilled_runs();
  return got;
}

std::string joined(const std::set<std::string>& all) {
  std::string out;
  for (const auto& line : all) out += line;
  return out;
}

/// Lines like those of documents: few subjects or many, mostly grouped, rests with common prefixes, some very long, some without space.
lines make_lines(unsigned seed, std::size_t count) {
  std::mt19937 dice(seed);
  const auto up_to = [&](std::size_t n) { return static_cast<std::size_t>(dice() % n); };
  const auto subjects = std::size_t{1} + up_to(seed % 2 == 0 ? 20 : count), values = 1 + up_to(2 * count);
  std::string subject = "<a:>";
  lines all;
  while (all.size() < count) {
    if (up_to(4) == 0)
      subject =
          "<http://example.org/" + std::string(up_to(3) * 11, 'x') + std::to_string(up_to(subjects)) + ">";
    auto line = subject + " <http://example.org/p" + std::to_string(up_to(3)) + "> \"" +
                std::to_string(up_to(values));
    if (up_to(500) == 0) line.append(up_to(20'000), static_cast<char>('a' + up_to(3)));
    if (up_to(50) == 0) line = std::string(up_to(30), '\0') + std::to_string(up_to(values));
    if (up_to(50) == 0) line.clear();
    all.push_back(line + "\n");
  }
  return all;
}

TEST(line_sorter, the_order_is_that_of_bytes) {
  const auto got = sort({"b\n", "a\n", "B\n", "\xC3\xA9\n", "ab\n", "a\n", "a b\n"}, 1 << 20);
  EXPECT_EQ(got.text, "B\na\na b\nab\nb\n\xC3\xA9\n");
  EXPECT_EQ(got.duplicates, 1u);
  EXPECT_EQ(got.runs, 0u);
}

TEST(line_sorter, without_lines_gives_no_batch) {
  EXPECT_EQ(sort({}, 1 << 20).text, "");
}

TEST(line_sorter, memory_and_threads_have_no_effect_on_the_result_D70) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    const auto all = make_lines(seed, 8'000);
    const std::set<std::string> expected(all.begin(), all.end());
    const auto text = joined(expected);
    for (const std::uint64_t memory : {1u << 10, 64u << 10, 128u << 10, 64u << 20})
      for (const auto threads : {1u, 2u, 4u}) {
        const auto got = sort(all, memory, threads);
        EXPECT_TRUE(got.text == text) << memory << " bytes, " << threads << " threads";
        EXPECT_EQ(got.duplicates, all.size() - expected.size());
        EXPECT_EQ(got.runs > 0, memory < (64u << 20)) << memory;
      }
  }
}

TEST(line_sorter, memory_that_is_lent_to_others_has_no_effect_on_the_result_D70) {
  const auto all = make_lines(3, 8'000);
  const std::set<std::string> expected(all.begin(), all.end());
  std::size_t runs_before = 0;
  for (const std::uint64_t most_lent : {0u, 1u << 16, 1u << 30}) {
    auto store = make_memory_run_store();
    worker_pool workers{2};
    line_sorter sorter(*store, {1u << 18, &workers});
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_TRUE(sorter.lend(i % 1'000 == 999 ? 0 : most_lent * i / all.size()));
      ASSERT_TRUE(sorter.add(all[i]));
    }
    std::string text;
    ASSERT_TRUE(sorter.finish([&](const std::string& batch) {
      text += batch;
      return result<void>{};
    }));
    EXPECT_TRUE(text == joined(expected)) << most_lent;
    EXPECT_GE(sorter.spilled_runs(), runs_before) << "less memory, more runs";
    runs_before = sorter.spilled_runs();
  }
}

TEST(line_sorter, the_line_writer_gets_each_line_and_each_new_key_once) {
  const auto all = make_lines(5, 3000);
  for (const std::uint64_t memory_bytes : {std::uint64_t{1} << 13, std::uint64_t{1} << 26}) {
    auto store = make_memory_run_store();
    line_sorter sorter(*store, {memory_bytes});
    for (const auto& line : all) EXPECT_TRUE(sorter.add(line));
    std::string written, key, got;
    const auto write = [&](const line_parts& line, bool is_new, std::string& batch) {
      EXPECT_EQ(is_new, written.empty() || key != line.key);
      key = line.key;
      written.append(line.key).append(line.rest);
      batch.append(line.key).append("and ").append(line.rest);
    };
    EXPECT_TRUE(sorter.finish(
        [&](const std::string& batch) {
          got += batch;
          return result<void>{};
        },
        write));
    EXPECT_EQ(written, joined({all.begin(), all.end()}));
    for (std::size_t at = 0; (at = got.find("and ", at)) != got.npos;) got.erase(at, 4);
    EXPECT_EQ(got, written);
  }
}

TEST(line_sorter, strings_with_long_common_prefixes_are_sorted) {
  lines all;
  for (int i = 0; i < 5'000; ++i)
    all.push_back("<" + std::string(i % 7 * 9, 'p') + std::to_string(i * 7919 % 5'000) + "> " +
                  std::string(100, 'q') + std::to_string(i % 3) + "\n");
  EXPECT_TRUE(sort(all, 1 << 20).text == joined({all.begin(), all.end()}));
}

/// Fails at the `n`th call.
class failing_store final : public run_store {
 public:
  failing_store(errc code, int calls) : code_(code), calls_(calls) {}
  result<byte_sink*> create() override {
    if (fails()) return fail(code_, "no run");
    below_sink_ = below_->create().value();
    return &sink_;
  }
  result<byte_source_ptr> open(std::size_t number) override {
    if (fails()) return fail(code_, "not opened");
    auto source = std::make_unique<failing_source>(*this);
    source->below = below_->open(number).value();
    return source;
  }
  void remove(std::size_t number) override { below_->remove(number); }

 private:
  struct failing_sink final : byte_sink {
    explicit failing_sink(failing_store& of) : store(of) {}
    result<void> write(std::string_view bytes) override {
      if (store.fails()) return fail(store.code_, "not written");
      return store.below_sink_->write(bytes);
    }
    failing_store& store;
  };
  struct failing_source final : byte_source {
    explicit failing_source(failing_store& of) : store(of) {}
    result<std::size_t> read(std::span<char> buffer) override {
      if (store.fails()) return fail(store.code_, "not read");
      return below->read(buffer);
    }
    failing_store& store;
    byte_source_ptr below;
  };
  bool fails() { return --calls_ < 0; }

  errc code_;
  int calls_;
  std::unique_ptr<run_store> below_ = make_memory_run_store();
  byte_sink* below_sink_ = nullptr;
  failing_sink sink_{*this};
};

result<void> sort_with(run_store& store, const lines& all, std::uint32_t threads) {
  worker_pool workers{threads};
  line_sorter sorter(store, {64 << 10, &workers});
  for (const auto& line : all)
    if (auto added = sorter.add(line); !added) return added;
  return sorter.finish([](const std::string&) { return result<void>{}; });
}

TEST(line_sorter, an_error_of_the_store_is_returned_whenever_it_happens) {
  const auto all = make_lines(1, 4'000);
  for (const auto threads : {1u, 2u})
    for (const auto code : {errc::no_space, errc::io_failed, errc::cancelled})
      for (const int calls : {0, 1, 2, 5, 20, 60, 250}) {
        failing_store store{code, calls};
        const auto got = sort_with(store, all, threads);
        ASSERT_FALSE(got) << calls;
        EXPECT_EQ(got.error().code, code);
      }
}

TEST(line_sorter, an_error_of_the_consumer_is_returned) {
  auto store = make_memory_run_store();
  line_sorter sorter(*store, {});
  ASSERT_TRUE(sorter.add("a\n"));
  const auto got = sorter.finish([](const std::string&) -> result<void> { return fail(errc::no_space); });
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::no_space);
}

/// A store that returns other bytes than those written.
struct damaging_store final : run_store {
  explicit damaging_store(std::function<void(std::string&)> how) : damage(std::move(how)) {}
  result<byte_sink*> create() override { return below->create(); }
  result<byte_source_ptr> open(std::size_t number) override {
    auto bytes = read_all(*below->open(number).value(), 1 << 30).value();
    damage(bytes);
    return make_memory_source(std::move(bytes));
  }
  void remove(std::size_t) override {}
  std::function<void(std::string&)> damage;
  std::unique_ptr<run_store> below = make_memory_run_store();
};

void expect_noticed(std::function<void(std::string&)> damage) {
  damaging_store store{std::move(damage)};
  const auto got = sort_with(store, make_lines(3, 1'500), 1);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::io_failed);
}

TEST(line_sorter, a_damaged_run_is_detected) {
  for (const std::size_t step : {1u, 2u, 3u, 7u, 100u, 1'001u, 5'003u})
    expect_noticed([step](std::string& run) {
      for (auto i = step; i < run.size(); i += step) run[i] = static_cast<char>(run[i] ^ 0x55);
    });
}

TEST(line_sorter, a_run_truncated_between_two_blocks_is_detected) {
  expect_noticed([](std::string& run) {
    std::uint32_t packed = 0;
    std::memcpy(&packed, run.data() + 4, sizeof packed);
    run.resize(12 + packed);
  });
  expect_noticed([](std::string& run) { run.clear(); });
}

TEST(packed_lines, few_lines_use_no_pool_chunk) {
  page_pool chunks{std::size_t{1} << 18};
  std::vector<packed_lines> all;
  std::size_t bytes = 0;
  for (int i = 0; i < 100; ++i) {
    auto& few = all.emplace_back(chunks);
    few.add({"<a:s> ", "<a:p> \"one\" .\n"}, 0);
    few.add({"<a:s> ", "<a:p> \"two\" .\n"}, 13);
    few.shrink();
    bytes += few.bytes();
  }
  EXPECT_EQ(chunks.chunks(), 1U);
  EXPECT_LT(bytes, 100'000U);
  const auto cursor = open_packed(std::move(all.back()));
  EXPECT_EQ(cursor->advance(), true);
  EXPECT_EQ(cursor->line().rest, "<a:p> \"one\" .\n");
  EXPECT_EQ(cursor->advance(), true);
  EXPECT_EQ(cursor->line().rest, "<a:p> \"two\" .\n");
  EXPECT_EQ(cursor->advance(), false);
}

TEST(packed_lines, count_allocated_memory) {
  page_pool chunks{4096};
  packed_lines many{chunks};
  const auto rest = std::string(2500, 'x') + "\n";
  for (int i = 0; i < 10; ++i) many.add({"<a:s> ", rest}, 0);
  EXPECT_GE(many.bytes(), 10 * chunks.chunk_bytes());
}

}  // namespace
}  // namespace laundromat
