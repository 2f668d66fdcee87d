// Tests of lists that are patterns or compressed: in a campaign, in seed files, and of `add`.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/seed_pattern.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "app/run/campaign_seeds.hpp"
#include "app/terminal/exit_code.hpp"
#include "storage/journal/journal_reader.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/compressed_text.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

struct seed_patterns : testing::Test {
  seed_patterns() { c.seed_files = {list}; }
  void write(const std::string& bytes) const { std::ofstream{list, std::ios::binary} << bytes; }
  /// The URIs of the whole list, in pieces of `limit`.
  [[nodiscard]] std::vector<std::string> uris(std::size_t limit = 3) const {
    std::vector<std::string> all;
    const auto source = seeds_of(c).value();
    for (bool is_last = false; !is_last;) {
      const auto piece = source(limit).value();
      EXPECT_LE(piece.seeds.size(), limit);
      for (const auto& seed : piece.seeds) all.push_back(seed.uri);
      is_last = piece.is_last;
    }
    return all;
  }
  answer add(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"add", "--data", data});
    return ask(arguments, input);
  }
  /// The seeds that are due, in the order in which the frontier takes them.
  [[nodiscard]] std::vector<std::string> due() const {
    auto db = journal::open(folder.path() / "laundry" / "journal.sqlite", journal_mode::read_write).value();
    std::vector<std::string> all;
    const auto found = db.due_seeds(from_ms(4'000'000'000'000), 100).value();
    for (const auto& seed : found) all.push_back(seed.uri);
    return all;
  }

  temporary_folder folder;
  const std::string list = (folder.path() / "list").string();
  const std::string data = (folder.path() / "laundry").string();
  campaign c;
};

TEST_F(seed_patterns, give_their_uris_depth_first_between_the_lines_around_them_T07_R174) {
  write("http://a.example/first\nhttp://a.example/{a..b}/{1..2}.ttl\t60\t4\nhttp://a.example/last\n");
  c.seeds = {{"http://b.example/{x,y}", 0, 2}, {"{serve}/{1..2}", 0, 0}};
  c.serve.folder = folder.path().string();
  c.serve.port = 4711;
  const std::vector<std::string> all{"http://b.example/x",       "http://b.example/y",
                                     "http://127.0.0.1:4711/1",  "http://127.0.0.1:4711/2",
                                     "http://a.example/first",   "http://a.example/a/1.ttl",
                                     "http://a.example/a/2.ttl", "http://a.example/b/1.ttl",
                                     "http://a.example/b/2.ttl", "http://a.example/last"};
  for (const std::size_t limit : {1, 3, 2'000}) EXPECT_EQ(uris(limit), all) << limit;
  const auto piece = seeds_of(c).value()(2'000).value();
  EXPECT_EQ(piece.seeds.at(1).priority, 2);
  EXPECT_EQ(piece.seeds.at(6).priority, 4);
  EXPECT_EQ(piece.seeds.at(6).interval, seconds{60});
  EXPECT_EQ(piece.seeds.at(9).priority, 0);
}

TEST_F(seed_patterns, of_a_million_uris_are_read_piece_by_piece_and_in_batches_R174) {
  write("http://a.example/{000000..999999}.ttl\n");
  const auto source = seeds_of(c).value();
  EXPECT_EQ(source(2).value().seeds.at(1).uri, "http://a.example/000001.ttl");
  const auto batch = source(10'000).value();
  EXPECT_FALSE(batch.is_last);
  ASSERT_EQ(batch.batch.size(), 10'000U);
  EXPECT_EQ(batch.batch.uri(batch.batch.seeds()[0]), "http://a.example/000002.ttl");
}

TEST_F(seed_patterns, of_a_list_that_was_read_are_counted_and_not_made_again_R172_R174) {
  write("http://a.example/{1..5}\nhttp://a.example/6\n");
  std::filesystem::create_directory(data);
  const auto journal_file = folder.path() / "laundry" / "journal.sqlite";
  {
    auto db = journal::open(journal_file, journal_mode::read_write).value();
    auto piece = seeds_of(c, journal_file).value()(100'000).value();
    EXPECT_EQ(piece.batch.size(), 6U);
    const auto writer = make_batch_writer(std::move(piece.batch));
    for (bool more = true; more;) {
      ASSERT_TRUE(db.begin());
      more = db.add_seeds(*writer, from_ms(1)).value();
      ASSERT_TRUE(db.commit());
    }
  }
  EXPECT_EQ(seeds_of(c, journal_file).value()(100'000).value().known, 6U);
  std::ofstream{list, std::ios::app} << "http://a.example/{4..9}\n";
  const auto grown = seeds_of(c, journal_file).value()(100'000).value();
  EXPECT_EQ(grown.known, 9U);
  EXPECT_EQ(grown.batch.size(), 3U);
}

TEST_F(seed_patterns, are_crawled_depth_first_at_their_host_T07) {
  const auto added = add({"http://a.example/{b,a}/{2..1}"});
  EXPECT_EQ(added.code, exit_ok) << added.err;
  EXPECT_EQ(due(), (std::vector<std::string>{"http://a.example/b/2", "http://a.example/b/1",
                                             "http://a.example/a/2", "http://a.example/a/1"}));
}

TEST_F(seed_patterns, that_cannot_be_read_are_refused_with_their_line_and_nothing_is_added_R174) {
  write("http://a.example/1\nhttp://a.example/{1..b}\n");
  const auto refused = add({"--file", list});
  EXPECT_EQ(refused.code, exit_usage);
  EXPECT_NE(refused.err.find(list + ":2: a pattern of URIs that cannot be read: at character "),
            std::string::npos)
      << refused.err;
  EXPECT_NE(refused.err.find("%7B"), std::string::npos) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "laundry" / "journal.sqlite"));
  const auto alone = add({"http://a.example/{1}"});
  EXPECT_EQ(alone.code, exit_usage);
  EXPECT_NE(alone.err.find("add: `http://a.example/{1}`: a pattern"), std::string::npos) << alone.err;
  const auto relative = add({"{a,b}/c"});
  EXPECT_NE(relative.err.find("no http, https or ftp URI"), std::string::npos) << relative.err;

  const auto file = (folder.path() / "c.yaml").string();
  std::ofstream{file} << "contact: {product: x, url: 'https://x.example/', mail: a@x.example}\nseeds:\n"
                         "  - http://a.example/{1..3}\n  - uri: http://a.example/{1..}\n";
  const auto checked = ask({"config", file, "--data", data});
  EXPECT_NE(checked.err.find("c.yaml:4: `http://a.example/{1..}`: a pattern of URIs"), std::string::npos)
      << checked.err << checked.out;
}

TEST_F(seed_patterns, and_uris_are_read_from_standard_input_R174) {
  const auto added = add({"-"}, "# a comment\nhttp://a.example/{1..2}\nhttp://a.example/x\t60\n");
  EXPECT_EQ(added.code, exit_ok) << added.err;
  EXPECT_EQ(due(),
            (std::vector<std::string>{"http://a.example/1", "http://a.example/2", "http://a.example/x"}));
  const auto partly = add({"-"}, "http://a.example/3\na b\nhttp://a.example/4\n");
  EXPECT_EQ(partly.code, exit_some_failed);
  EXPECT_NE(partly.err.find("-:2: a space in the URI"), std::string::npos) << partly.err;
  EXPECT_EQ(due().size(), 5U) << "the other lines are added";
  EXPECT_EQ(add({"-"}, "a b\n").code, exit_usage) << "no line is valid";
  EXPECT_EQ(add({"-"}, "").code, exit_usage) << "nothing was named";
}

TEST_F(seed_patterns, are_read_from_compressed_lists_R175) {
  const std::string text = "http://a.example/{1..3}\nhttp://a.example/x\n";
  const std::vector<std::string> all{"http://a.example/1", "http://a.example/2", "http://a.example/3",
                                     "http://a.example/x"};
  for (const auto kind :
       {layer_kind::gzip, layer_kind::bzip2, layer_kind::xz, layer_kind::zstd, layer_kind::lz4}) {
    write(test::compressed(kind, text));
    EXPECT_EQ(uris(), all) << static_cast<int>(kind);
  }
  const auto piped = add({"-"}, test::compressed(layer_kind::gzip, text));
  EXPECT_EQ(piped.code, exit_ok) << piped.err;
  EXPECT_EQ(due(), all);
}

TEST_F(seed_patterns, of_a_damaged_compressed_list_are_refused_because_a_line_may_be_a_half_R175) {
  std::string lines;
  for (int i = 0; i < 20'000; ++i) lines += "http://a.example/" + std::to_string(i * 7'919) + "\n";
  const auto good = test::compressed(layer_kind::gzip, lines);
  write(good.substr(0, good.size() / 2));
  const auto half = add({"--file", list});
  EXPECT_EQ(half.code, exit_usage);
  EXPECT_NE(half.err.find("the compressed file is damaged"), std::string::npos) << half.err;
  write(test::tar_of("http://a.example/1\n"));
  EXPECT_NE(add({"--file", list}).err.find("the file is an archive: unpack it"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "laundry" / "journal.sqlite"));
}

TEST_F(seed_patterns, of_a_compressed_list_are_not_read_again_until_it_is_touched_R172_R175) {
  write(test::compressed(layer_kind::gzip, "http://a.example/1\n"));
  std::filesystem::create_directory(data);
  const auto journal_file = folder.path() / "laundry" / "journal.sqlite";
  const auto enlist = [&] {
    auto db = journal::open(journal_file, journal_mode::read_write).value();
    auto piece = seeds_of(c, journal_file).value()(100'000).value();
    const auto lists = piece.batch.is_empty();
    const auto writer = make_batch_writer(std::move(piece.batch));
    for (bool more = true; more;) {
      EXPECT_TRUE(db.begin());
      more = db.add_seeds(*writer, from_ms(1)).value();
      EXPECT_TRUE(db.commit());
    }
    return std::pair{piece.known, lists};
  };
  EXPECT_EQ(enlist(), (std::pair<std::uint64_t, bool>{0, false}));
  EXPECT_EQ(enlist(), (std::pair<std::uint64_t, bool>{1, true})) << "passed over, nothing to write";
  // A gzip file may be appended to: it is read as a whole then, and what is known is left out.
  std::ofstream{list, std::ios::binary | std::ios::app}
      << test::compressed(layer_kind::gzip, "http://a.example/2\n");
  const auto grown = seeds_of(c, journal_file).value()(100'000).value();
  EXPECT_EQ(grown.known, 1U);
  ASSERT_EQ(grown.batch.size(), 1U);
  EXPECT_EQ(grown.batch.uri(grown.batch.seeds()[0]), "http://a.example/2");
}

}  // namespace
}  // namespace laundromat
