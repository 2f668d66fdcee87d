// The canonical form of statements, and Skolem IRIs.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/canonical.hpp"

#include <gtest/gtest.h>

#include "core/rdf/write/plain_copy.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {
namespace {

term_view iri(std::string_view value) {
  return {term_kind::iri, value, {}, {}};
}

std::string line(term_view object, term_view graph = {}) {
  std::string out;
  append_canonical(out, {iri("a:s"), iri("a:p"), object, graph}, "b:");
  return out;
}

TEST(canonical, single_spaces_and_a_graph_only_where_there_is_one) {
  EXPECT_EQ(line(iri("a:o")), "<a:s> <a:p> <a:o> .\n");
  EXPECT_EQ(line(iri("a:o"), iri("a:g")), "<a:s> <a:p> <a:o> <a:g> .\n");
}

TEST(canonical, xsd_string_is_left_out_and_tags_are_lower_case_D66) {
  EXPECT_EQ(line({term_kind::literal, "x", "http://www.w3.org/2001/XMLSchema#string", {}}),
            "<a:s> <a:p> \"x\" .\n");
  EXPECT_EQ(line({term_kind::literal, "x", {}, "en-GB"}), "<a:s> <a:p> \"x\"@en-gb .\n");
  EXPECT_EQ(line({term_kind::literal, "x", "a:t", {}}), "<a:s> <a:p> \"x\"^^<a:t> .\n");
}

TEST(canonical, escapes_are_those_of_rdf_1_2) {
  using namespace std::string_view_literals;
  EXPECT_EQ(line({term_kind::literal, "\0\x01\t\b\n\r\f\"\\\x1F\x7F\xC3\xA9'"sv, {}, {}}),
            "<a:s> <a:p> \"\\u0000\\u0001\\t\\b\\n\\r\\f\\\"\\\\\\u001F\\u007F\xC3\xA9'\" .\n");
  EXPECT_EQ(line({term_kind::literal, "\xEF\xBF\xBD\xEF\xBF\xBE\xEF\xBF\xBF", {}, {}}),
            "<a:s> <a:p> \"\xEF\xBF\xBD\\uFFFE\\uFFFF\" .\n");
  EXPECT_EQ(line(iri("a: <>\"{}|^`\\")),
            "<a:s> <a:p> <a:\\u0020\\u003C\\u003E\\u0022\\u007B\\u007D\\u007C\\u005E\\u0060\\u005C> .\n");
}

// For any length: short text is copied in other chunks than long text.
template <bool is_iri>
void expect_plain_copies() {
  for (std::size_t n = 0; n <= 40; ++n)
    for (std::size_t at = 0; at <= n; ++at)
      for (unsigned c = 0; c < 256; ++c) {
        std::string text(n, 'x');
        if (at < n) text[at] = static_cast<char>(c);
        const bool is_plain =
            at == n || !(is_iri ? plain_copy::may_need_escape_in_iri(static_cast<unsigned char>(c))
                                : plain_copy::may_need_escape(static_cast<unsigned char>(c)));
        std::string to(n + 1, '!');
        const auto* const end = plain_copy::copy<is_iri>(to.data(), text);
        ASSERT_EQ(to.back(), '!') << n;
        // Non-ASCII text may be treated as if it had an escape.
        if (end == nullptr && c >= 0x80) continue;
        ASSERT_EQ(end != nullptr, is_plain) << n << " " << at << " " << c;
        ASSERT_TRUE(!is_plain || to == text + "!") << n << " " << at << " " << c;
      }
}

TEST(canonical, the_fast_copy_misses_no_escape) {
  expect_plain_copies<false>();
  expect_plain_copies<true>();
}

TEST(canonical, blank_nodes_are_skolemised_without_clashes_D67) {
  EXPECT_EQ(line({term_kind::blank, "a.b-1", {}, {}}), "<a:s> <a:p> <b:a.b-1> .\n");
  EXPECT_EQ(line({term_kind::blank, "~1", {}, {}}), "<a:s> <a:p> <b:~1> .\n");
  EXPECT_EQ(line({term_kind::blank, "\xC3\xA9", {}, {}}), "<a:s> <a:p> <b:%C3%A9> .\n");
}

TEST(skolem, digits_are_inserted_in_every_place_for_them_and_nowhere_else) {
  const std::string place = "<" + late_skolem_prefix() + "x>";
  const std::string digits(genid_digits, 'f');
  const std::string real = "<" + std::string(genid_base) + digits + "/x>";
  const auto filled = [&](const std::string& text) {
    std::string out = "before ";
    append_with_digits(out, text, digits);
    return out.substr(7);
  };
  EXPECT_EQ(filled(place + " <a:p> " + place + " " + place + " .\n"),
            real + " <a:p> " + real + " " + real + " .\n");
  EXPECT_EQ(filled("<a:s> <a:p> \"\\u0001\" .\n" + place + " <a:p> \"1\"^^<a:t> .\n"),
            "<a:s> <a:p> \"\\u0001\" .\n" + real + " <a:p> \"1\"^^<a:t> .\n");
  EXPECT_EQ(filled("<a:s> <a:p> <a:o> .\n" + place + " "), "<a:s> <a:p> <a:o> .\n" + real + " ");
  EXPECT_EQ(filled(""), "");
}

TEST(skolem, text_of_a_document_never_becomes_a_place_for_digits) {
  const std::string place(1, digits_place);
  EXPECT_EQ(line({term_kind::literal, place, {}, {}}).find(digits_place), std::string::npos);
  EXPECT_EQ(line(iri(place)).find(digits_place), std::string::npos);
  EXPECT_EQ(line({term_kind::blank, place, {}, {}}).find(digits_place), std::string::npos);
}

}  // namespace
}  // namespace laundromat
