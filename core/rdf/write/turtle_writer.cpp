// Implements the writer of Turtle: makes nodes of serd from terms, and hands its output on in blocks.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/turtle_writer.hpp"

#include <serd-0/serd/serd.h>

#include <algorithm>
#include <map>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/triple_term.hpp"

namespace laundromat {

namespace {

constexpr std::size_t block_bytes = std::size_t{64} << 10;
/// The label of a triple term for serd, which knows none: nothing that it writes has this byte.
constexpr char triple_place = '\x01';

const std::uint8_t* as_bytes(const std::string& text) {
  return reinterpret_cast<const std::uint8_t*>(text.c_str());
}

/// A node of serd whose text ends with a zero byte, which serd needs although it gets the length.
class node_text {
 public:
  const SerdNode* set(SerdType type, std::string text) {
    text_ = std::move(text);
    node_ = {as_bytes(text_), text_.size(), text_.size(), 0, type};
    return &node_;
  }

 private:
  std::string text_;
  SerdNode node_{};
};

/// Different labels remain different: `-` begins an escape and is itself always escaped.
std::string safe_label(std::string_view label) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string safe = "b";
  for (const char c : label) {
    const auto byte = static_cast<unsigned char>(c);
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_') {
      safe.push_back(c);
    } else {
      safe.push_back('-');
      safe.push_back(digits[byte >> 4]);
      safe.push_back(digits[byte & 15u]);
    }
  }
  return safe;
}

}  // namespace

struct turtle_writer::state {
  state(rdf_format syntax, std::span<const prefix> prefixes, byte_sink& to)
      : out(to), is_trig(syntax == rdf_format::trig), env(serd_env_new(nullptr)) {
    writer =
        serd_writer_new(is_trig ? SERD_TRIG : SERD_TURTLE, SERD_STYLE_ABBREVIATED, env, nullptr, &take, this);
    serd_writer_set_error_sink(
        writer, [](void*, const SerdError*) { return SERD_SUCCESS; }, nullptr);
    for (const auto& one : prefixes) declare(one);
  }
  ~state() {
    serd_writer_free(writer);
    serd_env_free(env);
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  static std::size_t take(const void* bytes, std::size_t length, void* self) {
    static_cast<state*>(self)->block.append(static_cast<const char*>(bytes), length);
    return length;
  }
  /// Puts the triple term in the place of the label that serd has written for it behind `begin`.
  void put_triple(std::size_t begin, std::string_view triple) {
    const auto place = "_:" + std::string(1, triple_place);
    block.replace(block.find(place, begin), place.size(), spell_triple(triple));
  }
  /// An error is stored. Keeps white space at the end, of which serd writes too much behind the last graph.
  void flush() {
    const auto end = block.find_last_not_of(" \t\n") + 1;
    if (written) written = out.write(std::string_view{block}.substr(0, end));
    block.erase(0, end);
  }
  /// A namespace is declared once, under a name that is not used yet.
  void declare(const prefix& one) {
    auto name = one.name;
    while (std::ranges::any_of(names, [&](const auto& known) { return known.second == name; }))
      name.push_back('x');
    if (!names.emplace(one.iri, name).second) return;
    node_text name_node, iri;
    serd_writer_set_prefix(writer, name_node.set(SERD_LITERAL, name), iri.set(SERD_URI, one.iri));
  }
  /// The prefixed name, empty for an IRI without a prefix.
  [[nodiscard]] std::string short_name(std::string_view iri) const {
    std::string_view local;
    const auto* known = find_prefix(names, iri, local);
    return known == nullptr ? std::string() : known->second + ":" + std::string(local);
  }
  const SerdNode* iri_node(node_text& text, std::string_view iri) const {
    auto name = short_name(iri);
    return name.empty() ? text.set(SERD_URI, std::string(iri)) : text.set(SERD_CURIE, std::move(name));
  }
  /// The parts of a triple term with prefixed names. Nesting is bounded by the limit of the reader.
  [[nodiscard]] std::string spell_triple(std::string_view triple) const {
    std::string spelled(triple_term_begin);
    for (const auto& part : parts_of_triple_term(triple)) {
      spelled.push_back(' ');
      const auto inner = part.text.substr(1, part.text.size() - 2);
      const auto name = part.kind == term_kind::iri ? short_name(inner) : std::string();
      if (!name.empty())
        spelled.append(name);
      else if (part.kind == term_kind::blank)
        spelled.append("_:").append(safe_label(part.text.substr(2)));
      else if (part.kind == term_kind::triple)
        spelled.append(spell_triple(part.text));
      else
        spelled.append(part.text);
    }
    return spelled.append(1, ' ').append(triple_term_end);
  }
  const SerdNode* term_node(node_text& text, const term_view& term) const {
    if (term.kind == term_kind::triple) return text.set(SERD_BLANK, std::string(1, triple_place));
    if (term.kind == term_kind::blank) return text.set(SERD_BLANK, safe_label(term.value));
    if (term.kind == term_kind::literal) return text.set(SERD_LITERAL, std::string(term.value));
    return iri_node(text, term.value);
  }
  const SerdNode* predicate_node(std::string_view iri) {
    return iri == iris::rdf_type ? predicate.set(SERD_URI, std::string(iri)) : iri_node(predicate, iri);
  }
  const SerdNode* object_node(const term_view& term) {
    const bool is_nil = term.kind == term_kind::iri && term.value == iris::rdf_nil;
    return is_nil ? object.set(SERD_URI, std::string(term.value)) : term_node(object, term);
  }
  const SerdNode* datatype_node(const term_view& literal) {
    if (literal.datatype.empty() || !literal.language.empty()) return nullptr;
    return has_bare_form(literal.value, literal.datatype)
               ? datatype.set(SERD_URI, std::string(literal.datatype))
               : iri_node(datatype, literal.datatype);
  }

  byte_sink& out;
  bool is_trig;
  SerdEnv* env;
  SerdWriter* writer = nullptr;
  prefix_names names;
  std::string block;
  result<void> written;
  node_text subject, predicate, object, graph, datatype, language;
};

turtle_writer::turtle_writer(rdf_format syntax, std::span<const prefix> prefixes, byte_sink& out)
    : state_(std::make_unique<state>(syntax, prefixes, out)) {}
turtle_writer::~turtle_writer() = default;
turtle_writer::turtle_writer(turtle_writer&&) noexcept = default;
turtle_writer& turtle_writer::operator=(turtle_writer&&) noexcept = default;

result<void> turtle_writer::write(const statement_view& statement) {
  auto& s = *state_;
  const bool has_graph = statement.graph.kind != term_kind::none;
  if (has_graph && !s.is_trig) return fail(errc::quad_in_triples, "Turtle has no named graphs");
  if (statement.subject.kind == term_kind::literal || statement.graph.kind == term_kind::literal ||
      statement.predicate.kind == term_kind::literal)
    return fail(errc::literal_out_of_place, std::string(statement.subject.value));
  if (statement.subject.kind == term_kind::triple || statement.graph.kind == term_kind::triple ||
      statement.predicate.kind == term_kind::triple)
    return fail(errc::triple_term_out_of_place, std::string(statement.subject.value));
  if (statement.predicate.kind == term_kind::blank)
    return fail(errc::blank_predicate, std::string(statement.predicate.value));
  const auto* tag = statement.object.language.empty()
                        ? nullptr
                        : s.language.set(SERD_LITERAL, std::string(statement.object.language));
  const auto begin = s.block.size();
  const auto status = serd_writer_write_statement(
      s.writer, 0, has_graph ? s.term_node(s.graph, statement.graph) : nullptr,
      s.term_node(s.subject, statement.subject), s.predicate_node(statement.predicate.value),
      s.object_node(statement.object), s.datatype_node(statement.object), tag);
  if (status != SERD_SUCCESS)
    return fail(errc::internal, std::string("serd: ") + reinterpret_cast<const char*>(serd_strerror(status)));
  if (statement.object.kind == term_kind::triple) s.put_triple(begin, statement.object.value);
  if (s.block.size() >= block_bytes) s.flush();
  return s.written;
}

result<void> turtle_writer::finish() {
  auto& s = *state_;
  serd_writer_finish(s.writer);
  s.flush();
  if (s.written && !s.block.empty()) s.written = s.out.write("\n");
  return s.written;
}

}  // namespace laundromat
