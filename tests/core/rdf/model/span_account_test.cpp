// Spans are maximal and add up.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/span_account.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/rdf/model/reader.hpp"

namespace laundromat {
namespace {

struct span_sink final : statement_sink {
  result<void> on_statement(const statement_view&) override { return {}; }
  void on_defect(const defect&) override {}
  void on_span(span_kind kind, std::uint64_t length) override { spans.emplace_back(kind, length); }
  std::vector<std::pair<span_kind, std::uint64_t>> spans;
};

using spans = std::vector<std::pair<span_kind, std::uint64_t>>;

TEST(span_account, joins_neighbours_of_one_kind) {
  span_sink sink;
  span_account account(sink);
  account.reach(3, span_kind::statement);
  account.reach(3, span_kind::syntax);
  account.reach(7, span_kind::statement);
  account.reach(9, span_kind::quarantine);
  account.reach(8, span_kind::statement);
  account.reach(12, span_kind::quarantine);
  account.finish();
  EXPECT_EQ(sink.spans, (spans{{span_kind::statement, 7}, {span_kind::quarantine, 5}}));
}

TEST(span_account, an_empty_document_has_no_spans) {
  span_sink sink;
  span_account account(sink);
  account.finish();
  EXPECT_TRUE(sink.spans.empty());
}

}  // namespace
}  // namespace laundromat
