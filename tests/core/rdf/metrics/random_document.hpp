// Documents of seeded random statements that share terms, so that every figure is tested.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>
#include <map>
#include <random>
#include <string>

#include "core/rdf/write/canonical.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat::testing {

/// A statement that owns its terms.
struct whole_statement {
  std::string subject, predicate, object, datatype, language, graph;
  bool is_literal = false;

  [[nodiscard]] statement_view view() const {
    const auto kind = is_literal ? term_kind::literal : term_kind::iri;
    return {{term_kind::iri, subject, {}, {}},
            {term_kind::iri, predicate, {}, {}},
            {kind, object, datatype, language},
            {graph.empty() ? term_kind::none : term_kind::iri, graph, {}, {}}};
  }
};

class random_document {
 public:
  explicit random_document(std::uint64_t seed) : random_(seed) {
    const auto count = random_() % 3'000;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto one = make_statement();
      std::string line;
      append_canonical(line, one.view(), "");
      statements_.emplace(std::move(line), one);
    }
  }
  /// By their lines: in byte order, each once.
  [[nodiscard]] const std::map<std::string, whole_statement>& statements() const { return statements_; }

 private:
  template <std::size_t N>
  std::string one_of(const char* const (&choices)[N]) {
    return choices[random_() % N];
  }
  std::string number(std::uint64_t below) { return std::to_string(random_() % below); }
  std::string blank() { return skolem_prefix(content_digest{}) + number(40); }
  std::string node() {
    if (random_() % 8 == 0) return blank();
    return one_of({"http://e.org/", "http://e.org/a/", "http://e.org/a",
                   "urn:x:", "http://e.org/M\xC3\xBCll#", "http://", "http://e.org/a/\xF0\x9F\x98\x80 "}) +
           number(60);
  }
  whole_statement make_statement() {
    whole_statement out;
    out.subject = node();
    out.predicate =
        one_of({"http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "http://e.org/p", "http://e.org/p1",
                "http://e.org/longer/predicate#q", "urn:p", "http://e.org/a/1"});
    if (random_() % 50 == 0) out.predicate = blank();
    if (random_() % 5 == 0) out.graph = random_() % 6 == 0 ? blank() : "http://e.org/graph/" + number(4);
    out.object = node();
    if (out.predicate.ends_with("#type") && random_() % 4 != 0) {
      out.object =
          one_of({"http://www.w3.org/2002/07/owl#Class", "http://www.w3.org/2000/01/rdf-schema#Class",
                  "http://www.w3.org/2002/07/owl#ObjectProperty",
                  "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property", "http://e.org/Thing"});
    } else if (random_() % 2 == 0) {
      make_literal(out);
    }
    return out;
  }
  void make_literal(whole_statement& out) {
    out.is_literal = true;
    out.object = one_of({"", "42", "042", "1.50", "true", "yes", "2014-02-30", "a \"quoted\"\nline\\",
                         "caf\xC3\xA9", "\xE6\xB4\x97\xE6\xBF\xAF > . < @en", "\x7F\x01"});
    if (random_() % 3 == 0) out.object += number(9);
    if (random_() % 40 == 0) out.object.append(random_() % 5'000, 'x');
    if (random_() % 3 == 0)
      out.language = one_of({"en", "de-at", "x", "toolongtobeatag"});
    else if (random_() % 2 == 0)
      out.datatype =
          one_of({"http://www.w3.org/2001/XMLSchema#integer", "http://www.w3.org/2001/XMLSchema#decimal",
                  "http://www.w3.org/2001/XMLSchema#boolean", "http://www.w3.org/2001/XMLSchema#date",
                  "http://www.w3.org/2001/XMLSchema#QName", "http://e.org/types#own", "urn:own"});
  }

  std::mt19937_64 random_;
  std::map<std::string, whole_statement> statements_;
};

}  // namespace laundromat::testing
