// Prefix declarations, and what is lost with damaged ones.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/prefix_reader.hpp"

#include "tests/core/rdf/rdfa/evaluation_parts.hpp"

namespace laundromat::rdfa {
namespace {

struct rdfa_prefix_reader : evaluation_parts {
  explicit rdfa_prefix_reader(reader_options with = {testing::base}) : evaluation_parts(std::move(with)) {
    mapper.use_host(host_language::html);
  }
  void read(std::string_view markup) { prefixes.read(read_tag(markup)); }
  /// What a CURIE maps to; `lost` where its prefix is lost.
  [[nodiscard]] std::string map(std::string_view curie) {
    const auto mapped = mapper.map_term(curie, {});
    return mapped.what == mapped_word::outcome::lost_prefix ? "lost" : std::string(mapped.value);
  }

  prefix_reader prefixes{options, output, faults, mapper};
};

TEST_F(rdfa_prefix_reader, pairs_and_namespaces_are_declared_and_pairs_replace_namespaces) {
  read("<p xmlns:a='http://a/' xmlns:b='http://b/' prefix='b: http://other/ c: http://c/'>");
  EXPECT_EQ(map("a:x"), "http://a/x");
  EXPECT_EQ(map("b:x"), "http://other/x");
  EXPECT_EQ(map("c:x"), "http://c/x");
  EXPECT_TRUE(sink.defects.empty());
}

TEST_F(rdfa_prefix_reader, a_colon_or_space_that_is_missing_is_repaired) {
  read("<p prefix='a http://a/'>");
  read("<p prefix='b:http://b/'>");
  EXPECT_EQ(map("a:x"), "http://a/x");
  EXPECT_EQ(map("b:x"), "http://b/x");
  ASSERT_EQ(sink.defects.size(), 2U);
  EXPECT_EQ(sink.defects[0].after, "a: http://a/");
  EXPECT_EQ(sink.defects[1].after, "b: http://b/");
}

TEST_F(rdfa_prefix_reader, a_prefix_without_its_iri_is_lost) {
  mapper.declare_prefix("a", "http://outer/");
  read("<p prefix='a: b: http://b/'>");
  EXPECT_EQ(map("a:x"), "lost") << "the outer mapping does not count";
  EXPECT_EQ(map("b:x"), "http://b/x");
  ASSERT_EQ(sink.defects.size(), 1U);
  EXPECT_EQ(sink.defects[0].before, "a:");
  EXPECT_EQ(output.lost().size(), 1U);
}

TEST_F(rdfa_prefix_reader, the_rest_of_an_iri_with_a_space_makes_its_prefix_unknown) {
  read("<p prefix='a: http://a/b c/'>");
  EXPECT_EQ(map("a:x"), "lost");
}

TEST_F(rdfa_prefix_reader, reserved_prefixes_are_noted_and_change_nothing) {
  read("<p prefix='_: http://a/'>");
  EXPECT_EQ(rules(), std::vector<errc>{errc::bad_prefix});
  EXPECT_EQ(sink.defects[0].done, treatment::note);
  EXPECT_EQ(mapper.prefix_count(), 0U);
}

TEST_F(rdfa_prefix_reader, the_outside_learns_what_is_declared) {
  declared_prefixes declared;
  options.prefixes = &declared;
  prefix_reader reader(options, output, faults, mapper);
  reader.read(read_tag("<p prefix='a: http://a/'>"));
  EXPECT_EQ(declared.lines(), "a: http://a/\n");
}

struct rdfa_many_prefixes : rdfa_prefix_reader {
  static reader_options small() {
    reader_options with{testing::base};
    with.limits.attributes = 2;
    return with;
  }
  rdfa_many_prefixes() : rdfa_prefix_reader(small()) {}
};

TEST_F(rdfa_many_prefixes, beyond_the_limit_make_all_prefixes_unknown) {
  read("<p prefix='a: http://a/ b: http://b/ c: http://c/'>");
  EXPECT_EQ(map("a:x"), "lost");
  EXPECT_EQ(rules(), std::vector<errc>{errc::too_many_attributes});
  EXPECT_EQ(sink.defects[0].before, "c: http://c/");
}

}  // namespace
}  // namespace laundromat::rdfa
