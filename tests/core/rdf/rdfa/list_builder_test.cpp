// RDF collections: emitted whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/list_builder.hpp"

#include "tests/core/rdf/rdfa/evaluation_parts.hpp"

namespace laundromat::rdfa {
namespace {

constexpr std::string_view items_of = "http://p/items";

struct rdfa_list_builder : evaluation_parts {
  explicit rdfa_list_builder(reader_options with = {testing::base}) : evaluation_parts(std::move(with)) {
    subject = add_iri("http://s/s");
    mapping = lists.mapping_of(subject, 0);
  }
  /// A tag that adds an IRI to a list.
  void add(std::string_view iri) {
    read_tag("<a href='x' inlist>");
    lists.begin_tag();
    lists.fill(lists.reserve_item(mapping, items_of), add_iri(iri));
  }
  [[nodiscard]] std::size_t emitted() const { return sink.lines.size(); }

  list_builder lists{options.limits, resources, output, faults, account, mapper};
  resource_id subject = no_resource;
  int mapping = 0;
};

TEST_F(rdfa_list_builder, a_list_is_emitted_when_its_mapping_ends) {
  add("http://i/1");
  add("http://i/2");
  EXPECT_EQ(emitted(), 0U);
  lists.shrink(1);
  const std::string rdf = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  EXPECT_EQ(sink.lines,
            (std::vector<std::string>{
                "<http://s/s> <http://p/items> <b:g1> .", "<b:g1> " + rdf + "first> <http://i/1> .",
                "<b:g1> " + rdf + "rest> <b:g2> .", "<b:g2> " + rdf + "first> <http://i/2> .",
                "<b:g2> " + rdf + "rest> " + rdf + "nil> ."}));
  EXPECT_TRUE(sink.defects.empty());
}

TEST_F(rdfa_list_builder, a_list_without_items_is_nil) {
  (void)lists.reserve_list(mapping, items_of);
  lists.shrink(1);
  EXPECT_EQ(sink.lines, std::vector<std::string>{"<http://s/s> <http://p/items> "
                                                 "<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> ."});
}

TEST_F(rdfa_list_builder, a_list_that_lacks_an_item_is_skipped_with_all_its_items) {
  add("http://i/1");
  add("http://i/2");
  lists.fill(lists.reserve_item(mapping, items_of), no_resource);
  lists.shrink(1);
  EXPECT_EQ(emitted(), 0U);
  ASSERT_EQ(sink.defects.size(), 1U) << "one report for all items";
  EXPECT_EQ(sink.defects[0].offset_bytes, 0U);
  EXPECT_EQ(sink.defects[0].length_bytes, end_bytes);
}

TEST_F(rdfa_list_builder, lists_of_one_subject_are_shared_and_those_of_another_are_not) {
  const auto same = add_iri("http://s/s"), other = add_iri("http://s/other");
  EXPECT_EQ(lists.mapping_of(same, mapping), mapping);
  EXPECT_NE(lists.mapping_of(other, mapping), mapping);
}

TEST_F(rdfa_list_builder, many_lists_of_a_subject_are_found_again) {
  std::vector<int> numbers;
  for (int i = 0; i < 40; ++i)
    numbers.push_back(lists.reserve_list(mapping, "http://p/" + std::to_string(i)).list);
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(lists.reserve_list(mapping, "http://p/" + std::to_string(i)).list,
              numbers[static_cast<std::size_t>(i)]);
}

TEST_F(rdfa_list_builder, lists_that_begin_in_an_invalid_mapping_are_invalid) {
  lists.spoil_all(mapping, errc::bad_iri);
  add("http://i/1");
  lists.shrink(1);
  EXPECT_EQ(emitted(), 0U);
  EXPECT_EQ(rules(), std::vector<errc>{errc::bad_iri});
}

TEST_F(rdfa_list_builder, a_list_of_an_unknown_subject_makes_those_around_it_invalid) {
  add("http://i/1");
  const auto inner = lists.mapping_of(add_iri("http://s/other"), mapping);
  lists.forget_subject(inner, mapping);
  (void)lists.reserve_list(inner, items_of);
  EXPECT_TRUE(lists.is_spoiled(lists.reserve_list(mapping, items_of)));
}

TEST_F(rdfa_list_builder, the_bytes_of_items_wait_for_their_list) {
  add("http://i/1");
  ASSERT_EQ(lists.items(), 1U);
  const auto first = account.next_range();
  account.reach_items(end_bytes, 1);
  lists.wait({first, account.next_range() - first, false});
  EXPECT_EQ(lists.items(), 0U);
  lists.spoil_all(mapping, errc::bad_iri);
  lists.shrink(1);
  account.finish();
  EXPECT_EQ(sink.spans,
            (std::vector<std::pair<span_kind, std::uint64_t>>{{span_kind::quarantine, end_bytes}}));
}

struct rdfa_long_lists : rdfa_list_builder {
  static reader_options small() {
    reader_options with{testing::base};
    with.limits.statement_bytes = 2000;
    return with;
  }
  rdfa_long_lists() : rdfa_list_builder(small()) {}
};

TEST_F(rdfa_long_lists, the_memory_of_all_lists_is_bounded) {
  for (int i = 0; i < 100; ++i) add("http://i/" + std::to_string(i));
  lists.shrink(1);
  EXPECT_EQ(emitted(), 0U);
  ASSERT_FALSE(sink.defects.empty());
  EXPECT_EQ(sink.defects.front().rule, errc::statement_too_long);
  mapping = lists.mapping_of(subject, 0);
  add("http://i/1");
  lists.shrink(1);
  EXPECT_EQ(emitted(), 3U) << "the memory is free again";
}

}  // namespace
}  // namespace laundromat::rdfa
