// Builds the literals of `property`: from the value of an attribute, or from the text of the element.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/rdf/rdfa/evaluation/attribute_terms.hpp"
#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/evaluation/incomplete_triples.hpp"
#include "core/rdf/rdfa/evaluation/language_table.hpp"
#include "core/rdf/rdfa/evaluation/list_builder.hpp"
#include "core/rdf/rdfa/evaluation/literal_collectors.hpp"
#include "core/rdf/rdfa/evaluation/resource_choice.hpp"

namespace laundromat::rdfa {

/// What the value and the datatype of a literal depend on, beside its element.
struct literal_scope {
  host_language host = host_language::unknown;
  int language = no_language;
  term_scope terms;
};

/// Begins with a tag that has `property`: `begin`, then `add_predicate` or `add_item` for each predicate, then `read`. The value of an attribute
/// is emitted at once. The text of the element is collected (`collectors`) until `close`; meanwhile the account of bytes waits. A literal that
/// is damaged, too long or malformed is reported and skipped with all its bytes. Source: RDFa Core 1.1, section 7.5, step 11; HTML+RDFa 1.1,
/// section 3.1.
class literal_builder {
 public:
  /// The parts of the evaluator that literals depend on.
  struct parts {
    resource_table& resources;
    list_builder& lists;
    incomplete_triples& incompletes;
    language_table& languages;
    attribute_terms& terms;
    term_mapper& mapper;
    statement_output& output;
    fault_log& faults;
    byte_account& account;
  };

  literal_builder(const reader_limits& limits, const parts& with)
      : term_bytes_(limits.term_bytes), with_(with), collectors_(limits.term_bytes) {}

  void begin(resource_id subject);
  void add_predicate(std::string_view predicate);
  void add_item(const list_slot& slot) { one_.slots.push_back(slot); }
  /// Emits the literal when an attribute of `element` has its value. True when the text of the element is collected instead, up to `close`.
  [[nodiscard]] bool read(const element_view& element, const literal_scope& scope);
  /// Ends the innermost literal that is collected. Where `is_sound` is false its text is not known, and it is skipped.
  void close(bool is_sound);
  /// Gives up literals that hold too much; called after each piece of text. True when there were any.
  bool check_size();

  /// Receives the text and the tags of the literals that are open.
  [[nodiscard]] literal_collectors& collectors() { return collectors_; }

 private:
  void read_datatype(const element_view& element, const term_scope& scope);
  [[nodiscard]] bool names_datatype(const attribute_value& value, std::string_view word,
                                    const term_scope& scope) const;
  [[nodiscard]] std::optional<std::string_view> read_value(const element_view& element, host_language host);
  void open_collector(host_language host);
  void emit(collector& one, std::string_view value, bool is_known);
  [[nodiscard]] bool judge(collector& one, term_view& literal, bool is_known);
  [[nodiscard]] bool is_in_tag(const collector& one) const { return &one == &one_; }
  [[nodiscard]] raw_place extent_of(const collector& one) const;

  std::uint64_t term_bytes_;
  parts with_;
  literal_collectors collectors_;
  collector one_;  // the literal of the tag at hand, until its text is collected
};

}  // namespace laundromat::rdfa
