// Implements the table of HTML elements, found by the hash of their names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/markup/html_tags.hpp"

#include <array>

namespace laundromat::rdfa {

namespace {

struct tag_row {
  std::string_view name;
  html_tag tag;
  int traits;
};

// clang-format off
constexpr tag_row tag_rows[] = {
    {"", html_tag::other, 0},
    {"a", html_tag::a, is_formatting},
    {"address", html_tag::address, is_special | closes_paragraph | is_block},
    {"applet", html_tag::applet, is_special | is_scope | is_block},
    {"area", html_tag::area, is_void | is_special},
    {"article", html_tag::article, is_special | closes_paragraph | is_block},
    {"aside", html_tag::aside, is_special | closes_paragraph | is_block},
    {"b", html_tag::b, is_formatting | breaks_out},
    {"base", html_tag::base, is_void | is_special | is_head_content},
    {"basefont", html_tag::basefont, is_void | is_special | is_head_content},
    {"bgsound", html_tag::bgsound, is_void | is_special | is_head_content},
    {"big", html_tag::big, is_formatting | breaks_out},
    {"blockquote", html_tag::blockquote, is_special | closes_paragraph | is_block | breaks_out},
    {"body", html_tag::body, is_special | has_optional_end | breaks_out},
    {"br", html_tag::br, is_void | is_special | breaks_out},
    {"button", html_tag::button, is_special | is_block},
    {"caption", html_tag::caption, is_special | has_optional_end | is_scope | is_table_part},
    {"center", html_tag::center, is_special | closes_paragraph | is_block | breaks_out},
    {"code", html_tag::code, is_formatting | breaks_out},
    {"col", html_tag::col, is_void | is_special | is_table_part},
    {"colgroup", html_tag::colgroup, is_special | has_optional_end | is_table_part},
    {"data", html_tag::data, 0},
    {"dd", html_tag::dd, is_special | closes_paragraph | has_optional_end | is_block | breaks_out},
    {"desc", html_tag::desc, 0},
    {"details", html_tag::details, is_special | closes_paragraph | is_block},
    {"dialog", html_tag::dialog, closes_paragraph | is_block},
    {"dir", html_tag::dir, is_special | closes_paragraph | is_block},
    {"div", html_tag::div, is_special | closes_paragraph | is_block | breaks_out},
    {"dl", html_tag::dl, is_special | closes_paragraph | is_block | breaks_out},
    {"dt", html_tag::dt, is_special | closes_paragraph | has_optional_end | is_block | breaks_out},
    {"em", html_tag::em, is_formatting | breaks_out},
    {"embed", html_tag::embed, is_void | is_special | breaks_out},
    {"fieldset", html_tag::fieldset, is_special | closes_paragraph | is_block},
    {"figcaption", html_tag::figcaption, is_special | closes_paragraph | is_block},
    {"figure", html_tag::figure, is_special | closes_paragraph | is_block},
    {"font", html_tag::font, is_formatting},
    {"footer", html_tag::footer, is_special | closes_paragraph | is_block},
    {"foreignobject", html_tag::foreignobject, 0},
    {"form", html_tag::form, is_special | closes_paragraph | is_block},
    {"frame", html_tag::frame, is_void | is_special},
    {"frameset", html_tag::frameset, is_special},
    {"h1", html_tag::h1, is_special | closes_paragraph | is_heading | breaks_out},
    {"h2", html_tag::h2, is_special | closes_paragraph | is_heading | breaks_out},
    {"h3", html_tag::h3, is_special | closes_paragraph | is_heading | breaks_out},
    {"h4", html_tag::h4, is_special | closes_paragraph | is_heading | breaks_out},
    {"h5", html_tag::h5, is_special | closes_paragraph | is_heading | breaks_out},
    {"h6", html_tag::h6, is_special | closes_paragraph | is_heading | breaks_out},
    {"head", html_tag::head, is_special | has_optional_end | is_head_content | breaks_out},
    {"header", html_tag::header, is_special | closes_paragraph | is_block},
    {"hgroup", html_tag::hgroup, is_special | closes_paragraph | is_block},
    {"hr", html_tag::hr, is_void | is_special | closes_paragraph | breaks_out},
    {"html", html_tag::html, is_special | has_optional_end | is_scope},
    {"i", html_tag::i, is_formatting | breaks_out},
    {"iframe", html_tag::iframe, is_special},
    {"image", html_tag::image, is_void},
    {"img", html_tag::img, is_void | is_special | breaks_out},
    {"input", html_tag::input, is_void | is_special},
    {"keygen", html_tag::keygen, is_void | is_special},
    {"li", html_tag::li, is_special | closes_paragraph | has_optional_end | is_block | breaks_out},
    {"link", html_tag::link, is_void | is_special | is_head_content},
    {"listing", html_tag::listing, is_special | closes_paragraph | is_block | breaks_out},
    {"main", html_tag::main, is_special | closes_paragraph | is_block},
    {"marquee", html_tag::marquee, is_special | is_scope | is_block},
    {"math", html_tag::math, 0},
    {"menu", html_tag::menu, is_special | closes_paragraph | is_block | breaks_out},
    {"meta", html_tag::meta, is_void | is_special | is_head_content | breaks_out},
    {"nav", html_tag::nav, is_special | closes_paragraph | is_block},
    {"nobr", html_tag::nobr, is_formatting | breaks_out},
    {"noembed", html_tag::noembed, is_special},
    {"noframes", html_tag::noframes, is_special | is_head_content},
    {"noscript", html_tag::noscript, is_special | is_head_content},
    {"object", html_tag::object, is_special | is_scope | is_block},
    {"ol", html_tag::ol, is_special | closes_paragraph | is_block | breaks_out},
    {"optgroup", html_tag::optgroup, has_optional_end},
    {"option", html_tag::option, has_optional_end},
    {"p", html_tag::p, is_special | closes_paragraph | has_optional_end | is_block | breaks_out},
    {"param", html_tag::param, is_void | is_special},
    {"plaintext", html_tag::plaintext, is_special | closes_paragraph},
    {"pre", html_tag::pre, is_special | closes_paragraph | is_block | breaks_out},
    {"rb", html_tag::rb, has_optional_end},
    {"rp", html_tag::rp, has_optional_end},
    {"rt", html_tag::rt, has_optional_end},
    {"rtc", html_tag::rtc, has_optional_end},
    {"ruby", html_tag::ruby, breaks_out},
    {"s", html_tag::s, is_formatting | breaks_out},
    {"script", html_tag::script, is_special | is_head_content},
    {"search", html_tag::search, is_special | closes_paragraph | is_block},
    {"section", html_tag::section, is_special | closes_paragraph | is_block},
    {"select", html_tag::select, is_special | is_block},
    {"small", html_tag::small, is_formatting | breaks_out},
    {"source", html_tag::source, is_void | is_special},
    {"span", html_tag::span, breaks_out},
    {"strike", html_tag::strike, is_formatting | breaks_out},
    {"strong", html_tag::strong, is_formatting | breaks_out},
    {"style", html_tag::style, is_special | is_head_content},
    {"sub", html_tag::sub, breaks_out},
    {"summary", html_tag::summary, is_special | closes_paragraph | is_block},
    {"sup", html_tag::sup, breaks_out},
    {"svg", html_tag::svg, 0},
    {"table", html_tag::table, is_special | closes_paragraph | is_scope | is_block | breaks_out},
    {"tbody", html_tag::tbody, is_special | has_optional_end | is_table_part},
    {"td", html_tag::td, is_special | has_optional_end | is_scope | is_table_part},
    {"template", html_tag::template_, is_special | is_head_content | is_scope | is_block},
    {"textarea", html_tag::textarea, is_special},
    {"tfoot", html_tag::tfoot, is_special | has_optional_end | is_table_part},
    {"th", html_tag::th, is_special | has_optional_end | is_scope | is_table_part},
    {"thead", html_tag::thead, is_special | has_optional_end | is_table_part},
    {"time", html_tag::time, 0},
    {"title", html_tag::title, is_special | is_head_content},
    {"tr", html_tag::tr, is_special | has_optional_end | is_table_part},
    {"track", html_tag::track, is_void | is_special},
    {"tt", html_tag::tt, is_formatting | breaks_out},
    {"u", html_tag::u, is_formatting | breaks_out},
    {"ul", html_tag::ul, is_special | closes_paragraph | is_block | breaks_out},
    {"var", html_tag::var, breaks_out},
    {"wbr", html_tag::wbr, is_void | is_special},
    {"xmp", html_tag::xmp, is_special | closes_paragraph},
};
// clang-format on

constexpr std::size_t table_size = 1024;

struct hash_slot {
  std::uint64_t hash = 0;
  html_tag tag = html_tag::other;
};

constexpr auto slots = [] {
  std::array<hash_slot, table_size> all{};
  for (const auto& row : tag_rows) {
    if (row.name.empty()) continue;
    const auto hash = name_hash(row.name, false);
    auto at = hash % table_size;
    while (all[at].hash != 0) at = (at + 1) % table_size;
    all[at] = {hash, row.tag};
  }
  return all;
}();

}  // namespace

html_tag find_html_tag(std::uint64_t hash) {
  for (auto at = hash % table_size; slots[at].hash != 0; at = (at + 1) % table_size)
    if (slots[at].hash == hash) return slots[at].tag;
  return html_tag::other;
}

std::uint16_t traits_of(html_tag tag) {
  return static_cast<std::uint16_t>(tag_rows[static_cast<std::size_t>(tag)].traits);
}

std::string_view to_string(html_tag tag) {
  return tag_rows[static_cast<std::size_t>(tag)].name;
}

}  // namespace laundromat::rdfa
