// Brackets and lists: the statements they stand for, and how long these wait.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/state/nested_writer.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;

const std::string rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

struct statement_on : parser_parts {
  statement_on() : parser_parts("<a:s>") {
    begin_statement();
    nested.begin_statement();
  }
  void write(std::string_view iri) {
    set_object(iri);
    nested.write_object();
    all.now.has_object = false;
  }
};

TEST(nested_writer, an_object_without_brackets_is_written_at_once) {
  statement_on on;
  on.write("a:o");
  EXPECT_EQ(on.lines(), all_lines{"<a:s> <a:p> <a:o> ."});
}

TEST(nested_writer, statements_in_brackets_wait_for_the_end) {
  statement_on on;
  on.nested.open(frame::property_list, 10, false);
  on.all.now.frames.top().predicate = "a:q";
  on.all.now.frames.top().is_empty = false;
  on.write("a:o");
  EXPECT_EQ(on.lines(), all_lines{});
  EXPECT_FALSE(on.nested.close().is_subject);
  EXPECT_TRUE(on.all.now.has_object);
  EXPECT_EQ(on.all.now.object_begin, 10u);
  on.nested.flush();
  on.nested.write_object();
  EXPECT_EQ(on.lines(), (all_lines{"<b:~1> <a:q> <a:o> .", "<a:s> <a:p> <b:~1> ."}));
  EXPECT_TRUE(on.all.now.has_written);
}

TEST(nested_writer, a_list_is_a_chain_of_nodes) {
  statement_on on;
  on.nested.open(frame::list, 10, false);
  for (const auto* item : {"a:x", "a:y"}) {
    on.nested.begin_item();
    on.write(item);
  }
  on.nested.close();
  on.nested.flush();
  on.nested.write_object();
  EXPECT_EQ(on.lines(), (all_lines{"<b:~1> <" + rdf + "first> <a:x> .", "<b:~1> <" + rdf + "rest> <b:~2> .",
                                   "<b:~2> <" + rdf + "first> <a:y> .",
                                   "<b:~2> <" + rdf + "rest> <" + rdf + "nil> .", "<a:s> <a:p> <b:~1> ."}));
}

TEST(nested_writer, an_empty_list_is_nil) {
  statement_on on;
  on.nested.open(frame::list, 10, false);
  on.nested.close();
  EXPECT_EQ(on.all.now.object.view.value, rdf + "nil");
  EXPECT_EQ(on.all.now.object.view.kind, term_kind::iri);
}

TEST(nested_writer, nothing_of_a_bad_list_is_kept) {
  statement_on on;
  on.nested.open(frame::list, 10, false);
  on.nested.begin_item();
  on.write("a:x");
  on.all.now.frames.top().is_bad_whole = true;
  on.nested.close();
  EXPECT_TRUE(on.all.now.skips_object);
  on.nested.flush();
  on.nested.write_object();
  EXPECT_EQ(on.lines(), all_lines{});
}

TEST(nested_writer, a_bad_list_spoils_the_list_around_it) {
  statement_on on;
  on.nested.open(frame::list, 10, false);
  on.nested.open(frame::list, 12, false);
  on.all.now.frames.top().is_bad_whole = true;
  on.nested.close();
  EXPECT_TRUE(on.all.now.frames.top().is_bad_whole);
}

TEST(nested_writer, a_bracket_may_be_the_subject) {
  statement_on on;
  on.nested.open(frame::property_list, 0, true);
  auto closed = on.nested.close();
  EXPECT_TRUE(closed.is_subject);
  EXPECT_FALSE(closed.is_complete) << "a predicate must follow";
  EXPECT_TRUE(on.all.now.may_label_graph);
  EXPECT_EQ(on.all.now.frames.statement().subject, "~1");
  on.nested.open(frame::property_list, 0, true);
  on.all.now.frames.top().is_empty = false;
  EXPECT_TRUE(on.nested.close().is_complete);
  EXPECT_FALSE(on.all.now.may_label_graph);
}

TEST(nested_writer, a_statement_on_trial_waits_and_is_discarded_as_a_whole) {
  statement_on on;
  on.nested.set_trial(true);
  on.nested.begin_statement();
  on.write("a:o");
  on.nested.flush();
  EXPECT_EQ(on.lines(), all_lines{});
  on.nested.discard();
  on.nested.flush();
  EXPECT_EQ(on.lines(), all_lines{});
}

TEST(nested_writer, what_waits_too_long_is_written_as_it_is_read) {
  statement_on on;
  on.nested.open(frame::property_list, 10, false);
  on.all.now.frames.top().predicate = "a:q";
  const std::string iri = "a:" + std::string(1000, 'o');
  std::size_t count = 0;
  for (; on.lines().empty(); ++count) on.write(iri);
  EXPECT_TRUE(on.nested.is_spilling());
  EXPECT_EQ(on.lines().size(), count);
  on.write(iri);
  EXPECT_EQ(on.lines().size(), count + 1);
  on.nested.close();
  on.nested.flush();
  EXPECT_FALSE(on.nested.is_spilling());
}

TEST(nested_writer, a_trial_becomes_too_long_instead) {
  statement_on on;
  on.nested.set_trial(true);
  on.nested.begin_statement();
  const std::string iri = "a:" + std::string(1000, 'o');
  for (int i = 0; i < 2'000 && !on.nested.is_trial_too_long(); ++i) on.write(iri);
  EXPECT_TRUE(on.nested.is_trial_too_long());
  EXPECT_EQ(on.lines(), all_lines{});
  on.nested.discard();
  EXPECT_FALSE(on.nested.is_trial_too_long());
}

}  // namespace
}  // namespace laundromat::turtle
