// Makes clean RDFa in HTML5: a block is a division about one thing.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/block_maker.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

class division_maker : block_maker {
 public:
  division_maker(std::size_t number, dice& random) : block_maker(number, random) {}

  block make() {
    subject_ = iri(thing());
    out_.add(role::other, "<div");
    put_attribute("about", role::subject, subject_.value);
    out_.add(role::other, ">");
    out_.add(role::line_end, "\n");
    const auto lines = 2 + random_.below(3);
    for (std::size_t i = 0; i < lines; ++i) {
      property(i, (number_ + i) % 6);
      out_.add(role::line_end, "\n");
      if (random_.chance(3)) {
        out_.add(role::markup, "  <p>Some <b>words</b> without statements, on a <i>line</i>.</p>");
        out_.add(role::line_end, "\n");
      }
    }
    out_.add(role::close, "</div>");
    out_.add(role::line_end, "\n");
    return out_;
  }

 private:
  void begin(std::size_t i, std::string_view tag, std::string_view attribute) {
    begin_statement(name_of(i));
    out_.add(role::other, "  <" + std::string(tag));
    put_attribute(attribute, role::name, "ex:" + name_of(i));
  }
  void content(const std::string& value) {
    out_.add(role::other, ">");
    out_.add(role::value, value, now_);
    out_.add(role::end_tag, "</span>", now_);
  }

  void property(std::size_t i, std::size_t kind) {
    const auto n = mark_of(i);
    const auto words = make_words(number_, random_);
    switch (kind) {
      case 0:
        begin(i, "a", "rel");
        put_attribute("href", role::object, "http://example.org/other/" + n);
        out_.add(role::other, ">link</a>");
        return add_statement(iri("http://example.org/other/" + n));
      case 1:
      case 2:
        begin(i, "span", "property");
        content(words);
        return add_statement(text(words));
      case 3:
        begin(i, "span", "property");
        put_attribute("lang", role::tag, "en");
        content(words);
        return add_statement(text(words, "en"));
      case 4:
        begin(i, "span", "property");
        put_attribute("datatype", role::datatype, "xsd:integer");
        put_attribute("content", role::value, std::to_string(number_));
        out_.add(role::other, ">a number</span>");
        return add_statement(typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
      default:
        return blank_node(i, n);
    }
  }

  void blank_node(std::size_t i, const std::string& n) {
    begin(i, "div", "rel");
    out_.add(role::other, "><span property=\"ex:id\">b" + n + "</span></div>");
    emit_blank(n, false);
  }
};

}  // namespace

document make_rdfa(std::size_t blocks, dice& random, layout in) {
  const std::string start = in == layout::xml
                                ? "<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\""
                                : "<!DOCTYPE html>\n<html";
  return make_blocks(
      rdf_format::rdfa,
      start + " prefix=\"ex: " + std::string(example) + " xsd: " + std::string(xsd_namespace) +
          "\">\n<head><title>A clean page</title></head>\n<body>\n",
      "</body>\n</html>\n", blocks, [&](std::size_t i) { return division_maker(i, random).make(); },
      "<!-- <div about=\"http://trap.example/c\"><span property=\"ex:p\">x</span></div> -->\n");
}

}  // namespace laundromat::recovery
