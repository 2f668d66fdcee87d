// Tests of what the header of a response announces.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/announced_links.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace laundromat {
namespace {

const std::string other_forms =
    "<d.ttl>; rel=\"alternate\"; type=\"text/turtle\", <d.jsonld>; rel=alternate; "
    "type=\"application/ld+json\", <d/metadata>; rel=\"describedby\"";

announcements announced(const std::string& content_type, const std::string& links) {
  http_hop answer;
  answer.uri = "http://example.org/d";
  answer.headers = {{"Content-Type", content_type}, {"Link", links}};
  return announced_links(answer);
}

std::vector<std::string> uris_of(const announcements& found, announced_as kind) {
  std::vector<std::string> uris;
  for (const auto& one : found.uris)
    if (one.kind == kind) uris.push_back(one.uri);
  return uris;
}

}  // namespace

TEST(announced_links, of_rdf_lead_to_other_forms_of_the_same_data_Q80) {
  const std::vector<std::string> forms{"http://example.org/d.ttl", "http://example.org/d.jsonld"};
  for (const auto* type : {"application/n-quads", "text/turtle; charset=utf-8", "application/rdf+xml"}) {
    const auto found = announced(type, other_forms);
    EXPECT_EQ(uris_of(found, announced_as::other_form), forms) << type;
    EXPECT_EQ(uris_of(found, announced_as::description).size(), 1U) << "metadata are other data";
    EXPECT_TRUE(uris_of(found, announced_as::alternate).empty()) << type;
  }
}

TEST(announced_links, of_pages_and_of_unknown_types_lead_to_their_rdf_Q80) {
  for (const auto* type : {"text/html", "text/plain", "application/octet-stream"})
    EXPECT_EQ(uris_of(announced(type, other_forms), announced_as::alternate).size(), 2U) << type;
  http_hop answer;
  answer.uri = "http://example.org/d";
  answer.headers = {{"Link", other_forms}};
  EXPECT_EQ(uris_of(announced_links(answer), announced_as::alternate).size(), 2U);
}

TEST(announced_links, are_other_forms_of_their_own_response_only_Q80) {
  const auto found = announced("text/turtle",
                               "<e.ttl>; rel=alternate; type=\"text/turtle\"; anchor=\"/e\", <d.json>; "
                               "rel=alternate; type=\"application/json\"");
  EXPECT_EQ(uris_of(found, announced_as::alternate).size(), 2U);
  EXPECT_TRUE(uris_of(found, announced_as::other_form).empty());
}

}  // namespace laundromat
