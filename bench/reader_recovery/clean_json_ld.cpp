// Makes clean JSON-LD: a block is a node object in @graph.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/block_maker.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

class object_maker : block_maker {
 public:
  object_maker(std::size_t number, dice& random, layout in) : block_maker(number, random), layout_(in) {}

  block make(bool is_last) {
    subject_ = iri(thing());
    out_.add(role::open, "  {");
    member("@id");
    put_quoted(role::subject, subject_.value);
    const auto lines = 2 + random_.below(3);
    for (std::size_t i = 0; i < lines; ++i) {
      out_.add(role::separator, ",");
      out_.add(role::line_end, "\n");
      property(i, (number_ + i) % 8);
    }
    out_.add(role::close, "}");
    if (!is_last) out_.add(role::dot, ",");
    out_.add(role::line_end, "\n");
    if (layout_ == layout::one_line) minify();
    return out_;
  }

 private:
  /// Removes white space except in strings.
  void minify() {
    for (auto& one : out_.tokens) {
      const bool is_between = one.kind == role::open || one.kind == role::separator ||
                              one.kind == role::line_end || one.text.ends_with("\": ") || one.text == "   ";
      if (is_between) std::erase_if(one.text, [](char c) { return c == ' ' || c == '\n'; });
    }
  }
  void member(std::string_view name) { out_.add(role::other, "\"" + std::string(name) + "\": "); }

  void property(std::size_t i, std::size_t kind) {
    const auto n = mark_of(i);
    const auto words = make_words(number_, random_);
    begin_statement(name_of(i));
    out_.add(role::other, "   ");
    member("ex:" + name_of(i));
    switch (kind) {
      case 0:
        return reference("http://example.org/other/" + n);
      case 1:
      case 2:
        put_quoted(role::value, words);
        return add_statement(text(words));
      case 3:
        return value_object(words, "@language", role::tag, "en", text(words, "en"));
      case 4:
        return value_object(std::to_string(number_), "@type", role::datatype, "xsd:integer",
                            typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
      case 5:
        return blank_node(n);
      case 6:
        out_.add(role::other, "\"see {\\\"@id\\\": \\\"http://trap.example/" + n + "\\\", \\\"ex:p\\\": 1}\"",
                 now_);
        return add_statement(text("see {\"@id\": \"http://trap.example/" + n + "\", \"ex:p\": 1}"));
      default:
        out_.add(role::other, std::to_string(number_), now_);
        return add_statement(typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
    }
  }

  void reference(const std::string& value) {
    out_.add(role::open, "{", now_);
    member("@id");
    put_quoted(role::object, value);
    out_.add(role::close, "}", now_);
    add_statement(iri(value));
  }

  void value_object(const std::string& value, std::string_view key, role kind, const std::string& of,
                    term object) {
    out_.add(role::open, "{", now_);
    member("@value");
    put_quoted(role::value, value);
    out_.add(role::separator, ", ", now_);
    member(key);
    put_quoted(kind, of);
    out_.add(role::close, "}", now_);
    add_statement(std::move(object));
  }

  void blank_node(const std::string& n) {
    out_.add(role::other, "{\"ex:id\": \"b" + n + "\", \"ex:inner\": {\"@id\": \"ex:i" + n + "\"}}", now_);
    emit_blank(n);
  }

  layout layout_;
};

}  // namespace

document make_json_ld(std::size_t blocks, dice& random, layout in) {
  const std::string names =
      "{\"ex\":\"" + std::string(example) + "\",\"xsd\":\"" + std::string(xsd_namespace) + "\"}";
  const bool is_pretty = in == layout::pretty;
  return make_blocks(rdf_format::json_ld,
                     "{\"@context\":" + names + (is_pretty ? ",\n \"@graph\": [\n" : ",\"@graph\":["),
                     is_pretty ? "]}\n" : "]}", blocks,
                     [&](std::size_t i) { return object_maker(i, random, in).make(i + 1 == blocks); });
}

}  // namespace laundromat::recovery
