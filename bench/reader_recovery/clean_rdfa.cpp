// Clean RDFa in HTML5: a block is a division about something.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/document.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

class division_maker {
 public:
  division_maker(std::size_t number, dice& random) : number_(number), random_(random) {}

  block make() {
    subject_ = iri("http://example.org/thing/" + std::to_string(number_));
    out_.add(role::other, "<div");
    out_.add(role::attribute, " about=");
    out_.add(role::other, "\"");
    out_.add(role::subject, subject_.value);
    out_.add(role::other, "\">");
    out_.add(role::line_end, "\n");
    const auto lines = 2 + random_.below(3);
    for (std::size_t i = 0; i < lines; ++i) {
      property(i, (number_ + i) % 6);
      out_.add(role::line_end, "\n");
      if (random_.chance(3)) {
        out_.add(role::markup, "  <p>Some <b>words</b> that say nothing, on a <i>line</i>.</p>");
        out_.add(role::line_end, "\n");
      }
    }
    out_.add(role::close, "</div>");
    out_.add(role::line_end, "\n");
    return out_;
  }

 private:
  void begin(std::size_t i, std::string_view tag, std::string_view attribute) {
    now_ = static_cast<int>(out_.quads.size());
    const auto name = "p" + std::to_string(number_ % 7) + "_" + std::to_string(i);
    predicate_ = iri(std::string(example) + name);
    out_.add(role::other, "  <" + std::string(tag));
    out_.add(role::attribute, " " + std::string(attribute) + "=", now_);
    out_.add(role::other, "\"");
    out_.add(role::name, "ex:" + name, now_);
    out_.add(role::other, "\"");
  }
  void attribute(std::string_view name, role kind, const std::string& value) {
    out_.add(role::attribute, " " + std::string(name) + "=", now_);
    out_.add(role::other, "\"");
    out_.add(kind, value, now_);
    out_.add(role::other, "\"");
  }
  void content(const std::string& value) {
    out_.add(role::other, ">");
    out_.add(role::value, value, now_);
    out_.add(role::end_tag, "</span>", now_);
  }
  void say(term object) { out_.quads.push_back({subject_, predicate_, std::move(object), {}}); }

  void property(std::size_t i, std::size_t kind) {
    const auto n = std::to_string(number_) + "_" + std::to_string(i);
    const auto words = make_words(number_, random_);
    switch (kind) {
      case 0:
        begin(i, "a", "rel");
        attribute("href", role::object, "http://example.org/other/" + n);
        out_.add(role::other, ">link</a>");
        return say(iri("http://example.org/other/" + n));
      case 1:
      case 2:
        begin(i, "span", "property");
        content(words);
        return say(text(words));
      case 3:
        begin(i, "span", "property");
        attribute("lang", role::tag, "en");
        content(words);
        return say(text(words, "en"));
      case 4:
        begin(i, "span", "property");
        attribute("datatype", role::datatype, "xsd:integer");
        attribute("content", role::value, std::to_string(number_));
        out_.add(role::other, ">a number</span>");
        return say(typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
      default:
        return blank_node(i, n);
    }
  }

  void blank_node(std::size_t i, const std::string& n) {
    const auto label = "b" + n;
    begin(i, "div", "rel");
    out_.add(role::other, "><span property=\"ex:id\">" + label + "</span></div>");
    say(blank(label));
    out_.quads.push_back({blank(label), iri(std::string(example) + "id"), text(label), {}});
  }

  std::size_t number_;
  dice& random_;
  block out_;
  term subject_, predicate_;
  int now_ = 0;
};

}  // namespace

document make_rdfa(std::size_t blocks, dice& random) {
  document out{rdf_format::rdfa,
               "<!DOCTYPE html>\n<html prefix=\"ex: " + std::string(example) + " xsd: " +
                   std::string(xsd_namespace) + "\">\n<head><title>A clean page</title></head>\n<body>\n",
               "</body>\n</html>\n",
               {}};
  for (std::size_t i = 0; i < blocks; ++i) {
    out.blocks.push_back(division_maker(i, random).make());
    if (i % 11 == 0)
      out.blocks.back().add(
          role::other,
          "<!-- <div about=\"http://trap.example/c\"><span property=\"ex:p\">x</span></div> -->\n");
  }
  return out;
}

}  // namespace laundromat::recovery
