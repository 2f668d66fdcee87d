// The table of prefixes, and what is remembered of names and IRIs.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/prefix_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/rdf/turtle/terms/known_heads.hpp"
#include "core/rdf/turtle/terms/name_cache.hpp"
#include "tests/core/base/chosen_texts.hpp"

namespace laundromat {
namespace {

TEST(turtle_prefixes, names_that_were_chosen_to_collide_cost_linear_time) {
  testing::expect_linear_probes(4'000, [](std::size_t n) {
    const auto names = testing::choose_for_std_hash(n, [](std::size_t) { return 7U; });
    testing::expect_one_hash(names, std::hash<std::string_view>{});
    turtle::prefix_table table(std::uint64_t{1} << 30);
    for (const auto& name : names) EXPECT_TRUE(table.declare(name, "http://example.org/"));
    for (const auto& name : names) EXPECT_NE(table.find(name), nullptr);
    return table.probes();
  });
}

std::string name_of(std::size_t i) {
  return (i % 2 == 0 ? "p" : "a-long-prefix-") + std::to_string(i);
}

TEST(turtle_prefixes, few_and_many_are_declared_anew_and_forgotten) {
  for (const std::size_t count : {1U, 32U, 33U, 200U}) {
    turtle::prefix_table table(1'000'000);
    const auto iri_of = [](std::size_t i) { return "http://example.org/" + std::to_string(i) + "/"; };
    for (std::size_t i = 0; i < count; ++i) EXPECT_TRUE(table.declare(name_of(i), iri_of(i)));
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_NE(table.find(name_of(i)), nullptr) << i << " of " << count;
      EXPECT_EQ(table.find(name_of(i))->iri(), iri_of(i));
      EXPECT_TRUE(table.find(name_of(i))->is_plain());
      EXPECT_FALSE(table.is_forgotten(name_of(i)));
    }
    EXPECT_TRUE(table.declare("p0", "http://example.org/a/longer/one#"));
    const std::string text = "p0:name                ";
    auto* const found = table.find_short(text.data(), text.data() + 2);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->spell(text.data() + 3, text.data() + 7), "http://example.org/a/longer/one#name");
    table.forget("p0");
    EXPECT_EQ(table.find("p0"), nullptr);
    EXPECT_EQ(table.find_short(text.data(), text.data() + 2), nullptr);
    EXPECT_TRUE(table.is_forgotten("p0"));
    EXPECT_FALSE(table.is_forgotten("never-seen"));
    table.forget("never-seen");
    EXPECT_TRUE(table.is_forgotten("never-seen"));
    EXPECT_TRUE(table.declare("p0", "b:"));
    EXPECT_FALSE(table.find("p0")->is_plain());
    table.forget_all();
    EXPECT_EQ(table.find("p0"), nullptr);
    EXPECT_TRUE(table.is_forgotten("never-heard-of"));
  }
}

TEST(turtle_prefixes, a_table_that_is_full_forgets_what_is_declared) {
  turtle::prefix_table table(150);
  EXPECT_TRUE(table.declare("a", "http://example.org/a#"));
  EXPECT_FALSE(table.declare("b", "http://example.org/" + std::string(100, 'b')));
  EXPECT_TRUE(table.is_forgotten("b"));
  EXPECT_FALSE(table.declare("a", "http://example.org/" + std::string(200, 'a')));
  EXPECT_EQ(table.find("a"), nullptr);
}

TEST(turtle_prefixes, are_plain_when_a_local_name_cannot_change_the_host) {
  turtle::prefix_table table(1'000'000);
  for (const auto* iri : {"http://example.org/", "http://example.org/a#", "urn:x:", "urn:", "file:///"}) {
    EXPECT_TRUE(table.declare("p", iri));
    EXPECT_TRUE(table.find("p")->is_plain()) << iri;
  }
  for (const auto* iri :
       {"http://example.org", "http://", "a:b", "http://example.org/%", "http://example.org/ "}) {
    EXPECT_TRUE(table.declare("p", iri));
    EXPECT_FALSE(table.find("p")->is_plain()) << iri;
  }
}

TEST(name_cache, guesses_the_name_that_came_after_the_last_one) {
  for (std::size_t length = 1; length <= 20; ++length) {
    const auto name = std::string("a:cdefghijklmnopqrstuvwxyz").substr(0, length);
    const std::string room(24, '.'), text = name + " " + room, longer = name + "x " + room;
    turtle::name_cache cache;
    cache.keep({text.data(), length}, "http://example.org/");
    EXPECT_EQ(cache.find_next({text.data(), length}), "http://example.org/");
    // It follows itself from now on.
    EXPECT_EQ(cache.find_next({text.data(), length}), "http://example.org/");
    std::size_t found = 0;
    EXPECT_EQ(cache.guess(longer.data(), found), "") << length;
    EXPECT_EQ(cache.guess(text.data(), found), length < 16 ? "http://example.org/" : "") << length;
    EXPECT_EQ(found, length < 16 ? length : 0);
  }
}

TEST(name_cache, keeps_more_names_and_iris_than_its_first_room_holds) {
  constexpr std::size_t most = 255;
  const std::string room(24, '.');
  const auto iri_of = [](std::size_t i) {
    return "http://example.org/" + std::string(40, 'x') + std::to_string(i);
  };
  turtle::name_cache cache;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < 2 * most; ++i) {
    const auto name = "a:" + std::to_string(i), text = name + " " + room;
    kept += cache.keep_next({text.data(), name.size()}, iri_of(i)) == iri_of(i) ? 1 : 0;
    EXPECT_EQ(cache.find({text.data(), name.size()}), iri_of(i));
  }
  EXPECT_EQ(kept, 2 * most);
  cache.clear();
  const auto text = "a:1 " + room;
  EXPECT_EQ(cache.find({text.data(), 3}), "");
  EXPECT_EQ(cache.keep_next({text.data(), 3}, iri_of(1)), iri_of(1));
  EXPECT_EQ(cache.find({text.data(), 3}), iri_of(1));
}

TEST(known_heads, knows_a_host_with_what_is_behind_it) {
  const std::string room(32, '>'), head = "http://example.org/";
  turtle::known_heads heads;
  EXPECT_EQ(heads.find_at((head + "a" + room).data()), 0u);
  const auto text = head + room;
  heads.add(std::string_view(text).substr(0, head.size()));
  EXPECT_EQ(heads.find_at((head + "a" + room).data()), head.size());
  EXPECT_EQ(heads.find_at(("http://example.org" + room).data()), 0u);
  EXPECT_EQ(heads.find_at(("http://example.org:80/" + room).data()), 0u);
}

}  // namespace
}  // namespace laundromat
