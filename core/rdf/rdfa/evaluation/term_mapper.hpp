// From words in attributes to IRIs: prefixes, vocabularies, terms, relative references.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/rdfa/evaluation/host_language.hpp"

namespace laundromat::rdfa {

/// What a word means.
struct mapped_word {
  enum class outcome : std::uint8_t {
    iri,          ///< `value` is absolute
    blank,        ///< `value` is a label
    nothing,      ///< an undefined term, a safe CURIE without meaning: RDFa ignores it
    relative,     ///< a relative reference without a base, or what is no reference
    lost_prefix,  ///< its prefix may have been declared where that cannot be read; `value` is the word itself
    unknown_prefix,  ///< `value` is the word itself as an IRI: its scheme is no usual one
  };
  outcome what = outcome::nothing;
  std::string_view value;  ///< valid until the next call
};

/// The prefix mappings in force, as a stack. Source: RDFa Core 1.1, section 7.4.
class term_mapper {
 public:
  /// `used_base` is set when something is resolved against the base of the outside.
  term_mapper(std::string document_iri, bool* used_base)
      : document_iri_(std::move(document_iri)), used_document_(used_base), used_base_(used_base) {}
  /// From now on `base` is one that the document declares.
  void forget_given_base() { used_base_ = nullptr; }
  /// It is that of the outside again.
  void use_given_base() { used_base_ = used_document_; }
  /// From now on labels are those of another document.
  void begin_document() { ++documents_; }

  void use_host(host_language host) { host_ = host; }
  /// Maps a prefix until `forget_prefixes` goes back before it.
  void declare_prefix(std::string_view prefix, std::string_view iri) { declare(prefix, iri, kind::read); }
  /// The same for a prefix whose declaration cannot be read.
  void lose_prefix(std::string_view prefix) { declare(prefix, {}, kind::lost); }
  /// From now on the meaning of each prefix is lost until it is declared again.
  void lose_prefixes() { declare({}, {}, kind::all_lost); }
  /// Whether the meaning of some prefix is lost.
  [[nodiscard]] bool has_lost_prefixes() const;
  /// Whether the prefix has the meaning that the initial context gives it.
  [[nodiscard]] bool is_initial(std::string_view prefix) const;
  [[nodiscard]] std::size_t prefix_count() const { return declared_.size(); }
  void forget_prefixes(std::size_t count);
  /// The declared prefixes, sorted, the latest of each name.
  [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> prefixes_in_force() const;

  /// A TERMorCURIEorAbsIRI; `vocabulary` is empty when there is none.
  [[nodiscard]] mapped_word map_term(std::string_view word, std::string_view vocabulary);
  /// A SafeCURIEorCURIEorIRI.
  [[nodiscard]] mapped_word map_resource(std::string_view text, std::string_view base);
  /// An IRI or relative reference.
  [[nodiscard]] mapped_word resolve(std::string_view text, std::string_view base);
  /// The label of `_:label` as statements have it: `g1` and the like are kept free for `name_blank`, `s1.x` for blocks of other formats,
  /// `x1.0` for further documents.
  [[nodiscard]] std::string_view map_label(std::string_view label);
  /// A new label.
  void name_blank(std::string& label);

 private:
  enum class kind : std::uint8_t { read, lost, all_lost };
  struct mapping {
    std::string prefix, iri;
    int shadowed;
    kind what;
  };
  void declare(std::string_view prefix, std::string_view iri, kind what);
  [[nodiscard]] bool is_lost(int declaration) const;
  std::optional<mapped_word> map_curie(std::string_view word);
  mapped_word make_absolute(std::string_view reference);

  std::string document_iri_;
  bool *used_document_, *used_base_;
  host_language host_ = host_language::unknown;
  std::vector<mapping> declared_;
  int barrier_ = -1;  // the last of `declared_` that loses all before it
  keyed_map<std::string, int> latest_;
  std::string prefix_, value_, label_;
  std::uint64_t blanks_ = 0, documents_ = 0;
};

}  // namespace laundromat::rdfa
