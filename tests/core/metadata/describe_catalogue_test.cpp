// Claims about what a catalogue says of its documents.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_catalogue.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(describe_catalogue, links_documents_that_may_hold_the_same_data) {
  listed_document listed;
  listed.clean.hash = sha256("one");
  listed.clean.statements = 3;
  listed.clean.identity = {sha256("data"), identity_kind::candidate};
  listed.same_data = {sha256("other")};
  listed.data_url = "http://a.example/one/data.nq.gz";
  const auto quads = to_nquads(describe_listed(listed), {});
  const auto holds = [&](const std::string& text) { return quads.find(text) != std::string::npos; };
  EXPECT_TRUE(holds("<http://www.w3.org/ns/prov#alternateOf> <https://lodlaundromat.org/id/" +
                    sha256("other").hex() + "> ."))
      << quads;
  EXPECT_TRUE(holds("<https://lodlaundromat.org/def/datasetIdentity> \"")) << quads;
  EXPECT_TRUE(holds("<https://lodlaundromat.org/def/datasetIdentityKind> \"candidate\" .")) << quads;
}

}  // namespace
}  // namespace laundromat
