// Triples that wait for a resource.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/incomplete_triples.hpp"

#include "tests/core/rdf/rdfa/evaluation_parts.hpp"

namespace laundromat::rdfa {
namespace {

using direction = incomplete_triples::direction;

struct rdfa_incomplete_triples : evaluation_parts {
  explicit rdfa_incomplete_triples(reader_options with = {testing::base})
      : evaluation_parts(std::move(with)) {
    around.parent_subject = add_iri("http://s/s");
  }

  list_builder lists{options.limits, resources, output, faults, account, mapper};
  incomplete_triples incompletes{options.limits, resources, lists, output};
  rdfa_context around;
};

TEST_F(rdfa_incomplete_triples, are_completed_in_both_directions) {
  incompletes.add("http://p/of", direction::forward, 0);
  incompletes.add("http://p/by", direction::reverse, 0);
  around.end_incomplete = incompletes.size();
  incompletes.complete(around, add_iri("http://o/o"));
  EXPECT_EQ(sink.lines, (std::vector<std::string>{"<http://s/s> <http://p/of> <http://o/o> .",
                                                  "<http://o/o> <http://p/by> <http://s/s> ."}));
}

TEST_F(rdfa_incomplete_triples, of_a_list_add_an_item_for_each_resource) {
  const auto mapping = lists.mapping_of(around.parent_subject, 0);
  incompletes.add("http://p/items", direction::list, mapping);
  around.end_incomplete = incompletes.size();
  incompletes.complete(around, add_iri("http://i/1"));
  incompletes.complete(around, add_iri("http://i/2"));
  lists.shrink(1);
  EXPECT_EQ(sink.lines.size(), 5U);
}

TEST_F(rdfa_incomplete_triples, only_those_of_the_context_are_completed) {
  incompletes.add("http://p/outer", direction::forward, 0);
  around.first_incomplete = incompletes.size();
  incompletes.add("http://p/inner", direction::forward, 0);
  around.end_incomplete = incompletes.size();
  incompletes.complete(around, add_iri("http://o/o"));
  EXPECT_EQ(sink.lines, std::vector<std::string>{"<http://s/s> <http://p/inner> <http://o/o> ."});
}

TEST_F(rdfa_incomplete_triples, a_list_whose_items_are_unknown_is_reported_once) {
  const auto mapping = lists.mapping_of(around.parent_subject, 0);
  incompletes.add("http://p/items", direction::list, mapping);
  around.end_incomplete = incompletes.size();
  const auto place = examine("<li>");
  incompletes.lose_lists(around, errc::unterminated, place);
  incompletes.lose_lists(around, errc::unterminated, place);
  EXPECT_EQ(rules(), std::vector<errc>{errc::unterminated});
  lists.shrink(1);
  EXPECT_TRUE(sink.lines.empty());
}

TEST_F(rdfa_incomplete_triples, an_invalid_list_is_not_emitted) {
  incompletes.add("http://p/items", direction::list, lists.mapping_of(around.parent_subject, 0));
  around.end_incomplete = incompletes.size();
  incompletes.spoil_lists(around, errc::bad_attribute);
  incompletes.complete(around, add_iri("http://i/1"));
  lists.shrink(1);
  EXPECT_TRUE(sink.lines.empty());
}

struct rdfa_many_incomplete_triples : rdfa_incomplete_triples {
  static reader_options small() {
    reader_options with{testing::base};
    with.limits.statement_bytes = 300;
    return with;
  }
  rdfa_many_incomplete_triples() : rdfa_incomplete_triples(small()) {}
};

TEST_F(rdfa_many_incomplete_triples, take_bounded_memory_which_the_end_of_an_element_frees) {
  read_tag("<p rel='x'>");
  while (sink.defects.empty()) incompletes.add("http://p/p", direction::forward, 0);
  const auto most = incompletes.size();
  EXPECT_GT(most, 1U);
  EXPECT_EQ(rules(), std::vector<errc>{errc::statement_too_long});
  EXPECT_EQ(output.lost().size(), 1U);
  EXPECT_FALSE(incompletes.hold(200));
  incompletes.shrink(0, 0);
  EXPECT_TRUE(incompletes.hold(200));
}

}  // namespace
}  // namespace laundromat::rdfa
