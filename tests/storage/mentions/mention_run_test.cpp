// Tests of runs of mentions.
// SPDX-License-Identifier: Apache-2.0
#include "storage/mentions/mention_run.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>

#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat::test {
namespace {

class mention_run_test : public testing::Test {
 protected:
  mention_run write(std::vector<mention> all) {
    sort_mentions(all);
    auto writer = mention_run_writer::begin(runs_, "a.run").value();
    for (const auto& one : all) EXPECT_TRUE(writer.add(one));
    EXPECT_EQ(writer.finish().value(), all.size());
    return mention_run::open(runs_, "a.run").value();
  }
  void change(std::size_t at) {
    auto bytes = read_file(folder_.path() / "runs/a.run");
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    std::ofstream{folder_.path() / "runs/a.run", std::ios::binary} << bytes;
  }
  static result<std::vector<mention>> read_all(const mention_run& run) {
    mention_run::reader reader{run};
    std::vector<mention> all;
    mention next;
    for (;;) {
      const auto more = reader.next(next);
      if (!more) return tl::unexpected(more.error());
      if (!*more) return all;
      all.push_back(next);
    }
  }

  temporary_folder folder_;
  safe_folder runs_ = safe_folder::make(folder_.path() / "runs").value();
};

/// Uniform hashes, a few that many documents have, and the ends.
std::vector<mention> made_mentions() {
  std::mt19937 random{5};
  std::vector<mention> all{{0, 0, 0, 1}, {0xFFFF'FFFF, most_mentioning_documents - 1, 7, 15}};
  for (std::uint32_t i = 0; i < 20'000; ++i)
    all.push_back({static_cast<std::uint32_t>(random()), i % 500, i % 3, 1});
  for (const std::uint32_t iri : {7U, 1U << 31U, 0xFFFF'FFFFU})
    for (std::uint32_t document = 0; document < 10'000; ++document) all.push_back({iri, document, 0, 2});
  sort_mentions(all);
  return all;
}

}  // namespace

TEST_F(mention_run_test, has_what_was_written_and_finds_it) {
  const auto all = made_mentions();
  const auto run = write(all);
  EXPECT_EQ(run.size(), all.size());
  EXPECT_EQ(read_all(run).value(), all);
  std::map<std::uint32_t, std::vector<mention>> by_iri;
  for (const auto& one : all) by_iri[one.iri].push_back(one);
  std::size_t looked = 0;
  for (const auto& [iri, expected] : by_iri) {
    if (++looked % 17 != 0 && expected.size() < 100) continue;
    EXPECT_EQ(run.find(iri, 0, 1'000'000).value(), expected) << iri;
    EXPECT_EQ(run.count(iri).value(), expected.size()) << iri;
    const auto half = expected.size() / 2;
    const auto rest = run.find(iri, expected[half].document, 3).value();
    for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_EQ(rest[i], expected[half + i]);
    EXPECT_EQ(run.find(iri - 1, 0, 10).value().empty(), !by_iri.contains(iri - 1));
  }
}

TEST_F(mention_run_test, may_be_empty) {
  const auto run = write({});
  EXPECT_EQ(run.size(), 0U);
  EXPECT_TRUE(run.find(5, 0, 10).value().empty());
  EXPECT_EQ(run.count(5).value(), 0U);
  EXPECT_TRUE(read_all(run).value().empty());
}

TEST_F(mention_run_test, damage_is_noticed) {
  const auto run = write(made_mentions());
  change(1'234);
  EXPECT_EQ(read_all(mention_run::open(runs_, "a.run").value()).error().code, errc::archive_damaged);
  change(1'234);
  EXPECT_TRUE(read_all(mention_run::open(runs_, "a.run").value()));
  const auto size = std::filesystem::file_size(folder_.path() / "runs/a.run");
  change(size - 1);
  EXPECT_EQ(mention_run::open(runs_, "a.run").error().code, errc::archive_damaged);
  std::filesystem::resize_file(folder_.path() / "runs/a.run", 20);
  EXPECT_EQ(mention_run::open(runs_, "a.run").error().code, errc::archive_damaged);
  EXPECT_EQ(mention_run::open(runs_, "b.run").error().code, errc::not_found);
}

}  // namespace laundromat::test
