// The active context: what terms, bases, languages mean at a place of a document (JSON-LD 1.1 API section 4.1).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/jsonld/context/keyword.hpp"
#include "core/rdf/jsonld/context/term_table.hpp"
#include "core/rdf/jsonld/json/json_tree.hpp"

namespace laundromat::jsonld {

/// A parsed text that lives as long as anything that points into it.
struct json_document {
  std::string text;
  json_tree tree;
};

/// A value inside a document that it keeps alive.
struct shared_json {
  std::shared_ptr<const json_document> owner;
  const json_node* value = nullptr;
};

enum class text_direction : std::uint8_t { absent, none, ltr, rtl };

/// The kinds of `@container`, as bits.
namespace container {
enum : std::uint8_t { graph = 1, id = 2, index = 4, language = 8, list = 16, set = 32, type = 64 };
}

enum class coercion : std::uint8_t { absent, id, vocab, json, none, datatype };

struct term_definition {
  std::optional<std::string> iri;  ///< nothing when the term is mapped to null
  coercion type = coercion::absent;
  std::string datatype;
  std::uint8_t containers = 0;
  bool is_prefix = false, is_protected = false, is_reverse = false;
  std::string index;  ///< the property of `@index`; empty when it is the keyword itself
  std::string nest;
  bool has_language = false;
  std::optional<std::string> language;  ///< nothing with `has_language`: null
  text_direction direction = text_direction::absent;
  bool is_broken = false;         ///< it breaks the rules, so that the meaning of the term is not known
  bool may_name_subject = false;  ///< of a broken one: the term may be an alias of a keyword
  bool has_context = false;       ///< of a broken one: it may have one
  shared_json context;            ///< the scoped context, not yet processed
  std::string context_base;

  [[nodiscard]] bool has(std::uint8_t kinds) const { return (containers & kinds) != 0; }
};

/// Whether two definitions are the same, protection aside.
[[nodiscard]] bool is_same_definition(const term_definition& a, const term_definition& b);
/// Whether two values are the same JSON, whatever their spelling.
[[nodiscard]] bool is_same_json(const json_node& a, const json_node& b);

/// What a key or a type becomes under a context, worked out once.
struct expanded_key {
  std::string key;
  std::string iri;  ///< also the name of a keyword; empty when it maps to nothing
  keyword word = keyword::none;
  const term_definition* term = nullptr;
  bool is_iri = false;            ///< absolute, and clean by `is_plain_iri`: need not be checked again
  bool is_blank = false;          ///< begins with `_:`
  bool is_lost = false;           ///< its definition is broken
  bool may_name_subject = false;  ///< a lost one may be an alias of a keyword
  bool is_no_name = false;   ///< neither an IRI nor a name in the vocabulary, by `why_template_placeholder`
  bool is_too_long = false;  ///< longer than the limit: `iri` is its beginning
  std::uint32_t hash = 0;

  [[nodiscard]] bool is_mapped() const { return word != keyword::none || iri.find(':') != iri.npos; }
};

/// Keys that were expanded, by their hash. Keys may be chosen to collide: each is looked for in few places only.
class key_cache {
 public:
  [[nodiscard]] const expanded_key* find(std::uint32_t hash, std::string_view key) const;
  /// Null, and the key stays as it is, when there are `most` or there is no room in its places.
  [[nodiscard]] const expanded_key* keep(expanded_key& key);
  /// How many places were looked at so far.
  [[nodiscard]] std::uint64_t probes() const { return probes_; }

 private:
  static constexpr std::size_t most = 16'384, places = 64;
  void grow();
  mutable std::uint64_t probes_ = 0;
  std::vector<std::unique_ptr<expanded_key>> slots_;
  std::size_t count_ = 0;
};

/// Keys that no cache takes any more; its owner clears it after each element.
using key_spill = std::deque<expanded_key>;

/// Never changed once it is shared, but for its caches; used by one reader only.
struct active_context {
  std::string base;  ///< empty: none
  std::string original_base;
  /// Of the reader's options; `used_base` is null when `base` was declared.
  bool *used_base = nullptr, *used_original_base = nullptr;
  std::optional<std::string> vocab;
  std::optional<std::string> language;
  text_direction direction = text_direction::absent;
  std::shared_ptr<const active_context> previous;
  term_table terms;
  bool has_protected = false;
  bool has_scoped = false;                                   ///< a term has a context of its own
  bool has_broken = false;                                   ///< a term is broken
  bool is_base_broken = false;                               ///< the base is not known
  bool is_vocab_broken = false, is_language_broken = false;  ///< the same
  std::uint64_t iri_bytes = 8192;

  mutable key_cache keys;   ///< expanded as properties
  mutable key_cache types;  ///< expanded as values of `@type`

  active_context() = default;
  active_context(const active_context& other);
  active_context& operator=(const active_context&) = delete;

  [[nodiscard]] const term_definition* find(std::string_view term) const { return terms.look_up(term); }
};

using context_ptr = std::shared_ptr<const active_context>;

/// IRI Expansion (JSON-LD 1.1 API section 5.2.2) without a local context. `scratch` holds what is put together; nothing for null. What
/// is no reference stays what it is.
[[nodiscard]] std::optional<std::string_view> expand_iri(const active_context& active, std::string_view value,
                                                         bool document_relative, bool vocab,
                                                         std::string& scratch);

/// The broken definition that a name depends on, as a term or by its prefix; or null.
[[nodiscard]] const term_definition* find_broken(const active_context& active, std::string_view name);

/// Whether a name would be joined to a vocabulary that is broken.
[[nodiscard]] bool needs_broken_vocab(const active_context& active, std::string_view name);

/// Whether an absolute IRI looks like a name whose prefix is not declared: `dc:title`, but neither `http://…` nor `urn:…`.
[[nodiscard]] bool looks_like_name(std::string_view iri);

/// The key as a property of an object.
[[nodiscard]] const expanded_key& expand_key(const active_context& active, const json_node& key,
                                             key_spill& spill);
/// The value as one of `@type`.
[[nodiscard]] const expanded_key& expand_type(const active_context& active, const json_node& value,
                                              key_spill& spill);
/// A term by its definition, as a property.
[[nodiscard]] const expanded_key& expand_text(const active_context& active, std::string_view key,
                                              key_spill& spill);

}  // namespace laundromat::jsonld
