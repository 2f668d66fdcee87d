// The key of the process affects the speed of tables only.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <iterator>

#include "core/base/keyed_hash.hpp"
#include "core/rdf/metrics/term_hash.hpp"
#include "core/rdf/model/format.hpp"
#include "tests/core/base/chosen_texts.hpp"
#include "tests/core/rdf/cases.hpp"
#include "tests/core/washing/stages_fixture.hpp"

namespace laundromat {
namespace {

bool is_name(std::string_view text) {
  return text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
         text.npos;
}

class hash_key_of_the_process : public stages {
 protected:
  ~hash_key_of_the_process() override { set_hash_key({}); }

  /// All bytes that washing writes: the clean document, its index, its metadata and its ledger.
  std::map<std::string, std::string> wash(const std::string& bytes, rdf_format format, const hash_key& key) {
    set_hash_key(key);
    shelf_ = {};
    raw_.files["body"] = bytes;
    const auto found = parse({0, {}, {"body", {}}, "UTF-8", format, "http://own.example/base"}, ports_, {});
    EXPECT_TRUE(found);
    auto all = std::exchange(shelf_.files, {});
    for (auto& [name, index] : shelf_.indexes) all[name + ".idx"] = std::move(index);
    return all;
  }
  void expect_same(const std::string& bytes, rdf_format format) {
    const hash_key one{1, 2, 3}, other{0xFF, 0x40, 7, 9};
    const auto expected = wash(bytes, format, one);
    const auto found = wash(bytes, format, other);
    EXPECT_TRUE(expected == found);
  }
};

TEST_F(hash_key_of_the_process, changes_no_byte_of_any_case) {
  std::size_t washed = 0;
  for (const std::string room :
       {"rdf/jsonld", "rdf/ledger", "rdf/lines", "rdf/rdfa", "rdf/rdfxml", "rdf/turtle", "metadata"})
    for (const auto& path : testing::list_cases("tests/core/" + room + "/cases")) {
      const auto format = format_from_extension(std::filesystem::path(path).extension().string().substr(1));
      if (!format) continue;
      SCOPED_TRACE(path);
      expect_same(testing::read_case_file(path), *format);
      ++washed;
    }
  EXPECT_GT(washed, 300U);
}

/// Labels and predicates that collide without a key, so that their tables switch to it.
TEST_F(hash_key_of_the_process, changes_no_byte_of_a_document_with_colliding_terms) {
  const auto labels = testing::choose_for_fast_hash(12, is_name);
  const auto predicates = [] {
    // The second word of the second 16 bytes equals the hash so far, so that their product is 0.
    std::string begin;
    for (std::uint64_t i = 0; begin.empty(); ++i) {
      auto first = "http://e/" + std::to_string(1'000'000 + i);
      const auto state = fast_hash_parts::fold(
          testing::word_of(first) ^ term_hash_parts::seeds[1],
          testing::word_of(std::string_view(first).substr(8)) ^ term_hash_parts::seeds[0]);
      if (is_name(testing::bytes_of(state))) begin = first + "MIDDLE__" + testing::bytes_of(state) + "end";
    }
    std::vector<std::string> all(40, begin);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].replace(16, 8, "middle" + std::to_string(10 + i));
    return all;
  }();
  testing::expect_one_hash(predicates, hash_term);
  std::string text;
  for (const auto& label : labels)
    for (const auto& predicate : predicates)
      text += "_:" + label + " <" + predicate + "> _:" + labels[predicate.size() % 7] + " .\n";
  // Objects with one home slot in the sample, for any size of its table.
  std::size_t objects = 0;
  for (std::uint64_t i = 0; objects < 300; ++i) {
    const auto iri = "http://e/o" + std::to_string(i);
    if ((hash_term(iri) >> 8 & 1023) != 0) continue;
    text += "<http://e/s" + std::to_string(i % 7) + "> <http://e/p> <" + iri + "> .\n";
    ++objects;
  }
  for (const auto format : {rdf_format::n_triples, rdf_format::turtle}) expect_same(text, format);
}

}  // namespace
}  // namespace laundromat
