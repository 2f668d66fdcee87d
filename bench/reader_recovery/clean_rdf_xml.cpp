// Makes clean RDF/XML: a block is a node element.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/block_maker.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

class node_maker : block_maker {
 public:
  node_maker(std::size_t number, dice& random) : block_maker(number, random) {}

  block make() {
    subject_ = iri(thing());
    out_.add(role::other, "  <");
    out_.add(role::other, "rdf:Description");
    put_attribute("rdf:about", role::subject, subject_.value);
    out_.add(role::other, ">");
    out_.add(role::line_end, "\n");
    const auto lines = 2 + random_.below(3);
    for (std::size_t i = 0; i < lines; ++i) property(i, (number_ + i) % 8);
    out_.add(role::other, "  ");
    out_.add(role::close, "</rdf:Description>");
    out_.add(role::line_end, "\n");
    return out_;
  }

 private:
  void begin(std::size_t i) {
    name_ = name_of(i);
    begin_statement(name_);
    out_.add(role::other, "    <");
    out_.add(role::start_tag, "ex:" + name_, now_);
  }
  void end() {
    out_.add(role::end_tag, "</ex:" + name_ + ">", now_);
    out_.add(role::line_end, "\n");
  }
  void content(const std::string& value) {
    out_.add(role::other, ">");
    out_.add(role::value, value, now_);
    end();
  }

  void property(std::size_t i, std::size_t kind) {
    const auto n = mark_of(i);
    const auto words = make_words(number_, random_);
    begin(i);
    switch (kind) {
      case 0:
        return resource("http://example.org/other/" + n);
      case 1:
      case 2:
        content(words);
        return add_statement(text(words));
      case 3:
        put_attribute("xml:lang", role::tag, "en");
        content(words);
        return add_statement(text(words, "en"));
      case 4:
        put_attribute("rdf:datatype", role::datatype, std::string(xsd_namespace) + "integer");
        content(std::to_string(number_));
        return add_statement(typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
      case 5:
        return blank_node(n);
      case 6:
        out_.add(role::other, "><![CDATA[<rdf:Description rdf:about=\"http://trap.example/\"/> & so]]>",
                 now_);
        end();
        return add_statement(text("<rdf:Description rdf:about=\"http://trap.example/\"/> & so"));
      default:
        out_.add(role::other, " rdf:parseType=\"Literal\">a <b>bold</b> " + n, now_);
        end();
        return add_statement(typed("a <b>bold</b> " + n, std::string(rdf_namespace) + "XMLLiteral"));
    }
  }

  void resource(const std::string& value) {
    put_attribute("rdf:resource", role::object, value);
    out_.add(role::other, "/>");
    out_.add(role::line_end, "\n");
    add_statement(iri(value));
  }

  void blank_node(const std::string& n) {
    out_.add(role::other, "><rdf:Description><ex:id>b" + n + "</ex:id><ex:inner rdf:resource=\"" +
                              std::string(example) + "i" + n + "\"/></rdf:Description>");
    end();
    emit_blank(n);
  }

  std::string name_;
};

}  // namespace

document make_rdf_xml(std::size_t blocks, dice& random) {
  return make_blocks(
      rdf_format::rdf_xml,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF xmlns:rdf=\"" + std::string(rdf_namespace) +
          "\" xmlns:ex=\"" + std::string(example) + "\">\n",
      "</rdf:RDF>\n", blocks, [&](std::size_t i) { return node_maker(i, random).make(); },
      "  <!-- <rdf:Description rdf:about=\"http://trap.example/c\"><ex:p>x</ex:p></rdf:Description> -->\n");
}

}  // namespace laundromat::recovery
