// Makes clean Turtle and TriG: a block is a statement with its dot, also within a graph.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/reader_recovery/block_maker.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

constexpr std::size_t graph_length = 6;  // statements in each graph of TriG

class statement_maker : block_maker {
 public:
  statement_maker(rdf_format format, std::size_t number, dice& random, layout in)
      : block_maker(number, random), layout_(in) {
    if (format == rdf_format::trig && (number / graph_length) % 3 != 0)
      graph_ = iri("http://example.org/graph/" + std::to_string(number / graph_length));
  }

  block make() {
    begin_graph();
    begin_line();
    subject();
    const auto lines = 2 + random_.below(3);
    for (std::size_t i = 0; i < lines; ++i) {
      out_.add(role::space, i == 0 || layout_ == layout::one_line ? " " : "\n    ");
      predicate(i);
      out_.add(role::space, " ");
      object((number_ + i) % 9);
      if (i + 1 < lines) {
        out_.add(role::space, " ");
        out_.add(role::separator, ";");
      }
    }
    out_.add(role::space, " ");
    out_.add(role::dot, ".");
    out_.add(role::line_end, layout_ == layout::one_line ? " " : "\n\n");
    end_graph();
    return out_;
  }

 private:
  [[nodiscard]] bool is_in_graph() const { return graph_.kind != term_kind::none; }
  void begin_graph() {
    if (number_ % graph_length != 0 || !is_in_graph()) return;
    begin_line();
    out_.add(role::iri_open, "<");
    out_.add(role::graph, graph_.value);
    out_.add(role::iri_close, ">");
    out_.add(role::other, " ");
    out_.add(role::open, "{");
    end_line();
  }
  void end_graph() {
    if (number_ % graph_length != graph_length - 1 || !is_in_graph()) return;
    begin_line();
    out_.add(role::close, "}");
    end_line();
  }
  void begin_line() {
    if (layout_ == layout::indented) out_.add(role::other, "    ");
  }
  void end_line() { out_.add(role::other, layout_ == layout::one_line ? " " : "\n"); }

  void subject() {
    const auto n = std::to_string(number_);
    if (number_ % 3 == 0) {
      subject_ = iri(std::string(example) + "thing" + n);
      return out_.add(role::name, "ex:thing" + n);
    }
    subject_ = iri(thing());
    out_.add(role::iri_open, "<");
    out_.add(role::subject, subject_.value);
    out_.add(role::iri_close, ">");
  }

  void predicate(std::size_t i) {
    begin_statement(name_of(i));
    if ((number_ + i) % 4 == 1) return put_iri(role::predicate, predicate_.value);
    out_.add(role::name, "ex:" + name_of(i), now_);
  }

  void object(std::size_t kind) {
    const auto n = mark_of(out_.quads.size());
    switch (kind) {
      case 0:
        put_iri(role::object, "http://example.org/other/" + n);
        return add_statement(iri("http://example.org/other/" + n));
      case 1: {
        const auto words = make_words(number_, random_);
        put_quoted(role::value, words);
        return add_statement(text(words));
      }
      case 2: {
        const auto words = make_words(number_, random_);
        put_quoted(role::value, words);
        out_.add(role::other, "@", now_);
        out_.add(role::tag, "en", now_);
        return add_statement(text(words, "en"));
      }
      case 3:
        put_quoted(role::value, std::to_string(number_));
        out_.add(role::type_mark, "^^", now_);
        put_iri(role::datatype, std::string(xsd_namespace) + "integer");
        return add_statement(typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
      case 4: {
        auto trap = "see\n<http://trap.example/" + n + "> <http://trap.example/p> 1 .\nex:trap ex:p ex:o .\n";
        if (layout_ == layout::one_line) std::ranges::replace(trap, '\n', ' ');
        out_.add(role::long_literal, "\"\"\"" + trap + "\"\"\"", now_);
        return add_statement(text(trap));
      }
      case 5:
        return blank_node(n);
      case 6:
        return list(n);
      case 7:
        out_.add(role::name, "ex:o" + n, now_);
        add_statement(iri(std::string(example) + "o" + n));
        out_.add(role::separator, ",");
        out_.add(role::space, " ");
        now_ = static_cast<int>(out_.quads.size());
        out_.add(role::name, "ex:q" + n, now_);
        return add_statement(iri(std::string(example) + "q" + n));
      default:
        out_.add(role::other, std::to_string(number_), now_);
        return add_statement(typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
    }
  }

  void blank_node(const std::string& n) {
    out_.add(role::open, "[", now_);
    out_.add(role::other, " ex:id \"b" + n + "\"");
    out_.add(role::separator, ";");
    out_.add(role::other, " ex:inner ex:i" + n + " ");
    out_.add(role::close, "]");
    emit_blank(n);
  }

  void list(const std::string& n) {
    const auto rdf = [](const char* name) { return iri(std::string(rdf_namespace) + name); };
    out_.add(role::open, "(", now_);
    out_.add(role::other, " ex:l" + n + " \"m" + n + "\" ");
    out_.add(role::close, ")");
    add_statement(blank("?"));
    out_.quads.push_back({blank("?"), rdf("first"), iri(std::string(example) + "l" + n), graph_});
    out_.quads.push_back({blank("?"), rdf("rest"), blank("?"), graph_});
    out_.quads.push_back({blank("?"), rdf("first"), text("m" + n), graph_});
    out_.quads.push_back({blank("?"), rdf("rest"), rdf("nil"), graph_});
  }

  layout layout_;
};

}  // namespace

document make_turtle(rdf_format format, std::size_t blocks, dice& random, layout in) {
  blocks += (graph_length - blocks % graph_length) % graph_length;
  auto header = "@prefix ex: <" + std::string(example) + "> .\n@base <" + std::string(base_iri) + "> .\n\n";
  if (in == layout::one_line) std::ranges::replace(header, '\n', ' ');
  const auto* trap = "# ex:trap ex:p \"in a comment\" . <http://trap.example/c> a ex:Trap .\n";
  return make_blocks(
      format, std::move(header), "", blocks,
      [&](std::size_t i) { return statement_maker(format, i, random, in).make(); },
      in == layout::one_line ? "" : trap);
}

}  // namespace laundromat::recovery
