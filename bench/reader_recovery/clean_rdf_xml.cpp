// Clean RDF/XML: a block is a node element.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/document.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

class node_maker {
 public:
  node_maker(std::size_t number, dice& random) : number_(number), random_(random) {}

  block make() {
    subject_ = iri("http://example.org/thing/" + std::to_string(number_));
    out_.add(role::other, "  <");
    out_.add(role::other, "rdf:Description");
    out_.add(role::attribute, " rdf:about=");
    out_.add(role::other, "\"");
    out_.add(role::subject, subject_.value);
    out_.add(role::other, "\">");
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
    now_ = static_cast<int>(out_.quads.size());
    name_ = "p" + std::to_string(number_ % 7) + "_" + std::to_string(i);
    out_.add(role::other, "    <");
    out_.add(role::start_tag, "ex:" + name_, now_);
  }
  void end() {
    out_.add(role::end_tag, "</ex:" + name_ + ">", now_);
    out_.add(role::line_end, "\n");
  }
  void say(term object) {
    out_.quads.push_back({subject_, iri(std::string(example) + name_), std::move(object), {}});
  }
  void content(const std::string& value) {
    out_.add(role::other, ">");
    out_.add(role::value, value, now_);
    end();
  }

  void property(std::size_t i, std::size_t kind) {
    const auto n = std::to_string(number_) + "_" + std::to_string(i);
    const auto words = make_words(number_, random_);
    begin(i);
    switch (kind) {
      case 0:
        return resource("http://example.org/other/" + n);
      case 1:
      case 2:
        content(words);
        return say(text(words));
      case 3:
        out_.add(role::attribute, " xml:lang=", now_);
        out_.add(role::other, "\"");
        out_.add(role::tag, "en", now_);
        out_.add(role::other, "\"");
        content(words);
        return say(text(words, "en"));
      case 4:
        out_.add(role::attribute, " rdf:datatype=", now_);
        out_.add(role::other, "\"");
        out_.add(role::datatype, std::string(xsd_namespace) + "integer", now_);
        out_.add(role::other, "\"");
        content(std::to_string(number_));
        return say(typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
      case 5:
        return blank_node(n);
      case 6:
        out_.add(role::other, "><![CDATA[<rdf:Description rdf:about=\"http://trap.example/\"/> & so]]>",
                 now_);
        end();
        return say(text("<rdf:Description rdf:about=\"http://trap.example/\"/> & so"));
      default:
        out_.add(role::other, " rdf:parseType=\"Literal\">a <b>bold</b> " + n, now_);
        end();
        return say(typed("a <b>bold</b> " + n, std::string(rdf_namespace) + "XMLLiteral"));
    }
  }

  void resource(const std::string& value) {
    out_.add(role::attribute, " rdf:resource=", now_);
    out_.add(role::other, "\"");
    out_.add(role::object, value, now_);
    out_.add(role::other, "\"/>");
    out_.add(role::line_end, "\n");
    say(iri(value));
  }

  void blank_node(const std::string& n) {
    const auto label = "b" + n;
    out_.add(role::other, "><rdf:Description><ex:id>" + label + "</ex:id><ex:inner rdf:resource=\"" +
                              std::string(example) + "i" + n + "\"/></rdf:Description>");
    end();
    say(blank(label));
    out_.quads.push_back({blank(label), iri(std::string(example) + "id"), text(label), {}});
    out_.quads.push_back(
        {blank(label), iri(std::string(example) + "inner"), iri(std::string(example) + "i" + n), {}});
  }

  std::size_t number_;
  dice& random_;
  block out_;
  term subject_;
  std::string name_;
  int now_ = 0;
};

}  // namespace

document make_rdf_xml(std::size_t blocks, dice& random) {
  document out{rdf_format::rdf_xml,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF xmlns:rdf=\"" +
                   std::string(rdf_namespace) + "\" xmlns:ex=\"" + std::string(example) + "\">\n",
               "</rdf:RDF>\n",
               {}};
  for (std::size_t i = 0; i < blocks; ++i) {
    out.blocks.push_back(node_maker(i, random).make());
    if (i % 11 == 0)
      out.blocks.back().add(role::other,
                            "  <!-- <rdf:Description "
                            "rdf:about=\"http://trap.example/c\"><ex:p>x</ex:p></rdf:Description> -->\n");
  }
  return out;
}

}  // namespace laundromat::recovery
