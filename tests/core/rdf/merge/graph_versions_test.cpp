// Tests of the changes between versions of a graph: random graphs and dumps against sets of lines.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/merge/merge_dump.hpp"
#include "core/rdf/merge/named_graph_lines.hpp"
#include "core/rdf/merge/net_changes.hpp"
#include "core/rdf/merge/subject_lines.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

std::string text_of(const lines& all) {
  std::string text;
  for (const auto& line : all) text += line;
  return text;
}

document_opener opener(std::string text) {
  return [text] { return result<byte_source_ptr>{make_memory_source(text)}; };
}

lines lines_of(byte_source& source) {
  const auto text = read_all(source, 1U << 30);
  EXPECT_TRUE(text) << to_string(text.error());
  lines found;
  if (!text) return found;
  for (std::size_t at = 0; at < text->size(); at = text->find('\n', at) + 1)
    found.insert(text->substr(at, text->find('\n', at) + 1 - at));
  return found;
}

std::string random_term(std::mt19937& random, bool may_be_node) {
  if (may_be_node && random() % 4 == 0)
    return "<" + std::string{genid_base} + std::string(genid_digits, static_cast<char>('a' + random() % 3)) +
           "/" + std::to_string(random() % 4) + ">";
  return "<http://e.example/" + std::string(random() % 3, 'x') + std::to_string(random() % 30) + ">";
}

lines random_graph(std::mt19937& random, std::size_t most, bool has_nodes) {
  lines made;
  for (auto left = random() % (most + 1); left > 0; --left)
    made.insert(random_term(random, has_nodes) + " <http://e.example/p> " + random_term(random, has_nodes) +
                " .\n");
  return made;
}

struct packed {
  std::string bytes;
  std::shared_ptr<block_index> index;
};

packed pack(const std::string& text, std::size_t front_bytes) {
  string_sink out;
  block_gzip_sink sink{out, nullptr, 256, front_bytes};
  EXPECT_TRUE(sink.write(text));
  EXPECT_TRUE(sink.finish());
  return {out.text, std::make_shared<block_index>(sink.index())};
}

byte_source_ptr about(const packed& file, std::size_t front_bytes, const lines& dump) {
  return make_subject_lines({file.index, make_memory_source(file.bytes), front_bytes},
                            make_memory_source(text_of(dump)));
}

/// The changes by a dump as rows, found without reading the whole graph.
std::string rows_of(const document_opener& whole, const document_opener& about_subjects, const lines& dump) {
  string_sink rows;
  const auto done = find_changes(
      {whole, about_subjects}, opener(text_of(dump)), absent_subjects::stay,
      [&](delta_sign sign, std::string_view line) { return write_change(rows, sign, line); },
      [&] {
        rows.text.clear();
        return result<void>{};
      });
  EXPECT_TRUE(done) << to_string(done.error());
  return rows.text;
}

byte_source_ptr changed(byte_source_ptr base, const std::vector<std::string>& versions,
                        patch_direction direction) {
  std::vector<byte_source_ptr> rows;
  for (const auto& one : versions) rows.push_back(make_memory_source(one));
  auto net = net_changes::open(std::move(rows), direction);
  EXPECT_TRUE(net) << to_string(net.error());
  return make_changed_source(std::move(base), *std::move(net));
}

TEST(graph_versions, lines_about_the_subjects_of_a_dump_are_found_in_any_blocks_G16) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};
    const auto graph = random_graph(random, 200, true), dump = random_graph(random, 1 + random() % 20, true);
    std::set<std::string> subjects;
    for (const auto& line : dump) subjects.insert(line.substr(0, line.find(' ') + 1));
    lines expected;
    std::string rows;
    for (const auto& line : graph) {
      if (subjects.contains(line.substr(0, line.find(' ') + 1))) expected.insert(line);
      rows += (random() % 2 ? "A " : "D ") + line;
    }
    EXPECT_EQ(lines_of(*about(pack(text_of(graph), 0), 0, dump)), expected);
    std::string found_rows;
    for (const auto& row : lines_of(*about(pack(rows, change_sign_bytes), change_sign_bytes, dump)))
      found_rows += row;
    std::size_t count = 0;
    for (const auto& line : expected) count += found_rows.find(" " + line) != std::string::npos ? 1 : 0;
    EXPECT_EQ(count, expected.size());
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(found_rows, '\n')), expected.size());
  }
}

TEST(graph_versions, any_version_is_read_from_a_base_and_changes_in_both_directions_G14_G16) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};
    const auto base = random_graph(random, 150, true);
    const auto base_file = pack(text_of(base), 0);
    std::vector<lines> versions{base};
    std::vector<std::string> changes;
    std::vector<packed> files;
    for (auto left = 1 + random() % 6; left > 0; --left) {
      const auto dump = random_graph(random, 30, random() % 2 == 0);
      string_sink merged;
      const auto whole = opener(text_of(versions.back()));
      ASSERT_TRUE(merge_dump(whole, opener(text_of(dump)), absent_subjects::stay, merged,
                             [](delta_sign, std::string_view) { return result<void>{}; }));
      const auto about_subjects = [&]() -> result<byte_source_ptr> {
        std::vector<byte_source_ptr> parts;
        for (const auto& file : files) parts.push_back(about(file, change_sign_bytes, dump));
        auto net = net_changes::open(std::move(parts));
        if (!net) return tl::unexpected(net.error());
        return make_changed_source(about(base_file, 0, dump), *std::move(net));
      };
      changes.push_back(rows_of(whole, about_subjects, dump));
      files.push_back(pack(changes.back(), change_sign_bytes));
      versions.push_back(lines_of(*make_memory_source(merged.text)));
    }
    for (std::size_t v = 0; v < versions.size(); ++v) {
      const auto middle = changes.begin() + static_cast<std::ptrdiff_t>(v);
      EXPECT_EQ(lines_of(*changed(make_memory_source(text_of(base)), {changes.begin(), middle},
                                  patch_direction::forwards)),
                versions[v]);
      EXPECT_EQ(lines_of(*changed(make_memory_source(text_of(versions.back())), {middle, changes.end()},
                                  patch_direction::backwards)),
                versions[v]);
    }
  }
}

TEST(graph_versions, changes_that_do_not_follow_each_other_are_refused_G14) {
  const std::string line = "<http://e.example/a> <http://e.example/p> \"1\" .\n";
  std::vector<byte_source_ptr> rows;
  rows.push_back(make_memory_source("A " + line));
  rows.push_back(make_memory_source("A " + line));
  auto net = net_changes::open(std::move(rows));
  ASSERT_TRUE(net);
  const auto more = net->advance();
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, errc::digest_mismatch);
  auto source = changed(make_memory_source(line), {"A " + line}, patch_direction::forwards);
  EXPECT_FALSE(read_all(*source, 1'000));
}

TEST(graph_versions, statements_of_other_graphs_are_counted_and_left_out_G21) {
  const std::string a = "<http://e.example/a> <http://e.example/p> ";
  foreign_statements foreign;
  auto own = make_own_graph_source(
      make_memory_source(a + "\"<http://e.example/x>\"^^<http://e.example/t> .\n" + a +
                         "<http://e.example/b> .\n" + a + "<http://e.example/b> <http://e.example/a> .\n" +
                         a + "<http://e.example/b> <http://e.example/g> .\n" + a +
                         "<http://e.example/c> <http://e.example/g> .\n"),
      "http://e.example/g", foreign);
  EXPECT_EQ(lines_of(*own), (lines{a + "\"<http://e.example/x>\"^^<http://e.example/t> .\n",
                                   a + "<http://e.example/b> .\n", a + "<http://e.example/c> .\n"}));
  EXPECT_EQ(foreign.count, 1U);
  EXPECT_EQ(foreign.first_graph, "<http://e.example/a>");
}

TEST(graph_versions, several_dumps_are_one_G13) {
  std::mt19937 random{7};
  const auto one = random_graph(random, 50, true), two = random_graph(random, 50, true), three = lines{};
  std::vector<byte_source_ptr> parts;
  for (const auto* part : {&one, &two, &three}) parts.push_back(make_memory_source(text_of(*part)));
  auto all = one;
  all.insert(two.begin(), two.end());
  const auto joined = read_all(*make_union_source(std::move(parts)), 1'000'000);
  ASSERT_TRUE(joined);
  EXPECT_EQ(*joined, text_of(all));
}

}  // namespace
}  // namespace laundromat
