// Deltas of clean documents: patch(before) = after in all three forms, and back.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/delta/delta.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/rdf/delta/delta_writer.hpp"
#include "core/rdf/delta/line_stream.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

std::string text_of(const lines& all) {
  std::string text;
  for (const auto& line : all) text += line;
  return text;
}

struct written {
  std::string text;
  delta_counts counts;
};

written write(const std::string& before, const std::string& after, delta_format format,
              delta_names names = {}) {
  auto one = make_memory_source(before), other = make_memory_source(after);
  string_sink out;
  const auto writer = make_delta_writer(format, std::move(names), out);
  const auto counts =
      compare(*one, *other, [&](delta_sign sign, std::string_view line) { return writer->take(sign, line); });
  EXPECT_TRUE(counts) << to_string(counts.error());
  EXPECT_TRUE(writer->finish());
  return {out.text, *counts};
}

result<std::string> apply(const std::string& document, const std::string& patch, patch_direction direction) {
  auto source = make_memory_source(document), rows = make_memory_source(patch);
  string_sink out;
  const auto done = apply_patch(*source, *rows, direction, out);
  if (!done) return tl::unexpected(done.error());
  return out.text;
}

/// Applies marked lines in the simplest way.
lines apply_marks(lines all, const std::string& text) {
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const auto line = text.substr(at, text.find('\n', at) + 1 - at);
    if (line[0] == '+')
      EXPECT_TRUE(all.insert(line.substr(2)).second);
    else
      EXPECT_EQ(all.erase(line.substr(2)), 1u);
  }
  return all;
}

/// Reads the subset of SPARQL Update that the writer uses, line by line, and applies it.
lines apply_update(lines all, const std::string& text) {
  std::string graph;
  bool adds = false, is_open = false;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const auto line = text.substr(at, text.find('\n', at) - at);
    if (line == "DELETE DATA {" || line == "INSERT DATA {") {
      EXPECT_FALSE(is_open);
      is_open = true;
      adds = line[0] == 'I';
    } else if (line.starts_with("  GRAPH <") && line.ends_with(" {")) {
      EXPECT_EQ(graph, "");
      graph = line.substr(8, line.size() - 10);
    } else if (line == "  }") {
      graph.clear();
    } else if (line == "} ;") {
      EXPECT_EQ(graph, "");
      is_open = false;
    } else {
      EXPECT_TRUE(is_open && line.ends_with(" ."));
      auto triple = line.substr(line.find_first_not_of(' '));
      triple.pop_back();
      const auto statement = triple + (graph.empty() ? "" : graph + " ") + ".\n";
      EXPECT_TRUE(adds ? all.insert(statement).second : all.erase(statement) == 1) << statement;
    }
  }
  EXPECT_FALSE(is_open);
  return all;
}

/// Terms with text that could be mistaken for the end of a term or for a graph.
std::string random_line(std::mt19937& dice) {
  const auto below = [&](unsigned n) { return dice() % n; };
  static const std::vector<std::string> objects{"<a:o>",
                                                "\"x\"",
                                                "\"<a:g> .\\n\"",
                                                "\" <a:b>\"@en",
                                                "\"1\"^^<a:t>",
                                                "\"} ;\"",
                                                "\"\"",
                                                "\"\xC3\xA9 <\"",
                                                "<<( <a:s> <a:p> <a:o> )>>",
                                                "<<( <a:s> <a:p> \")>> <a:g> .\\n\"@en )>>",
                                                "<<( <a:s> <a:p> <<( <a:s> <a:p> <a:o> )>> )>>"};
  auto line = "<a:s" + std::to_string(below(12)) + "> <a:p" + std::to_string(below(3)) + "> " +
              objects[below(static_cast<unsigned>(objects.size()))] + " ";
  if (below(2) == 0) line += "<a:g" + std::to_string(below(3)) + "> ";
  return line + ".\n";
}

TEST(delta, marks_what_was_removed_and_added_in_byte_order) {
  const auto got = write("<a:1> <a:p> <a:o> .\n<a:2> <a:p> <a:o> .\n",
                         "<a:2> <a:p> <a:o> .\n<a:3> <a:p> \"x\" <a:g> .\n", delta_format::n_quads);
  EXPECT_EQ(got.text, "- <a:1> <a:p> <a:o> .\n+ <a:3> <a:p> \"x\" <a:g> .\n");
  EXPECT_EQ(got.counts, (delta_counts{1, 1, 1}));
}

TEST(delta, rdf_patch_is_one_transaction_that_names_both_documents) {
  EXPECT_EQ(
      write("<a:1> <a:p> <a:o> .\n", "<a:3> <a:p> \"x\" <a:g> .\n", delta_format::rdf_patch,
            {"a:old", "a:new"})
          .text,
      "H id <a:new> .\nH prev <a:old> .\nTX .\nD <a:1> <a:p> <a:o> .\nA <a:3> <a:p> \"x\" <a:g> .\nTC .\n");
  EXPECT_EQ(write("", "", delta_format::rdf_patch).text, "TX .\nTC .\n");
}

TEST(delta, sparql_update_has_graph_blocks_and_bounded_operations) {
  EXPECT_EQ(write("<a:1> <a:p> \"> .\\n\" .\n", "<a:3> <a:p> \"x\" .\n<a:3> <a:p> \"x\" <a:g> .\n",
                  delta_format::sparql)
                .text,
            "DELETE DATA {\n  <a:1> <a:p> \"> .\\n\" .\n} ;\n"
            "INSERT DATA {\n  <a:3> <a:p> \"x\" .\n  GRAPH <a:g> {\n    <a:3> <a:p> \"x\" .\n  }\n} ;\n");
  lines many;
  for (int i = 0; i < 2'500; ++i) many.insert("<a:" + std::to_string(i) + "> <a:p> <a:o> .\n");
  const auto text = write("", text_of(many), delta_format::sparql).text;
  std::size_t operations = 0;
  for (auto at = text.find("INSERT"); at != text.npos; at = text.find("INSERT", at + 1)) ++operations;
  EXPECT_EQ(operations, 3u);
  EXPECT_EQ(apply_update({}, text), many);
}

TEST(delta, sparql_update_takes_no_part_of_a_triple_term_as_a_graph) {
  const std::string triple = "<a:1> <a:p> <<( <a:s> <a:p> <<( <a:s> <a:p> \")>> <a:x> .\" )>> )>> ";
  EXPECT_EQ(write("", triple + ".\n", delta_format::sparql).text, "INSERT DATA {\n  " + triple + ".\n} ;\n");
  EXPECT_EQ(write("", triple + "<a:g> .\n", delta_format::sparql).text,
            "INSERT DATA {\n  GRAPH <a:g> {\n    " + triple + ".\n  }\n} ;\n");
  const std::string plain = "<a:1> <a:p> <<( <a:s> <a:p> <a:o> )>> .\n";
  EXPECT_EQ(write(plain, "", delta_format::sparql).text, "DELETE DATA {\n  " + plain + "} ;\n");
}

TEST(delta, patch_of_before_is_after_in_every_form_and_back_again) {
  const unsigned seed = 20261120;
  std::mt19937 dice(seed);
  for (int round = 0; round < 500; ++round) {
    lines before, after;
    for (unsigned i = dice() % 40; i > 0; --i) {
      const auto line = random_line(dice);
      if (dice() % 4 != 0) before.insert(line);
      if (dice() % 4 != 0) after.insert(line);
    }
    const auto one = text_of(before), other = text_of(after);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round) + "\n" + one + "\n" +
                 other);
    const auto patch = write(one, other, delta_format::rdf_patch);
    EXPECT_EQ(patch.counts.is_empty(), before == after);
    EXPECT_EQ(apply(one, patch.text, patch_direction::forwards), other);
    EXPECT_EQ(apply(other, patch.text, patch_direction::backwards), one);
    auto source = make_memory_source(patch.text);
    string_sink again;
    const auto writer = make_delta_writer(delta_format::rdf_patch, {}, again);
    const auto counts =
        read_patch(*source, [&](delta_sign sign, std::string_view line) { return writer->take(sign, line); });
    EXPECT_EQ(counts, (delta_counts{patch.counts.removed, patch.counts.added, 0}));
    EXPECT_TRUE(writer->finish());
    EXPECT_EQ(again.text, patch.text);
    EXPECT_EQ(apply_marks(before, write(one, other, delta_format::n_quads).text), after);
    EXPECT_EQ(apply_update(before, write(one, other, delta_format::sparql).text), after);
    if (before != after) {
      EXPECT_EQ(apply(other, patch.text, patch_direction::forwards).error().code, errc::digest_mismatch);
    }
  }
}

TEST(delta, documents_that_are_not_clean_are_errors_with_a_line_number) {
  const auto compared = [](const std::string& one, const std::string& other) {
    auto before = make_memory_source(one), after = make_memory_source(other);
    return compare(*before, *after, [](delta_sign, std::string_view) { return result<void>{}; });
  };
  EXPECT_EQ(compared("<a:2> <a:p> <a:o> .\n<a:1> <a:p> <a:o> .\n", "").error().detail,
            "line 2 of the first document is not greater than the line before: this is not a clean document");
  EXPECT_EQ(compared("", "<a:2> <a:p> <a:o> .\n<a:2> <a:p> <a:o> .\n").error().code, errc::syntax_error);
  EXPECT_EQ(compared("", "<a:2> <a:p> <a:o> .").error().code, errc::syntax_error);
  EXPECT_EQ(compared("to be\n", "").error().detail,
            "line 1 of the first document is not a canonical statement: this is not a clean document");
}

TEST(delta, an_incomplete_patch_is_an_error) {
  const std::string line = "<a:1> <a:p> <a:o> .\n";
  for (const std::string& patch :
       std::initializer_list<std::string>{"", "TX .\nA " + line, "TX .\nX " + line + "TC .\n",
                                          "TX .\nA <b:2> .\nA <b:1> .\nTC .\n", "TX .\nTC .\nA " + line})
    EXPECT_EQ(apply("", patch, patch_direction::forwards).error().code, errc::syntax_error) << patch;
}

TEST(line_stream, finds_the_same_lines_whatever_their_length) {
  std::string text;
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < 6; ++i) {
    expected.push_back("<" + std::to_string(i) + std::string(i * 300'000, 'x') + "> .\n");
    text += expected.back();
  }
  auto source = make_memory_source(text);
  line_stream stream{*source, "it"};
  for (const auto& line : expected) {
    ASSERT_EQ(stream.advance(), true);
    EXPECT_TRUE(stream.line() == line);
  }
  EXPECT_EQ(stream.advance(), false);
}

}  // namespace
}  // namespace laundromat
