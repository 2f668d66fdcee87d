// Clean JSON-LD: a block is a node object in @graph.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/document.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

class object_maker {
 public:
  object_maker(std::size_t number, dice& random) : number_(number), random_(random) {}

  block make(bool is_last) {
    subject_ = iri("http://example.org/thing/" + std::to_string(number_));
    out_.add(role::open, "  {");
    member("@id");
    string(role::subject, subject_.value);
    const auto lines = 2 + random_.below(3);
    for (std::size_t i = 0; i < lines; ++i) {
      out_.add(role::separator, ",");
      out_.add(role::line_end, "\n");
      property(i, (number_ + i) % 8);
    }
    out_.add(role::close, "}");
    if (!is_last) out_.add(role::dot, ",");
    out_.add(role::line_end, "\n");
    return out_;
  }

 private:
  void member(std::string_view name) { out_.add(role::other, "\"" + std::string(name) + "\": "); }
  void string(role kind, const std::string& value) {
    out_.add(role::quote_open, "\"", now_);
    out_.add(kind, value, now_);
    out_.add(role::quote_close, "\"", now_);
  }
  void say(term object) { out_.quads.push_back({subject_, predicate_, std::move(object), {}}); }

  void property(std::size_t i, std::size_t kind) {
    const auto n = std::to_string(number_) + "_" + std::to_string(i);
    const auto words = make_words(number_, random_);
    const auto name = "p" + std::to_string(number_ % 7) + "_" + std::to_string(i);
    now_ = static_cast<int>(out_.quads.size());
    predicate_ = iri(std::string(example) + name);
    out_.add(role::other, "   ");
    member("ex:" + name);
    switch (kind) {
      case 0:
        return reference("http://example.org/other/" + n);
      case 1:
      case 2:
        string(role::value, words);
        return say(text(words));
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
        return say(text("see {\"@id\": \"http://trap.example/" + n + "\", \"ex:p\": 1}"));
      default:
        out_.add(role::other, std::to_string(number_), now_);
        return say(typed(std::to_string(number_), std::string(xsd_namespace) + "integer"));
    }
  }

  void reference(const std::string& value) {
    out_.add(role::open, "{", now_);
    member("@id");
    string(role::object, value);
    out_.add(role::close, "}", now_);
    say(iri(value));
  }

  void value_object(const std::string& value, std::string_view key, role kind, const std::string& of,
                    term object) {
    out_.add(role::open, "{", now_);
    member("@value");
    string(role::value, value);
    out_.add(role::separator, ", ", now_);
    member(key);
    string(kind, of);
    out_.add(role::close, "}", now_);
    say(std::move(object));
  }

  void blank_node(const std::string& n) {
    const auto label = "b" + n;
    out_.add(role::other, "{\"ex:id\": \"" + label + "\", \"ex:inner\": {\"@id\": \"ex:i" + n + "\"}}", now_);
    say(blank(label));
    out_.quads.push_back({blank(label), iri(std::string(example) + "id"), text(label), {}});
    out_.quads.push_back(
        {blank(label), iri(std::string(example) + "inner"), iri(std::string(example) + "i" + n), {}});
  }

  std::size_t number_;
  dice& random_;
  block out_;
  term subject_, predicate_;
  int now_ = 0;
};

}  // namespace

document make_json_ld(std::size_t blocks, dice& random) {
  document out{rdf_format::json_ld,
               "{\"@context\": {\"ex\": \"" + std::string(example) + "\", \"xsd\": \"" +
                   std::string(xsd_namespace) + "\"},\n \"@graph\": [\n",
               "]}\n",
               {}};
  for (std::size_t i = 0; i < blocks; ++i)
    out.blocks.push_back(object_maker(i, random).make(i + 1 == blocks));
  return out;
}

}  // namespace laundromat::recovery
