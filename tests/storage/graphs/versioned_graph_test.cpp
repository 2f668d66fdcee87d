// Tests of graphs with versions on disk, against sets of lines.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/versioned_graph.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

lines random_lines(std::mt19937& random, std::size_t most) {
  lines made;
  for (auto left = random() % (most + 1); left > 0; --left)
    made.insert("<http://e.example/" + std::to_string(random() % 200) + "> <http://e.example/p> \"" +
                std::to_string(random() % 5) + "\" .\n");
  return made;
}

std::string subject_of(const std::string& line) {
  return line.substr(0, line.find(' '));
}

lines merged(const lines& graph, const lines& dump, bool removes_absent) {
  lines result = dump;
  std::set<std::string> subjects;
  for (const auto& line : dump) subjects.insert(subject_of(line));
  if (!removes_absent)
    for (const auto& line : graph)
      if (!subjects.contains(subject_of(line))) result.insert(line);
  return result;
}

class versioned_graph_test : public testing::Test {
 protected:
  versioned_graph_test() {
    folder_ = safe_folder::named(path());
    db_.emplace(journal::open(path() / "journal.sqlite", journal_mode::read_write).value());
    provider_ = graph_records{*db_}
                    .add_provider("p", "http://e.example/graph/p", "http://e.example/void.ttl")
                    .value();
  }

  [[nodiscard]] std::filesystem::path path() const { return temporary_.path(); }
  versioned_graph graph() { return {graph_folder::open(*folder_, "p").value(), *db_, provider_}; }
  document_opener opener(const lines& all) {
    std::string text;
    for (const auto& line : all) text += line;
    return [text] { return result<byte_source_ptr>{make_memory_source(text)}; };
  }
  lines read(std::uint64_t version) {
    auto source = graph().read(version);
    EXPECT_TRUE(source) << to_string(source.error());
    if (!source) return {};
    const auto text = read_all(**source, 1U << 30);
    EXPECT_TRUE(text) << to_string(text.error());
    lines found;
    for (std::size_t at = 0; text && at < text->size(); at = text->find('\n', at) + 1)
      found.insert(text->substr(at, text->find('\n', at) + 1 - at));
    return found;
  }
  void commit(const new_version& made) {
    if (made.files.empty()) return;
    graph_import import;
    import.outcome = import_outcome::imported;
    import.version = provider_.version + 1;
    import.statements = made.statements;
    const auto id = graph_records{*db_}.commit(provider_.id, {import, {}, made.files, provider_.version});
    ASSERT_TRUE(id) << to_string(id.error());
    provider_ = graph_records{*db_}.provider("p").value();
  }
  new_version import(const lines& dump, absent_subjects absent = absent_subjects::stay) {
    auto made = graph().import_dump(opener(dump), absent, workers_);
    EXPECT_TRUE(made) << to_string(made.error());
    return *made;
  }
  std::set<std::string> files() {
    std::set<std::string> names;
    for (const auto& one : std::filesystem::directory_iterator(path() / "graphs" / "p"))
      names.insert(one.path().filename());
    return names;
  }

  temporary_folder temporary_;
  result<safe_folder> folder_ = tl::unexpected(failure{});
  std::optional<journal> db_;
  stored_provider provider_;
  worker_pool workers_{2};
};

TEST_F(versioned_graph_test, every_version_of_a_random_history_can_be_read_and_restored_G14_G16) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};
    provider_ = graph_records{*db_}
                    .add_provider("p" + std::to_string(seed), "http://e.example/" + std::to_string(seed),
                                  "http://e.example/v")
                    .value();
    const auto name = provider_.name;
    const auto open = [&] {
      return versioned_graph{graph_folder::open(*folder_, name).value(), *db_, provider_};
    };
    std::vector<lines> versions{{}};
    for (int step = 0; step < 25; ++step) {
      const bool removes = random() % 8 == 0, restores = random() % 6 == 0;
      const auto dump = random_lines(random, step == 0 ? 300 : 12);
      const auto target = random() % versions.size();
      auto g = open();
      auto made = restores
                      ? g.restore(target, workers_)
                      : g.import_dump(opener(dump),
                                      removes ? absent_subjects::removed : absent_subjects::stay, workers_);
      ASSERT_TRUE(made) << to_string(made.error());
      const auto expected = restores ? versions[target] : merged(versions.back(), dump, removes);
      if (expected == versions.back()) {
        EXPECT_TRUE(made->files.empty());
        continue;
      }
      EXPECT_EQ(made->statements, expected.size());
      graph_import import;
      import.outcome = import_outcome::imported;
      import.version = provider_.version + 1;
      import.statements = made->statements;
      ASSERT_TRUE(graph_records(*db_).commit(provider_.id, {import, {}, made->files, provider_.version}));
      provider_ = graph_records{*db_}.provider(name).value();
      versions.push_back(expected);
      while (random() % 3 > 0) {
        auto again = open();
        const auto more = again.tidy(workers_);
        ASSERT_TRUE(more) << to_string(more.error());
        if (!*more) break;
      }
      for (const auto v : {versions.size() - 1, random() % versions.size()}) {
        auto source = open().read(v);
        ASSERT_TRUE(source) << to_string(source.error());
        std::string all;
        for (const auto& line : versions[v]) all += line;
        EXPECT_EQ(read_all(**source, 1U << 30).value_or("damaged"), all) << "version " << v;
      }
    }
    const auto from = random() % versions.size(), to = random() % versions.size();
    lines changed = versions[from];
    ASSERT_TRUE(open().compare_versions(from, to, [&](delta_sign sign, std::string_view line) {
      if (sign == delta_sign::added)
        EXPECT_TRUE(changed.emplace(line).second);
      else
        EXPECT_EQ(changed.erase(std::string{line}), 1U);
      return result<void>{};
    }));
    EXPECT_EQ(changed, versions[to]);
  }
}

TEST_F(versioned_graph_test, an_import_that_changes_nothing_makes_no_version_G11) {
  const lines dump{"<http://e.example/a> <http://e.example/p> \"1\" .\n"};
  commit(import(dump));
  EXPECT_EQ(provider_.version, 1U);
  EXPECT_TRUE(import(dump).files.empty());
  EXPECT_TRUE(import({}).files.empty());
  EXPECT_EQ(read(1), dump);
}

TEST_F(versioned_graph_test, what_a_stop_leaves_is_removed_and_the_graph_is_as_before_G14) {
  const lines first{"<http://e.example/a> <http://e.example/p> \"1\" .\n"};
  commit(import(first));
  (void)import({"<http://e.example/a> <http://e.example/p> \"2\" .\n"});  // never committed
  EXPECT_TRUE(files().contains("changes-2-2.patch.gz"));
  std::ofstream{path() / "graphs" / "p" / "unfinished"} << "half";
  ASSERT_TRUE(graph().remove_leftovers());
  EXPECT_EQ(files(), (std::set<std::string>{"version-1.nq.gz", "version-1.nq.gz.index"}));
  EXPECT_EQ(read(1), first);
}

TEST_F(versioned_graph_test, an_import_into_a_graph_that_was_changed_meanwhile_is_refused_G21) {
  const auto one = import({"<http://e.example/a> <http://e.example/p> \"1\" .\n"});
  commit(one);
  graph_import late;
  late.version = 1;
  const auto again = graph_records{*db_}.commit(provider_.id, {late, {}, {}, 0});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, errc::invalid_argument);
}

TEST_F(versioned_graph_test, a_small_import_into_a_large_graph_rewrites_nothing_G16) {
  lines large;
  for (int i = 100'000; i < 140'000; ++i)
    large.insert("<http://e.example/" + std::to_string(i) + "> <http://e.example/p> \"x\" .\n");
  commit(import(large));
  for (int i = 0; i < 20; ++i) {
    commit(import(
        {"<http://e.example/" + std::to_string(100'000 + i * 1'000) + "> <http://e.example/p> \"y\" .\n"}));
    while (graph().tidy(workers_).value_or(false)) {
    }
  }
  const auto all = graph_records{*db_}.files(provider_.id).value();
  EXPECT_EQ(std::ranges::count_if(all, [](const graph_file& f) { return f.is_whole; }), 1);
  EXPECT_TRUE(files().contains("version-1.nq.gz"));
  EXPECT_LE(std::ranges::count_if(all, [](const graph_file& f) { return f.first != f.last; }), 5)
      << "merged files";
  EXPECT_EQ(read(21).size(), large.size());
}

TEST_F(versioned_graph_test, a_damaged_file_is_an_error_and_no_statement_G14) {
  lines large;
  for (int i = 10'000; i < 20'000; ++i)
    large.insert("<http://e.example/" + std::to_string(i) + "> <http://e.example/p> \"x\" .\n");
  commit(import(large));
  const auto file = path() / "graphs" / "p" / "version-1.nq.gz";
  std::fstream damaged{file, std::ios::in | std::ios::out | std::ios::binary};
  damaged.seekp(static_cast<std::streamoff>(std::filesystem::file_size(file) / 2));
  damaged.put('\0').put('\xff').put('\0');
  damaged.close();
  auto source = graph().read(1);
  ASSERT_TRUE(source);
  EXPECT_FALSE(read_all(**source, 1U << 30));
}

TEST_F(versioned_graph_test, a_graph_belongs_to_one_provider_G21) {
  const auto thief =
      graph_records{*db_}.add_provider("thief", "http://e.example/graph/p", "http://t.example/void.ttl");
  ASSERT_FALSE(thief);
  EXPECT_EQ(thief.error().code, errc::invalid_argument);
}

}  // namespace
}  // namespace laundromat
