// Names of blank nodes: the same for the same statements, whatever labels and order; compared with trying all names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/blank_namer.hpp"

#include <set>

#include "core/rdf/identity/isomorphism.hpp"
#include "core/rdf/write/skolem.hpp"
#include "tests/core/rdf/identity/quads.hpp"
#include "tests/core/rdf/naming/naming.hpp"

namespace laundromat {
namespace {

using namespace testing;

TEST(blank_namer, names_do_not_depend_on_labels_and_order) {
  const auto one = name("_:a <p:name> \"Bob\" .\n_:a <p:knows> _:b .\n_:b <p:name> \"Alice\" .\n");
  const auto other =
      name("_:x <p:name> \"Alice\" .\n_:y <p:knows> _:x .\n_:y <p:name> \"Bob\" .\n_:y <p:knows> _:x .\n");
  EXPECT_EQ(one.lines, other.lines);
  EXPECT_FALSE(one.has_document_names);
  EXPECT_EQ(count_lines(one.lines), 3u);
  EXPECT_TRUE(one.lines.starts_with("<" + std::string(genid_base)));
}

TEST(blank_namer, a_change_renames_only_its_component) {
  const auto one = name("_:a <p:p> \"1\" .\n_:b <p:p> \"2\" .\n");
  const auto other = name("_:a <p:p> \"1\" .\n_:b <p:p> \"3\" .\n");
  const auto alone = name("_:a <p:p> \"1\" .\n").lines;
  EXPECT_NE(one.lines, other.lines);
  EXPECT_NE(one.lines.find(alone), std::string::npos);
  EXPECT_NE(other.lines.find(alone), std::string::npos);
}

TEST(blank_namer, a_name_in_two_documents_means_the_same_statements) {
  // All differences are far away; names that depend only on the neighbourhood would identify two different persons.
  const auto one = name("_:a <p:name> \"Bob\" .\n_:a <p:knows> _:b .\n_:b <p:name> \"Alice\" .\n");
  const auto other = name("_:a <p:name> \"Bob\" .\n_:a <p:knows> _:b .\n_:b <p:name> \"Carol\" .\n");
  std::set<std::string> names;
  for (const auto* all : {&one, &other}) names.insert(all->lines.substr(1, genid_base.size() + 32));
  EXPECT_EQ(names.size(), 2u);
}

TEST(blank_namer, equal_components_keep_names_of_their_own) {
  const auto twins = name("_:a <p:p> \"1\" .\n_:b <p:p> \"1\" .\n");
  EXPECT_EQ(count_lines(twins.lines), 2u);
  EXPECT_NE(twins.lines.find(name("_:a <p:p> \"1\" .\n").lines), std::string::npos);
  EXPECT_EQ(twins.lines, name("_:b <p:p> \"1\" .\n_:c <p:p> \"1\" .\n").lines);
}

TEST(blank_namer, many_kinds_of_symmetry_are_resolved) {
  std::string star, ring, nested, grid;
  for (int i = 0; i < 500; ++i) star += "_:root <p:p> _:n" + std::to_string(i) + " .\n";
  for (int i = 0; i < 60; ++i)
    ring += "_:n" + std::to_string(i) + " <p:p> _:n" + std::to_string((i + 1) % 60) + " .\n";
  for (int i = 1; i < 512; ++i)
    nested += "_:n" + std::to_string(i) + " <p:p> _:n" + std::to_string(i / 2) + " .\n";
  for (int i = 0; i < 16; ++i) {
    const int row = i / 4, column = i % 4;
    const auto node = [](int r, int c) { return "_:n" + std::to_string(r % 4 * 4 + c % 4); };
    grid += node(row, column) + " <p:p> " + node(row + 1, column) + " .\n";
    grid += node(row, column) + " <p:p> " + node(row, column + 1) + " .\n";
  }
  for (const auto& text : {star, ring, nested, grid}) {
    const auto got = name(text);
    EXPECT_FALSE(got.has_document_names) << text.substr(0, 100);
    EXPECT_EQ(count_lines(got.lines), count_lines(text));
    // Backwards, and with labels that sort in the other order.
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
      lines.push_back(text.substr(at, text.find('\n', at) + 1 - at));
    std::string backwards;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) backwards += *line;
    EXPECT_EQ(name(backwards).lines, got.lines);
  }
}

TEST(blank_namer, two_triangles_and_a_hexagon_below_a_node_are_distinguished) {
  const std::string spokes = [] {
    std::string all;
    for (const char c : std::string_view("abcdef")) all += std::string("_:r <p:q> _:") + c + " .\n";
    return all;
  }();
  const auto edges = [](std::string_view pairs) {
    std::string all;
    for (std::size_t i = 0; i < pairs.size(); i += 2)
      all += std::string("_:") + pairs[i] + " <p:p> _:" + pairs[i + 1] + " .\n";
    return all;
  };
  const auto triangles = name(spokes + edges("abbccadeeffd"));
  const auto hexagon = name(spokes + edges("abbccddeeffa"));
  EXPECT_FALSE(triangles.has_document_names || hexagon.has_document_names);
  EXPECT_NE(triangles.lines.substr(0, 90), hexagon.lines.substr(0, 90));
}

TEST(blank_namer, with_too_much_symmetry_nodes_are_named_by_document_and_label) {
  std::string clique;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 40; ++j)
      if (i != j) clique += "_:n" + std::to_string(i) + " <p:p> _:n" + std::to_string(j) + " .\n";
  const auto got = name(clique + "_:other <p:p> \"1\" .\n");
  EXPECT_TRUE(got.has_document_names);
  EXPECT_FALSE(got.is_beyond_limits);
  EXPECT_NE(got.lines.find("<d:n39> <p:p> <d:n0> .\n"), std::string::npos);
  EXPECT_NE(got.lines.find(name("_:a <p:p> \"1\" .\n").lines), std::string::npos);
}

TEST(blank_namer, beyond_the_limits_all_nodes_are_named_by_document_and_label) {
  const std::string text =
      "_:a <p:p> \"1\" .\n_:a <p:p> \"1\" .\n_:b <p:p> _:\xC3\xA9 .\n_:c <p:p> \"3\" <p:g> .\n";
  const std::string labelled = "<d:a> <p:p> \"1\" .\n<d:b> <p:p> <d:%C3%A9> .\n<d:c> <p:p> \"3\" <p:g> .\n";
  EXPECT_FALSE(name(text, {.statements = 3, .records = 3, .nodes = 4, .label_bytes = 5}).has_document_names);
  for (const naming_limits& limits :
       {naming_limits{.records = 2}, naming_limits{.records = 0}, naming_limits{.text_bytes = 20},
        naming_limits{.nodes = 3}, naming_limits{.label_bytes = 4}}) {
    const auto got = name(text, limits);
    EXPECT_TRUE(got.is_beyond_limits && got.has_document_names);
    EXPECT_EQ(got.lines, labelled);
  }
}

TEST(blank_namer, repeated_statements_do_not_count_towards_the_limit) {
  std::string once;
  for (int i = 0; i < 50; ++i) once += "_:n" + std::to_string(i) + " <p:p> \"" + std::to_string(i) + "\" .\n";
  const naming_limits limits{.statements = 50, .records = 50};
  const auto got = name(once + once + once, limits);
  EXPECT_FALSE(got.is_beyond_limits);
  EXPECT_EQ(got.lines, name(once, limits).lines);
}

TEST(blank_namer, names_of_large_regular_shapes_do_not_depend_on_labels_and_order) {
  std::mt19937 dice(20261120);
  for (const auto& one :
       {chain(100'000), chain(5'000, true), list(90'000, 7), list(10'000, 1), cycle(10'000),
        cycle(4'000, true), grid(40, false, false), grid(30, false, true), grid(20, true, false),
        grid(12, true, true), tree(5'000, 2), tree(5'000, 300), copies(chain(4), 2'000, false),
        copies(cycle(5, true), 200, true), copies(list(300, 3), 10, true)}) {
    SCOPED_TRACE(one.name + " of " + std::to_string(one.nodes));
    auto labels = numbers_up_to(one.nodes);
    const auto first = name(relabelled(one, labels, dice));
    std::ranges::shuffle(labels, dice);
    const auto second = name(relabelled(one, labels, dice));
    EXPECT_FALSE(first.has_document_names);
    EXPECT_TRUE(first.lines == second.lines);
    EXPECT_EQ(count_lines(first.lines), one.edges.size());
  }
}

TEST(blank_namer, regular_shapes_of_one_size_are_distinguished) {
  std::mt19937 dice(20261120);
  const std::vector<shape> all{
      chain(3000),       copies(chain(1500), 2, false),  cycle(3000),
      cycle(3000, true), copies(cycle(1500), 2, false),  copies(cycle(1500, true), 2, false),
      list(3000, 1),     copies(list(1500, 1), 2, false)};
  std::set<std::string> lines;
  for (const auto& one : all) lines.insert(name(relabelled(one, numbers_up_to(one.nodes), dice)).lines);
  EXPECT_EQ(lines.size(), all.size());
}

TEST(blank_namer, all_labellings_of_a_small_shape_give_the_same_lines) {
  std::mt19937 dice(20261120);
  shape prism{"prism", 6, {}}, utility{"utility", 6, {}}, mixed{"mixed", 6, {}};
  for (int i = 0; i < 3; ++i) {
    prism.edges.insert(prism.edges.end(), {{i, 0, (i + 1) % 3}, {i + 3, 0, (i + 1) % 3 + 3}, {i, 0, i + 3}});
    for (int j = 3; j < 6; ++j) utility.edges.push_back({i, 0, j});
    mixed.edges.insert(mixed.edges.end(), {{i, 0, i + 3}, {i + 3, 1, (i + 1) % 3}, {i, 1, i}});
  }
  std::set<std::string> different;
  const std::vector<shape> all{chain(6),
                               chain(6, true),
                               cycle(6),
                               cycle(6, true),
                               prism,
                               utility,
                               mixed,
                               tree(6, 2),
                               list(6, 2),
                               copies(chain(3), 2, false),
                               copies(cycle(3), 2, false)};
  for (const auto& one : all) {
    SCOPED_TRACE(one.name);
    auto labels = numbers_up_to(one.nodes);
    const auto expected = name(relabelled(one, labels, dice)).lines;
    different.insert(expected);
    while (std::ranges::next_permutation(labels).found)
      ASSERT_EQ(name(relabelled(one, labels, dice)).lines, expected);
  }
  EXPECT_EQ(different.size(), all.size());
}

TEST(blank_namer, small_random_datasets_get_the_same_lines_exactly_when_they_are_isomorphic) {
  const unsigned seed = 20261120;
  std::mt19937 dice(seed);
  int equal = 0;
  for (int round = 0; round < 4000; ++round) {
    const int blanks = 2 + round % 7;
    const auto one = random_quads(dice, blanks, 2 + round % 9);
    auto other = one;
    if (round % 2 == 0)
      other[dice() % other.size()][dice() % 2 == 0 ? 0 : 2] =
          static_cast<int>(dice() % static_cast<unsigned>(blanks + 1));
    auto labels = numbers_up_to(blanks);
    std::ranges::shuffle(labels, dice);
    std::ranges::shuffle(other, dice);
    const auto first = write_quads(one, blanks, numbers_up_to(blanks)),
               second = write_quads(other, blanks, labels);
    const auto expected = are_isomorphic(read_quads(first), read_quads(second));
    ASSERT_TRUE(expected);
    equal += *expected ? 1 : 0;
    // The namer does not get statements without blank nodes: they are the same in both unless the change touched one.
    const auto ground = [](std::string_view text) {
      std::set<std::string> all;
      for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
        const auto line = text.substr(at, text.find('\n', at) + 1 - at);
        if (line.find("_:") == line.npos) all.emplace(line);
      }
      return all;
    };
    const auto mine = name(first), theirs = name(second);
    EXPECT_FALSE(mine.has_document_names || theirs.has_document_names);
    EXPECT_EQ(mine.lines == theirs.lines && ground(first) == ground(second), *expected)
        << "seed " << seed << ", round " << round << "\n"
        << first << "\n"
        << second << "\n"
        << mine.lines << "\n"
        << theirs.lines;
  }
  EXPECT_GT(equal, 2000);
  EXPECT_LT(equal, 3600);
}

/// Many statements, more than a chunk of memory has room for, that are repeated at once and later: each is passed on once, escapes included.
TEST(blank_namer, repeated_statements_do_not_change_the_others) {
  std::string text, often;
  for (int i = 0; i < 3000; ++i) {
    const auto number = std::to_string(i);
    const auto line = "_:a" + number + " <http://a.example/says> \"" + (i % 3 == 0 ? "\\\"" : "") + number +
                      std::string(static_cast<std::size_t>(i % 50), 'x') + "\" .\n" + "_:a" + number +
                      " <http://a.example/knows> _:a" + std::to_string((i + 1) % 3000) + " .\n";
    text += line;
    often += line + line + text.substr(0, line.size());
  }
  for (const auto limit : {100'000U, 100U}) {
    const auto once = name(text, {.records = limit}), again = name(often, {.records = limit});
    EXPECT_EQ(count_lines(once.lines), 6000U);
    EXPECT_EQ(once.lines, again.lines);
    EXPECT_EQ(once.is_beyond_limits, limit == 100U);
  }
}

}  // namespace
}  // namespace laundromat
