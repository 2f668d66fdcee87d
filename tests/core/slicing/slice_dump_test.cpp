// Tests of slicing: examples, random graphs against the definitions, and limits.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/slice_dump.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/rdf/write/skolem.hpp"
#include "tests/core/slicing/described_documents.hpp"

namespace laundromat {
namespace {

constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
constexpr slicing_method all_methods[] = {slicing_method::subject, slicing_method::subject_object,
                                          slicing_method::cbd, slicing_method::scbd, slicing_method::msg};

std::string iri(const std::string& name) {
  return "<http://e.example/" + name + ">";
}
std::string node(int component, int number) {
  return "<" + std::string{genid_base} + std::string(genid_digits, static_cast<char>('0' + component)) + "/" +
         std::to_string(number) + ">";
}
std::string rdf_term(const std::string& name) {
  return "<" + std::string(rdf) + name + ">";
}
std::string says(const std::string& s, const std::string& p, const std::string& o,
                 const std::string& g = "") {
  return s + " " + p + " " + o + (g.empty() ? "" : " " + g) + " .\n";
}
void reify(line_set& into, const std::string& r, const std::string& s, const std::string& p,
           const std::string& o) {
  into.insert(says(r, rdf_term("type"), rdf_term("Statement")));
  into.insert(says(r, rdf_term("subject"), s));
  into.insert(says(r, rdf_term("predicate"), p));
  into.insert(says(r, rdf_term("object"), o));
}

/// Keeps the documents, and checks what is said of them.
class kept_slices final : public slice_sink {
 public:
  result<void> take(const slice& one, std::string_view lines) override {
    const auto term = "<" + std::string(one.uri) + ">";
    EXPECT_LT(last_, term) << "documents come in the order of clean documents";
    last_ = term;
    EXPECT_EQ(one.bytes, lines.size());
    auto& set = all[std::string(one.uri)];
    std::string before;
    bool has_graphs = false;
    while (!lines.empty()) {
      const std::string line{lines.substr(0, lines.find('\n') + 1)};
      lines.remove_prefix(line.size());
      EXPECT_LT(before, line) << "lines of " << one.uri << " are sorted and unique";
      has_graphs = has_graphs || line.ends_with("g1> .\n") || line.ends_with("g2> .\n");
      set.insert(before = line);
    }
    EXPECT_EQ(one.statements, set.size());
    EXPECT_EQ(one.has_graphs, has_graphs) << one.uri;
    if (one.is_cut) cut.insert(std::string(one.uri));
    return {};
  }
  result<void> take_long(const slice& one, const lines_opener& lines) override {
    ++long_documents;
    for (int reading = 0; reading < 2; ++reading) {
      auto source = lines();
      EXPECT_TRUE(source);
      auto text = read_all(**source, std::uint64_t{1} << 30);
      EXPECT_TRUE(text);
      if (reading == 1) return take(one, *text);
    }
    return {};
  }

  documents_by_uri all;
  std::set<std::string> cut;
  int long_documents = 0;

 private:
  std::string last_;
};

struct sliced {
  kept_slices documents;
  slicing_counts counts;
};

std::unique_ptr<sliced> cut_up(const line_set& dump, slicing_settings settings, std::uint32_t threads = 2) {
  std::string text;
  for (const auto& line : dump) text += line;
  auto found = std::make_unique<sliced>();
  worker_pool workers{threads};
  const auto open = [&text] { return result<byte_source_ptr>{make_memory_source(text)}; };
  const auto done = slice_dump(settings, {open, make_memory_run_store, &workers}, found->documents);
  EXPECT_TRUE(done) << to_string(done.error());
  found->counts = *done;
  std::uint64_t placed = 0;
  for (const auto& [uri, lines] : found->documents.all) placed += lines.size();
  EXPECT_EQ(found->counts.statements, dump.size());
  EXPECT_EQ(found->counts.documents, found->documents.all.size());
  EXPECT_EQ(found->counts.placed, placed);
  return found;
}

slicing_settings with(std::optional<slicing_method> method, const std::string& prefix = "") {
  slicing_settings made;
  made.method = method;
  if (!prefix.empty()) made.prefixes = {prefix};
  made.memory_bytes = std::uint64_t{16} << 20;
  return made;
}

/// How many statements no document has; statements by graph are compared without their graph.
std::uint64_t left_out(const line_set& dump, const documents_by_uri& documents) {
  line_set left = dump;
  for (const auto& [uri, lines] : documents)
    for (const auto& line : lines) left.erase(line);
  return left.size();
}

/// Resources, blank nodes of a few components, literals, graphs and reifications, also of reifications, by blank nodes, and of what the
/// graph does not have.
line_set random_dump(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return static_cast<int>(random() % n); };
  const int components = 1 + below(3), nodes = 1 + below(4), resources = 2 + below(5);
  const auto any_node = [&] {
    return node(below(static_cast<std::uint64_t>(components)), below(static_cast<std::uint64_t>(nodes)));
  };
  const auto any_resource = [&] {
    return iri((below(3) == 0 ? "other/" : "id/") +
               std::to_string(below(static_cast<std::uint64_t>(resources))));
  };
  const auto graph = [&] { return below(3) == 0 ? iri("g" + std::to_string(1 + below(2))) : std::string{}; };
  line_set dump;
  std::vector<std::array<std::string, 3>> triples;
  const auto add = [&](const std::string& s, const std::string& p, const std::string& o) {
    dump.insert(says(s, p, o, graph()));
    triples.push_back({s, p, o});
  };
  for (int i = below(25); i > 0; --i) {
    const auto s = below(2) == 0 ? any_node() : any_resource();
    const auto p = iri("p" + std::to_string(below(3)));
    switch (below(5)) {
      case 0:
        add(s, p, "\"" + std::to_string(below(3)) + " <http://no.example/> .\"");
        break;
      case 1:
        add(s, p, "\"x\"^^" + iri("type"));
        break;
      case 2: {
        // Nodes of one component only, as in clean documents.
        const auto to = s.starts_with("<" + std::string{genid_base})
                            ? s.substr(0, s.rfind('/') + 1) +
                                  std::to_string(below(static_cast<std::uint64_t>(nodes))) + ">"
                            : any_node();
        add(s, p, to);
        break;
      }
      default:
        add(s, p, any_resource());
    }
  }
  for (int i = below(6); i > 0 && !triples.empty(); --i) {
    auto [s, p, o] = triples[random() % triples.size()];
    if (below(4) == 0) p = iri("not-there");
    const auto r = below(3) == 0 ? any_node() : any_resource();
    if (below(4) == 0) {
      add(r, rdf_term("reifies"), "<<( " + s + " " + p + " " + o + " )>>");
      continue;
    }
    add(r, rdf_term("subject"), s);
    add(r, rdf_term("predicate"), p);
    add(r, rdf_term("object"), o);
    if (below(6) != 0) add(r, rdf_term("type"), rdf_term("Statement"));
  }
  return dump;
}

TEST(slice_dump, gives_all_statements_with_a_resource_as_subject_M15) {
  const line_set dump{says(iri("a"), iri("p"), iri("b")), says(iri("a"), iri("q"), "\"1\""),
                      says(iri("ab"), iri("p"), iri("a")), says(node(1, 1), iri("p"), iri("a"))};
  const auto found = cut_up(dump, with(slicing_method::subject));
  EXPECT_EQ(found->documents.all,
            (documents_by_uri{{"http://e.example/a",
                               {says(iri("a"), iri("p"), iri("b")), says(iri("a"), iri("q"), "\"1\"")}},
                              {"http://e.example/ab", {says(iri("ab"), iri("p"), iri("a"))}}}));
  EXPECT_EQ(found->counts.left_out, 1U) << "a blank node has no document";
}

TEST(slice_dump, gives_all_statements_with_a_resource_as_subject_or_object_M16) {
  const auto a = says(iri("a"), iri("p"), iri("b")), b = says(iri("b"), iri("p"), iri("b")),
             c = says(node(1, 1), iri("p"), iri("a"));
  const auto found = cut_up({a, b, c}, with(slicing_method::subject_object));
  EXPECT_EQ(found->documents.all,
            (documents_by_uri{{"http://e.example/a", {a, c}}, {"http://e.example/b", {a, b}}}));
  EXPECT_EQ(found->counts.left_out, 0U);
}

TEST(slice_dump, follows_blank_nodes_and_reifications_for_a_cbd_M17) {
  line_set dump{says(iri("a"), iri("p"), node(1, 1)),      says(node(1, 1), iri("p"), node(1, 2)),
                says(node(1, 2), iri("p"), node(1, 1)),    says(node(1, 2), iri("p"), iri("b")),
                says(iri("claim"), iri("by"), node(2, 1)), says(node(2, 1), iri("name"), "\"who\""),
                says(iri("b"), iri("p"), "\"not of a\"")};
  reify(dump, iri("claim"), node(1, 2), iri("p"), iri("b"));
  auto of_a = dump;
  of_a.erase(says(iri("b"), iri("p"), "\"not of a\""));
  const auto found = cut_up(dump, with(slicing_method::cbd, "http://e.example/a"));
  EXPECT_EQ(found->documents.all, (documents_by_uri{{"http://e.example/a", of_a}}));
  EXPECT_EQ(found->counts.left_out, 1U);
}

TEST(slice_dump, follows_blank_nodes_in_both_directions_for_a_symmetric_cbd_M18) {
  const line_set of_a{says(iri("x"), iri("p"), node(1, 1)), says(node(1, 1), iri("p"), node(1, 2)),
                      says(node(1, 2), iri("p"), iri("a")), says(iri("a"), iri("p"), node(2, 1)),
                      says(node(2, 1), iri("p"), "\"1\"")};
  auto dump = of_a;
  dump.insert(says(node(1, 1), iri("q"), "\"not of a\""));
  const auto found = cut_up(dump, with(slicing_method::scbd, "http://e.example/a"));
  EXPECT_EQ(found->documents.all, (documents_by_uri{{"http://e.example/a", of_a}}));
  EXPECT_EQ(found->counts.left_out, 1U);
}

TEST(slice_dump, gives_all_statements_that_blank_nodes_connect_for_an_msg_M19) {
  const line_set connected{says(iri("x"), iri("p"), node(1, 1)), says(node(1, 1), iri("p"), node(1, 2)),
                           says(node(1, 2), iri("p"), iri("a")), says(node(1, 2), iri("q"), "\"1\"")};
  auto dump = connected;
  dump.insert(says(iri("a"), iri("p"), iri("b")));
  dump.insert(says(node(2, 1), iri("p"), iri("b")));
  const auto found = cut_up(dump, with(slicing_method::msg, "http://e.example/a"));
  auto of_a = connected;
  of_a.insert(says(iri("a"), iri("p"), iri("b")));
  EXPECT_EQ(found->documents.all, (documents_by_uri{{"http://e.example/a", of_a}}));
  EXPECT_EQ(found->counts.left_out, 1U);
}

TEST(slice_dump, gives_a_document_its_statements_by_the_fourth_term_of_n_quads_M20_M13) {
  const line_set dump{
      says(iri("a"), iri("p"), "\"1\"", iri("g1")),      says(iri("a"), iri("p"), "\"1\"", iri("g2")),
      says(iri("b"), iri("p"), iri("c"), iri("g1")),     says(iri("b"), iri("p"), iri("c")),
      says(iri("b"), iri("p"), "\"x\"^^" + iri("type")), says(iri("b"), iri("p"), iri("c"), node(1, 1))};
  const auto found = cut_up(dump, with(std::nullopt));
  EXPECT_EQ(found->documents.all,
            (documents_by_uri{{"http://e.example/g1",
                               {says(iri("a"), iri("p"), "\"1\""), says(iri("b"), iri("p"), iri("c"))}},
                              {"http://e.example/g2", {says(iri("a"), iri("p"), "\"1\"")}}}));
  EXPECT_EQ(found->counts.left_out, 3U) << "the default graph and a blank node name no document";
}

TEST(slice_dump, equals_the_definitions_on_random_graphs_M15_M16_M17_M18_M19_M20) {
  const auto seed = std::random_device{}();
  std::mt19937_64 random{seed};
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    const auto dump = random_dump(random);
    const std::string prefix = random() % 3 == 0 ? "http://e.example/id/" : "";
    for (const auto method : all_methods) {
      SCOPED_TRACE(to_string(method));
      const auto found = cut_up(dump, with(method, prefix));
      EXPECT_EQ(found->documents.all, described_documents(dump, method, prefix));
      EXPECT_EQ(found->counts.left_out, left_out(dump, found->documents.all));
      EXPECT_EQ(found->counts.cut_documents, 0U);
    }
    EXPECT_EQ(cut_up(dump, with(std::nullopt))->documents.all, described_documents(dump, std::nullopt));
    if (HasFailure()) {
      for (const auto& line : dump) std::cout << line;
      return;
    }
  }
}

TEST(slice_dump, keeps_long_documents_out_of_memory_M21) {
  line_set dump;
  for (int i = 0; i < 300; ++i) dump.insert(says(iri(std::to_string(i)), rdf_term("type"), iri("class")));
  auto settings = with(slicing_method::subject_object);
  settings.limits.held_document_bytes = 1'000;
  const auto found = cut_up(dump, settings);
  EXPECT_EQ(found->documents.all, described_documents(dump, slicing_method::subject_object));
  EXPECT_EQ(found->documents.long_documents, 1);
}

TEST(slice_dump, marks_the_documents_of_a_group_that_is_too_large_M21) {
  line_set dump{says(iri("a"), iri("p"), node(1, 0)), says(iri("b"), iri("p"), node(2, 0)),
                says(node(2, 0), iri("p"), "\"short\"")};
  for (int i = 0; i < 100; ++i) dump.insert(says(node(1, i), iri("p"), node(1, i + 1)));
  for (const auto method : {slicing_method::cbd, slicing_method::scbd, slicing_method::msg}) {
    SCOPED_TRACE(to_string(method));
    auto settings = with(method);
    settings.limits.group_bytes = 2'000;
    const auto found = cut_up(dump, settings);
    EXPECT_EQ(found->documents.all,
              (documents_by_uri{{"http://e.example/a", {says(iri("a"), iri("p"), node(1, 0))}},
                                {"http://e.example/b",
                                 described_documents(dump, slicing_method::cbd)["http://e.example/b"]}}));
    EXPECT_EQ(found->documents.cut, std::set<std::string>{"http://e.example/a"});
    EXPECT_EQ(found->counts.large_groups, 1U);
    EXPECT_EQ(found->counts.left_out, 100U);
  }
}

TEST(slice_dump, bounds_the_copies_of_one_group_M21) {
  line_set dump;
  for (int i = 0; i < 14; ++i) {
    dump.insert(says(iri(std::to_string(i)), iri("p"), node(1, i)));
    dump.insert(says(node(1, i), iri("p"), node(1, i + 1)));
  }
  for (const auto method : {slicing_method::cbd, slicing_method::scbd, slicing_method::msg}) {
    SCOPED_TRACE(to_string(method));
    auto settings = with(method);
    settings.limits.copies_per_statement = 2;
    settings.limits.least_copies = 20;
    const auto found = cut_up(dump, settings);
    EXPECT_EQ(found->documents.all.size(), 14U) << "each resource keeps what is said of it directly";
    EXPECT_GT(found->documents.cut.size(), 3U);
    EXPECT_LE(found->counts.placed, 14U + 2 * dump.size());
    const auto whole = described_documents(dump, method);
    for (const auto& [uri, lines] : found->documents.all)
      EXPECT_EQ(found->documents.cut.contains(uri), lines != whole.at(uri)) << uri;
  }
}

TEST(slice_dump, takes_reified_statements_up_to_a_limit_and_counts_the_rest_M17) {
  line_set dump;
  for (int i = 0; i < 10; ++i) {
    dump.insert(says(iri("a"), iri("p" + std::to_string(i)), iri("b")));
    reify(dump, iri("r"), iri("a"), iri("p" + std::to_string(i)), iri("b"));
  }
  auto settings = with(slicing_method::cbd);
  EXPECT_EQ(cut_up(dump, settings)->documents.all["http://e.example/a"].size(), dump.size());
  settings.limits.reified_statements = 4;
  EXPECT_EQ(cut_up(dump, settings)->counts.reifications_left_out, 6U);
}

TEST(slice_dump, gives_the_same_documents_with_little_memory_and_any_number_of_threads_M21) {
  std::mt19937_64 random{7};
  line_set dump;
  for (int i = 0; i < 3'000; ++i) {
    const auto me = iri("id/" + std::to_string(i));
    dump.insert(says(me, iri("p"), iri("id/" + std::to_string(random() % 3'000))));
    dump.insert(says(me, iri("q"), node(static_cast<int>(random() % 4), i)));
    dump.insert(
        says(node(static_cast<int>(random() % 4), i), iri("p"), "\"" + std::to_string(random()) + "\""));
    if (i % 10 == 0) reify(dump, iri("claim/" + std::to_string(i)), me, iri("q"), node(1, i));
  }
  for (const auto method : all_methods) {
    SCOPED_TRACE(to_string(method));
    auto little = with(method), much = with(method);
    little.memory_bytes = 1 << 18;
    much.memory_bytes = 1 << 28;
    const auto one = cut_up(dump, little, 1), other = cut_up(dump, much, 4);
    EXPECT_EQ(one->documents.all, other->documents.all);
    EXPECT_EQ(one->counts.left_out, other->counts.left_out);
    EXPECT_EQ(one->documents.cut.size(), 0U);
  }
}

TEST(slice_dump, gives_no_document_for_an_empty_dump_M21) {
  for (const auto method : all_methods) EXPECT_EQ(cut_up({}, with(method))->counts.documents, 0U);
}

TEST(slice_dump, refuses_a_dump_that_is_not_clean_M21) {
  worker_pool workers{1};
  kept_slices documents;
  for (const std::string text : {"<a> <b> <c> .", "no statement\n", "_:b <p> <o> .\n"}) {
    const auto open = [&text] { return result<byte_source_ptr>{make_memory_source(text)}; };
    const auto done =
        slice_dump(with(slicing_method::cbd), {open, make_memory_run_store, &workers}, documents);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, errc::syntax_error);
  }
}

}  // namespace
}  // namespace laundromat
