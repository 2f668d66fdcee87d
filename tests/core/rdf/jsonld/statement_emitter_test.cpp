// Statements of a JSON-LD walk, without a walk.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/statement_emitter.hpp"

#include "tests/core/rdf/jsonld/walk_parts.hpp"

namespace laundromat::testing {
namespace {

using jsonld::list_state;
using jsonld::map_entry;
using jsonld::walk_target;
using kind = jsonld::walk_target::kind;
using lines = std::vector<std::string>;

using json_ld_emitter = walk_parts;

TEST_F(json_ld_emitter, a_target_decides_what_a_term_becomes) {
  const auto& origin = parse("1");
  auto to = to_property();
  emitter.connect(to, iri("http://o/o"), false, origin);
  to.how = kind::reverse;
  emitter.connect(to, iri("http://o/o"), false, origin);
  to.how = kind::nothing;
  emitter.connect(to, iri("http://o/o"), false, origin);
  EXPECT_EQ(log.lines,
            (lines{"<http://s/s> <http://p/p> <http://o/o> .", "<http://o/o> <http://p/p> <http://s/s> ."}));
  EXPECT_TRUE(emitter.has_emitted());
}

TEST_F(json_ld_emitter, a_literal_cannot_be_a_subject) {
  auto to = to_property();
  to.how = kind::reverse;
  emitter.connect(to, {term_kind::literal, "x", {}, {}}, true, parse("\"x\""));
  EXPECT_TRUE(log.lines.empty());
  EXPECT_EQ(log.messages(), lines{"invalid reverse property value"});
  EXPECT_FALSE(emitter.is_stopped());
}

TEST_F(json_ld_emitter, a_statement_that_lacks_a_term_loses_its_value_but_not_an_object) {
  auto to = to_property();
  to.predicate = {};
  emitter.connect(to, iri("http://o/o"), false, parse("\"o\""));
  EXPECT_EQ(log.lost.size(), 1U);
  emitter.connect(to, iri("http://o/o"), false, parse("{}"));
  EXPECT_EQ(log.lost.size(), 1U);
  to = to_property();
  to.is_lost = true;
  emitter.connect(to, iri("http://o/o"), false, parse("\"o\""));
  EXPECT_EQ(log.lost.size(), 2U);
  EXPECT_TRUE(log.lines.empty());
}

TEST_F(json_ld_emitter, list_items_become_cells) {
  list_state list;
  walk_target to;
  to.how = kind::list;
  to.list = &list;
  const auto& origin = parse("\"x\"");
  emitter.connect(to, iri("http://i/1"), false, origin);
  emitter.connect(to, iri("http://i/2"), false, origin);
  const std::string rdf = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  EXPECT_EQ(log.lines,
            (lines{"<b:genid0> " + rdf + "first> <http://i/1> .", "<b:genid0> " + rdf + "rest> <b:genid1> .",
                   "<b:genid1> " + rdf + "first> <http://i/2> ."}));
  EXPECT_EQ(list.head.term().value, "genid0");
  EXPECT_EQ(list.tail.term().value, "genid1");
  EXPECT_FALSE(list.is_torn());
}

TEST_F(json_ld_emitter, a_lost_item_breaks_its_list) {
  list_state list;
  walk_target to;
  to.how = kind::list;
  to.list = &list;
  emitter.connect(to, {}, false, parse("\"relative\""));
  EXPECT_TRUE(list.is_torn());
}

struct json_ld_strict_emitter : walk_parts {
  json_ld_strict_emitter() : walk_parts(wash_profile::strict) {}
};

TEST_F(json_ld_strict_emitter, keeps_the_cells_of_a_list_of_nothing_but_references_without_base) {
  list_state list;
  walk_target to;
  to.how = kind::list;
  to.list = &list;
  emitter.connect(to, {}, false, parse("\"relative\""));
  EXPECT_FALSE(list.is_torn());
  emitter.connect(to, iri("http://i/1"), false, parse("\"http://i/1\""));
  EXPECT_TRUE(list.is_torn()) << "one of them is lost, the other not";
}

TEST_F(json_ld_strict_emitter, stops_at_what_breaks_a_rule_and_reports_nothing_after_that) {
  const auto& origin = parse("1");
  emitter.refuse("invalid value object", origin);
  emitter.refuse("another", origin);
  EXPECT_TRUE(emitter.is_stopped());
  EXPECT_EQ(log.messages(), lines{"invalid value object"});
  emitter.connect(to_property(), iri("http://o/o"), false, origin);
  EXPECT_TRUE(log.lines.empty());
  emitter.begin(false);
  EXPECT_FALSE(emitter.is_stopped());
}

TEST_F(json_ld_emitter, the_key_of_a_map_adds_types_and_indexes_to_items) {
  map_entry entry;
  entry.type = iri("http://t/t");
  entry.index_property = iri("http://p/index");
  entry.index_value = {term_kind::literal, "key", {}, {}};
  entry.key = &parse("\"key\"");
  auto to = to_property();
  to.map = &entry;
  emitter.finish_item(to, iri("http://o/o"), false, *entry.key);
  EXPECT_EQ(log.lines,
            (lines{"<http://o/o> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://t/t> .",
                   "<http://o/o> <http://p/index> \"key\" .", "<http://s/s> <http://p/p> <http://o/o> ."}));
  emitter.finish_item(to, {term_kind::literal, "x", {}, {}}, true, *entry.key);
  EXPECT_EQ(log.messages(), lines{"invalid value object"});
}

TEST_F(json_ld_emitter, a_trial_and_a_judgement_emit_nothing) {
  const auto& origin = parse("1");
  emitter.begin(true);
  emitter.connect(to_property(), iri("http://o/o"), false, origin);
  emitter.begin(false);
  emitter.judge(true);
  emitter.connect(to_property(), iri("http://o/o"), false, origin);
  emitter.judge(false);
  EXPECT_TRUE(log.lines.empty());
  EXPECT_FALSE(emitter.has_emitted());
}

TEST_F(json_ld_emitter, stops_when_the_sink_wants_no_more) {
  log.most = 1;
  emitter.connect(to_property(), iri("http://o/o"), false, parse("1"));
  EXPECT_TRUE(emitter.is_stopped());
}

TEST_F(json_ld_emitter, a_context_that_cannot_be_made_loses_its_value) {
  jsonld::context_ptr kept;
  EXPECT_FALSE(emitter.keep_context(tl::unexpected<failure>({errc::json_ld_invalid, "invalid context entry"}),
                                    kept, parse("{}")));
  EXPECT_EQ(log.messages(), lines{"invalid context entry"});
  EXPECT_EQ(log.lost.size(), 1U);
  EXPECT_TRUE(emitter.keep_context(contexts.initial(), kept, parse("{}")));
  EXPECT_EQ(kept, contexts.initial());
}

}  // namespace
}  // namespace laundromat::testing
