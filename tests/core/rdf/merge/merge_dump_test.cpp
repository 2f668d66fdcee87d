// Tests of merged dumps: examples, and random graphs against the definition.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/merge_dump.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/rdf/merge/detached_nodes.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

std::string iri(const std::string& name) {
  return "<http://e.example/" + name + ">";
}
/// A blank node of a component.
std::string node(char component, int number) {
  return "<" + std::string{genid_base} + std::string(genid_digits, component) + "/" + std::to_string(number) +
         ">";
}
std::string says(const std::string& subject, const std::string& object, const std::string& predicate = "p") {
  return subject + " " + iri(predicate) + " " + object + " .\n";
}

document_opener opener(const lines& all) {
  std::string text;
  for (const auto& line : all) text += line;
  return [text] { return result<byte_source_ptr>{make_memory_source(text)}; };
}

struct merged {
  lines graph, removed, added;
  merged_dump outcome;
};

merged merge(const lines& graph, const lines& dump, absent_subjects absent = absent_subjects::stay) {
  merged found;
  string_sink out;
  std::string last;
  const auto done = merge_dump(opener(graph), opener(dump), absent, out, [&](delta_sign sign, auto line) {
    EXPECT_LT(last, line) << "changes are in byte order";
    last = line;
    (sign == delta_sign::added ? found.added : found.removed).emplace(line);
    return result<void>{};
  });
  EXPECT_TRUE(done) << to_string(done.error());
  found.outcome = *done;
  for (std::size_t at = 0; at < out.text.size(); at = out.text.find('\n', at) + 1)
    found.graph.insert(out.text.substr(at, out.text.find('\n', at) + 1 - at));
  return found;
}

TEST(merge_dump, replaces_what_is_said_of_each_subject_of_the_dump_G14) {
  const lines graph{says(iri("a"), "\"1\""), says(iri("a"), "\"2\""), says(iri("ab"), "\"1\""),
                    says(iri("b"), "\"1\"")};
  const lines dump{says(iri("a"), "\"2\""), says(iri("a"), "\"3\""), says(iri("c"), "\"1\"")};
  const auto found = merge(graph, dump);
  EXPECT_EQ(found.graph, (lines{says(iri("a"), "\"2\""), says(iri("a"), "\"3\""), says(iri("ab"), "\"1\""),
                                says(iri("b"), "\"1\""), says(iri("c"), "\"1\"")}));
  EXPECT_EQ(found.removed, lines{says(iri("a"), "\"1\"")});
  EXPECT_EQ(found.added, (lines{says(iri("a"), "\"3\""), says(iri("c"), "\"1\"")}));
  EXPECT_EQ(found.outcome.changes, (delta_counts{1, 2, 3}));
}

TEST(merge_dump, removes_absent_subjects_where_that_is_wanted_G15) {
  const lines graph{says(iri("a"), "\"1\""), says(iri("b"), node('0', 1)), says(node('0', 1), "\"1\"")};
  const lines dump{says(iri("a"), "\"1\""), says(iri("c"), "\"1\"")};
  EXPECT_EQ(merge(graph, dump, absent_subjects::removed).graph, dump);
  EXPECT_EQ(merge(graph, {}).graph, graph) << "an empty dump says nothing";
  EXPECT_EQ(merge({}, dump).graph, dump);
}

TEST(merge_dump, removes_blank_nodes_with_the_last_statement_that_led_to_them_G14) {
  const auto a_to_1 = says(iri("a"), node('0', 1)), b_to_1 = says(iri("b"), node('0', 1));
  const lines nodes{says(node('0', 1), node('0', 2)), says(node('0', 2), "\"deep\""),
                    says(node('1', 1), "\"of nobody\"")};
  const lines dump{says(iri("a"), "\"new\"")};
  auto graph = nodes;
  graph.insert(a_to_1);
  EXPECT_EQ(merge(graph, dump).graph,
            (lines{says(iri("a"), "\"new\""), says(node('1', 1), "\"of nobody\"")}));
  graph.insert(b_to_1);
  auto expected = nodes;
  expected.insert({b_to_1, says(iri("a"), "\"new\"")});
  EXPECT_EQ(merge(graph, dump).graph, expected) << "another subject leads to it";
  graph.erase(b_to_1);
  graph.insert(says(node('0', 9), node('0', 1)));
  expected.erase(b_to_1);
  expected.insert(says(node('0', 9), node('0', 1)));
  EXPECT_EQ(merge(graph, dump).graph, expected) << "a node to which nothing has ever led leads to it";
}

TEST(merge_dump, leaves_a_blank_node_that_the_dump_has_as_well_G14) {
  const lines all{says(iri("a"), node('0', 1)), says(node('0', 1), node('0', 1)),
                  says(node('0', 1), "\"1\"")};
  EXPECT_EQ(merge(all, all).graph, all);
  EXPECT_EQ(merge(all, all).outcome.changes, (delta_counts{0, 0, 3}));
}

TEST(merge_dump, refuses_what_is_no_clean_document) {
  const auto bad = [] {
    return result<byte_source_ptr>{make_memory_source("<b> <p> <o> .\n<a> <p> <o> .\n")};
  };
  string_sink out;
  const auto nothing = [](delta_sign, std::string_view) { return result<void>{}; };
  const auto good = opener({says(iri("a"), "\"1\"")});
  EXPECT_EQ(merge_dump(bad, good, absent_subjects::stay, out, nothing).error().code, errc::syntax_error);
  EXPECT_EQ(merge_dump(good, bad, absent_subjects::stay, out, nothing).error().code, errc::syntax_error);
}

TEST(detached_nodes, are_none_with_names_that_are_not_ours) {
  // Others may write Skolem IRIs of any length, each of which would be kept.
  const auto node = "<" + std::string{genid_base} + std::string(1'000, 'c') + "/0>";
  detached_nodes nodes;
  nodes.take_removed("<http://e.example/a> <http://e.example/p> " + node + " .");
  EXPECT_FALSE(nodes.has_candidates());
}

TEST(detached_nodes, are_none_when_there_are_too_many_nodes) {
  for (const std::size_t most : {1U, 2U}) {
    detached_nodes found{most};
    found.take_removed(says(iri("a"), node('0', 1)));
    ASSERT_TRUE(found.has_candidates());
    found.take_other(says(node('0', 1), node('0', 2)), false);
    found.finish();
    EXPECT_EQ(found.has_given_up(), most == 1);
    EXPECT_EQ(found.is_detached(says(node('0', 1), "\"x\"")), most == 2);
  }
}

std::string subject_of(const std::string& line) {
  return line.substr(0, line.find(' ') + 1);
}

/// By the definition: a node is detached when a removed statement led to it, or one of a detached node, and nothing else mentions it.
lines merge_by_definition(const lines& graph, const lines& dump) {
  std::set<std::string> subjects, led_to;
  for (const auto& line : dump) subjects.insert(subject_of(line));
  lines stay, removed;
  for (const auto& line : graph)
    (dump.contains(line) || !subjects.contains(subject_of(line)) ? stay : removed).insert(line);
  const auto object_of = [](const std::string& line) {
    const auto from = line.find(' ', line.find(' ') + 1) + 1;
    return line.substr(from, line.size() - 3 - from) + " ";
  };
  const auto lead = [&](const std::string& line) {
    const auto object = object_of(line);
    return is_genid(object.substr(1)) && led_to.insert(object).second;
  };
  for (const auto& line : removed) lead(line);
  for (bool more = true; more;) {
    more = false;
    for (const auto& line : stay)
      if (led_to.contains(subject_of(line))) more = lead(line) || more;
  }
  for (bool more = true; more;) {
    more = false;
    auto all = stay;
    all.insert(dump.begin(), dump.end());
    for (const auto& line : all) {
      const auto subject = subject_of(line);
      if (led_to.contains(subject) && !dump.contains(line)) continue;
      more = led_to.erase(subject) > 0 || more;
      for (auto one = led_to.begin(); one != led_to.end();)
        if (line.find(one->substr(1, one->size() - 3) + '>', subject.size()) != line.npos)
          one = led_to.erase(one), more = true;
        else
          ++one;
    }
  }
  lines result = dump;
  for (const auto& line : stay)
    if (!led_to.contains(subject_of(line)) || dump.contains(line)) result.insert(line);
  return result;
}

TEST(merge_dump, gives_what_the_definition_says_for_random_graphs_G14) {
  std::mt19937 random{28};
  const auto below = [&](unsigned end) { return random() % end; };
  std::size_t detached = 0;
  for (int round = 0; round < 1'000; ++round) {
    // A node leads to nodes of its component only; a literal may mention any.
    const auto term = [&](char component) {
      return below(2) == 0 ? iri(std::string(1, static_cast<char>('a' + below(4))))
                           : node(component, static_cast<int>(below(4)));
    };
    const auto some = [&](unsigned most) {
      lines all;
      for (auto left = below(most); left > 0; --left) {
        const auto component = static_cast<char>('0' + below(2));
        const auto literal =
            below(8) > 0 ? "\"x\"" : "\"see " + term(static_cast<char>('0' + below(2))) + "\"";
        all.insert(
            says(term(component), below(4) > 0 ? term(component) : literal, below(3) == 0 ? "q" : "p"));
      }
      return all;
    };
    const auto graph = some(14), dump = some(5);
    const auto expected = merge_by_definition(graph, dump);
    const auto found = merge(graph, dump);
    ASSERT_EQ(found.graph, expected) << round;
    lines back = found.graph;
    for (const auto& line : found.added) ASSERT_EQ(back.erase(line), 1U);
    for (const auto& line : found.removed) ASSERT_TRUE(back.insert(line).second);
    ASSERT_EQ(back, graph) << "the changes lead back";
    for (const auto& line : found.removed) detached += is_genid(line.substr(1)) ? 1 : 0;
  }
  EXPECT_GT(detached, 50U);
}

}  // namespace
}  // namespace laundromat
