// The hash without names: labels and order mean nothing to it, everything else does.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/dataset_identity.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

content_digest hash(std::string_view lines, std::size_t line_per_call = 100) {
  nameless_hash all("g:1/");
  for (std::size_t at = 0; at < lines.size();) {
    auto end = at;
    for (std::size_t i = 0; i < line_per_call && end < lines.size(); ++i) end = lines.find('\n', end) + 1;
    all.add(lines.substr(at, end - at));
    at = end;
  }
  return all.finish();
}

TEST(nameless_hash, names_of_this_document_and_order_mean_nothing) {
  const std::string one = "<g:1/a> <p:p> <g:1/b> .\n<p:s> <p:p> \"x\" <g:1/b> .\n";
  EXPECT_EQ(hash(one), hash("<p:s> <p:p> \"x\" <g:1/y> .\n<g:1/x> <p:p> <g:1/y> .\n"));
  EXPECT_EQ(hash(one), hash(one, 1));
}

TEST(nameless_hash, everything_else_means_something) {
  const auto one = hash("<g:1/a> <p:p> \"x\" .\n");
  EXPECT_NE(one, hash("<g:2/a> <p:p> \"x\" .\n"));
  EXPECT_NE(one, hash("<g:1/a> <p:p> \"y\" .\n"));
  EXPECT_NE(one, hash("<g:1/a> <p:p> \"x\" <g:1/a> .\n"));
  EXPECT_NE(one, hash("<g:1/a> <p:p> \"x\" .\n<g:1/b> <p:p> \"x\" .\n"));
  EXPECT_NE(one, hash(""));
}

}  // namespace
}  // namespace laundromat
