// Makes clean N-Triples and N-Quads: a block is a line.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/block_maker.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

class line_maker : block_maker {
 public:
  line_maker(rdf_format format, std::size_t number, dice& random)
      : block_maker(number, random), format_(format) {}

  block make() {
    statement_.predicate = iri(std::string(example) + "p" + std::to_string(number_ % 7));
    subject();
    out_.add(role::space, " ");
    put_iri(role::predicate, statement_.predicate.value);
    out_.add(role::space, " ");
    object();
    out_.add(role::space, " ");
    if (format_ == rdf_format::n_quads && number_ % 3 != 0) {
      statement_.graph = iri("http://example.org/graph/" + std::to_string(number_ / 50));
      put_iri(role::graph, statement_.graph.value);
      out_.add(role::space, " ");
    }
    out_.add(role::dot, ".", 0);
    out_.add(role::line_end, "\n");
    out_.quads.push_back(statement_);
    return out_;
  }

 private:
  void subject() {
    // Every thirteenth line is about the blank node of the line before it.
    if (number_ % 13 == 6) {
      const auto label = "b" + std::to_string(number_ - 1);
      statement_.subject = blank(label);
      statement_.predicate = iri(std::string(example) + "id");
      out_.add(role::blank, "_:" + label, 0);
      return;
    }
    statement_.subject = iri(thing());
    put_iri(role::subject, statement_.subject.value);
  }

  void object() {
    const auto n = std::to_string(number_);
    if (number_ % 13 == 6) {
      statement_.object = text("b" + std::to_string(number_ - 1));
      return put_quoted(role::value, statement_.object.value);
    }
    if (number_ % 13 == 5) {
      statement_.object = blank("b" + n);
      return out_.add(role::blank, "_:b" + n, 0);
    }
    switch (number_ % 5) {
      case 0:
        statement_.object = iri("http://example.org/other/" + n);
        return put_iri(role::object, statement_.object.value);
      case 1:
        statement_.object = text(make_words(number_, random_));
        return put_quoted(role::value, statement_.object.value);
      case 2:
        statement_.object = text(make_words(number_, random_), random_.chance(2) ? "en" : "de-at");
        put_quoted(role::value, statement_.object.value);
        out_.add(role::other, "@", 0);
        return out_.add(role::tag, statement_.object.language, 0);
      case 3:
        statement_.object = typed(n, std::string(xsd_namespace) + "integer");
        put_quoted(role::value, n);
        out_.add(role::type_mark, "^^", 0);
        return put_iri(role::datatype, statement_.object.datatype);
      default:
        // Text that looks like a statement must not become one.
        statement_.object =
            text("see <http://trap.example/" + n + "> <http://trap.example/p> <http://trap.example/o> . #");
        return put_quoted(role::value, statement_.object.value);
    }
  }

  rdf_format format_;
  quad statement_;
};

}  // namespace

document make_lines(rdf_format format, std::size_t blocks, dice& random) {
  return make_blocks(
      format, "# A clean document\n", "", blocks,
      [&](std::size_t i) { return line_maker(format, i, random).make(); },
      "# <http://trap.example/c> <http://trap.example/p> \"in a comment\" .\n", 17);
}

}  // namespace laundromat::recovery
