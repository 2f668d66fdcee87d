// Statements on their way to the sink: triples and reifications, those held until a tag is accounted for, and lists.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/rdf/rdfxml/emission/list_items.hpp"
#include "core/rdf/rdfxml/emission/pending_statements.hpp"
#include "core/rdf/rdfxml/emission/triple_writer.hpp"
#include "core/rdf/rdfxml/recovery/doubtful_nodes.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::rdfxml {
namespace {

using lines = std::vector<std::string>;

const term_view subject{term_kind::iri, "http://a/s", {}, {}};
const term_view object{term_kind::iri, "http://a/o", {}, {}};

/// A sink that fails from the second statement on.
struct failing_sink final : statement_sink {
  result<void> on_statement(const statement_view&) override {
    if (++calls > 1) return fail(errc::no_reader);
    return {};
  }
  void on_defect(const defect&) override {}
  int calls = 0;
};

TEST(triple_writer, stops_at_the_error_of_the_sink) {
  failing_sink sink;
  triple_writer out(sink);
  for (int i = 0; i < 4; ++i) out.write(subject, "http://a/p", object);
  EXPECT_EQ(sink.calls, 2);
  EXPECT_FALSE(out.status());
}

TEST(triple_writer, reifies_a_statement_with_an_id) {
  laundromat::testing::remembering_sink sink;
  triple_writer out(sink);
  out.write_property(subject, "http://a/p", object, {});
  EXPECT_EQ(sink.lines, lines{"<http://a/s> <http://a/p> <http://a/o> ."});
  sink.lines.clear();
  out.write_property(subject, "http://a/p", object, {"http://a/#i", {}});
  const std::string rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  EXPECT_EQ(sink.lines, (lines{"<http://a/s> <http://a/p> <http://a/o> .",
                               "<http://a/#i> <" + rdf + "type> <" + rdf + "Statement> .",
                               "<http://a/#i> <" + rdf + "subject> <http://a/s> .",
                               "<http://a/#i> <" + rdf + "predicate> <http://a/p> .",
                               "<http://a/#i> <" + rdf + "object> <http://a/o> ."}));
}

TEST(triple_writer, writes_the_reifier_of_a_statement) {
  laundromat::testing::remembering_sink sink;
  triple_writer out(sink);
  out.write_property(subject, "http://a/p", object, {{}, {term_kind::blank, "r", {}, {}}});
  ASSERT_EQ(sink.lines.size(), 2u);
  EXPECT_NE(sink.lines[1].find("reifies> <<( <http://a/s> <http://a/p> <http://a/o> )>>"), std::string::npos)
      << sink.lines[1];
}

TEST(triple_writer, keeps_the_statements_of_an_open_triple_term) {
  laundromat::testing::remembering_sink sink;
  triple_writer out(sink);
  std::string text;
  out.open_term();
  out.open_term();
  EXPECT_EQ(out.close_term(text), 0u);
  out.write(subject, "http://a/p", object);
  out.write(subject, "http://a/q", object);
  EXPECT_EQ(out.close_term(text), 2u);
  EXPECT_EQ(text, "<<( <http://a/s> <http://a/p> <http://a/o> )>>");
  EXPECT_TRUE(sink.lines.empty());
  out.write(subject, "http://a/p", object);
  EXPECT_EQ(sink.lines.size(), 1u);
}

void hold(pending_statements& held, std::string predicate, std::string text) {
  auto& one = held.next();
  one.predicate = std::move(predicate);
  one.object = std::move(text);
  one.kind = term_kind::literal;
  held.keep_next();
}

TEST(pending_statements, are_written_once_with_the_language_of_their_element) {
  laundromat::testing::remembering_sink sink;
  triple_writer out(sink);
  pending_statements held;
  hold(held, "http://a/p", "x");
  auto& type = held.next();
  type = {"http://a/type", "http://a/c", term_kind::iri};
  held.keep_next();
  held.next().object = "is not kept";
  EXPECT_EQ(held.count(), 2u);
  held.write(subject, "en", out);
  EXPECT_EQ(sink.lines,
            (lines{"<http://a/s> <http://a/p> \"x\"@en .", "<http://a/s> <http://a/type> <http://a/c> ."}));
  held.write(subject, "en", out);
  EXPECT_EQ(sink.lines.size(), 2u);
}

TEST(doubtful_nodes, keep_statements_with_the_depth_of_their_node_until_confirmed) {
  pending_statements held;
  doubtful_nodes doubtful;
  EXPECT_EQ(doubtful.depth(), 0u);
  hold(held, "http://a/p", "outer");
  doubtful.add(2, held);
  EXPECT_EQ(held.count(), 0u);
  hold(held, "http://a/p", "inner");
  doubtful.add(4, held);
  EXPECT_EQ(doubtful.depth(), 2u) << "that of the outermost";
  EXPECT_TRUE(doubtful.is_within_root());
  std::vector<std::pair<std::size_t, std::string>> written;
  const auto write = [&](std::size_t depth, const held_statement& one) {
    EXPECT_EQ(doubtful.depth(), 0u) << "what is written is no longer doubtful";
    written.emplace_back(depth, one.object);
  };
  doubtful.confirm(write);
  EXPECT_EQ(written, (std::vector<std::pair<std::size_t, std::string>>{{2, "outer"}, {4, "inner"}}));
  doubtful.confirm(write);
  EXPECT_EQ(written.size(), 2u);
}

TEST(doubtful_nodes, may_be_dropped) {
  pending_statements held;
  doubtful_nodes doubtful;
  hold(held, "http://a/p", "x");
  doubtful.add(1, held);
  EXPECT_FALSE(doubtful.is_within_root()) << "it is the root";
  doubtful.drop();
  EXPECT_EQ(doubtful.depth(), 0u);
  doubtful.confirm([](std::size_t, const held_statement&) { FAIL(); });
}

TEST(list_items, writes_the_cells_of_the_innermost_list) {
  laundromat::testing::remembering_sink sink;
  triple_writer out(sink);
  list_items items(1'000'000);
  const auto outer = items.mark();
  EXPECT_TRUE(items.add(term_kind::iri, "http://a/outer"));
  const auto inner = items.mark();
  EXPECT_TRUE(items.add(term_kind::iri, "http://a/1"));
  EXPECT_TRUE(items.add(term_kind::blank, "n"));
  int labels = 0;
  const auto make_label = [&](std::string& out_label) { out_label = "c" + std::to_string(++labels); };
  items.write(inner, "c0", make_label, out);
  const std::string rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  EXPECT_EQ(sink.lines,
            (lines{"<b:c0> <" + rdf + "first> <http://a/1> .", "<b:c0> <" + rdf + "rest> <b:c1> .",
                   "<b:c1> <" + rdf + "first> <b:n> .", "<b:c1> <" + rdf + "rest> <" + rdf + "nil> ."}));
  items.drop(inner);
  EXPECT_EQ(items.mark(), outer + 1);
}

TEST(list_items, refuses_what_is_beyond_the_limit_and_frees_what_is_dropped) {
  list_items items(500);
  const auto mark = items.mark();
  const std::string name(100, 'x');
  std::size_t added = 0;
  while (items.add(term_kind::blank, name)) ++added;
  EXPECT_GT(added, 1u);
  EXPECT_LT(added, 5u);
  items.drop(mark);
  for (std::size_t i = 0; i < added; ++i) EXPECT_TRUE(items.add(term_kind::blank, name));
  EXPECT_FALSE(items.add(term_kind::blank, name));
}

}  // namespace
}  // namespace laundromat::rdfxml
