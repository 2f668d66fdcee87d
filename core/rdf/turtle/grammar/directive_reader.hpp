// `@prefix`, `@base`, `@version`, `PREFIX`, `BASE` and `VERSION`: from the keyword to the end of the directive.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/emission/statement_writer.hpp"
#include "core/rdf/turtle/grammar/read_progress.hpp"
#include "core/rdf/turtle/recovery/lost_declarations.hpp"
#include "core/rdf/turtle/terms/term_reader.hpp"
#include "core/rdf/turtle/tokens/syntax_lookahead.hpp"
#include "core/rdf/turtle/tokens/token_cursor.hpp"

namespace laundromat::turtle {

/// Reads one directive token by token and declares its prefix or base; a version changes nothing, since all versions are read. Repairs, where the profile allows it: a directive in upper case,
/// in a graph, with space before its colon or without it, without the `>` of its IRI, with a wrong end or none. An IRI that may be the
/// subject or graph behind a directive that has lost its own IRI is not taken: then the directive is lost.
///
///     begin ─► name ─► (colon) ─► iri ─► end ─► done | done_before
///         ├──────── base ─────────┘
///         └────────── version ─────────► end
class directive_reader {
 public:
  directive_reader(const text_window& text, const token_cursor& tokens, const syntax_lookahead& lookahead,
                   defect_reporter& reports, term_reader& terms, statement_writer& out,
                   lost_declarations& declarations)
      : text_(&text),
        tokens_(&tokens),
        lookahead_(&lookahead),
        reports_(&reports),
        terms_(&terms),
        out_(&out),
        declarations_(&declarations) {}

  /// Begins with the token of the keyword, which is that of `directive_of`.
  void begin(const token& t, std::string_view keyword, bool is_in_graph);

  /// `done`: the token ends the directive. `done_before`: the directive ended before the token. `failed`: this is no directive. `wait`:
  /// the token is read again with more text.
  [[nodiscard]] read_progress read(const token& t);
  /// Why the last token failed.
  [[nodiscard]] const refusal& why() const { return why_; }

  /// Declares a prefix by a directive in order, which begins at the offset `begin_bytes` and ends at `end_bytes` with its dot.
  void declare_usual(std::string_view prefix, std::string_view iri, std::uint64_t begin_bytes,
                     std::uint64_t end_bytes);

  /// The directive is skipped: what it would have declared is not known any more.
  void lose();

 private:
  enum class state : std::uint8_t { name, colon, iri, version, end };

  [[nodiscard]] read_progress read_name(const token& t);
  [[nodiscard]] read_progress read_marked_name(const token& t);
  [[nodiscard]] read_progress read_colon(const token& t);
  [[nodiscard]] read_progress read_iri(const token& t);
  [[nodiscard]] read_progress read_version(const token& t);
  [[nodiscard]] read_progress read_end(const token& t);
  [[nodiscard]] decision has_own_iri(const token& t) const;
  [[nodiscard]] read_progress read_sparql_end(const token& t);
  [[nodiscard]] read_progress fail_name(const token& t);
  [[nodiscard]] read_progress fail(errc rule, std::string message);
  void declare();
  void declare_prefix(std::string_view prefix, std::string_view iri, std::uint64_t begin_bytes,
                      bool is_plain);
  [[nodiscard]] std::string spelled() const;

  const text_window* text_;
  const token_cursor* tokens_;
  const syntax_lookahead* lookahead_;
  defect_reporter* reports_;
  term_reader* terms_;
  statement_writer* out_;
  lost_declarations* declarations_;

  state state_ = state::name;
  std::uint64_t begin_ = 0;
  std::uint64_t indent_ = 0;   ///< of its line; 0 when it is not the first on it
  std::string name_, iri_;     ///< of a version, `iri_` is that with its quotes
  std::optional<defect> bad_;  ///< what must be repaired
  defect version_place_;       ///< see `statement_sink::on_version`
  bool is_prefix_ = false, is_version_ = false, is_sparql_ = false, has_name_ = false;
  bool is_iri_open_ = false;   ///< the IRI lacks its `>`
  bool is_iri_first_ = false;  ///< the IRI is the first token on its line
  bool lacks_colon_ = false;
  refusal why_;
};

}  // namespace laundromat::turtle
