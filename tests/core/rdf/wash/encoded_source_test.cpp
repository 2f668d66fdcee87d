// Clean documents for readers of RDF 1.1: what `wash` writes with the same forms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/encoded_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/core/rdf/wash/washing.hpp"

namespace laundromat {
namespace {

constexpr auto no_nodes =
    "PREFIX : <http://a.example/>\n"
    ":a :p <<( :s :p \"x\"@ar--rtl )>>, \"y\"@he--rtl, \"z\"@en--ltr, \"--rtl\"@en .\n"
    ":b :p <<( :s :p <<( :s :p \"x\"@ar--rtl )>> )>>, <<( :s :p \"x\"@ar--rtl )>> .\n"
    "GRAPH :g { :c :p <<( :s :p :o )>> . :a :p \"y\"@he--rtl }\n";
constexpr auto some_nodes =
    "PREFIX : <http://a.example/>\n"
    "_:b :p <<( _:b :p [] )>>, \"y\"@he--rtl . :a :p <<( :s :p _:b )>> .\n";

struct encoded {
  std::string text;
  std::uint64_t dropped = 0;
};

encoded encode(const std::string& clean, const rdf_forms& forms, std::size_t most_bytes = 1 << 20) {
  encoded out;
  const auto open = [&]() -> result<byte_source_ptr> {
    return std::make_unique<testing::slow_source>(clean, most_bytes);
  };
  const auto source = make_encoded_source(open, forms, make_memory_run_store, out.dropped);
  EXPECT_TRUE(source) << (source ? std::string() : to_string(source.error()));
  if (source) out.text = read_all(**source, 1 << 20).value_or("unreadable");
  return out;
}

std::string wash_with(const char* text, const rdf_forms& forms) {
  wash_document_options options;
  options.forms = forms;
  return testing::wash(text, rdf_format::trig, options).bytes;
}

constexpr rdf_forms all_forms[] = {
    {triple_term_form::basic_encoding, direction_form::kept},
    {triple_term_form::kept, direction_form::compound_literal},
    {triple_term_form::kept, direction_form::i18n_datatype},
    {triple_term_form::kept, direction_form::dropped},
    {triple_term_form::basic_encoding, direction_form::compound_literal},
    {triple_term_form::basic_encoding, direction_form::i18n_datatype},
    {triple_term_form::basic_encoding, direction_form::dropped},
};

TEST(encoded_source, is_what_wash_writes_with_the_same_forms_R135) {
  const auto clean = wash_with(no_nodes, {});
  for (const auto& forms : all_forms)
    for (const std::size_t most_bytes : {std::size_t{1} << 20, std::size_t{1}})
      EXPECT_EQ(encode(clean, forms, most_bytes).text, wash_with(no_nodes, forms))
          << to_string(forms.triple_terms) << ", " << to_string(forms.directions);
}

TEST(encoded_source, has_nothing_of_rdf_1_2_and_is_sorted) {
  for (const auto& forms : all_forms) {
    const auto text = encode(wash_with(some_nodes, {}), forms).text;
    EXPECT_EQ(text.find("<<(") == text.npos, forms.triple_terms != triple_term_form::kept) << text;
    EXPECT_EQ(text.find("@he--") == text.npos, forms.directions != direction_form::kept) << text;
    std::vector<std::string> lines;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);) lines.push_back(line + "\n");
    EXPECT_TRUE(std::ranges::is_sorted(lines)) << text;
    EXPECT_EQ(std::ranges::adjacent_find(lines), lines.end()) << text;
  }
}

TEST(encoded_source, counts_dropped_directions) {
  const rdf_forms forms{triple_term_form::kept, direction_form::dropped};
  EXPECT_EQ(encode("<a:s> <a:p> \"x\"@ar--rtl .\n<a:s> <a:p> \"y\"@ar--rtl .\n", forms).dropped, 2U);
}

TEST(encoded_source, leaves_other_documents_as_they_are) {
  const std::string clean = "<a:s> <a:p> \"<<( --ltr\" .\n<a:s> <a:p> <a:o> .\n";
  for (const auto& forms : all_forms) EXPECT_EQ(encode(clean, forms).text, clean);
  EXPECT_EQ(encode("not clean\n", {}).text, "not clean\n");
}

TEST(encoded_source, refuses_what_is_not_clean) {
  std::uint64_t dropped = 0;
  const auto open = []() -> result<byte_source_ptr> { return make_memory_source("<a:s> <<( .\n"); };
  const auto source = make_encoded_source(open, all_forms[0], make_memory_run_store, dropped);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, errc::syntax_error);
}

}  // namespace
}  // namespace laundromat
