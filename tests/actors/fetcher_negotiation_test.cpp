// Tests of URIs that answer with a page although RDF is beside it.
// SPDX-License-Identifier: Apache-2.0
#include "tests/actors/fetcher_fixture.hpp"

namespace laundromat {
namespace {

bool accepts_pages(const std::string& request) {
  const auto line = request.find("Accept: ");
  return request.substr(line, request.find('\r', line) - line).find("text/html") != std::string::npos;
}

constexpr auto page_fields = "Content-Type: text/html\r\nVary: Accept\r\n";

/// A server that chooses by the first type that it knows, and has RDF at `/data` only.
raw_reply choosing(const std::string& request) {
  const auto path = path_of(request);
  if (accepts_pages(request)) return http("200 OK", page_fields, "<html>a page</html>");
  if (path == "/data") return http("200 OK", "Content-Type: text/turtle\r\n", "<a:a> <a:b> <a:c> .");
  if (path == "/busy") return http("503 Busy", "", "");
  if (path == "/stubborn") return http("200 OK", page_fields, "<html>the page again</html>");
  return http("406 Not Acceptable", "", "");
}

class fetcher_negotiation : public fetcher_test {
 protected:
  static std::vector<std::string> statuses_of(const fetch_outcome& found) {
    std::vector<std::string> out;
    for (const auto& hop : found.hops) out.push_back(hop.status);
    return out;
  }
};

TEST_F(fetcher_negotiation, the_rdf_beside_a_page_is_the_document) {
  const raw_server server{choosing};
  const auto found = fetch(server.url("/data"));
  EXPECT_EQ(found.on, event::body_stored);
  EXPECT_EQ(found.media_type, "text/turtle");
  EXPECT_EQ(read_file(raw_file(found)), "<a:a> <a:b> <a:c> .");
  EXPECT_EQ(statuses_of(found), (std::vector<std::string>{"200", "200"}));
  const std::lock_guard lock{seen_.mutex};
  EXPECT_EQ(seen_.permit_requests.size(), 1U) << "the second request has a permit of its own";
}

TEST_F(fetcher_negotiation, without_rdf_beside_it_the_page_is_the_document) {
  const raw_server server{choosing};
  for (const auto* path : {"/page", "/stubborn", "/busy"}) {
    const auto found = fetch(server.url(path));
    EXPECT_EQ(found.on, event::body_stored) << path;
    EXPECT_EQ(found.media_type, "text/html") << path;
    EXPECT_EQ(read_file(raw_file(found)), "<html>a page</html>") << path;
    ASSERT_EQ(found.hops.size(), 2U) << path;
    EXPECT_EQ(found.hops.back().status, "200") << "the answer with the document is the last one";
  }
}

TEST_F(fetcher_negotiation, a_page_of_which_the_server_says_nothing_is_not_requested_again) {
  const raw_server server{http("200 OK", "Content-Type: text/html\r\nVary: Accept-Encoding\r\n", "<html/>")};
  EXPECT_EQ(fetch(server.url("/a")).hops.size(), 1U);
  const raw_server linking{
      http("200 OK", std::string{page_fields} + "Link: <b.ttl>; rel=\"alternate\"; type=\"text/turtle\"\r\n",
           "<html/>")};
  EXPECT_EQ(fetch(linking.url("/a")).hops.size(), 1U) << "the announced RDF is another document";
}

TEST_F(fetcher_negotiation, a_refusal_is_answered_by_a_request_for_rdf_only_once) {
  const raw_server server{[](const std::string& request) {
    if (accepts_pages(request)) return http("406 Not Acceptable", "", "");
    if (path_of(request) == "/none") return http("406 Not Acceptable", "", "");
    return http("200 OK", "Content-Type: text/turtle\r\n", "<a:a> <a:b> <a:c> .");
  }};
  EXPECT_EQ(fetch(server.url("/data")).on, event::body_stored);
  const auto none = fetch(server.url("/none"));
  EXPECT_EQ(none.on, event::failed_for_good);
  EXPECT_EQ(none.cause, errc::http_status);
  EXPECT_EQ(statuses_of(none), (std::vector<std::string>{"406", "406"}));
}

TEST_F(fetcher_negotiation, a_host_that_must_wait_gives_the_page_and_is_not_asked_for_ever) {
  seen_.verdict = {errc::ok, "wait", teatime + seconds{900}, 0, false, retry_rule::put_off};
  const raw_server server{choosing};
  const auto found = fetch(server.url("/data"));
  EXPECT_EQ(found.on, event::body_stored);
  EXPECT_EQ(found.media_type, "text/html");
}

}  // namespace
}  // namespace laundromat
