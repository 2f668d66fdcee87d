// Tests of the account of a document that has several readers.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/merged_account.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat {
namespace {

struct written_spans final : account_sink {
  void on_defect(const defect& found) override { text += found.message + "\n"; }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    text += (kind == span_kind::statement    ? "statement "
             : kind == span_kind::quarantine ? "quarantine "
                                             : "syntax ") +
            std::to_string(length_bytes) + "\n";
  }
  std::string text;
};

TEST(merged_account, joins_adjacent_parts_of_one_kind_while_it_waits_X05) {
  written_spans sink;
  merged_account account(2, sink);
  for (int i = 0; i < 1'000; ++i) {
    account.add_span(0, span_kind::statement, 2);
    account.add_span(0, span_kind::statement, 1);
  }
  EXPECT_EQ(account.waiting(), 1U);
  account.add_span(0, span_kind::syntax, 1'000);
  EXPECT_EQ(account.waiting(), 2U);
  account.add_span(1, span_kind::syntax, 3'500);
  EXPECT_EQ(account.waiting(), 1U);
  account.add_span(1, span_kind::quarantine, 500);
  EXPECT_EQ(account.waiting(), 0U);
  account.finish();
  EXPECT_EQ(sink.text, "statement 3000\nsyntax 500\nquarantine 500\n");
}

TEST(merged_account, takes_a_byte_for_what_most_is_made_of_it_X05) {
  written_spans sink;
  merged_account account(3, sink);
  account.add_span(0, span_kind::syntax, 30);
  account.add_span(1, span_kind::quarantine, 20);
  account.add_span(1, span_kind::syntax, 10);
  account.add_span(2, span_kind::statement, 10);
  account.add_span(2, span_kind::syntax, 20);
  account.finish();
  EXPECT_EQ(sink.text, "statement 10\nquarantine 10\nsyntax 10\n");
}

TEST(merged_account, reports_a_defect_of_several_readers_once_X05) {
  written_spans sink;
  merged_account account(2, sink);
  defect one;
  one.message = "one";
  defect other = one;
  other.message = "other";
  account.add_defect(0, one);
  account.add_defect(0, one);
  account.add_defect(1, one);
  account.add_defect(1, other);
  EXPECT_EQ(sink.text, "one\none\nother\n");
}

}  // namespace
}  // namespace laundromat
