// Tests of batches: their limits, and that they may be played again from any of them.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/statement_batch.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "core/sinks/literal_change.hpp"

namespace laundromat {
namespace {

constexpr std::string_view graph_of_batches = "http://e.example/g";
using statements = std::set<std::string>;

std::string statement(unsigned subject, const std::string& object) {
  return "<http://e.example/" + std::to_string(subject) + "> <http://e.example/p> " + object + " .\n";
}

delta_source delta_between(const statements& before, const statements& after) {
  std::map<std::string, delta_sign> changes;
  for (const auto& one : before)
    if (!after.contains(one)) changes[one] = delta_sign::removed;
  for (const auto& one : after)
    if (!before.contains(one)) changes[one] = delta_sign::added;
  return [changes](const delta_consumer& take) -> result<void> {
    for (const auto& [line, sign] : changes)
      if (auto taken = take(sign, line); !taken) return taken;
    return {};
  };
}

/// A store that knows the values of literals, not their spelling, as Virtuoso does.
class store_of_values {
 public:
  explicit store_of_values(const statements& all) {
    for (const auto& one : all) values_.insert(value_of(one));
  }
  void play(const statement_batch& batch) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto value = value_of(std::string(batch.lines(i, i + 1)));
      if (batch.sign == delta_sign::added)
        values_.insert(value);
      else
        values_.erase(value);
    }
  }
  friend bool operator==(const store_of_values&, const store_of_values&) = default;

 private:
  static std::string value_of(const std::string& line) {
    const auto object = line.find(' ', line.find(' ') + 1) + 1;
    spelled_literal literal;
    const auto term = line.substr(object, line.size() - 3 - object);
    const bool is_literal = spelled_literal::read(term, literal);
    const auto key = is_literal ? value_key(literal) : std::string{};
    return line.substr(0, object) + (key.empty() ? term : key);
  }
  statements values_;
};

std::vector<statement_batch> batches_of(const delta_source& delta, batch_limits limits,
                                        std::uint64_t first = 0) {
  std::vector<statement_batch> out;
  const auto totals =
      cut_delta(delta, graph_of_batches, limits, first, [&](const statement_batch& batch) -> result<void> {
        out.push_back(batch);
        return {};
      });
  EXPECT_TRUE(totals);
  EXPECT_EQ(totals->batches, first + out.size());
  return out;
}

TEST(statement_batch, may_be_played_again_from_any_batch_also_by_a_store_that_keeps_values_G18) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    statements before, after;
    const std::vector<std::string> spellings{"\"1\"", "\"01\"", "\"001\"", "\"+1\"", "\"2\"", "\"02\""};
    for (unsigned subject = 0; subject < 30; ++subject) {
      // One value a subject on each side, whose spelling may change.
      const auto object = [&] {
        return spellings[random() % spellings.size()] + "^^<http://www.w3.org/2001/XMLSchema#integer>";
      };
      if (random() % 4 > 0) before.insert(statement(subject, object()));
      if (random() % 4 > 0) after.insert(statement(subject, object()));
      if (random() % 2 > 0) before.insert(statement(subject, "<http://e.example/o>"));
      if (random() % 2 > 0) after.insert(statement(subject, "<http://e.example/o>"));
    }
    const auto delta = delta_between(before, after);
    const auto batches = batches_of(delta, {7, 100'000});
    store_of_values store{before};
    // Killed after any batch, with an old cursor, as often as chance has it.
    for (unsigned stops = random() % 4; stops > 0; --stops) {
      const auto from = random() % batches.size(), to = from + random() % (batches.size() - from + 1);
      for (auto i = std::size_t{0}; i < to; ++i) store.play(batches[i]);
    }
    const auto last_cursor = random() % batches.size();
    for (auto i = std::size_t{0}; i < last_cursor; ++i) store.play(batches[i]);
    for (const auto& batch : batches_of(delta, {7, 100'000}, last_cursor)) store.play(batch);
    EXPECT_EQ(store, store_of_values{after});
  }
}

TEST(statement_batch, is_cut_at_the_limits_and_always_at_the_same_place_G18) {
  statements after;
  for (unsigned i = 0; i < 25; ++i)
    after.insert(statement(i, "\"" + std::string(i == 12 ? 5'000 : 10, 'x') + "\""));
  const auto delta = delta_between({statement(99, "\"gone\"")}, after);
  const auto batches = batches_of(delta, {10, 1'000});
  ASSERT_GE(batches.size(), 4U);
  EXPECT_EQ(batches.front().sign, delta_sign::removed);
  std::size_t statements_sent = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    EXPECT_EQ(batches[i].number, i);
    EXPECT_LE(batches[i].size(), 10U);
    EXPECT_TRUE(batches[i].size() == 1 || batches[i].triples.size() <= 1'000);
    if (i > 0) statements_sent += batches[i].size();
    const auto rest = batches_of(delta, {10, 1'000}, i);
    EXPECT_EQ(rest.front().triples, batches[i].triples);
  }
  EXPECT_EQ(statements_sent, 25U);
}

TEST(statement_batch, is_an_update_of_ground_statements_in_one_graph_G18) {
  const auto delta =
      delta_between({statement(1, "\"a\"")}, {statement(1, "\"b\""), statement(2, "\"x\"@ar--rtl")});
  std::vector<std::string> updates;
  const auto totals =
      cut_delta(delta, graph_of_batches, {}, 0, [&](const statement_batch& batch) -> result<void> {
        updates.push_back(update_of(batch, graph_of_batches));
        return {};
      });
  ASSERT_TRUE(totals);
  EXPECT_EQ(updates, (std::vector<std::string>{"DELETE DATA { GRAPH <http://e.example/g> {\n"
                                               "<http://e.example/1> <http://e.example/p> \"a\" .\n} }\n",
                                               "INSERT DATA { GRAPH <http://e.example/g> {\n"
                                               "<http://e.example/1> <http://e.example/p> \"b\" .\n} }\n"}));
  EXPECT_EQ(totals->removed, 1U);
  EXPECT_EQ(totals->added, 1U);
  EXPECT_EQ(totals->unsent.sum(), 1U);
  EXPECT_EQ(totals->unsent.examples.front().why, unsendable::base_direction);
}

TEST(statement_batch, of_a_document_has_all_its_statements_as_n_triples_G18) {
  std::string document;
  for (unsigned i = 10; i < 99; ++i) document += statement(i, "\"C:\\\\users\"");
  document += "<http://e.example/z> <http://e.example/p> <<( <a:b> <a:b> <a:b> )>> .\n";
  std::string pieces, whole;
  const auto source = make_view_source(document);
  const auto cut = cut_document(*source, graph_of_batches, {20, 1'000'000}, 0,
                                [&](const statement_batch& batch) -> result<void> {
                                  pieces += batch.lines(0, batch.size());
                                  return {};
                                });
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->batches, 5U);
  batch_totals totals;
  const auto sendable =
      make_sendable_source(make_view_source(document), std::string(graph_of_batches), totals);
  whole = *read_all(*sendable, 1 << 20);
  EXPECT_EQ(whole, pieces);
  EXPECT_EQ(totals.added, 89U);
  EXPECT_EQ(totals.unsent, cut->unsent);
}

TEST(statement_batch, ends_with_the_error_of_its_consumer) {
  const auto delta = delta_between({}, {statement(1, "\"a\"")});
  const auto done = cut_delta(delta, graph_of_batches, {}, 0,
                              [](const statement_batch&) { return fail(errc::no_space, "full"); });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::no_space);
}

}  // namespace
}  // namespace laundromat
