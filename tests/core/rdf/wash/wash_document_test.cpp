// From a dirty document to sorted canonical N-Quads, in one call.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/wash_document.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "core/rdf/write/skolem.hpp"
#include "tests/core/rdf/wash/washing.hpp"

namespace laundromat {
namespace {

using testing::wash;

TEST(wash, writes_sorted_unique_canonical_quads) {
  const std::string text =
      "<a:s> <a:p> \"b\" <a:g> .\nbroken\n<a:s>  <a:p> \"a\"@EN .\n<a:s> <a:p> \"a\"@en .\n";
  const auto got = wash(text, rdf_format::n_quads);
  const std::string expected = "<a:s> <a:p> \"a\"@en .\n<a:s> <a:p> \"b\" <a:g> .\n";
  EXPECT_EQ(got.bytes, expected);
  EXPECT_EQ(got.report.read, 3u);
  EXPECT_EQ(got.report.statements, 2u);
  EXPECT_EQ(got.report.duplicates, 1u);
  EXPECT_EQ(got.report.content.bytes, expected.size());
  EXPECT_EQ(got.report.content.digest, sha256(expected));
  EXPECT_EQ(got.report.decoded.digest, sha256(text));
  ASSERT_EQ(got.report.defects.size(), 2u);
  EXPECT_EQ(got.report.defect_counts,
            (std::vector<defect_count>{{errc::syntax_error, 1}, {errc::upper_case_language_tag, 1}}));
}

TEST(wash, accounts_for_every_byte_under_every_profile) {
  const std::string text =
      "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e.example/'>\n"
      "<e:T r:about='http://e.example/1'/>\n<e:T r:bagID='2'/>\n</r:RDF>";
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    wash_document_options options;
    options.profile = profile;
    const auto spans = wash(text, rdf_format::rdf_xml, options).report.spans;
    EXPECT_EQ(spans.statement_bytes + spans.syntax_bytes + spans.quarantine_bytes, text.size());
    EXPECT_GT(spans.statement_bytes, 0u);
    EXPECT_GT(spans.quarantine_bytes, 0u);
  }
}

TEST(wash, defect_details_are_limited_and_counts_are_not) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "bad\n";
  wash_document_options options;
  options.defect_details = 3;
  const auto got = wash(text, rdf_format::n_triples, options);
  EXPECT_EQ(got.report.defects.size(), 3u);
  EXPECT_EQ(got.report.defect_counts, (std::vector<defect_count>{{errc::syntax_error, 50}}));
}

TEST(wash, expansion_of_a_document_is_limited) {
  std::string html = "<html><body><p about='a:s' property='";
  for (int i = 0; i < 500; ++i) html += "a:p" + std::to_string(i) + ' ';
  html += "' content='" + std::string(20'000, 'x') + "'></p></body></html>";
  const std::string far = "@prefix n: <http://a.example/" + std::string(3'000, 'n') + "/> .\n";
  std::string turtle = far;
  for (int i = 0; i < 2'000; ++i) turtle += "n:" + std::to_string(i) + " n:p n:o .\n";
  const std::pair<rdf_format, std::string> documents[] = {{rdf_format::rdfa, html},
                                                          {rdf_format::turtle, turtle}};
  for (const auto& [format, text] : documents) {
    wash_document_options options;
    options.free_statement_bytes = 1 << 20;
    auto source = make_memory_source(text);
    auto runs = make_memory_run_store();
    string_sink out;
    const auto refused = wash_document(*source, format, options, *runs, out);
    ASSERT_FALSE(refused) << out.text.size() << " bytes of " << text.size();
    EXPECT_EQ(refused.error().code, errc::limit_exceeded);
    EXPECT_NE(refused.error().detail.find("limits.statement_ratio"), std::string::npos);
    options.statement_ratio = 10'000;
    EXPECT_GT(wash(text, format, options).bytes.size(), 256 * text.size());
  }
}

TEST(wash, a_small_memory_budget_gives_the_same_bytes) {
  std::string text;
  for (int i = 0; i < 3'000; ++i)
    text += "<a:" + std::to_string(i * 7919 % 1'000) + "> <a:p> _:b" + std::to_string(i % 10) + " .\n";
  wash_document_options options;
  options.memory_bytes = 16 << 10;
  EXPECT_EQ(wash(text, rdf_format::n_triples, options).bytes, wash(text, rdf_format::n_triples).bytes);
}

TEST(wash, prefixes_are_those_that_the_document_declares) {
  const std::string expected = ": http://sock.example/kinds#\nsock: http://sock.example/\n";
  const auto declared = [](const std::string& text, rdf_format format) {
    const auto whole = wash(text, format).report.prefixes;
    for (const std::size_t most : {1, 7}) EXPECT_EQ(wash(text, format, {}, most).report.prefixes, whole);
    return whole;
  };
  const std::string turtle =
      "@prefix sock: <http://sock.example/> .\n@base <http://sock.example/> .\nPREFIX : <kinds#>\n"
      "@prefix foaf: <http://xmlns.com/foaf/0.1/> .\nsock:1 a :Sock .\n@prefix sock: <http://other.example/> "
      ".\n";
  EXPECT_EQ(declared(turtle, rdf_format::turtle), expected);
  EXPECT_EQ(declared(turtle, rdf_format::trig), expected);
  EXPECT_EQ(declared("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
                     "xmlns='http://sock.example/kinds#'>\n<Sock rdf:about='http://sock.example/1'>"
                     "<sock:of xmlns:sock='http://sock.example/' rdf:resource='http://sock.example/2'/>"
                     "</Sock></rdf:RDF>",
                     rdf_format::rdf_xml),
            expected);
  EXPECT_EQ(declared("<html><body prefix='sock: http://sock.example/ GO: http://sock.example/GO_'>"
                     "<p about='sock:1' property='GO:7'>x</p></body></html>",
                     rdf_format::rdfa),
            "GO: http://sock.example/GO_\nsock: http://sock.example/\n");
  EXPECT_EQ(declared(R"({"@context": {"sock": "http://sock.example/", "name": "http://sock.example/name",
                         "GO": {"@id": "http://sock.example/GO_", "@prefix": true}},
                         "@id": "sock:1", "name": "x"})",
                     rdf_format::json_ld),
            "GO: http://sock.example/GO_\nsock: http://sock.example/\n");
  EXPECT_EQ(declared("<a:b> <a:c> <a:d> .\n", rdf_format::n_triples), "");
}

struct line_counter final : line_observer {
  void on_lines(std::string_view lines) override { seen += lines; }
  std::string seen;
};

/// Large enough for threads to start: repeated subjects, duplicates, escapes, blank nodes, graphs, damage.
std::string large_document() {
  std::string text;
  for (unsigned i = 0; i < 60'000; ++i) {
    const auto number = std::to_string(i * 7919U % 9'000U);
    text += i % 5 == 0 ? "_:b" + number : "<http://a.example/" + number + ">";
    text += i % 3 == 0 ? " <a:p>  _:c" + number
                       : " <a:p> \"" + std::to_string(i % 700) + (i % 11 == 0 ? "\\u00E9\\n" : "") + "\"";
    text += i % 7 == 0 ? " <a:g> .\n" : " .\n";
    if (i % 1'000 == 0) text += "broken\n";
  }
  return text;
}

TEST(wash, threads_memory_and_chunks_have_no_effect_on_the_result) {
  const auto text = large_document();
  ASSERT_GT(text.size(), std::size_t{3} << 19);
  const auto expected = wash(text, rdf_format::n_quads);
  EXPECT_EQ(expected.report.content.digest, sha256(expected.bytes));
  EXPECT_EQ(expected.report.decoded.digest, sha256(text));
  for (const auto threads : {1u, 2u, 4u})
    for (const std::uint64_t memory : {256u << 10, 512u << 20})
      for (const std::size_t chunk : {777u, 100'000u}) {
        worker_pool workers{threads};
        line_counter observer;
        wash_document_options options;
        options.workers = &workers;
        options.memory_bytes = memory;
        options.observer = &observer;
        const auto got = wash(text, rdf_format::n_quads, options, chunk);
        EXPECT_TRUE(got.bytes == expected.bytes) << threads << " threads, " << memory << " bytes";
        EXPECT_TRUE(observer.seen == expected.bytes);
        EXPECT_EQ(got.report.content, expected.report.content);
        EXPECT_EQ(got.report.decoded, expected.report.decoded);
        EXPECT_EQ(got.report.spans, expected.report.spans);
        EXPECT_EQ(got.report.defects, expected.report.defects);
        EXPECT_EQ(got.report.statements, expected.report.statements);
        EXPECT_EQ(got.report.duplicates, expected.report.duplicates);
      }
}

TEST(wash, an_error_in_the_middle_of_a_large_document_is_returned) {
  class torn_source final : public byte_source {
   public:
    result<std::size_t> read(std::span<char> buffer) override {
      if (++calls_ > 10) return fail(errc::cancelled, "the engine stops");
      for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = "<a:s> <a:p> <a:o> .\n"[i % 20];
      return buffer.size();
    }

   private:
    int calls_ = 0;
  };
  for (const auto threads : {1u, 2u}) {
    torn_source source;
    worker_pool workers{threads};
    const auto runs = make_memory_run_store();
    string_sink out;
    wash_document_options options;
    options.workers = &workers;
    const auto got = wash_document(source, rdf_format::n_triples, options, *runs, out);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, errc::cancelled);
  }
}

TEST(wash, a_format_without_reader_is_an_error) {
  auto source = make_memory_source("<x/>");
  auto runs = make_memory_run_store();
  string_sink out;
  const auto got = wash_document(*source, rdf_format::unknown, {}, *runs, out);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::no_reader);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// The result for a document when the system has little memory, in a separate process.
int code_without_memory(const std::string& text, std::uint32_t threads) {
  worker_pool workers{threads};
  workers.submit([] {});  // threads need memory, too
  wash_document_options options;
  options.workers = &workers;
  auto source = make_memory_source(text);
  const auto runs = make_memory_run_store();
  string_sink out;
  std::uint64_t pages = 0;
  std::ifstream{"/proc/self/statm"} >> pages;
  const rlimit little{pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + (std::uint64_t{40} << 20),
                      RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &little);
  const auto got = wash_document(*source, rdf_format::n_triples, options, *runs, out);
  return got ? 0 : static_cast<int>(got.error().code);
}

TEST(wash, out_of_memory_is_an_error_and_does_not_end_the_process) {
  std::string text;
  for (int i = 0; text.size() < (std::size_t{60} << 20); ++i)
    text += "<http://a.example/" + std::to_string(i * 7919ULL % 100'000'007) + "> <http://a.example/p> \"" +
            std::to_string(i) + "\" .\n";
  for (const auto threads : {1u, 2u})
    EXPECT_EXIT(std::_Exit(code_without_memory(text, threads)),
                ::testing::ExitedWithCode(static_cast<int>(errc::out_of_memory)), "");
}
#endif

}  // namespace
}  // namespace laundromat
