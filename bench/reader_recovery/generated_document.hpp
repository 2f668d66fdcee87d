// A document of the recovery benchmark: blocks of tokens with known statements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/format.hpp"
#include "core/rdf/model/statement.hpp"

namespace laundromat::recovery {

/// A term that owns its text. The label of a blank node is the value of its `ex:id`, or `?` when it has none.
struct term {
  term_kind kind = term_kind::none;
  std::string value, datatype, language;

  friend bool operator==(const term&, const term&) = default;
};

struct quad {
  term subject, predicate, object, graph;
};

[[nodiscard]] term iri(std::string value);
[[nodiscard]] term blank(std::string label);
[[nodiscard]] term text(std::string value, std::string language = {});
[[nodiscard]] term typed(std::string value, std::string datatype);

/// One canonical line without newline, for comparing statements.
[[nodiscard]] std::string to_line(const quad& statement);

enum class role : std::uint8_t {
  other,         ///< not changed by any injection directly
  space,         ///< white space between terms
  line_end,      ///< after a line
  subject,       ///< the characters of an IRI, without delimiters
  predicate,     ///< as above
  object,        ///< as above
  graph,         ///< as above
  datatype,      ///< as above
  iri_open,      ///< the start delimiter of an IRI
  iri_close,     ///< the end delimiter of an IRI
  name,          ///< a prefixed name
  blank,         ///< a blank node label, with `_:`
  quote_open,    ///< the start delimiter of a literal, if the literal must be on one line
  quote_close,   ///< the end delimiter of such a literal
  value,         ///< the characters of such a literal
  long_literal,  ///< a literal over several lines, quotes included
  tag,           ///< a language tag, without `@`
  type_mark,     ///< between a literal and its datatype
  separator,     ///< between two objects, predicates, members
  dot,           ///< after a statement
  open,          ///< a bracket or brace
  close,         ///< its counterpart
  start_tag,     ///< the name in a start tag
  attribute,     ///< a whole attribute without meaning, or the name of an attribute
  end_tag,       ///< a whole end tag
  markup,        ///< elements without meaning
};

struct token {
  role kind = role::other;
  std::string text;
  int quad = -1;  ///< the statement of its block that it belongs to, if there is exactly one
};

/// The smallest unit that a reader can skip: a line, a statement, a node element, a node object.
struct block {
  std::vector<token> tokens;
  std::vector<quad> quads;

  void add(role kind, std::string text, int quad = -1) { tokens.push_back({kind, std::move(text), quad}); }
  [[nodiscard]] std::string spelled() const;
};

struct document {
  rdf_format format{};
  std::string header, footer;
  std::vector<block> blocks;
};

/// How the text of a document is laid out.
enum class layout : std::uint8_t {
  pretty,    ///< a line for each predicate, indented, and a blank line after each statement
  one_line,  ///< no line ends outside of strings, and no comments
  indented,  ///< like `pretty`, but all lines begin with the same spaces
  xml,       ///< RDFa in XHTML
};

/// Random numbers that are the same on every machine.
class dice {
 public:
  explicit dice(std::uint64_t seed) : engine_(seed) {}
  [[nodiscard]] std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  [[nodiscard]] bool chance(std::size_t one_in) { return below(one_in) == 0; }

 private:
  std::mt19937_64 engine_;
};

inline constexpr std::string_view example = "http://example.org/ns#";
inline constexpr std::string_view base_iri = "http://base.example/dir/doc";

/// A clean document of `blocks` blocks. Some of its texts look like statements, so that a reader that loses its position invents some.
[[nodiscard]] document make_document(rdf_format format, std::size_t blocks, dice& random, layout in = {});

/// The parts of `make_document`.
[[nodiscard]] document make_lines(rdf_format format, std::size_t blocks, dice& random);
[[nodiscard]] document make_turtle(rdf_format format, std::size_t blocks, dice& random, layout in);
[[nodiscard]] document make_rdf_xml(std::size_t blocks, dice& random);
[[nodiscard]] document make_rdfa(std::size_t blocks, dice& random, layout in);
[[nodiscard]] document make_json_ld(std::size_t blocks, dice& random, layout in);

/// Words, sometimes with non-ASCII characters; no quotes, backslashes or markup.
[[nodiscard]] std::string make_words(std::size_t number, dice& random);

}  // namespace laundromat::recovery
