// Parsing over ports in memory: a leaf becomes its clean document, with defects, metadata, delta and identity.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/rdf/naming/blank_namer.hpp"
#include "core/rdf/write/skolem.hpp"
#include "core/washing/stages.hpp"
#include "tests/core/washing/stages_fixture.hpp"

namespace laundromat {

namespace {

using testing::compress;

TEST_F(stages, one_bad_statement_is_skipped_alone_and_recorded_with_its_position) {
  const auto found = parsed(
      "@prefix a: <http://a.example/> .\n"
      "a:one a:p a:o .\n"
      "a:two a:p \"never closed .\n"
      "a:three a:p a:o .\n",
      rdf_format::turtle);
  EXPECT_EQ(found.on, event::statements_stored);
  const auto text = clean_text(found);
  EXPECT_NE(text.find("<http://a.example/one>"), std::string::npos) << text;
  EXPECT_NE(text.find("<http://a.example/three>"), std::string::npos) << text;
  EXPECT_EQ(text.find("<http://a.example/two>"), std::string::npos) << text;
  ASSERT_FALSE(found.defects.empty());
  EXPECT_EQ(found.defects[0].line, 3U);
  EXPECT_GE(found.defects[0].offset_bytes, 49U);
  std::uint64_t counted = 0;
  for (const auto& c : found.defect_counts) counted += c.count;
  EXPECT_EQ(counted, found.defects.size());
}

TEST_F(stages, the_clean_document_is_sorted_and_unique_and_has_its_digest) {
  const auto found = parsed(
      "<http://a.example/b> <http://a.example/p> \"x\" .\n"
      "<http://a.example/a>  <http://a.example/p>  \"x\"^^<http://www.w3.org/2001/XMLSchema#string>.\n"
      "<http://a.example/b> <http://a.example/p> \"x\" . # again\n",
      rdf_format::n_triples);
  const auto text = clean_text(found);
  EXPECT_EQ(text,
            "<http://a.example/a> <http://a.example/p> \"x\" .\n"
            "<http://a.example/b> <http://a.example/p> \"x\" .\n");
  EXPECT_EQ(found.clean.hash, sha256(text));
  EXPECT_EQ(found.clean.statements, 2U);
  EXPECT_EQ(found.read, 3U);
  EXPECT_EQ(found.duplicates, 1U);
  EXPECT_EQ(found.clean.content.bytes, text.size());
  EXPECT_EQ(found.clean.compressed_bytes, shelf_.files.at(found.staged).size());
}

TEST_F(stages, statements_in_a_named_graph_are_counted_once_with_any_number_of_threads) {
  std::string text =
      "<g:s> <g:p> <g:o> .\n<g:s> <g:p> <g:o> <g:g> .\n<g:s> <g:p> <g:o> <g:g> .\n<g:s> <g:p> <g:o> <g:h> .\n"
      "<g:s> <g:p> \"1\"^^<g:t> .\n<g:s> <g:p> \"1\"^^<g:t> <g:g> .\n<g:s> <g:p> \" <g:g> .\" .\n"
      "<g:s> <g:p> \"a\"@en <g:g> .\n_:b <g:p> _:c _:d .\n_:b <g:p> _:c .\n";
  constexpr std::uint64_t more = 60'000;  // enough for threads to start
  for (std::uint64_t i = 0; i < more; ++i) {
    const auto line = "<g:more/" + std::to_string(i) + "> <g:p> \"" + std::to_string(i) + "\"";
    text += line + " <g:g> .\n" + line + " .\n";
  }
  const auto leaf = unpacked(text);
  for (const std::uint32_t threads : {1U, 3U}) {
    parse_settings settings;
    settings.threads = threads;
    const auto found =
        parse({0, {}, leaf.content, leaf.encoding, rdf_format::n_quads, "http://own.example/base"}, ports_,
              settings);
    ASSERT_TRUE(found) << to_string(found.error());
    EXPECT_EQ(found->clean.statements, 9 + 2 * more);
    EXPECT_EQ(found->clean.quads, 5 + more);
  }
}

TEST_F(stages, spelling_and_compression_have_no_effect_on_the_clean_document) {
  const auto plain =
      parsed("<http://a.example/s> <http://a.example/p> \"\xC3\xBC\" .\n", rdf_format::n_triples);
  const auto packed =
      parsed(compress(layer_kind::xz, "@prefix a: <http://a.example/> .\r\na:s a:p \"\\u00FC\" .\r\n"),
             rdf_format::turtle);
  const auto utf16 = [](const std::string& ascii) {
    std::string out = "\xFF\xFE";
    for (const char c : ascii) {
      out.push_back(c);
      out.push_back('\0');
    }
    return out;
  };
  const auto wide =
      parsed(utf16("<http://a.example/s> <http://a.example/p> \"\\u00FC\" .\n"), rdf_format::n_triples);
  EXPECT_EQ(plain.clean.hash, packed.clean.hash);
  EXPECT_EQ(plain.clean.hash, wide.clean.hash);
  EXPECT_EQ(shelf_.files.at(plain.staged), shelf_.files.at(packed.staged)) << "to the compressed byte";
}

TEST_F(stages, metadata_are_stored_with_the_clean_document_and_do_not_depend_on_its_origin) {
  const auto lines =
      parsed("<http://a.example/s> <http://a.example/p> \"\xC3\xBC\" .\n", rdf_format::n_triples);
  const auto turtle =
      parsed("<http://a.example/s> <http://a.example/p> \"\xC3\xBC\", \"\xC3\xBC\" .", rdf_format::turtle);
  const auto metadata_of = [&](const parse_outcome& found, const std::string& name) {
    return shelf_.files.at(found.staged + "." + name);
  };
  EXPECT_EQ(metadata_of(lines, "meta.json"), metadata_of(turtle, "meta.json"));
  EXPECT_EQ(metadata_of(lines, "meta.nq.gz"), metadata_of(turtle, "meta.nq.gz"));
  EXPECT_NE(metadata_of(lines, "meta.json")
                .find("\"id\": \"https://lodlaundromat.org/id/" + lines.clean.hash.hex()),
            std::string::npos);
  EXPECT_NE(metadata_of(lines, "meta.json").find("\"statements\": 1,"), std::string::npos);
  warning_log warnings;
  const auto rdf = make_gzip_source(make_memory_source(metadata_of(lines, "meta.nq.gz")), warnings);
  EXPECT_NE(read_all(*rdf, 1'000'000)->find("<http://rdfs.org/ns/void#distinctSubjects> \"1\"^^"),
            std::string::npos);
}

TEST_F(stages, a_document_without_statements_writes_nothing) {
  for (const auto* text : {"", "# nothing but a comment\n", "@prefix a: <http://a.example/> .\n"}) {
    const auto found = parsed(text, rdf_format::turtle);
    EXPECT_EQ(found.on, event::statements_stored);
    EXPECT_EQ(found.clean.statements, 0U);
    EXPECT_TRUE(found.staged.empty());
    EXPECT_EQ(found.clean.compressed_bytes, 0U);
    EXPECT_EQ(found.clean.hash, sha256(""));
  }
  EXPECT_TRUE(shelf_.files.empty());
}

TEST_F(stages, a_format_without_a_reader_has_its_own_cause) {
  const auto found = parsed("<x/>", rdf_format::unknown);
  EXPECT_EQ(found.on, event::failed_for_good);
  EXPECT_EQ(found.cause, errc::no_reader);
  EXPECT_TRUE(shelf_.files.empty());
}

TEST_F(stages, blank_nodes_become_iris_and_the_identity_is_stored) {
  const auto found = parsed("_:b <http://a.example/p> _:b .\n", rdf_format::n_triples);
  EXPECT_TRUE(clean_text(found).starts_with("<" + std::string{genid_base}));
  EXPECT_EQ(found.clean.identity, (dataset_identity{found.clean.hash, identity_kind::exact}));
}

TEST_F(stages, a_document_of_many_blank_nodes_with_genid_iris_is_read_twice_and_sorted) {
  const auto foreign = "<" + std::string{genid_base} + "5/x>";
  auto text = foreign + " <http://a.example/p> \"2\" .\n";
  parse_settings settings;
  settings.naming.records = 1'000;
  for (std::uint64_t i = 0; i <= settings.naming.records; ++i)
    text += "_:b <http://a.example/p> \"" + std::to_string(i) + "\" .\n";
  const auto found = parsed(text, rdf_format::n_triples, settings);
  const auto clean = clean_text(found);
  EXPECT_EQ(found.clean.statements, settings.naming.records + 2);
  EXPECT_NE(clean.find(skolem_prefix(sha256(text)) + "b>"), std::string::npos);
  EXPECT_NE(clean.find(foreign), std::string::npos) << "an IRI of the document is not changed";
  EXPECT_EQ(clean.find(digits_place), std::string::npos);
  for (std::size_t at = 0, next = clean.find('\n') + 1; next < clean.size();) {
    const auto after = clean.find('\n', next) + 1;
    ASSERT_LT(std::string_view(clean).substr(at, next - at),
              std::string_view(clean).substr(next, after - next));
    at = next;
    next = after;
  }
  EXPECT_EQ(found.clean.hash, sha256(clean));
  EXPECT_EQ(found.clean.identity.kind, identity_kind::candidate);
}

TEST_F(stages, staged_files_are_removed_when_there_is_no_space_for_the_delta) {
  ports_.open_clean = [](const content_digest&) -> result<byte_source_ptr> {
    return make_memory_source(compress(layer_kind::gzip, one_triple));
  };
  ports_.open_staged = [&](std::string_view name) -> result<byte_source_ptr> {
    return make_memory_source(shelf_.files.at(std::string{name}));
  };
  ports_.make_ledger = ports_.make_output;
  std::set<std::string> dropped;
  ports_.drop_staged = [&](std::string_view name) { dropped.emplace(name); };
  raw_.files["body"] = "<a:1> <a:p> <a:o> .\nno statement\n";
  const int document = 1, ledger = 2, delta = 3;
  shelf_.full_for = delta;
  const auto found =
      parse({0, {}, {"body", {}}, "UTF-8", rdf_format::n_triples, "", "", sha256(one_triple)}, ports_, {});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::no_space);
  EXPECT_EQ(dropped, (std::set{"out-" + std::to_string(document), "out-" + std::to_string(ledger)}));
}

TEST_F(stages, a_document_that_changed_since_the_previous_crawl_has_a_delta) {
  std::map<content_digest, std::string> published;
  const auto gone = [] { return fail(errc::not_found, "removed"); };
  ports_.open_clean = [&](const content_digest& digest) -> result<byte_source_ptr> {
    const auto found = published.find(digest);
    return found == published.end() ? gone() : result<byte_source_ptr>{make_memory_source(found->second)};
  };
  ports_.open_staged = [&](std::string_view name) -> result<byte_source_ptr> {
    return make_memory_source(shelf_.files.at(std::string{name}));
  };
  const auto crawl = [&](const std::string& text, const content_digest& previous) {
    raw_.files["body"] = text;
    return parse({0, {}, {"body", {}}, "UTF-8", rdf_format::n_triples, "", "", previous}, ports_, {}).value();
  };
  const auto old = crawl("<a:1> <a:p> <a:o> .\n<a:2> <a:p> <a:o> .\n", {});
  published[old.clean.hash] = shelf_.files.at(old.staged);
  EXPECT_TRUE(old.delta.staged.empty());

  const auto fresh = crawl("<a:2> <a:p> <a:o> .\n<a:3> <a:p> <a:o> .\n", old.clean.hash);
  EXPECT_EQ(fresh.delta.previous, old.clean.hash);
  warning_log warnings;
  auto patch = make_gzip_source(make_memory_source(shelf_.files.at(fresh.delta.staged)), warnings);
  EXPECT_EQ(read_all(*patch, 1 << 20), "H id <https://lodlaundromat.org/id/" + fresh.clean.hash.hex() +
                                           "> .\nH prev <https://lodlaundromat.org/id/" +
                                           old.clean.hash.hex() +
                                           "> .\nTX .\nD <a:1> <a:p> <a:o> .\nA <a:3> <a:p> <a:o> .\nTC .\n");

  EXPECT_TRUE(crawl("<a:1> <a:p> <a:o> .\n<a:2> <a:p> <a:o> .\n", old.clean.hash).delta.staged.empty())
      << "nothing changed";
  const auto patch_of = [&](const parse_outcome& found) {
    warning_log none;
    return *read_all(*make_gzip_source(make_memory_source(shelf_.files.at(found.delta.staged)), none),
                     1 << 20);
  };
  const auto emptied = crawl("", old.clean.hash);
  EXPECT_TRUE(emptied.staged.empty());
  EXPECT_THAT(patch_of(emptied), ::testing::EndsWith("D <a:1> <a:p> <a:o> .\nD <a:2> <a:p> <a:o> .\nTC .\n"));
  EXPECT_THAT(patch_of(crawl("<a:9> <a:p> <a:o> .\n", emptied.clean.hash)),
              ::testing::EndsWith("TX .\nA <a:9> <a:p> <a:o> .\nTC .\n"));
  EXPECT_TRUE(crawl("<a:9> <a:p> <a:o> .\n", sha256("gone")).delta.staged.empty());
  published[old.clean.hash].resize(30);
  const auto damaged = crawl("<a:9> <a:p> <a:o> .\n", old.clean.hash);
  EXPECT_TRUE(damaged.delta.staged.empty());
  EXPECT_EQ(damaged.clean.statements, 1u) << "the newer document is valid";
}

TEST_F(stages, damage_of_the_stream_is_listed_with_the_defects) {
  auto bytes = compress(layer_kind::gzip, testing::some_text(2'000));
  bytes.resize(bytes.size() - 100);
  const auto found = parsed(bytes, rdf_format::n_triples);
  EXPECT_EQ(found.on, event::statements_stored);
  EXPECT_GT(found.clean.statements, 0U) << "the statements before the damage are kept";
  EXPECT_TRUE(std::any_of(found.defect_counts.begin(), found.defect_counts.end(),
                          [](const auto& c) { return c.rule == errc::truncated_stream && c.count == 1; }));
}

TEST_F(stages, damage_of_the_stream_is_reported_first) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "this is no statement\n";
  auto bytes = compress(layer_kind::gzip, text);
  bytes[bytes.size() - 6] ^= 1;  // of the checksum
  const auto leaf = unpacked(bytes);
  const auto found =
      parse({0, {}, leaf.content, "UTF-8", rdf_format::n_triples, ""}, ports_, {std::uint64_t{1} << 20, 5});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->defects.size(), 5U);
  EXPECT_EQ(found->defects.front().rule, errc::archive_damaged);
}

TEST_F(stages, details_are_sampled_and_counts_are_not) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "this is no statement\n";
  raw_.files["body"] = text;
  const auto found =
      parse({0, {}, {"body", {}}, "UTF-8", rdf_format::n_triples, ""}, ports_, {std::uint64_t{1} << 20, 5});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->defects.size(), 5U);
  ASSERT_EQ(found->defect_counts.size(), 1U);
  EXPECT_EQ(found->defect_counts[0].count, 50U);
}

}  // namespace
}  // namespace laundromat
