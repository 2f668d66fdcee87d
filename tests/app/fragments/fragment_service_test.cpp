// Tests of fragments, asked by a client over a socket.
// SPDX-License-Identifier: Apache-2.0
#include "app/fragments/fragment_service.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/fragments/line_matcher.hpp"
#include "core/http/query_text.hpp"
#include "storage/stores/data_stores.hpp"
#include "tests/app/api/served_folder.hpp"
#include "tests/app/fragments/washed_documents.hpp"

namespace laundromat::test {
namespace {

const std::string as_quads = "Accept: application/n-quads\r\n";
const std::string hydra = "<http://www.w3.org/ns/hydra/core#";

std::string query_of(const std::vector<query_pair>& pairs) {
  return '?' + write_query(pairs);
}

/// A page in N-Quads, divided into its statements and the description.
struct read_page {
  explicit read_page(const raw_response& got) {
    EXPECT_EQ(got.status, 200) << got.body;
    std::istringstream lines{got.body};
    for (std::string line; std::getline(lines, line);)
      (line.ends_with("#metadata> .") ? description : statements).push_back(line);
  }
  /// The object of a statement of the description; empty: there is none.
  [[nodiscard]] std::string value(const std::string& predicate) const {
    for (const auto& line : description)
      if (const auto at = line.find(' ' + predicate + ' '); at != line.npos) {
        const auto begin = at + predicate.size() + 2;
        return line.substr(begin, line.find(' ', begin) - begin);
      }
    return {};
  }
  [[nodiscard]] std::string next() const {
    const auto url = value(hydra + "next>");
    return url.empty() ? url : url.substr(url.find('/', 9), url.size() - url.find('/', 9) - 1);
  }
  [[nodiscard]] std::string total() const {
    const auto text = value(hydra + "totalItems>");
    return text.substr(0, text.find('^'));
  }

  std::vector<std::string> statements, description;
};

class fragments : public testing::Test {
 protected:
  [[nodiscard]] read_page page(const std::string& target) const {
    return read_page{served_.get(target, as_quads)};
  }
  /// All pages of a fragment.
  [[nodiscard]] std::vector<std::string> pages(std::string target) const {
    std::vector<std::string> all;
    for (int count = 0; !target.empty() && count < 100; ++count) {
      const auto one = page(target);
      all.insert(all.end(), one.statements.begin(), one.statements.end());
      target = one.next();
    }
    return all;
  }

  const washed_documents& documents_ = washed_documents::get();
  served_folder served_{documents_.data()};
};

}  // namespace

TEST_F(fragments, of_a_document_have_matches_count_and_controls_Q11) {
  const auto target = "/fragments/" + documents_.hash("people.ttl");
  const auto one = page(target + query_of({{"predicate", "http://xmlns.com/foaf/0.1/name"}}));
  EXPECT_EQ(one.statements,
            (std::vector<std::string>{
                "<http://ex.example/ada> <http://xmlns.com/foaf/0.1/name> \"Ada\"@en .",
                "<http://ex.example/bob> <http://xmlns.com/foaf/0.1/name> \"Bob \\\"B\\\"\" ."}));
  EXPECT_EQ(one.total(), "\"2\"");
  EXPECT_EQ(one.next(), "");
  EXPECT_EQ(one.value(hydra + "template>"),
            "\"http://" + served_.authority() + target + "{?subject,predicate,object,graph}\"");
  EXPECT_EQ(page(target + query_of({{"object", "\"Bob \"B\"\""}})).statements.size(), 1U);
  EXPECT_EQ(page(target + query_of({{"object", "\"36\"^^http://www.w3.org/2001/XMLSchema#integer"}}))
                .statements.size(),
            1U);
  EXPECT_EQ(page(target).total(), "\"7\"");
  EXPECT_EQ(page(target + query_of({{"subject", "http://ex.example/nobody"}})).total(), "\"0\"");
}

TEST_F(fragments, are_paged_and_the_pages_are_the_whole_Q12) {
  const auto target = "/fragments/" + documents_.hash("long.nt");
  for (const auto& [query, expected] :
       {std::pair{std::string{}, 3'000U}, std::pair{query_of({{"predicate", "http://ex.example/p3"}}), 429U},
        std::pair{query_of({{"subject", "http://ex.example/s7"}}), 10U}}) {
    const auto all = pages(target + query);
    EXPECT_EQ(all.size(), expected) << query;
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), expected) << query;
    EXPECT_EQ(page(target + query).total(), '"' + std::to_string(expected) + '"') << query;
    // Without the place the page is found by counting.
    const auto third = page(target + (query.empty() ? "?" : query + '&') + "page=3").statements;
    const auto begin = std::min<std::size_t>(200, all.size());
    const auto end = std::min<std::size_t>(300, all.size());
    EXPECT_EQ(third, (std::vector<std::string>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                               all.begin() + static_cast<std::ptrdiff_t>(end))));
  }
}

TEST_F(fragments, of_all_documents_name_their_documents_as_graphs_Q13) {
  const auto knows = std::vector<query_pair>{{"predicate", "http://xmlns.com/foaf/0.1/knows"}};
  const auto graph =
      "<" + std::string{washed_documents::public_base} + "id/" + documents_.hash("people.ttl") + ">";
  const auto all = page("/fragments" + query_of(knows));
  EXPECT_EQ(all.statements.size(), 4U);
  EXPECT_EQ(all.total(), "\"4\"");
  auto of_people = knows;
  of_people.emplace_back("graph", graph);
  EXPECT_EQ(page("/fragments" + query_of(of_people)).statements,
            (std::vector<std::string>{
                "<http://ex.example/ada> <http://xmlns.com/foaf/0.1/knows> <http://ex.example/bob> " + graph +
                " ."}));
  auto of_graph = knows;
  of_graph.emplace_back("graph", "http://ex.example/g");
  EXPECT_EQ(page("/fragments" + query_of(of_graph)).statements.size(), 2U);
  auto of_any = knows;
  of_any.emplace_back("graph", requested_default_graph);
  for (const auto& line : page("/fragments" + query_of(of_any)).statements)
    EXPECT_TRUE(line.ends_with("> .") && std::ranges::count(line, '<') == 3) << line;
  EXPECT_EQ(pages("/fragments").size(), 3'011U);
  EXPECT_EQ(page("/fragments").total(), "\"3011\"");
}

TEST_F(fragments, of_all_documents_are_the_same_with_the_index_of_iris_Q17) {
  const std::vector<std::string> queries{
      "",
      query_of({{"predicate", "http://xmlns.com/foaf/0.1/knows"}}),
      query_of({{"object", "http://ex.example/bob"}}),
      query_of({{"subject", "http://ex.example/ada"}, {"object", "http://ex.example/bob"}}),
      query_of({{"graph", "http://ex.example/g"}}),
      query_of({{"subject", "http://ex.example/nobody"}}),
      query_of({{"predicate", "http://ex.example/p3"}, {"graph", std::string{requested_default_graph}}})};
  std::filesystem::remove_all(documents_.data() / "where");
  std::vector<std::vector<std::string>> without;
  for (const auto& query : queries) without.push_back(pages("/fragments" + query));
  auto from = journal::open(documents_.data() / "journal.sqlite", journal_mode::read_only).value();
  const auto store = open_documents_to_read(documents_.data()).value();
  auto index = mention_index::open(documents_.data(), from).value();
  int documents = 0;
  mention_index_options two;
  two.goes_on = [&] { return ++documents <= 2; };
  for (const auto& options : {two, mention_index_options{}}) {
    ASSERT_TRUE(index.update(from, store, options));
    for (std::size_t i = 0; i < queries.size(); ++i)
      EXPECT_EQ(pages("/fragments" + queries[i]), without[i]) << queries[i] << " with " << index.indexed();
  }
}

TEST_F(fragments, come_in_the_format_that_is_wanted_Q14) {
  const auto target = "/fragments/" + documents_.hash("graphs.trig");
  const auto in = [&](const std::string& type) { return served_.get(target, "Accept: " + type + "\r\n"); };
  EXPECT_EQ(served_.get(target).field("content-type"), "application/trig");
  EXPECT_EQ(in("text/turtle").field("content-type"), "text/turtle;charset=utf-8");
  EXPECT_EQ(in("text/turtle").body.find("#metadata> {"), std::string::npos) << "it has no graphs";
  EXPECT_EQ(in("application/n-triples").status, 200);
  EXPECT_EQ(in("application/ld+json").status, 200);
  EXPECT_EQ(in("image/png").status, 406);
  EXPECT_EQ(
      served_.get("/fragments/" + documents_.hash("terms.ttl"), "Accept: application/ld+json\r\n").status,
      406);
  const auto first = in("application/trig");
  const auto again =
      served_.get(target, "Accept: application/trig\r\nIf-None-Match: " + first.field("etag") + "\r\n");
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(served_.get(target + "?object=\"x|y\"").status, 200) << "some clients send what no URL may have";
  EXPECT_EQ(first.field("vary"), "Accept, Accept-Encoding");
  EXPECT_EQ(first.field("access-control-allow-origin"), "*");
}

TEST_F(fragments, refuse_what_is_wrong_Q15) {
  const auto hash = documents_.hash("people.ttl");
  for (const auto& [target, status] :
       {std::pair{"/fragments/" + hash + "?object=word", 400},
        std::pair{"/fragments/" + hash + "?subject=%22x%22", 400},
        std::pair{"/fragments/" + hash + "?page=0", 400}, std::pair{"/fragments/" + hash + "?page=x", 400},
        std::pair{"/fragments/" + hash + "?from=x", 400}, std::pair{"/fragments/" + hash + "?from=3", 400},
        std::pair{"/fragments/" + hash + "?colour=blue", 400},
        std::pair{"/fragments/" + hash + "?subject=%zz", 400},
        std::pair{std::string{"/fragments?from=3"}, 400}, std::pair{std::string{"/fragments/word"}, 404},
        std::pair{"/fragments/" + hash + "/x", 404}, std::pair{"/fragments/" + std::string(64, '0'), 404},
        std::pair{std::string{"/fragmentsx"}, 404}})
    EXPECT_EQ(served_.get(target).status, status) << target;
  EXPECT_EQ(served_.send("POST", "/fragments", "", "x").status, 405);
  EXPECT_EQ(served_.send("OPTIONS", "/fragments").status, 204);
}

TEST_F(fragments, that_take_too_long_end_early_and_go_on_Q16) {
  auto from = journal::open(documents_.data() / "journal.sqlite", journal_mode::read_only).value();
  const auto store = open_documents_to_read(documents_.data()).value();
  const auto digest = content_digest::from_hex(documents_.hash("long.nt")).value();
  const auto clean = journal_reader{from}.clean(digest).value();
  match_counts counts;
  fragment_request last;
  last.number = 30;
  const auto end = find_in_document(store, clean, last, counts);
  ASSERT_TRUE(end && end->statements == 100U);
  const auto last_line = end->lines.substr(end->lines.rfind('\n', end->lines.size() - 2) + 1);
  line_terms terms;
  ASSERT_TRUE(split_line(std::string_view{last_line}.substr(0, last_line.size() - 1), terms));
  fragment_request wanted;
  wanted.pattern.of(position::object) = terms[2];
  const fragment_times none{std::chrono::milliseconds{0}, std::chrono::milliseconds{0}};
  auto page = find_in_document(store, clean, wanted, counts, none);
  ASSERT_TRUE(page);
  EXPECT_TRUE(page->lines.empty()) << "only the first block was searched";
  EXPECT_GE(page->matches, 1U) << "nobody may think that there is nothing";
  int more = 0;
  for (; page && !page->next.empty() && page->lines.empty(); ++more) {
    ++wanted.number;
    wanted.from = page->next;
    page = find_in_document(store, clean, wanted, counts, none);
  }
  ASSERT_TRUE(page);
  EXPECT_GT(more, 1);
  EXPECT_EQ(page->lines, last_line);
  EXPECT_EQ(page->next, "");
  last.number = 4'000;
  EXPECT_EQ(find_in_document(store, clean, last, counts, none).error().code, errc::invalid_argument)
      << "a page is found by counting only in time";
}

}  // namespace laundromat::test
