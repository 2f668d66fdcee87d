// Hostile documents: each costs little time and a typed defect, and what follows is still read.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ctime>

#include "tests/core/rdf/linear_time.hpp"

namespace laundromat::testing {
namespace {

const std::string head =
    R"(<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/ns#">)";
const std::string tail =
    R"(<rdf:Description rdf:about="http://example.org/last"><ex:p>last</ex:p></rdf:Description></rdf:RDF>)";
const std::string last_line = R"(<http://example.org/last> <http://example.org/ns#p> "last" .)";

/// Reads `middle` between a head and one more node, within 20 seconds of processor time, however it was built, and expects that
/// node to be read.
remembering_sink read_between(const std::string& middle, const std::string& before = head,
                              reader_options options = {base}) {
  const auto begin = std::clock();
  auto read = read_text(rdf_format::rdf_xml, before + middle + tail, 65'536, std::move(options));
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 20.0);
  EXPECT_TRUE(!read.lines.empty() && read.lines.back() == last_line);
  return read;
}

std::size_t count(const remembering_sink& read, errc rule) {
  return static_cast<std::size_t>(std::ranges::count(read.defects, rule, &defect::rule));
}

TEST(hostile_rdf_xml, elements_nested_too_deep_are_skipped) {
  const auto nested_elements = [](std::size_t pairs) {
    return repeat("<ex:T><ex:p>", pairs) + repeat("</ex:p></ex:T>", pairs);
  };
  EXPECT_EQ(read_between(nested_elements(200)).defects.size(), 0u);
  const auto deep = read_between(nested_elements(300));
  EXPECT_EQ(count(deep, errc::too_deep_nesting), 1u);
  EXPECT_GT(deep.lines.size(), 250u);
  EXPECT_EQ(count(read_between(nested_elements(100'000)), errc::too_deep_nesting), 1u);
}

TEST(hostile_rdf_xml, end_tags_without_start_tags_open_no_more_elements_than_may_be_nested) {
  const std::string node = "<rdf:Description rdf:about=\"http://example.org/s\"><ex:p>v</ex:p>";
  for (const auto* ends :
       {"</ex:a></ex:b>", "<ex:q>w</ex:q></ex:a><ex:r>w</ex:r></ex:b>", "text<ex:q>w</ex:q></ex:a></ex:b>"}) {
    const auto read = read_between(node + repeat(ends, 50'000) + "</rdf:Description>");
    EXPECT_GE(count(read, errc::xml_syntax) + count(read, errc::mismatched_tag), 1u) << ends;
  }
}

TEST(hostile_rdf_xml, attributes_beyond_the_limit_cost_their_element) {
  for (const auto number : {1'001, 200'000}) {
    std::string tag = "<rdf:Description rdf:about=\"http://example.org/s\"";
    for (int i = 0; i < number; ++i) tag.append(" ex:a").append(std::to_string(i)).append("=\"v\"");
    const auto read = read_between(tag + "><ex:p>lost</ex:p></rdf:Description>");
    EXPECT_EQ(read.lines.size(), 1u);
    ASSERT_EQ(read.defects.size(), 1u);
    EXPECT_EQ(read.defects[0].rule, errc::too_many_attributes);
  }
  std::string tag = "<rdf:Description rdf:about=\"http://example.org/s\"";
  for (int i = 0; i < 900; ++i) tag.append(" ex:a").append(std::to_string(i)).append("=\"v\"");
  EXPECT_EQ(read_between(tag + "/>").lines.size(), 901u);
}

TEST(hostile_rdf_xml, a_start_tag_beyond_the_limit_costs_its_element) {
  const auto read = read_between("<ex:T ex:a=\"" + repeat("x", 3'000'000) + "\"><ex:p>lost</ex:p></ex:T>");
  EXPECT_EQ(read.lines.size(), 1u);
  EXPECT_EQ(count(read, errc::statement_too_long), 1u);
}

TEST(hostile_rdf_xml, entities_expand_within_a_budget) {
  std::string laughs = "<!DOCTYPE rdf:RDF [<!ENTITY l0 \"lol\">";
  for (int i = 1; i < 12; ++i) {
    const auto one = "&l" + std::to_string(i - 1) + ";";
    laughs.append("<!ENTITY l").append(std::to_string(i)).append(" \"").append(repeat(one, 10)).append("\">");
  }
  const auto bomb = read_between("<ex:T><ex:p>&l11;</ex:p></ex:T>", laughs + "]>" + head);
  EXPECT_EQ(count(bomb, errc::entity_limit), 1u);
  const auto quadratic = read_between("<ex:T><ex:p>" + repeat("&a;", 50'000) + "</ex:p></ex:T>",
                                      "<!DOCTYPE r [<!ENTITY a \"" + repeat("a", 100'000) + "\">]>" + head);
  EXPECT_EQ(count(quadratic, errc::entity_limit), 1u);
  const auto empty = read_between(
      "<ex:T><ex:p>" + repeat("&l11;", 1000) + "</ex:p></ex:T>",
      "<!DOCTYPE r [<!ENTITY l0 \"\">" + laughs.substr(laughs.find("<!ENTITY l1 ")) + "]>" + head);
  EXPECT_EQ(count(empty, errc::entity_limit), 1u);
}

TEST(hostile_rdf_xml, attributes_that_are_not_written_share_the_budget_of_entities) {
  std::string many = "<!DOCTYPE rdf:RDF [";
  for (int i = 0; i < 900; ++i)
    many.append("<!ATTLIST ex:T ex:d").append(std::to_string(i)).append(" CDATA \"x\">");
  const auto written = repeat("<ex:T rdf:about=\"http://example.org/t\"/><ex:T/>", 2'000);
  const auto crowd = read_between(written, many + "]>" + head);
  EXPECT_LT(crowd.lines.size(), 60'000u);
  const auto read =
      (crowd.lines.size() - 2'001) / 900;  // of the elements; of others only the type of those with a name
  EXPECT_GT(read, 0u);
  EXPECT_EQ(count(crowd, errc::entity_limit), 4'000 - read);
  EXPECT_EQ(crowd.defects.size(), 4'000 - read);
  const auto declaration = "<!DOCTYPE rdf:RDF [<!ATTLIST ex:T ex:d CDATA \"" + repeat("x", 30'000) + "\">]>";
  EXPECT_LT(read_between(written, declaration + head).lines.size(), 2'200u);
}

TEST(hostile_rdf_xml, what_depends_on_attributes_beyond_the_budget_is_lost_with_them) {
  reader_options options{base};
  options.limits.entity_bytes = 0;
  const auto declaring = [](const std::string& attribute) {
    return "<!DOCTYPE rdf:RDF [<!ATTLIST ex:T ex:d CDATA \"" + repeat("x", 20'000) +
           "\"><!ATTLIST ex:r ex:d CDATA \"" + repeat("x", 20'000) + "\" " + attribute + ">]>" + head;
  };
  const auto named =
      "<ex:T rdf:about=\"http://example.org/t\" xml:lang=\"en\"><ex:q>kept</ex:q><ex:r>lost</ex:r></ex:T>";
  const auto kept = read_between(named, declaring(""), options);
  EXPECT_EQ(kept.lines.size(), 3u);
  EXPECT_EQ(count(kept, errc::entity_limit), 2u);
  const auto unnamed = read_between("<ex:T><ex:q>lost</ex:q></ex:T>", declaring(""), options);
  EXPECT_EQ(unnamed.lines.size(), 1u);
  EXPECT_EQ(count(unnamed, errc::entity_limit), 1u);
  const auto typed =
      read_between("<ex:U><ex:r>5</ex:r></ex:U>", declaring("rdf:datatype CDATA 'd'"), options);
  EXPECT_EQ(typed.lines.size(), 2u);
  EXPECT_EQ(count(typed, errc::entity_limit), 1u);
  const auto xml =
      read_between("<ex:U><ex:q rdf:parseType=\"Literal\"><ex:T/></ex:q></ex:U>", declaring(""), options);
  EXPECT_EQ(xml.lines.size(), 2u);
  EXPECT_EQ(count(xml, errc::entity_limit), 1u);
}

TEST(hostile_rdf_xml, a_long_document_may_abbreviate_its_namespaces_all_the_way) {
  const auto read =
      read_between(repeat("<ex:T><ex:p rdf:resource=\"&long;x\"/></ex:T>\n", 50'000),
                   "<!DOCTYPE r [<!ENTITY long \"http://example.org/a/namespace/of/some/length#\">]>" + head);
  EXPECT_EQ(read.defects.size(), 0u);
  EXPECT_EQ(read.lines.size(), 100'001u);
}

TEST(hostile_rdf_xml, a_description_may_have_any_number_of_properties_D48) {
  constexpr std::size_t properties = 50'000;
  std::string description = "<rdf:Description rdf:about=\"http://example.org/s\">\n";
  for (std::size_t i = 0; i < properties; ++i)
    description.append("<ex:p>").append(std::to_string(i)).append("</ex:p>\n");
  const auto read = read_between(description + "</rdf:Description>");
  EXPECT_EQ(read.defects.size(), 0u);
  EXPECT_EQ(read.lines.size(), properties + 1);
}

TEST(hostile_rdf_xml, a_literal_may_be_as_long_as_the_limit_and_no_longer) {
  const auto long_text = read_between("<ex:T><ex:p>" + repeat("x", 11'000'000) + "</ex:p></ex:T>");
  EXPECT_EQ(long_text.defects.size(), 0u);
  reader_options options{base};
  options.limits.term_bytes = 100'000;
  const auto text = "<ex:T><ex:p>" + repeat("x", 1'000'000) + "</ex:p><ex:q>kept</ex:q></ex:T>";
  const auto cut = read_between(text, head, options);
  EXPECT_EQ(count(cut, errc::term_too_long), 1u);
  EXPECT_EQ(cut.lines.size(), 3u);
  const auto xml = read_between(
      "<ex:T><ex:p rdf:parseType=\"Literal\">" + repeat("<b/>", 100'000) + "</ex:p><ex:q>kept</ex:q></ex:T>",
      head, options);
  EXPECT_EQ(count(xml, errc::term_too_long), 1u);
  EXPECT_EQ(xml.lines.size(), 3u);
}

TEST(hostile_rdf_xml, names_may_be_many_and_long) {
  std::string many;
  for (int i = 0; i < 55'000; ++i) {
    const auto name = "ex:" + repeat("n", 200) + std::to_string(i);
    many.append("<ex:T><").append(name).append(">v</").append(name).append("></ex:T>\n");
  }
  EXPECT_EQ(read_between(many).lines.size(), 110'001u);
  const auto name = "ex:" + repeat("n", 60'000);
  EXPECT_EQ(read_between("<ex:T><" + name + ">v</" + name + "></ex:T>").defects[0].rule, errc::term_too_long);
}

TEST(hostile_rdf_xml, much_damage_costs_linear_time) {
  for (const auto* one : {"<ex:p>x", "</ex:p>", "<ex:T>x</ex:p>", "&", "<", "<ex:p rdf:resource=\"x", "<!x",
                          "<?x", "]]>", "<ex:p>x</ex:q>", "<rdf:Description rdf:about=\"x\">", "text <ex:p/>",
                          "<!-- x\n", "<!-- x <!-- y -->\n", "<!-- x <!-- y -->\n<!-- z --> -->\n",
                          "<ex:T><ex:p><![CDATA[ x </ex:p></ex:T>", "<![CDATA[\n<ex:p>",
                          "</rdf:RDF>\n<ex:T rdf:about=\"x\"/>", "<ex:T rdf:about=x/>"}) {
    const auto begin = std::clock();
    read_text(rdf_format::rdf_xml, head + repeat(one, 10'000), 65'536);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 20.0) << one;
  }
}

TEST(hostile_rdf_xml, a_section_without_end_is_scanned_once) {
  for (const std::string one : {"<!DOCTYPE x [ \n", "<!DOCTYPE x <!--\n", "<!DOCTYPE x '\n", "<!-- x \n",
                                "<?x \n", "<![CDATA[ x \n", "<!x \n"})
    for (const auto& before : {head, std::string()})
      expect_linear(rdf_format::rdf_xml, 15'000,
                    [&](std::size_t times) { return before + repeat(one, times); });
}

TEST(hostile_rdf_xml, a_start_tag_full_of_stray_characters_is_scanned_once) {
  for (const std::string one : {"x", "=", "\" ", "p:x=\"d\"", " b=\"c\" \" ", "x='"})
    expect_linear(rdf_format::rdf_xml, 20'000,
                  [&](std::size_t times) { return head + "<ex:T ex:p=\"v\"x" + repeat(one, times) + "/>"; });
}

TEST(hostile_rdf_xml, many_defects_in_one_line_cost_linear_time) {
  for (const std::string one :
       {R"(<ex:T rdf:about="a b c" <<>x</ex:T>)", R"(<ex:T ex:p="v" ex:p="w" x:y="z" zz="1"/>)",
        R"(<ex:T><ex:p rdf:parseType="Collection"><ex:a b/></ex:p></ex:T>)"})
    for (const std::size_t chunk_bytes : {65'536, 0})  // and as a whole
      expect_linear(
          rdf_format::rdf_xml, 2'000, [&](std::size_t times) { return head + repeat(one, times); },
          chunk_bytes);
}

TEST(hostile_rdf_xml, prefixes_may_be_many) {
  const auto declare = [](bool is_prefix, bool is_iri) {
    return [=](std::size_t times) {
      auto text = head;
      for (std::size_t i = 0; i < times; ++i) {
        const auto prefix = "p" + (is_prefix ? std::to_string(i) : "");
        text.append("<").append(prefix).append(":T xmlns:").append(prefix).append("=\"http://example.org/");
        text.append(is_iri ? std::to_string(i) : "").append("#\"/>\n");
      }
      return text;
    };
  };
  expect_linear(rdf_format::rdf_xml, 60'000, declare(true, true));
  expect_linear(rdf_format::rdf_xml, 60'000, declare(false, true));
}

TEST(hostile_rdf_xml, a_skipped_range_that_began_far_before_has_its_excerpt) {
  const auto gap = repeat(" ", 40'000);
  const auto broken = gap + "<ex:r><ex:r>x</ex:r></ex:r>";
  for (const auto& lost : {"<ex:T>" + broken + "</ex:T>",
                           "<ex:T rdf:about=\"#t\"><ex:p><ex:T>" + broken + "</ex:T></ex:p></ex:T>",
                           "<ex:T rdf:about=\"#t\"><ex:p rdf:parseType=\"Literal\"><ex:b>" + gap +
                               "<no:b/></ex:b></ex:p></ex:T>"}) {
    const auto read = read_with_properties(rdf_format::rdf_xml, head + lost + "</rdf:RDF>");
    ASSERT_EQ(read.defects.size(), 1u);
    EXPECT_EQ(read.defects[0].before.size(), reader_options().limits.excerpt_bytes);
  }
}

TEST(hostile_rdf_xml, a_section_closed_far_away_is_a_section_and_one_without_end_is_not) {
  const auto nodes = repeat(
      "<rdf:Description rdf:about=\"http://example.org/s\"><ex:p>x</ex:p></rdf:Description>\n", 20'000);
  const auto closed = read_between("<!-- long\n" + nodes + "-->\n");
  EXPECT_EQ(closed.lines.size(), 1u);
  EXPECT_EQ(closed.defects.size(), 0u);
  const auto lost = read_between("<!-- long\n" + nodes);
  EXPECT_EQ(lost.lines.size(), 20'001u);
  EXPECT_EQ(count(lost, errc::unterminated), 1u);
  reader_options options{base};
  options.limits.term_bytes = 100'000;
  const auto far = read_text(rdf_format::rdf_xml, head + "<!-- long\n" + nodes + tail, 65'536, options);
  EXPECT_EQ(far.lines.size(), 0u);
  EXPECT_EQ(count(far, errc::unterminated), 1u);
}

TEST(hostile_rdf_xml, nothing_outside_the_document_is_read) {
  const auto read = read_between(
      R"(<ex:T><ex:p>&file;</ex:p><ex:p>&web;</ex:p></ex:T>)",
      R"(<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY file SYSTEM "file:///etc/hostname">
                                    <!ENTITY web PUBLIC "x" "http://127.0.0.1:9/"><!ENTITY % pe SYSTEM "http://127.0.0.1:9/"> %pe;]>)" +
          head);
  EXPECT_EQ(count(read, errc::xml_syntax), 2u);
  EXPECT_EQ(read.lines.size(), 2u);
}

}  // namespace
}  // namespace laundromat::testing
