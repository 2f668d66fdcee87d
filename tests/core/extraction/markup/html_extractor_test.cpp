// Tests of the records of HTML documents.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/html/html_extractor.hpp"

#include <fstream>
#include <sstream>

#include "tests/core/extraction/markup/record_log.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

std::string read_case(const std::string& name) {
  std::ifstream file(source_path("tests/core/extraction/cases/") + name);
  EXPECT_TRUE(file) << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

record_log read_html(std::string_view text, std::string records = {}, std::vector<field_spec> fields = {},
                     std::size_t chunk = SIZE_MAX, extraction_limits limits = {}) {
  return read_records(
      [&](record_sink& sink) {
        return make_html_extractor({records, fields, limits, nullptr}, sink);
      },
      text, chunk);
}

std::vector<field_spec> hcard_fields() {
  return {with(field("hcard", "//ul.vcard.about"),
               {field("name", "li/span.fn"), field("location", "li/span.adr"),
                field("url", "li/a.url[@href]/@href"), field("bio", "li#bio/span.bio")})};
}
std::vector<field_spec> bookmark_fields() {
  return {
      with(list("bookmarks", "ul#bookmarklist/li.post/.bookmark"),
           {with(field("date", ".dateGroup/span"),
                 {captures({"day", "month", "year"}, "", "(\\d{2}) ([A-Z]{3}) (\\d{2})")}),
            field("title", ".data/h4/a.taggedlink"), field("url", ".data/h4/a.taggedlink/@href"),
            field("del_link_url", ".data/.savers/a.delNav/@href"),
            typed(field("num_savers", ".data/.savers//span.delNavCount"), field_type::integer),
            field("description", ".data/.description"), list("tags", ".tagdisplay//.tag-chain-item-span")})};
}
std::vector<field_spec> hcards_fields() {
  return {with(list("hcards", "//ul.users/li.vcard"),
               {field("name", ".fn"),
                with(field("address", ".adr"),
                     {field("street", ".street"), field("city", ".locality"), field("zip", ".postal")}),
                with(list("tel", "span.tel"),
                     {field("type", "span.type"),
                      captures({"cc", "area", "num"}, "span.value", "\\+(\\d+).(\\d{3})-(\\d{3}-\\d{4})")}),
                list("tags", ".tag")})};
}

void expect_case(const std::string& name, const std::vector<field_spec>& fields) {
  const auto found = read_html(read_case(name + ".html"), {}, fields);
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records.front(), record_json::parse(read_case(name + ".json")).dump());
  for (const auto& line : found.lines)
    EXPECT_NE(line.find(" note no record has `"), line.npos) << line << ": nothing is lost";
}

TEST(html_extractor, gives_the_card_of_the_seed_H08) {
  expect_case("hcard", hcard_fields());
}
TEST(html_extractor, gives_the_bookmarks_of_the_seed_H08) {
  expect_case("bookmarks", bookmark_fields());
}
TEST(html_extractor, gives_the_complicated_cards_of_the_seed_H08) {
  expect_case("hcards", hcards_fields());
}

TEST(html_extractor, gives_each_element_that_is_a_record_with_its_place_H01) {
  const auto found = read_html("<ul><li>a</li>\n<li>b &amp; c</li></ul>", "ul/li", {field("t", "")});
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"t":"a"})", R"({"t":"b & c"})"}));
  EXPECT_EQ(found.places, (std::vector<record_place>{{4, 10, 1, 5}, {15, 18, 2}}));
  EXPECT_EQ(found.spans,
            (std::vector<std::string>{"syntax 4", "statement 10", "syntax 1", "statement 18", "syntax 5"}));
}

TEST(html_extractor, leaves_out_what_is_not_there_and_takes_the_first_of_many_H05_H06) {
  const auto found = read_html("<div><b>1</b><b>2</b><i></i></div>", "div",
                               {field("b", "b"), field("u", "u"), field("deep", "b/u"), list("all", "b")});
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"b":"1","all":["1","2"]})"}));
}

TEST(html_extractor, takes_text_html_or_encoded_html_H03) {
  auto html = field("html", "div"), encoded = field("encoded", "div");
  html.content = element_content::html;
  encoded.content = element_content::encoded;
  const auto found = read_html("<div>a &lt; <b x=\"1\">b</b><script>1<2</script>\n c<p>d</p>e</div>", {},
                               {field("text", "div"), html, encoded});
  EXPECT_EQ(
      found.records,
      (std::vector<std::string>{
          R"({"text":"a < b c d e","html":"a &lt; <b x=\"1\">b</b><script>1<2</script>\n c<p>d</p>e",)"
          R"("encoded":"a &amp;lt; &lt;b x=&quot;1&quot;&gt;b&lt;/b&gt;&lt;script&gt;1&lt;2&lt;/script&gt;\n c&lt;p&gt;d&lt;/p&gt;e"})"}));
}

TEST(html_extractor, closes_what_html_closes_H01) {
  const auto found = read_html("<ul><li>a<li>b<p>c<p>d</ul><table><tr><td>1<td>2<tr><td>3</table>", {},
                               {list("li", "li"), list("p", "li/p"), list("td", "tr/td")});
  EXPECT_EQ(found.records,
            (std::vector<std::string>{R"({"li":["a","b c d"],"p":["c","d"],"td":["1","2","3"]})"}));
}

TEST(html_extractor, ends_a_link_within_a_block_where_its_end_tag_is_H01) {
  const auto found = read_html("<a href=x><div>in</a> out</div>", {}, {field("a", "a"), field("div", "div")});
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"a":"in","div":"in out"})"}));
}

TEST(html_extractor, makes_a_record_of_each_row_of_tables_H01) {
  const auto found = read_html(
      "<table><caption>x</caption><thead><tr><th>a<th colspan=2>b</thead><tr><td "
      "rowspan=2>1<td>2<td><table><tr><th>n<tr><td>m</table>"
      "<tr><td>3<td>4</table><table><tr><td>only</table>");
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"a":"1","b":"2","b_3":"n m"})",
                                                     R"({"a":"1","b":"3","b_3":"4"})", R"({"n":"m"})"}));
}

TEST(html_extractor, names_columns_by_header_rows_and_by_place_H01) {
  const auto found = read_html(
      "<table><tr><th colspan=2>who<th><tr><th>id<th>name<th><tr><th>1<td>Ann<td>x</table>"
      "<table><tr><td>id<td>id<tr><td>1<td>2</table>");
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"who id":"1","who name":"Ann","column_3":"x"})",
                                                     R"({"id":"1","id_2":"2"})"}));
}

TEST(html_extractor, repeats_cells_up_to_the_end_of_their_group_of_rows_H01) {
  const auto found = read_html(
      "<table><tr><th>a<th>b<th>c<tbody><tr><td rowspan=0>1<td rowspan=9>2<td><tr><tr><td>x</tbody>"
      "<tbody><tr><td>3<td>4<td></table>");
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"a":"1","b":"2"})", R"({"a":"1","b":"2","c":"x"})",
                                                     R"({"a":"3","b":"4"})"}));
  EXPECT_TRUE(found.lines.empty());
}

/// The names of the values of each record, and their bytes together.
struct measured_records final : record_sink {
  result<void> on_record(data_record& record) override {
    names.emplace_back();
    for (const auto value : record.root()) {
      names.back().emplace_back(value.name());
      bytes += value.text().size();
    }
    return {};
  }
  void on_defect(const defect& found) override {
    messages += std::string(to_string(found.done)) + " " + found.message + "\n";
  }

  std::vector<std::vector<std::string>> names;
  std::uint64_t bytes = 0;
  std::string messages;
};

TEST(html_extractor, keeps_copies_of_cells_within_limits_and_says_so_H01) {
  const std::string text(100'000, 'x');
  measured_records found;
  const auto made = make_html_extractor({{}, {}, {}, nullptr}, found).value();
  EXPECT_TRUE(made->push("<table><tr><th>a<th><th><th colspan=997><tr><td colspan=999>" + text +
                         "<td><td>beyond<tr><td colspan=2>y<td>z<td colspan=997></table>"));
  EXPECT_TRUE(made->finish());
  ASSERT_EQ(found.names.size(), 2U);
  EXPECT_EQ(found.names[1], (std::vector<std::string>{"a", "column_3"})) << "columns stay where they are";
  EXPECT_LE(found.bytes, (std::uint64_t{64} << 20) + 2 * text.size());
  EXPECT_NE(found.messages.find("skip more columns than 1000\n"), std::string::npos) << found.messages;
  const auto note =
      found.messages.find("note cells that span several columns or rows are not repeated any more");
  EXPECT_NE(note, std::string::npos) << found.messages;
  EXPECT_EQ(found.messages.find("not repeated any more", note + 60), std::string::npos) << "once";
}

TEST(html_extractor, takes_no_rows_of_a_table_that_arranges_the_page_H01) {
  for (const std::string layout : {"<table role=presentation><tr><th>a<th>b<tr><td>1<td>2</table>",
                                   "<table><tr><td>Long ago.<tr><td>There was a page.</table>",
                                   "<table><tr><td>menu<td>x<tr><td>y<td><p>z</table>"}) {
    const auto text = layout.find("menu") == layout.npos ? layout
                                                         : layout.substr(0, layout.size() - 8) +
                                                               "<table><tr><th>a<tr><td>in</table></table>";
    const auto found = read_html(text);
    EXPECT_EQ(found.records.size(), layout.find("menu") == layout.npos ? 0U : 1U) << text;
    ASSERT_TRUE(found.has(errc::no_records)) << text;
    EXPECT_EQ(found.defects.front().offset_bytes, 0U) << text;
    EXPECT_NE(found.defects.front().message.find("is not read as records"), std::string::npos) << text;
    EXPECT_FALSE(read_html(text, "table").records.empty()) << text << ": unless it is selected";
  }
  EXPECT_EQ(read_html("<table><tr><th>a<tr><td>1</table>").records.size(), 1U) << "a column with a header";
}

TEST(html_extractor, notes_rows_and_elements_without_any_value_H01) {
  const auto rows = read_html("<table><tr><th>a<th>b<tr><td><td> <tr><td>1<td><tr><td></table>");
  EXPECT_EQ(rows.records, (std::vector<std::string>{R"({"a":"1"})"}));
  EXPECT_EQ(rows.lines, (std::vector<std::string>{
                            "empty_fields 21+4 1:22 note 2 rows of the table without any text: left out"}));
  const auto fields =
      read_html("<table><tr><th>a<tr><td>1</table>", "tr", {field("a", "td"), field("b", "i")});
  EXPECT_EQ(fields.records, (std::vector<std::string>{R"({"a":"1"})"}));
  ASSERT_EQ(fields.lines.size(), 2U);
  EXPECT_TRUE(fields.lines[0].ends_with("no field has a value here: it is no record")) << fields.lines[0];
  EXPECT_TRUE(fields.lines[1].ends_with("no record has `i`")) << fields.lines[1];
}

TEST(html_extractor, takes_the_rows_of_the_tables_that_are_selected_H01) {
  const std::string page = "<table><tr><th>a<tr><td>1</table><table id=t><tr><th>b<tr><td>2<tr><td>3</table>";
  EXPECT_EQ(read_html(page, "table#t").records, (std::vector<std::string>{R"({"b":"2"})", R"({"b":"3"})"}));
  EXPECT_EQ(read_html(page).records,
            (std::vector<std::string>{R"({"a":"1"})", R"({"b":"2"})", R"({"b":"3"})"}));
}

TEST(html_extractor, knows_elements_whose_tags_are_left_out_H02) {
  constexpr std::string_view bare = "<!DOCTYPE html><title>t</title><p>1<table><tr><td>2<tr><td>3</table>";
  constexpr std::string_view whole =
      "<!DOCTYPE "
      "html><html><head><title>t</title></head><body><p>1</p><table><tbody><tr><td>2<tr><td>3</tbody></"
      "table></"
      "body></html>";
  for (const auto page : {bare, whole}) {
    const auto all = [&](const char* select) {
      const auto found = read_html(page, {}, {list("v", select)});
      return found.records.empty() ? std::string("no record") : found.records[0];
    };
    for (const char* path :
         {"/html/body/table/tbody/tr/td", "body/table/tbody/tr/td", "body//td", "tbody > tr > td"})
      EXPECT_EQ(all(path), R"({"v":["2","3"]})") << path << page;
    EXPECT_EQ(all("html/head/title"), R"({"v":["t"]})") << page;
    EXPECT_EQ(all("body/p"), R"({"v":["1"]})") << page;
    EXPECT_EQ(all("head/p"), "no record") << page;
    EXPECT_EQ(all("body/title"), "no record") << page;
    EXPECT_EQ(all("tbody/td"), "no record") << page;
  }
  EXPECT_EQ(read_html(bare, "table/tr", {field("v", "td")}).records.size(), 2U) << "a path without them";
  EXPECT_EQ(read_html("<html>\n<p>1</html>", "/html/body/p", {field("v", "")}).records.size(), 1U);
}

TEST(html_extractor, skips_rows_with_more_or_fewer_cells_than_the_header_E02) {
  const auto found = read_html(
      "<table><tr><th>id<th>name</tr>\n<tr><td>1<td>Ann\ntr><td>2<td>Bob</tr>\n<tr><td>3<td>Eve</tr>\n"
      "<tr><td>4td>Dan</tr>\n<tr><td>5<td>Joe<td><td></tr></table>");
  EXPECT_EQ(found.records,
            (std::vector<std::string>{R"({"id":"3","name":"Eve"})", R"({"id":"5","name":"Joe"})"}));
  EXPECT_EQ(found.lines, (std::vector<std::string>{"row_width 31+37 2:1 skip 4 fields instead of 2",
                                                   "short_row 91+20 5:1 skip 1 field instead of 2",
                                                   "empty_fields 112+0 6:1 repair 4 fields instead of 2"}));
  EXPECT_EQ(found.sums.quarantine_bytes, 57U);
}

TEST(html_extractor, counts_cells_that_span_into_a_row_for_its_width_E02) {
  const auto found = read_html(
      "<table><tr><th>a<th>b<th>c<tr><td colspan=2>1<td rowspan=3>2<tr><td>3<tr><td>4<td>5<tr><td "
      "colspan=3>part two<tr><td>6<td>7<td>8</table>");
  EXPECT_EQ(found.records,
            (std::vector<std::string>{R"({"a":"1","b":"1","c":"2"})", R"({"a":"4","b":"5","c":"2"})",
                                      R"({"a":"6","b":"7","c":"8"})"}));
  EXPECT_EQ(found.lines,
            (std::vector<std::string>{
                "short_row 60+9 1:61 skip 2 fields instead of 3",
                "title_rows 83+4 1:84 note 1 row of the table with one cell, as headings have: no record"}));
}

TEST(html_extractor, notes_texts_between_rows_E02) {
  const auto found = read_html(
      "<table><caption>c</caption><tr><th>a<th>b<tr><td>1<td>2</tr>one<tr><td>3<td>4</tr>two "
      "</table>");
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"a":"1","b":"2"})", R"({"a":"3","b":"4"})"}));
  EXPECT_EQ(found.lines,
            (std::vector<std::string>{
                "title_rows 60+0 1:61 note 2 texts of the table outside of its rows: in no record"}));
}

TEST(html_extractor, finds_the_header_behind_titles_and_passes_it_again_E02) {
  const auto found = read_html(
      "<table><tr><td colspan=2>Prices</td></tr><tr><td>Name<td>Price</tr><tr><td>Tea<td>1</tr>"
      "<tr><td>Name<td>Price</tr><tr><td>&nbsp;<td>&nbsp;</tr><tr><td>Cup<td>2</tr></table>");
  EXPECT_EQ(found.records,
            (std::vector<std::string>{R"({"Name":"Tea","Price":"1"})", R"({"Name":"Cup","Price":"2"})"}));
  EXPECT_EQ(found.lines,
            (std::vector<std::string>{
                "odd_field_name 41+4 1:42 note the first row, which has no `th`, is taken for the header of "
                "the table",
                "empty_fields 114+4 1:115 note 1 row of the table without any text: left out",
                "title_rows 7+4 1:8 note 1 row of the table with one cell, as headings have: no record",
                "repeated_header 88+4 1:89 note 1 row of the table with the header again: no record"}));
  EXPECT_EQ(read_html("<table><thead><tr><th>a<th>b</tr><tr><td>1<td>2</tr></table>").records.size(), 1U)
      << "the header has lost its end tag";
}

TEST(html_extractor, takes_no_rows_of_names_and_values_for_records_E02) {
  const std::string text = "<table><tr><th>Name<td>Ann</tr><tr><th>Born<td>1985</tr></table>";
  const auto found = read_html(text);
  EXPECT_TRUE(found.records.empty());
  EXPECT_TRUE(found.has(errc::no_records));
  EXPECT_EQ(read_html(text, "table").records.size(), 1U);
}

TEST(html_extractor, skips_rows_that_fit_a_header_which_most_rows_do_not_fit_E02) {
  const auto found = read_html(
      "<table><tr><th>a<th>b<th>c<tr><td>1<td>2<tr><td>3<td>4<tr><td>5<td>6<tr><td>7<td>8<td>9</table>");
  EXPECT_TRUE(found.records.empty());
  EXPECT_EQ(found.lines.size(), 4U);
}

TEST(html_extractor, tells_of_what_a_lost_end_tag_took_E02) {
  auto found = read_html("<table><tr><th>a<tr><td>1</tr></table><script>x<table><tr><th>a<tr><td>2</table>");
  EXPECT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.lines,
            (std::vector<std::string>{"unterminated 38+42 1:39 skip the element has no end tag: all that is "
                                      "behind it is its text"}));
  found = read_html(
      "<table><tr><th>a<th>b<tr><td>1<td>A<!-- one --<tr><td>2<td>B<!-- two --><tr><td>3<td>C"
      "<tr><td>4<script>x/script><td>D<tr><td>5<td>E<script>y</script><tr><td>6<td>F</table>");
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"a":"3","b":"C"})", R"({"a":"6","b":"F"})"}));
  found = read_html("<table><tr><th>a</tr></table><tr><td>1</td></tr>");
  EXPECT_EQ(found.lines.front(),
            "doubtful_rows 29+4 1:30 skip a row or cell outside of a table: it is ignored, and its text is "
            "in no record");
  found = read_html("<table><tr><th>a<th>b<tr><td>1<td>2<table><tr><th>a<th>b<tr><td>3<td>4</table>");
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"a":"3","b":"4"})"}));
  EXPECT_TRUE(found.has(errc::doubtful_rows));
}

TEST(html_extractor, skips_rows_in_which_a_broken_tag_took_text_E02) {
  for (const std::string row : {"<tr><td>1<td>Ann< tr>< td>3< td>Eve", "<tr><td>1<\\td><td>Ann</tr>",
                                "<tr><td>1<td>Ann</td>td>Rome</tr>", "<tr><tdone<td>Ann<td>Rome</tr>",
                                "<tr>td>1</td>td>Ann</tr>", "<tr><td>1/td><td>Ann</td></tr>",
                                "<tr><td>1<i Ann</i><td>Rome</tr>", "<tr><td>1</td <td>Ann<td>Rome</tr>"}) {
    const auto found =
        read_html("<table><tr><th>a<th>b</tr>" + row + "<tr><td>2<td>Bob &nbsp;</td>&nbsp;</tr></table>");
    EXPECT_EQ(found.records.size(), 1U) << row;
    EXPECT_EQ(found.sums.quarantine_bytes, row.size()) << row;
    EXPECT_TRUE(found.has(errc::doubtful_rows) || found.has(errc::unterminated)) << row;
  }
  EXPECT_EQ(read_html("<table><tr><th>a<th>b<tr><td>&lt;/td><td>w/t></table>").records.size(), 1U);
  EXPECT_EQ(read_html("<p>1<i Ann</i></p><p>2</p>", "p", {field("t", "")}).records,
            (std::vector<std::string>{R"({"t":"2"})"}));
}

record_log read_with(html_options options, std::string_view text) {
  return read_records([&](record_sink& sink) { return make_html_extractor(options, sink); }, text);
}

TEST(html_extractor, notes_a_field_that_no_record_has_once_X04) {
  const auto found = read_html("<ul><li><b>1</b><li><b>2</b><i>x</i></ul>", "li",
                               {field("b", "b"), field("i", "i"), field("u", "u.no")});
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"b":"1"})", R"({"b":"2","i":"x"})"}));
  EXPECT_EQ(found.lines, (std::vector<std::string>{"missing_field 4+12 1:5 note no record has `u.no`"}));
}

TEST(html_extractor, says_what_to_write_for_a_column_of_a_table_H01) {
  const auto found = read_html("<table id=t><tr><th>Year<th>Value<tr><td>1<td>2</table>", "table#t",
                               {field("year", "Year"), field("value", "Value")});
  EXPECT_TRUE(found.records.empty());
  ASSERT_FALSE(found.lines.empty());
  EXPECT_EQ(
      found.lines.back(),
      "missing_field 0+55 1:1 note no record has `Value`, which is a column of a table: make its rows the "
      "records, with `records: table#t tr`, and write `td:nth-child(2)`");
}

TEST(html_extractor, treats_rows_of_another_width_as_the_profile_does_E02) {
  html_options options{{}, {}, {}, nullptr};
  constexpr std::string_view page =
      "<table><tr><th>a<th>b<tr><td>1<tr><td>1<td>2<td><tr><td>1<td>2<td>3<tr><td>4<td>5</table>";
  options.profile = wash_profile::max_recall;
  EXPECT_EQ(read_with(options, page).records,
            (std::vector<std::string>{R"({"a":"1"})", R"({"a":"1","b":"2"})", R"({"a":"4","b":"5"})"}));
  options.profile = wash_profile::strict;
  EXPECT_EQ(read_with(options, page).records, (std::vector<std::string>{R"({"a":"4","b":"5"})"}));
}
TEST(html_extractor, resolves_links_against_the_address_and_the_base_of_a_page_H03) {
  const auto href = typed(list("v", "a/@href"), field_type::iri);
  constexpr std::string_view links = "<a href='b?c'>1</a><a href=/d>2</a><a href='urn:x'>3</a>";
  const std::string address = "http://e.org/x/y";
  html_options options{{},
                       {href, field("plain", "a/@href"), typed(field("text", "a"), field_type::iri)},
                       {},
                       nullptr,
                       address};
  EXPECT_EQ(
      read_with(options, links).records,
      (std::vector<std::string>{R"({"v":["http://e.org/x/b?c","http://e.org/d","urn:x"],"plain":"b?c"})"}))
      << "a text is no link";
  EXPECT_EQ(
      read_with(options, "<base target=_top><base href='/z/'><base href='/no/'>" + std::string(links))
          .records,
      (std::vector<std::string>{R"({"v":["http://e.org/z/b?c","http://e.org/d","urn:x"],"plain":"b?c"})"}));
  options.address.clear();
  options.fields = {href};
  EXPECT_EQ(read_with(options, "<base href='http://f.org/z/'>" + std::string(links)).records,
            (std::vector<std::string>{R"({"v":["http://f.org/z/b?c","http://f.org/d","urn:x"]})"}));
  const auto without = read_with(options, links);
  EXPECT_EQ(without.records, (std::vector<std::string>{R"({"v":["urn:x"]})"}));
  EXPECT_TRUE(without.has(errc::ill_typed_field));
}

TEST(html_extractor, keeps_what_no_field_takes_where_it_is_asked_to_H03) {
  html_options options{"li", {field("name", "b")}, {}, nullptr};
  options.keeps_others = true;
  EXPECT_EQ(read_with(options, "<ul><li id=1><b>x</b><i>y</i>z</ul>").records,
            (std::vector<std::string>{R"({"name":"x","id":"1","i":"y","content":"z"})"}));
}

TEST(html_extractor, notes_a_value_that_another_field_takes_X03) {
  auto tel = captures({"tel"}, "b", "(\\d+)");
  tel.steps.warn = "other";
  const auto found = read_html("<p><b>ask</b>x</p>", "p", {tel});
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"other":"ask"})"}));
  ASSERT_EQ(found.lines.size(), 1U);
  EXPECT_TRUE(found.lines[0].starts_with("unmatched_field 3+10 1:4 note ")) << found.lines[0];
  EXPECT_EQ(found.sums.quarantine_bytes, 0U);
}

TEST(html_extractor, leaves_out_records_with_bad_bytes_in_the_strict_profile_E01) {
  html_options options{"p", {field("t", "")}, {}, nullptr};
  constexpr std::string_view page = "<p>a\xFF</p><p>b</p>";
  EXPECT_EQ(read_with(options, page).records,
            (std::vector<std::string>{"{\"t\":\"a\xEF\xBF\xBD\"}", R"({"t":"b"})"}));
  options.profile = wash_profile::strict;
  const auto found = read_with(options, page);
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"t":"b"})"}));
  EXPECT_TRUE(found.has(errc::illegal_utf8));
  EXPECT_EQ(found.sums.quarantine_bytes, 9U);
}

TEST(html_extractor, puts_cells_without_a_row_into_one_H01) {
  const auto found = read_html(
      "<TABLE>\n<THEAD><th>id</th> <th>name</th></THEAD><tr><td>1<td>Ann</tr><td>2</td><td>Bob</td>"
      "<tr><td>3<td>Eve</table>");
  EXPECT_EQ(found.records,
            (std::vector<std::string>{R"({"id":"1","name":"Ann"})", R"({"id":"2","name":"Bob"})",
                                      R"({"id":"3","name":"Eve"})"}));
}

TEST(html_extractor, makes_a_tree_of_a_record_without_fields_E03) {
  EXPECT_EQ(read_html("<p>1 <b>2</b> 3\n4<i></i> </p>", "p").records,
            (std::vector<std::string>{R"({"b":"2","i":null,"content":["1","3 4"]})"}))
      << "no text that stands nowhere";
  const auto found = read_html("<div id=x>t <b>1</b><b>2</b><i class=k>3</i></div>", "div");
  EXPECT_EQ(found.records, (std::vector<std::string>{
                               R"({"id":"x","b":["1","2"],"i":{"class":"k","content":"3"},"content":"t"})"}));
}

TEST(html_extractor, skips_a_record_that_lacks_a_required_field_X04) {
  auto name = field("name", "b");
  name.is_required = true;
  const auto found = read_html("<p><b>1</b></p><p>2</p>", "p", {name});
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"name":"1"})"}));
  EXPECT_EQ(found.lines, (std::vector<std::string>{"missing_field 15+8 1:16 skip name is missing"}));
  EXPECT_EQ(found.sums.quarantine_bytes, 8U);
}

TEST(html_extractor, says_when_a_page_has_no_records_E01) {
  EXPECT_TRUE(read_html("<p>x</p>", "li").has(errc::no_records));
  EXPECT_TRUE(read_html("<p>x</p>").has(errc::no_records));
  EXPECT_TRUE(read_html("").has(errc::no_records));
}

TEST(html_extractor, does_not_depend_on_chunks_H01) {
  for (const std::string name : {"hcard", "bookmarks", "hcards"}) {
    const auto text = read_case(name + ".html") + "\xEF\xBB\xBF&eacute;\xFF</p><!-- x -->";
    const auto whole = read_html(text, "li", {field("t", "")});
    for (const std::size_t chunk : {1, 2, 3, 7, 64})
      EXPECT_TRUE(read_html(text, "li", {field("t", "")}, chunk) == whole) << chunk;
  }
}

TEST(html_extractor, bounds_nesting_and_length_H01) {
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "<b>";
  const auto found = read_html(deep + "x", {}, {field("b", "b"), list("all", "//b//b")});
  EXPECT_EQ(found.records.size(), 1U);
  EXPECT_TRUE(found.has(errc::too_deep_nesting));
  std::string divs;
  for (int i = 0; i < 300'000; ++i) divs += i % 600 < 300 ? "<div>" : "</div>";
  EXPECT_EQ(read_html(divs, {}, {list("all", "//div//div//div/@x"), field("t", "div")}).records.size(), 1U);
  extraction_limits limits;
  limits.document_bytes = 20;
  const auto cut = read_html("<p>1</p><p>2</p><p>3</p>", "p", {field("t", "")}, 5, limits);
  EXPECT_EQ(cut.records.size(), 3U);
  EXPECT_TRUE(cut.has(errc::limit_exceeded));
  EXPECT_EQ(cut.sums.quarantine_bytes, 4U);
}

TEST(html_extractor, reports_values_that_are_not_understood_X04) {
  const auto found =
      read_html("<p><b>x</b><i>7</i></p>", "p",
                {typed(field("b", "b"), field_type::integer), typed(field("i", "i"), field_type::integer)});
  EXPECT_EQ(found.records, (std::vector<std::string>{R"({"i":7})"}));
  EXPECT_EQ(found.lines,
            (std::vector<std::string>{"ill_typed_field 3+8 1:4 skip b: \"x\" is not an integer"}));
}

TEST(html_extractor, refuses_a_specification_that_cannot_be_used_H02) {
  record_log log;
  const auto error_of = [&](std::string records, std::vector<field_spec> fields) {
    const auto made = make_html_extractor({std::move(records), std::move(fields), {}, nullptr}, log);
    return made ? std::string{} : made.error().detail;
  };
  EXPECT_NE(error_of("li + li", {}).find("column 4: siblings"), std::string::npos);
  EXPECT_NE(error_of("", {field("a", "b[")}).find("line 1: the selector \"b[\", column 3"),
            std::string::npos);
  EXPECT_NE(error_of("", {captures({"a", "b"}, "p", "(x")}).find("cannot be used"), std::string::npos);
}

}  // namespace
}  // namespace laundromat
