// The defects of HTML: damaged tags, attributes and nesting.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"

namespace laundromat::recovery {

namespace {

bool allowed_ampersand(site& at) {
  return write_and_read(at, " & ", {" & "});
}

bool html_control_character(site& at) {
  return write_and_read(at, "\x01", {"\x01"});
}

bool harmless_markup(site& at, std::string text) {
  at.is_harmless = true;
  return insert_in_node(at, std::move(text));
}

bool misnested_markup(site& at) {
  return harmless_markup(at, "  <p><b>one <i>two</b> three</i></p>\n");
}

bool unclosed_markup(site& at) {
  return harmless_markup(at, "  <p>one<br>two &nbsp; &copy; <img src=x.png>\n");
}

bool stray_html_end_tag(site& at) {
  return harmless_markup(at, "  </b></p>\n");
}

bool unquoted_html_attribute(site& at) {
  const auto first = index_of(at, at.pick(role::name));
  at.is_harmless = true;
  at.now.tokens[first - 1].text.clear();
  at.now.tokens[first + 1].text = " ";
  return true;
}

bool repeated_html_attribute(site& at) {
  const auto first = index_of(at, at.pick(role::name));
  at.is_harmless = true;
  at.now.tokens[first + 1].text = "\" title=\"a\" title=\"b\"";
  return true;
}

bool lost_division_end(site& at) {
  at.is_harmless = true;
  return change(at, role::close, "");
}

bool unknown_prefix(site& at) {
  auto* one = at.pick(role::name);
  const auto statement = at.quad_of(*one);
  one->text.replace(0, 2, "nope");
  at.also_read(statement.predicate, iri(one->text));
  return true;
}

bool bad_prefix_attribute(site& at) {
  auto* one = at.pick(role::attribute);
  at.is_harmless = true;
  one->text = " prefix=\"nocolon http://x.example/ dangling:\"" + one->text;
  return true;
}

bool plain_script(site& at) {
  at.is_harmless = true;
  return add_between(at,
                     "<script type=\"text/plain\"><http://trap.example/s> <http://trap.example/p> \"x\" .\n"
                     "<div about=\"http://trap.example/\" property=\"ex:p\">x</div></script>\n");
}

bool broken_script(site& at) {
  at.is_harmless = true;
  return add_between(
      at, "<script type=\"application/ld+json\">{\"@id\": \"http://trap.example/\", \"ex:p\": </script>\n");
}

bool table_soup(site& at) {
  at.is_harmless = true;
  return add_between(at, "<table><tr><td>one<td>two<tr>stray<td>three</table>\n");
}

bool lost_html_quote(site& at) {
  const auto first = index_of(at, at.pick(role::attribute));
  at.touches_next = true;
  at.now.tokens[first + (at.random.chance(3) ? 1 : 3)].text.erase(0, 1);
  return true;
}

bool doubled_quote(site& at) {
  const auto first = index_of(at, at.pick(role::attribute));
  at.is_harmless = true;
  at.now.tokens[first + 3].text.insert(0, "\"");
  return true;
}

/// A browser reads a comment up to the end of the next tag.
bool lost_end_of_declaration(site& at) {
  static constexpr std::string_view starts[] = {"<!note\n", "<?note version=\"1\"\n", "</ note\n"};
  const std::string start(starts[at.random.below(std::size(starts))]);
  return at.random.chance(2) ? put_before(at, start) : insert_in_node(at, start);
}

/// The next tag becomes attributes of this one.
bool lost_end_of_tag(site& at) {
  at.touches_next = 1;
  return insert_in_node(at, "  <b\n");
}

bool open_break(site& at) {
  return harmless_markup(at, "  <p>one<br>two</p>\n");
}

bool lost_end_of_title(site& at) {
  static constexpr std::string_view starts[] = {"<title>A title\n", "<textarea>A text\n",
                                                "<script>var a = 1;\n", "<style>p { color: red }\n"};
  insert_token(at, 0, std::string(starts[at.random.below(std::size(starts))]));
  return true;
}

bool lost_end_of_comment(site& at) {
  insert_token(at, 0, "<!-- a comment\n");
  return true;
}

constexpr kind kinds[] = {
    {"bare &", "D47", "A", allowed_ampersand, "", false, true},
    {"control character", "D24", "A", html_control_character, "odd_character"},
    {"misnested markup", "D27 D49", "A", misnested_markup, "tag_soup"},
    {"markup without optional end tags", "D27 D49", "A", unclosed_markup, "", false, true},
    {"stray end tag", "D27 D49", "A", stray_html_end_tag, "tag_soup"},
    {"attribute without quotes", "D49", "A", unquoted_html_attribute, "", false, true},
    {"repeated attribute", "D49", "A", repeated_html_attribute, "tag_soup"},
    {"lost quote of an attribute", "D49", "A", lost_html_quote},
    {"superfluous quote", "D49", "A", doubled_quote, "tag_soup"},
    {"lost end of a division", "D49", "A", lost_division_end, "tag_soup"},
    {"text between the cells of a table", "D49", "A", table_soup, "tag_soup"},
    {"unknown prefix", "D49", "A", unknown_prefix, "suspicious_iri"},
    {"bad prefix attribute", "D49", "A", bad_prefix_attribute, "bad_prefix"},
    {"script of plain text", "D49", "A", plain_script, "", false, true},
    {"script of broken JSON-LD", "D49 D50", "A", broken_script},
    {"lost end of a declaration", "D47 D49", "A", lost_end_of_declaration, "tag_soup"},
    {"lost end of a tag", "D49", "A", lost_end_of_tag, "tag_soup"},
    {"<br>", "D44 D49", "H", open_break},
    {"lost end of a title or script", "D41 D49", "A", lost_end_of_title, "", true},
    {"lost end of a comment", "D41 D49", "A", lost_end_of_comment, "", true},
};

}  // namespace

std::span<const kind> html_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
