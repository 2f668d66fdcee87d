// The processing rules of RDFa: what an element says, and what its children inherit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/evaluation/literal_collectors.hpp"
#include "core/rdf/rdfa/evaluation/pool.hpp"
#include "core/rdf/rdfa/evaluation/statement_output.hpp"
#include "core/rdf/rdfa/evaluation/term_mapper.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"

namespace laundromat {

/// Said of an IRI whose scheme is no usual one: perhaps a prefix that is not declared.
inline constexpr std::string_view unknown_prefix = "its scheme may be a prefix that is not declared";

/// Said of a prefix that may have been declared where nobody can read it.
inline constexpr std::string_view lost_declaration = "its declaration could not be read";

/// An element as its start tag has it.
struct element_view {
  const raw_tag& tag;
  const attribute_set& attributes;
  html_tag kind = html_tag::other;  ///< `other` outside of HTML and XHTML
  bool is_root = false;
};

/// What the caller keeps of an open element.
struct opened_element {
  int context = 0;  ///< what its children inherit
  bool owns_context = false;
  bool collects = false;  ///< its text becomes a literal
};

/// RDFa Core 1.1, section 7.5, with the additions of HTML+RDFa 1.1 section 3.1 and XHTML+RDFa 1.1 section 3, and the Role Attribute 1.0
/// section 4. Elements are opened and closed like brackets; a child may be opened in the context of any element that is still open.
class evaluator {
 public:
  evaluator(const reader_options& options, statement_output& output, finding_log& findings,
            byte_account& account);

  void use_host(rdfa_host host);
  /// From now on another document is read, which begins there and inherits nothing; no element is open.
  void begin_document(const located_place& begin);
  /// The base of `options`.
  void use_given_base(const reader_options& options);
  /// The base IRI that the document declares, resolved.
  void use_declared_base(std::string_view iri);
  /// `reader_options::used_base`, or null once a base was declared.
  [[nodiscard]] bool* used_base() const { return used_base_; }
  [[nodiscard]] std::string_view base() const { return resources_[0].value; }

  [[nodiscard]] opened_element open(const element_view& element, int context);
  /// Opens what is within an element whose own subject is not known: what depends on it is skipped.
  [[nodiscard]] opened_element open_unknown(raw_place place, int context);
  /// The same where its language, vocabulary and prefixes are not known either.
  [[nodiscard]] opened_element open_doubtful(raw_place place, errc why, int context);
  /// From now on nobody knows what the element opened last gives what is in it: what depends on it is skipped as `why`.
  void forget_subject(raw_place place, errc why);
  /// How the open elements within the one of `context` differ in what they give to their content.
  enum class difference : std::uint8_t { none, subjects, names };
  [[nodiscard]] difference differ_within(int context) const;
  /// From now on nobody knows in which of the open elements what comes lies: what inherits a subject is skipped as `why`.
  void forget_subjects(raw_place place, errc why);
  /// An element in `context` that `tag` begins, which may be cut short, is left out: lists that may have lost an item by that are
  /// skipped.
  void lose_items(int context, std::string_view tag);
  /// Whether the element opened last that is still open gives what is in it another subject or vocabulary than it would have without.
  [[nodiscard]] bool turns(const opened_element& element) const;
  /// `is_sound` is false when the element was cut off or damaged, so that its text is not known.
  void close(const opened_element& element, bool is_sound = true);
  /// Lists that belong to no element.
  void finish();

  [[nodiscard]] literal_collectors& literals() { return literals_; }
  /// How many lists have what the element opened last says as an item.
  [[nodiscard]] std::size_t items() const { return chunk_items_.size(); }
  /// Its bytes, which wait for them.
  void wait_for_lists(const waiting_runs& runs);
  /// Gives up literals that hold too much; called after each piece of text. True when there were any.
  bool check_literal_size();
  /// Counts out the lines of the places whose bytes are about to go.
  void keep_places();
  /// The context around that of an element: what follows an element that was closed out of order inherits.
  [[nodiscard]] int outer_context(int context) const {
    return contexts_[static_cast<std::size_t>(context)].outer;
  }

 private:
  struct incomplete {
    enum class direction : std::uint8_t { forward, reverse, list };
    direction way = direction::forward;
    std::string predicate;
    list_slot list;
  };
  struct list_item {
    term_kind kind = term_kind::none;
    std::string value, datatype, language;
  };
  struct rdf_list {
    std::string predicate;
    std::vector<list_item> items;
    bool is_spoiled = false;
    errc fault = errc::bad_iri;      ///< why, as far as that is known
    open_skip skip;                  ///< of the items that are lost by that
    std::vector<waiting_runs> runs;  ///< of the items that it has
    located_place first;             ///< of them; line 0 while there is none
    std::string start;               ///< how it begins
    std::uint64_t end = 0;           ///< behind the last
    std::uint64_t item_bytes = 0;    ///< of `list_bytes_`
  };
  struct list_mapping {
    resource_id origin = no_resource;
    std::vector<rdf_list> lists;
    keyed_map<std::string, int> index;  ///< of them by their predicates, once they are many
    bool is_spoiled = false;            ///< so are the lists that begin from now on
    bool is_unknown = false;            ///< nobody knows of which subject they are
    int around = -1;                    ///< another that their items may belong to
    errc fault = errc::bad_iri;         ///< why
  };
  struct frame {
    resource_id base = 0, parent_subject = no_resource, parent_object = no_resource;
    std::size_t first_incomplete = 0, end_incomplete = 0;
    int lists = 0;  ///< the mapping that gathers the lists of `parent_object`
    int outer = 0;
    int language = -1;  ///< the index of its source; negative for none, or for `unknown_language`
    std::string vocabulary;
    bool is_vocabulary_lost = false;  ///< there is one, but nobody knows which
    // how far the stacks reached before it
    std::size_t resources = 0, incompletes = 0, prefixes = 0, mappings = 0, languages = 0;
    std::uint64_t held_bytes = 0;
  };
  /// The local values of section 7.5.
  struct step {
    const element_view& element;
    frame& inherited;
    frame& local;
    bool has_rel = false, has_rev = false;
    bool skips = false;
    resource_id about = no_resource, target = no_resource;
    resource_id new_subject = no_resource, object = no_resource, typed = no_resource;
    int lists = 0;  ///< the mapping that gathers the lists of `new_subject`
    [[nodiscard]] bool has(rdfa_attribute which) const { return element.attributes.has(which); }
    [[nodiscard]] const attribute_value& operator[](rdfa_attribute which) const {
      return element.attributes[which];
    }
  };

  frame& push_context(int inherited);
  void read_mappings(step& s);
  void read_prefixes(step& s);
  void read_prefix_list(const attribute_value& value);
  void declare_prefix(std::string_view prefix, std::string_view iri, raw_place place);
  void read_language(step& s);
  void choose_relations(step& s);
  void choose_resources(step& s);
  void choose_without_relation(step& s);
  void choose_with_relation(step& s);
  void emit_types(step& s);
  void emit_relations(step& s);
  void hang_relations(step& s);
  bool hold(std::size_t bytes);
  void complete(step& s);
  void inherit(step& s);
  void emit_role(step& s);

  bool emit_properties(step& s);
  [[nodiscard]] resource_id property_object(const step& s) const;
  [[nodiscard]] bool names_datatype(const step& s, std::string_view word);
  void read_datatype(step& s, collector& into);
  std::optional<std::string_view> read_value(step& s, collector& into);
  void open_collector();
  void emit_literal(collector& one, std::string_view value, bool is_known);
  bool judge_literal(collector& one, term_view& literal, bool is_known);
  void fill_items(const collector& one, const term_view& literal, bool is_good);
  void take_item(const list_slot& slot, list_item item, located_place place, std::string_view start);
  void lose_item(rdf_list& list, const located_place& place, std::string_view start);
  void end_list(resource_id subject, rdf_list& list);
  [[nodiscard]] raw_place extent_of(const collector& one) const;
  int mapping_of(resource_id origin, int inherited);
  void emit_lists(list_mapping& mapping);
  void emit_list(resource_id subject, const rdf_list& list);

  resource_id add_resource(const mapped_word& word, const attribute_value& from, std::string_view part);
  resource_id add_blank();
  resource_id read_resource(const step& s, rdfa_attribute which);
  void use_base(std::string_view iri);
  void say(resource_id subject, std::string_view predicate, resource_id object);
  void say(resource_id subject, std::string_view predicate, const term_view& object);
  static int find_list(const list_mapping& mapping, const std::string& predicate);
  list_slot reserve_list(int mapping, std::string_view predicate);
  list_slot add_item(list_slot slot);
  list_slot reserve_item(int mapping, std::string_view predicate);
  void spend_on_lists(const list_slot& slot, std::size_t bytes);
  void fill_item(const list_slot& slot, resource_id from);
  rdf_list& list_of(const list_slot& slot) {
    return mappings_[static_cast<std::size_t>(slot.mapping)].lists[static_cast<std::size_t>(slot.list)];
  }
  static void spoil(rdf_list& list, errc why) {
    if (!list.is_spoiled) list.fault = why;
    list.is_spoiled = true;
  }
  void spoil_list(const list_slot& slot, errc why = errc::bad_iri) { spoil(list_of(slot), why); }
  void spoil_lists(int mapping, errc why);
  void spoil_hanging_lists(const frame& of, errc why);
  using term_use = std::function<void(const term_view&)>;
  void lose_part(raw_place place, const finding& why);
  void lose_words(const attribute_value& value, std::string_view first, std::string_view why);
  std::string_view expand_habitual(std::string_view word, raw_place place);
  term_view map_word(const step& s, rdfa_attribute which, std::string_view word, raw_place place);
  void for_each_term(const step& s, rdfa_attribute which, const term_use& use) {
    for_each_term(s, which, use, limits_.attributes);
  }
  void for_each_term(const step& s, rdfa_attribute which, const term_use& use, std::size_t most);
  resource& at(resource_id id) { return resources_[static_cast<std::size_t>(id)]; }

  statement_output* output_;
  finding_log* findings_;
  byte_account* account_;
  reader_limits limits_;
  declared_prefixes* declared_;  ///< of the reader's options; may be null
  rdfa_host host_ = rdfa_host::unknown;
  bool* used_base_ = nullptr;
  located_place begin_{{}, 1, 1};  // of the document
  term_mapper mapper_;
  literal_collectors literals_;
  pool<frame> contexts_;
  pool<resource> resources_;
  pool<incomplete> incompletes_;
  pool<list_mapping> mappings_;
  pool<language_source> languages_;
  std::uint64_t list_bytes_ = 0;  // of all lists and their items
  std::uint64_t held_bytes_ = 0;  // predicates of hanging relations and of open literals
  std::string habitual_;
  raw_place piece_;                     // the tag at hand
  std::vector<list_slot> chunk_items_;  // the items that it says
  collector carrier_;                   // the literal of the tag at hand
};

}  // namespace laundromat
