// Statements that wait for names, with labels and terms chosen to collide.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/held_statements.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/fast_hash.hpp"
#include "tests/core/base/chosen_texts.hpp"

namespace laundromat {
namespace {

using testing::choose_for_fast_hash;
using testing::choose_texts;
using testing::expect_linear_probes;
using testing::expect_one_hash;

statement_view make(std::string_view subject, std::string_view predicate) {
  return {{term_kind::blank, subject, {}, {}},
          {term_kind::iri, predicate, {}, {}},
          {term_kind::iri, "http://e/o", {}, {}},
          {}};
}

TEST(held_statements, labels_chosen_to_collide_cost_linear_time) {
  expect_linear_probes(4'000, [](std::size_t n) {
    const auto labels = choose_for_fast_hash(n);
    expect_one_hash(labels, [](std::string_view text) { return fast_hash(text); });
    const auto runs = make_memory_run_store();
    held_statements held(*runs, {});
    for (const auto& label : labels) EXPECT_TRUE(held.add(make(label, "http://e/p")));
    held.flush();
    EXPECT_EQ(held.quads().size(), n);
    EXPECT_EQ(held.node_count(), n);
    return held.probes();
  });
}

/// The predicate begins after `<`, so that its second and third words are words of the hashed text.
TEST(held_statements, terms_chosen_to_collide_cost_linear_time) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
  expect_linear_probes(4'000, [](std::size_t n) {
    const std::string before = "http://";
    std::vector<std::string> predicates;
    const auto text_of = [](const std::string& predicate) { return "<" + predicate + "> <http://e/o> "; };
    const auto length = text_of(before + std::string(16, 'a')).size();
    std::uint64_t shape = 0;
    for (const auto part : {std::size_t{0}, length - 13, std::size_t{13}, std::size_t{0}})
      shape = shape * 0x100000001B3ULL + part;
    const auto step = [](std::uint64_t h, std::uint64_t word) { return ((h ^ word) * factor) ^ (h >> 29); };
    const auto begin = step(shape + length * factor, testing::word_of("<" + before));
    predicates = choose_texts(
        n,
        [&](std::size_t, std::uint64_t first) {
          const auto h = step(begin, first);
          return h ^ (0x0123456789ABCDEFULL ^ (h >> 29)) * testing::inverse_of(factor);
        },
        testing::is_bare, before);
    expect_one_hash(predicates, [&](const std::string& one) { return fast_hash(text_of(one), shape); });
    const auto runs = make_memory_run_store();
    held_statements held(*runs, {});
    for (const auto& predicate : predicates) EXPECT_TRUE(held.add(make("b", predicate)));
    held.flush();
    EXPECT_EQ(held.quads().size(), 1U) << "the hash is the same";
    EXPECT_EQ(held.records().count(), n) << "no statement is dropped";
    return held.probes();
  });
}

TEST(held_statements, repeated_statements_cost_linear_time) {
  expect_linear_probes(4'000, [](std::size_t n) {
    const auto labels = choose_for_fast_hash(n);
    const auto runs = make_memory_run_store();
    held_statements held(*runs, {});
    for (std::size_t i = 0; i < 4 * n; ++i) EXPECT_TRUE(held.add(make(labels[i % n], "http://e/p")));
    held.flush();
    EXPECT_EQ(held.quads().size(), n);
    EXPECT_EQ(held.records().count(), n);
    return held.probes();
  });
  const auto runs = make_memory_run_store();
  held_statements held(*runs, {});
  for (std::size_t i = 0; i < 100'000; ++i) EXPECT_TRUE(held.add(make("b", "http://e/p")));
  held.flush();
  EXPECT_EQ(held.quads().size(), 1U);
  EXPECT_LE(held.probes(), 100'001U);
}

}  // namespace
}  // namespace laundromat
