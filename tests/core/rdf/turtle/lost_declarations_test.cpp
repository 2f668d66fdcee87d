// Prefixes and the base after skipped text: what it may have declared anew is not known any more.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/lost_declarations.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;

constexpr std::string_view declared_iri = "http://e/";

struct declared : parser_parts {
  explicit declared(std::string_view text) : parser_parts(text) {
    EXPECT_TRUE(all.terms.declare("e", declared_iri));
    EXPECT_TRUE(all.terms.declare("f", declared_iri));
  }
  bool has(std::string_view prefix) { return all.terms.is_declared(prefix, declared_iri); }
};

TEST(lost_declarations, a_prefix_that_is_declared_anew_is_not_known) {
  declared on("");
  on.declarations.forget_in("some text @prefix e: <http://other/> .");
  EXPECT_FALSE(on.has("e"));
  EXPECT_TRUE(on.has("f"));
}

TEST(lost_declarations, the_same_declaration_changes_nothing) {
  declared on("");
  on.declarations.forget_in("some text @prefix e: <http://e/> .");
  EXPECT_TRUE(on.has("e"));
}

TEST(lost_declarations, only_skipped_text_is_searched) {
  const std::string text = "@prefix e: <x:> .\n@prefix f: <x:> .\n";
  declared on(text);
  on.declarations.forget_skipped(18, text.size(), 18);
  EXPECT_TRUE(on.has("e"));
  EXPECT_FALSE(on.has("f"));
}

TEST(lost_declarations, text_is_searched_before_it_is_dropped) {
  const std::string text = "@prefix e: <x:> .\nnext";
  declared on(text);
  on.declarations.keep(18, 18, 0);
  std::vector<std::uint64_t> marks;
  on.window.drop(on.window.at(18), marks, 0);
  EXPECT_TRUE(on.has("e")) << "it may still be kept";
  on.declarations.forget_skipped(0, text.size(), 0);
  EXPECT_FALSE(on.has("e"));
}

TEST(lost_declarations, a_gap_is_skipped_only_with_the_token_behind_it) {
  const std::string text = ". # @prefix e: <x:> .\nnext";
  for (const std::uint64_t end : {1, 26}) {
    declared on(text);
    on.declarations.keep(22, 1, 0);
    on.declarations.forget_skipped(0, end, 0);
    EXPECT_EQ(on.has("e"), end == 1);
  }
}

TEST(lost_declarations, too_many_directives_put_all_prefixes_in_doubt) {
  std::string text;
  for (std::size_t i = 0; i < lost_text::most_found + 1; ++i) text += "@prefix x:\n";
  declared on(text);
  on.declarations.forget_skipped(0, text.size(), 0);
  EXPECT_FALSE(on.has("e") || on.has("f"));
}

TEST(lost_declarations, terms_that_are_being_read_stay_valid) {
  declared on("e:p");
  auto& f = on.all.now.frames.statement();
  ASSERT_TRUE(on.all.terms.read_repeated_iri(on.next(), f.predicate_memory, f.predicate));
  on.declarations.forget_prefix("e");
  EXPECT_EQ(f.predicate, "http://e/p");
  EXPECT_EQ(f.predicate.data(), f.predicate_memory.data());
}

}  // namespace
}  // namespace laundromat::turtle
