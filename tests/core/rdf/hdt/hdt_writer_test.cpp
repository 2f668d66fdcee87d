// Documents as HDT, read by a reader that shares no code with the writer.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/hdt_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <span>

#include "core/rdf/wash/convert.hpp"
#include "tests/core/rdf/hdt/hdt_reading.hpp"

namespace laundromat {
namespace {

using triple = read_hdt::triple;

constexpr std::string_view item = "http://a.example/item/";

hdt_options about(std::string dataset) {
  hdt_options options;
  options.dataset = std::move(dataset);
  return options;
}

result<std::string> convert_text(const std::string& text, hdt_options options = about("http://a.example/d")) {
  string_sink out;
  auto done = convert_to_hdt([&] { return result<byte_source_ptr>{make_memory_source(text)}; },
                             std::move(options), make_memory_run_store, out);
  if (!done) return tl::unexpected(done.error());
  return out.text;
}

read_hdt read_text(const std::string& text, hdt_options options = about("http://a.example/d")) {
  const auto bytes = convert_text(text, std::move(options));
  if (!bytes) throw std::runtime_error(to_string(bytes.error()));
  return hdt_reading{*bytes}.read();
}

/// Canonical N-Quads of statements with IRIs.
std::string lines_of(const std::set<triple>& triples) {
  std::set<std::string> lines;
  for (const auto& [s, p, o] : triples) lines.insert('<' + s + "> <" + p + "> <" + o + "> .\n");
  std::string text;
  for (const auto& line : lines) text += line;
  return text;
}

/// Counts the runs that were written.
struct counted_store final : run_store {
  explicit counted_store(int& count) : written(count) {}
  result<byte_sink*> create() override {
    ++written;
    return runs->create();
  }
  result<byte_source_ptr> open(std::size_t number) override { return runs->open(number); }
  void remove(std::size_t number) override { runs->remove(number); }

  std::unique_ptr<run_store> runs = make_memory_run_store();
  int& written;
};

std::vector<triple> sorted(std::vector<triple> triples) {
  std::ranges::sort(triples);
  return triples;
}

TEST(hdt_writer, has_the_terms_and_triples_of_the_document_Q60) {
  const auto found = read_text(
      "<http://a.example/a> <http://a.example/p> \"x\"@en .\n"
      "<http://a.example/a> <http://a.example/p> <http://a.example/b> .\n"
      "<http://a.example/a> <http://a.example/q> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"
      "<http://a.example/b> <http://a.example/p> <http://a.example/b/c> .\n"
      "<http://a.example/b> <http://a.example/p> <http://a.example/q> .\n");
  EXPECT_EQ(found.sections[0], (std::vector<std::string>{"http://a.example/b"}));
  EXPECT_EQ(found.sections[1], (std::vector<std::string>{"http://a.example/a"}));
  EXPECT_EQ(found.sections[2], (std::vector<std::string>{"http://a.example/p", "http://a.example/q"}));
  EXPECT_EQ(found.sections[3],
            (std::vector<std::string>{"\"7\"^^<http://www.w3.org/2001/XMLSchema#integer>", "\"x\"@en",
                                      "http://a.example/b/c", "http://a.example/q"}));
  EXPECT_EQ(found.ids, (std::vector<std::array<std::uint64_t, 3>>{
                           {1, 1, 4}, {1, 1, 5}, {2, 1, 1}, {2, 1, 3}, {2, 2, 2}}));
  EXPECT_EQ(found.triples.size(), 5U);
  EXPECT_EQ(found.triples[4], (triple{"http://a.example/a", "http://a.example/q",
                                      "\"7\"^^<http://www.w3.org/2001/XMLSchema#integer>"}));
}

TEST(hdt_writer, has_a_header_with_statistics_Q60) {
  const std::string text =
      "<http://a.example/a> <http://a.example/p> \"x\" .\n"
      "<http://a.example/a> <http://a.example/q> <http://a.example/a> .\n";
  const auto found = read_text(text, about("http://a.example/id/7"));
  for (const auto& statement :
       {std::string{"<http://a.example/id/7> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
                    "<http://purl.org/HDT/hdt#Dataset> .\n"},
        std::string{"<http://a.example/id/7> <http://rdfs.org/ns/void#triples> \"2\" .\n"},
        std::string{"<http://a.example/id/7> <http://rdfs.org/ns/void#properties> \"2\" .\n"},
        std::string{"<http://a.example/id/7> <http://rdfs.org/ns/void#distinctSubjects> \"1\" .\n"},
        std::string{"<http://a.example/id/7> <http://rdfs.org/ns/void#distinctObjects> \"2\" .\n"},
        std::string{"_:dictionary <http://purl.org/HDT/hdt#dictionarynumSharedSubjectObject> \"1\" .\n"},
        std::string{"_:triples <http://purl.org/HDT/hdt#triplesOrder> \"SPO\" .\n"},
        "_:statistics <http://purl.org/HDT/hdt#originalSize> \"" + std::to_string(text.size()) + "\" .\n"})
    EXPECT_NE(found.header.find(statement), std::string::npos) << statement << "is not in\n" << found.header;
  // 18 bytes of the subject, 2 * 18 of the predicates, 3 of the literal.
  EXPECT_EQ(found.dictionary_properties, "mapping=1;sizeStrings=57;");
}

/// Dictionary and triples are byte for byte what rdf2hdt of hdt-cpp makes of the same statements, but for the bits after the last predicate, which it leaves as
/// they were, and their checksum.
TEST(hdt_writer, has_the_bytes_of_rdf2hdt_Q61) {
  const auto bytes = convert_text(
      "<http://a.example/a> <http://a.example/p> \"l1\\nl2 \\\"q\\\"\" .\n"
      "<http://a.example/a> <http://a.example/p> <http://a.example/b> .\n"
      "<http://a.example/b> <http://a.example/p> \"caf\u00e9\"@fr .\n");
  ASSERT_TRUE(bytes) << to_string(bytes.error());
  std::string hex;
  for (const auto byte : std::string_view{*bytes}.substr(bytes->find("$HDT\x03"))) {
    constexpr std::string_view digits = "0123456789abcdef";
    hex += digits[static_cast<unsigned char>(byte) >> 4];
    hex += digits[static_cast<unsigned char>(byte) & 0xF];
  }
  EXPECT_EQ(hex,
            "24484454033c687474703a2f2f7075726c2e6f72672f4844542f6864742364696374696f6e617279466f7572"
            "3e006d617070696e673d313b73697a65537472696e67733d37353b006095028193906b010582ad60022322c6"
            "90687474703a2f2f612e6578616d706c652f620037214677028193906b010582ad60022322c690687474703a"
            "2f2f612e6578616d706c652f6100ae89a143028193906b010582ad60022322c690687474703a2f2f612e6578"
            "616d706c652f700058e0c66f0282979082010582ade002dad8056b22636166c3a92240667200816c310a6c32"
            "202271222200b8a3a56424484454043c687474703a2f2f7075726c2e6f72672f4844542f6864742374726970"
            "6c65734269746d61703e006f726465723d313b0059e901829203a5a02d41018395054d478c67010182f903a5"
            "a02d41010283c13608fd3f44");
}

TEST(hdt_writer, spells_terms_without_escapes_Q60) {
  const auto found = read_text(
      "<http://a.example/a> <http://a.example/p> \"\" .\n"
      "<http://a.example/a> <http://a.example/p> \"a\\tb\\\\c\\\"d\\re\\n\\u0001\u00e9\U0001F9E6\" .\n"
      "<http://a.example/a> <http://a.example/p> \"x\"@ar--rtl .\n"
      "<http://a.example/\u00e9> <http://a.example/p> _:b1 .\n"
      "_:b1 <http://a.example/p> _:b1 .\n");
  EXPECT_EQ(found.sections[0], (std::vector<std::string>{"_:b1"}));
  EXPECT_EQ(found.sections[1], (std::vector<std::string>{"http://a.example/a", "http://a.example/\u00e9"}));
  EXPECT_EQ(found.sections[3],
            (std::vector<std::string>{"\"\"", "\"a\tb\\c\"d\re\n\x01\u00e9\U0001F9E6\"", "\"x\"@ar--rtl"}));
  EXPECT_EQ(found.triples.size(), 5U);
}

TEST(hdt_writer, of_an_empty_document_is_valid_Q60) {
  const auto found = read_text("");
  for (const auto& section : found.sections) EXPECT_TRUE(section.empty());
  EXPECT_TRUE(found.triples.empty());
  EXPECT_EQ(found.bits_of_y, 1U) << "readers, as hdt-cpp, do not expect bitmaps without bits";
  EXPECT_EQ(found.bits_of_z, 1U);
}

TEST(hdt_writer, numbers_of_blocks_of_terms_and_shared_bytes_have_no_limit_Q60) {
  for (const int count : {1, 15, 16, 17, 32, 33, 1000}) {
    std::set<triple> triples;
    for (int i = 0; i < count; ++i)
      triples.insert({std::string{item} + std::string(200, 'x') + std::to_string(i), "http://a.example/p",
                      std::string{item} + std::string(200, 'x') + std::to_string(i / 2)});
    const auto found = read_text(lines_of(triples));
    EXPECT_EQ(sorted(found.triples), std::vector<triple>(triples.begin(), triples.end())) << count;
  }
}

/// Random statements, most of which spill; in any order, and with repetitions, the file is the same.
TEST(hdt_writer, depends_only_on_the_set_of_triples_and_not_on_memory_or_threads_Q62) {
  std::mt19937 random{5};
  std::set<triple> triples;
  const auto number = [&](unsigned below) { return std::to_string(random() % below); };
  while (triples.size() < 4'000)
    triples.insert({std::string{item} + number(600), "http://a.example/p" + number(40),
                    std::string{item} + number(1200)});
  const auto text = lines_of(triples);
  const auto plenty = convert_text(text);
  ASSERT_TRUE(plenty) << to_string(plenty.error());
  EXPECT_EQ(sorted(hdt_reading{*plenty}.read().triples), std::vector<triple>(triples.begin(), triples.end()));

  worker_pool workers{2};
  auto little = about("http://a.example/d");
  little.memory_bytes = std::uint64_t{1} << 15;
  little.workers = &workers;
  EXPECT_TRUE(convert_text(text, little) == *plenty) << "memory and threads change the file";

  int runs = 0;
  hdt_writer writer{little, [&runs] { return std::make_unique<counted_store>(runs); }};
  std::vector<triple> shuffled(triples.begin(), triples.end());
  std::ranges::shuffle(shuffled, random);
  for (int times = 0; times < 2; ++times)
    for (const auto& [s, p, o] : shuffled)
      ASSERT_TRUE(writer.add(
          {{term_kind::iri, s, {}, {}}, {term_kind::iri, p, {}, {}}, {term_kind::iri, o, {}, {}}, {}}));
  string_sink out;
  ASSERT_TRUE(writer.finish(text.size(), out));
  EXPECT_TRUE(out.text == *plenty) << "the order of the statements changes the file";
  EXPECT_GT(runs, 10) << "the three sorters fit into memory: this tests nothing";
}

TEST(hdt_writer, large_sections_wait_on_scratch_Q62) {
  std::mt19937 random{6};
  std::string text;
  std::set<std::string> literals;
  while (literals.size() < 1'500) {
    std::string literal(300, '"');
    for (auto& c : std::span{literal}.subspan(1, literal.size() - 2))
      c = static_cast<char>('a' + random() % 26);
    literals.insert(literal);
  }
  for (const auto& literal : literals)
    text += "<http://a.example/a> <http://a.example/p> " + literal + " .\n";
  int runs = 0;
  string_sink out;
  ASSERT_TRUE(convert_to_hdt([&] { return result<byte_source_ptr>{make_memory_source(text)}; },
                             about("http://a.example/d"),
                             [&runs] { return std::make_unique<counted_store>(runs); }, out));
  EXPECT_EQ(runs, 1) << "only the text of the objects is large";
  EXPECT_EQ(hdt_reading{out.text}.read().sections[3],
            std::vector<std::string>(literals.begin(), literals.end()));
}

TEST(hdt_writer, refuses_what_HDT_does_not_have_Q63) {
  const auto refused = [](const std::string& text, hdt_options options = about("http://a.example/d")) {
    const auto made = convert_text(text, std::move(options));
    return made ? failure{} : made.error();
  };
  const std::string start = "<http://a.example/a> <http://a.example/p> ";
  EXPECT_EQ(refused(start + "\"x\" <http://a.example/g> .\n").code, errc::quad_in_triples);
  EXPECT_EQ(refused(start + "<<( <http://a.example/a> <http://a.example/p> \"x\" )>> .\n").code,
            errc::triple_term_out_of_place);
  EXPECT_EQ(refused(start + "\"a\\u0000b\" .\n").code, errc::odd_character);
  auto few = about("http://a.example/d");
  few.most_predicate_bytes = 300;
  const auto many = refused(start + "\"x\" .\n<http://a.example/a> <http://a.example/q> \"x\" .\n" +
                                "<http://a.example/a> <http://a.example/r> \"x\" .\n",
                            few);
  EXPECT_EQ(many.code, errc::limit_exceeded);
  EXPECT_EQ(many.detail, "more than 2 predicates, which HDT numbers in memory");
  EXPECT_EQ(refused("<http://a.example/a> <http://a.example/p> .\n").code, errc::syntax_error);
}

TEST(hdt_writer, errors_of_the_runs_and_the_output_end_it_Q63) {
  struct full_store final : run_store {
    result<byte_sink*> create() override { return fail(errc::no_space, "full"); }
    result<byte_source_ptr> open(std::size_t) override { return fail(errc::internal); }
    void remove(std::size_t) override {}
  };
  struct full_sink final : byte_sink {
    result<void> write(std::string_view bytes) override {
      if (bytes.size() > left) return fail(errc::no_space, "full");
      left -= bytes.size();
      return {};
    }
    std::size_t left = 0;
  };
  std::set<triple> triples;
  for (int i = 0; i < 20'000; ++i)
    triples.insert(
        {std::string{item} + std::to_string(i), "http://a.example/p", std::string{item} + std::to_string(i)});
  const auto text = lines_of(triples);
  const auto open = [&] { return result<byte_source_ptr>{make_memory_source(text)}; };
  auto little = about("http://a.example/d");
  little.memory_bytes = std::uint64_t{1} << 17;
  string_sink out;
  const auto no_runs = convert_to_hdt(
      open, little, [] { return std::make_unique<full_store>(); }, out);
  ASSERT_FALSE(no_runs);
  EXPECT_EQ(no_runs.error().code, errc::no_space);
  EXPECT_EQ(out.text, "");

  const std::string small = "<http://a.example/a> <http://a.example/p> \"x\" .\n";
  const auto whole = convert_text(small);
  ASSERT_TRUE(whole);
  for (std::size_t left = 0; left < whole->size(); left += 7) {
    full_sink sink;
    sink.left = left;
    const auto done = convert_to_hdt([&] { return result<byte_source_ptr>{make_memory_source(small)}; },
                                     about("http://a.example/d"), make_memory_run_store, sink);
    ASSERT_FALSE(done) << left;
    EXPECT_EQ(done.error().code, errc::no_space);
  }
}

}  // namespace
}  // namespace laundromat
