// The ledger that parsing stores with a clean document.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/ledger/ledger_reader.hpp"
#include "core/rdf/write/skolem.hpp"
#include "tests/core/washing/stages_fixture.hpp"

namespace laundromat {
namespace {

using testing::compress;

class ledgers : public stages {
 protected:
  ledgers() { ports_.make_ledger = ports_.make_output; }

  loaded_ledger ledger_of(const parse_outcome& found) {
    const auto text = unpacked_file(found.ledger.staged);
    EXPECT_EQ(sha256(text), found.ledger.digest);
    auto source = make_memory_source(text);
    auto loaded = load_ledger(*source);
    EXPECT_TRUE(loaded) << to_string(loaded.error());
    return loaded.value_or(loaded_ledger{});
  }
};

TEST_F(ledgers, contain_the_bytes_that_are_in_no_statement) {
  const auto found = parsed(std::string{one_triple} + "nonsense\n", rdf_format::n_triples);
  const auto ledger = ledger_of(found);
  EXPECT_EQ(ledger.subject.digest, found.decoded.digest);
  EXPECT_EQ(ledger.subject.spans, found.spans);
  EXPECT_EQ(ledger.subject.base_iri, "") << "the base did not matter";
  ASSERT_EQ(ledger.chunks.size(), 1U);
  EXPECT_EQ(ledger.chunks[0].second, "nonsense");
}

TEST_F(ledgers, have_the_base_only_when_it_mattered) {
  const auto found = parsed("<x> <http://a.example/p> 1 .\nnonsense .\n", rdf_format::turtle);
  EXPECT_EQ(ledger_of(found).subject.base_iri, "http://own.example/base");
}

TEST_F(ledgers, are_not_written_when_there_is_nothing_to_report) {
  const auto found = parsed(one_triple, rdf_format::n_triples);
  EXPECT_TRUE(found.ledger.staged.empty());
  EXPECT_TRUE(found.ledger.digest.is_null());
}

TEST_F(ledgers, damage_found_by_earlier_stages_is_the_first_defect) {
  raw_.files["body"] = std::string{one_triple} + "nonsense\n";
  parse_job job{0, {}, {"body", {}}, "UTF-8", rdf_format::n_triples, ""};
  job.damage = {{errc::truncated_stream, 77, "Content-Encoding: gzip: ends within a stream"}};
  const auto found = parse(job, ports_, {});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->defects.size(), 2U);
  EXPECT_EQ(found->defects[0].rule, errc::truncated_stream);
  EXPECT_EQ(found->defects[0].offset_bytes, 77U);
  const auto ledger = ledger_of(*found);
  EXPECT_TRUE(std::ranges::any_of(ledger.counts, [](const auto& c) {
    return c.rule == errc::truncated_stream && c.layer == ledger_layer::stream && c.count == 1;
  }));
  // The same truncation of the same bytes, as a file.
  const auto packed = compress(layer_kind::gzip, raw_.files["body"]);
  const auto of_file = parsed(packed.substr(0, packed.size() - 4), rdf_format::n_triples);
  ASSERT_EQ(of_file.defects.size(), 2U);
  EXPECT_EQ(of_file.defects[0].rule, errc::truncated_stream);
  EXPECT_EQ(of_file.clean.hash, found->clean.hash);
}

TEST_F(ledgers, are_written_without_a_clean_document_when_there_is_no_statement) {
  const auto found = parsed("nonsense\n", rdf_format::n_triples);
  EXPECT_TRUE(found.staged.empty());
  EXPECT_EQ(ledger_of(found).rows.size(), 1U);
}

TEST_F(ledgers, contain_damage_of_the_stream) {
  auto bytes = compress(layer_kind::gzip, one_triple);
  bytes += "trailing";
  const auto found = parsed(bytes, rdf_format::n_triples);
  const auto ledger = ledger_of(found);
  ASSERT_EQ(ledger.rows.size(), 1U);
  EXPECT_EQ(ledger.rows[0].layer, ledger_layer::stream);
  EXPECT_EQ(ledger.rows[0].found.rule, errc::trailing_garbage);
}

TEST_F(ledgers, are_the_same_when_a_document_must_be_read_twice) {
  const auto text = "_:x <http://a.example/p> <" + std::string{genid_base} + "y> .\nnonsense\n" + one_triple;
  const auto ledger = ledger_of(parsed(text, rdf_format::n_triples));
  EXPECT_EQ(ledger.rows.size(), 1U);
  EXPECT_EQ(ledger.subject.bytes, text.size());
}

}  // namespace
}  // namespace laundromat
