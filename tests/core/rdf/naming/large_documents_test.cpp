// Documents with more statements than memory has room for, or than are named: with small limits.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/identity/quads.hpp"
#include "tests/core/rdf/naming/naming.hpp"

namespace laundromat {
namespace {

using namespace testing;

constexpr naming_limits on_disk{.resident_bytes = 0, .window_bytes = 1};

/// Two graphs with different predicates and blank nodes, one after the other.
shape together(const shape& one, const shape& other) {
  shape both{one.name + " and " + other.name, one.nodes + other.nodes, one.edges};
  for (const auto& [from, predicate, to] : other.edges)
    both.edges.push_back({from + one.nodes, predicate + 5, to < 0 ? to : to + one.nodes});
  return both;
}

TEST(large_documents, names_do_not_depend_on_what_stays_in_memory) {
  std::mt19937 dice(20261128);
  for (const auto& one : {list(3'000, 7), cycle(2'000, true), tree(2'000, 3), copies(list(6, 2), 300, false),
                          together(copies(chain(4), 200, false), grid(20, false, false))}) {
    SCOPED_TRACE(one.name);
    auto labels = numbers_up_to(one.nodes);
    const auto expected = name(relabelled(one, labels, dice));
    EXPECT_FALSE(expected.has_runs);
    EXPECT_EQ(count_lines(expected.lines), one.edges.size());
    for (const auto& limits :
         {on_disk, naming_limits{.resident_bytes = 5'000, .window_bytes = 20'000},
          naming_limits{.resident_bytes = 1'000, .window_bytes = std::uint64_t{1} << 30}}) {
      std::ranges::shuffle(labels, dice);
      const auto got = name(relabelled(one, labels, dice), limits);
      EXPECT_TRUE(got.has_runs || limits.resident_bytes == 5'000) << "only the smallest document fits";
      EXPECT_FALSE(got.has_document_names);
      EXPECT_TRUE(got.lines == expected.lines);
    }
  }
}

TEST(large_documents, repeated_statements_whose_first_one_is_on_disk_change_nothing) {
  const std::string filler(2'000, 'x');
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "_:a" + std::to_string(i % 3) + " <p:p> \"" + std::to_string(i) + filler + "\" .\n";
  const auto expected = name(text).lines;
  for (const auto limits :
       {on_disk, naming_limits{.records = 50}, naming_limits{.records = 50, .resident_bytes = 0}}) {
    const auto got = name(text + text + text, limits);
    EXPECT_EQ(got.lines, expected);
    EXPECT_FALSE(got.has_document_names) << "the limit is one of different statements";
  }
}

TEST(large_documents, of_too_many_statements_the_smallest_components_are_named) {
  std::mt19937 dice(20261128);
  const auto small = copies(list(3, 2), 20, false), large = list(100, 3);
  const auto all = together(small, large);
  auto labels = numbers_up_to(all.nodes);
  const auto small_lines = name(relabelled(small, labels, dice)).lines;
  std::set<std::string> seen;
  for (const bool repeats : {false, true})
    for (const auto& limits : {naming_limits{.statements = 150},
                               naming_limits{.statements = 150, .resident_bytes = 0, .window_bytes = 1},
                               naming_limits{.statements = 130}}) {
      auto text = relabelled(all, labels, dice);
      if (repeats) text += text;
      const auto got = name(text, limits);
      EXPECT_TRUE(got.has_document_names);
      EXPECT_FALSE(got.is_beyond_limits);
      EXPECT_EQ(count_lines(got.lines), all.edges.size());
      seen.insert(got.lines);
      std::size_t named = 0;
      for (std::size_t at = 0; at < small_lines.size(); at = small_lines.find('\n', at) + 1, ++named)
        EXPECT_NE(got.lines.find(small_lines.substr(at, small_lines.find('\n', at) + 1 - at)),
                  std::string::npos);
      EXPECT_EQ(named, small.edges.size());
      EXPECT_NE(got.lines.find("<d:n" + std::to_string(all.nodes - 1) + "> "), std::string::npos);
    }
  EXPECT_EQ(seen.size(), 1u) << "neither the order nor repetitions matter";
  EXPECT_FALSE(name(relabelled(all, labels, dice), {.statements = all.edges.size()}).has_document_names);
}

/// A size of which not all components fit gets none: which ones would depend on their order.
TEST(large_documents, components_of_one_size_are_named_together_or_not) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "_:a" + std::to_string(i) + " <p:p> \"" + std::to_string(i) + "\" .\n";
  const auto pair = std::string("_:b <p:p> \"1\" .\n_:b <p:p> \"2\" .\n");
  EXPECT_EQ(name(text + pair, {.statements = 11}).lines.find("<d:a"), std::string::npos);
  EXPECT_NE(name(text + pair, {.statements = 11}).lines.find("<d:b"), std::string::npos);
  EXPECT_NE(name(text + pair, {.statements = 9}).lines.find("<d:a9"), std::string::npos);
}

std::string clique(int nodes) {
  std::string text;
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < nodes; ++j)
      if (i != j) text += "_:k" + std::to_string(i) + " <p:p> _:k" + std::to_string(j) + " .\n";
  return text;
}

TEST(large_documents, a_component_that_is_too_symmetric_has_no_effect_on_others) {
  std::string others;
  for (int i = 0; i < 70'000; ++i)
    others += "_:a" + std::to_string(i / 2) + " <p:p> \"" + std::to_string(i) + "\" .\n";
  const auto expected = name(others);
  EXPECT_FALSE(expected.has_document_names);
  const auto got = name(clique(40) + others);
  EXPECT_TRUE(got.has_document_names);
  EXPECT_EQ(count_lines(got.lines), 70'000U + 40 * 39);
  EXPECT_NE(got.lines.find("<d:k39> <p:p> <d:k0> .\n"), std::string::npos);
  EXPECT_TRUE(got.lines.ends_with(expected.lines) || got.lines.starts_with(expected.lines));
  // Difficult components share what a small document may spend on each.
  for (const int nodes : {6, 10})
    EXPECT_EQ(name(clique(nodes) + others).has_document_names, name(clique(nodes)).has_document_names)
        << nodes;
}

struct failing_sink final : byte_sink {
  result<void> write(std::string_view) override { return fail(errc::no_space, "the disk is full"); }
};

/// A full disk, or one that returns other bytes.
struct bad_runs final : run_store {
  explicit bad_runs(bool has_no_space) : is_full(has_no_space) {}
  result<byte_sink*> create() override { return is_full ? static_cast<byte_sink*>(&none) : &bytes; }
  result<byte_source_ptr> open(std::size_t) override {
    auto damaged = bytes.text;
    damaged[damaged.size() / 2] ^= 1;
    return make_memory_source(damaged);
  }
  void remove(std::size_t) override {}

  bool is_full;
  failing_sink none;
  string_sink bytes;
};

TEST(large_documents, faults_of_the_disk_are_faults_of_the_machine) {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "_:a <p:p> \"" + std::to_string(i) + "\" .\n";
  for (const bool is_full : {true, false}) {
    bad_runs runs{is_full};
    naming_sink sink{{.resident_bytes = 0}, &runs};
    const auto reader = make_reader(rdf_format::n_quads, {{}, {}, wash_profile::strict}, sink);
    auto done = (*reader)->push(text);
    if (done) done = (*reader)->finish();
    EXPECT_EQ(bool(done), !is_full);
    if (done) done = sink.namer.finish(document_prefix, sink.keep());
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, is_full ? errc::no_space : errc::io_failed);
  }
}

TEST(large_documents, the_limits_are_as_documented) {
  constexpr naming_limits usual;
  EXPECT_EQ(usual.statements, 4'000'000U);
  EXPECT_EQ(usual.records, 32'000'000U);
  EXPECT_EQ(usual.text_bytes, std::uint64_t{8} << 30);
  EXPECT_EQ(usual.nodes, 16'000'000U);
  EXPECT_EQ(usual.label_bytes, std::uint64_t{256} << 20);
  EXPECT_EQ(usual.genids, 65'536U);
}

}  // namespace
}  // namespace laundromat
