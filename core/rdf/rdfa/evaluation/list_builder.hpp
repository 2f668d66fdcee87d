// Builds the RDF collections of `inlist`, and accounts for the bytes of those that are not emitted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/evaluation/resource_table.hpp"
#include "core/rdf/rdfa/evaluation/reused_stack.hpp"

namespace laundromat::rdfa {

/// The place of an item; negative: in no list.
struct list_slot {
  int mapping = -1, list = -1, item = -1;
};

/// Where the literal comes from that becomes an item.
struct literal_source {
  located_place whole;     ///< all that is lost without it
  std::string_view start;  ///< how that begins
  errc fault = errc::ok;   ///< why there is no literal
  bool is_in_tag = false;  ///< an attribute of the tag at hand has its value
};

/// A stack of list mappings (RDFa Core 1.1, section 7.5, steps 8, 11, 12 and 14): a mapping has the lists of one subject by predicate.
/// Number 0 is that of the document. A list is emitted when its mapping is removed, whole or not at all: when an item is lost, the list is
/// invalid, and each of its items goes to quarantine. Memory: all lists together hold at most `statement_bytes`; a list that would
/// exceed it is invalid.
class list_builder {
 public:
  list_builder(const reader_limits& limits, resource_table& resources, statement_output& output,
               fault_log& faults, byte_account& account, term_mapper& mapper);

  /// The mapping for lists of `subject` within number `inherited`: that one, when it is of the same subject, or a new one.
  int mapping_of(resource_id subject, int inherited);
  /// States that the subject of `mapping` is unknown: a list in a mapping within it may belong to `around`.
  void forget_subject(int mapping, int around);

  /// The list of a predicate, which is empty until an item comes.
  list_slot reserve_list(int mapping, std::string_view predicate);
  /// A place behind its last item. A list that is invalid does not grow.
  list_slot add_item(list_slot slot);
  list_slot reserve_item(int mapping, std::string_view predicate) {
    return add_item(reserve_list(mapping, predicate));
  }
  /// Fills a place with a resource of the tag at hand; without one the list is invalid.
  void fill(const list_slot& slot, resource_id from);
  /// Fills the places with a literal; where `is_good` is false, there is none, and the lists are invalid.
  void fill(const std::vector<list_slot>& slots, const term_view& literal, const literal_source& from,
            bool is_good);

  [[nodiscard]] bool is_spoiled(const list_slot& slot) const { return list_of(slot).is_spoiled; }
  /// Makes one list invalid. The first reason counts.
  void spoil(const list_slot& slot, errc why) { spoil(list_of(slot), why); }
  /// Makes all lists of a mapping invalid, and those that begin in it later, and those of the mappings around it whose they may be.
  void spoil_all(int mapping, errc why);

  /// The number of lists that have an item of what was read since `begin_tag`.
  [[nodiscard]] std::size_t items() const { return items_.size(); }
  void begin_tag() { items_.clear(); }
  /// The bytes of these items, which belong to the output only if the lists do.
  void wait(const waiting_ranges& ranges);

  [[nodiscard]] std::size_t size() const { return mappings_.size(); }
  /// Ends the lists of all but the first `size` mappings, and removes these.
  void shrink(std::size_t size);
  /// Ends the lists of the document. `begin_document` empties their mapping.
  void finish() { end_lists(mappings_[0]); }
  void begin_document() { mappings_[0] = {}; }

 private:
  struct list_item {
    term_kind kind = term_kind::none;
    std::string value, datatype, language;
  };
  struct rdf_list {
    std::string predicate;
    std::vector<list_item> items;
    bool is_spoiled = false;
    errc fault = errc::bad_iri;          ///< why, as far as that is known
    open_skip skip;                      ///< of the items that are lost by that
    std::vector<waiting_ranges> ranges;  ///< of the items that it has
    located_place first;                 ///< of them; line 0 while there is none
    std::string start;                   ///< how it begins
    std::uint64_t end = 0;               ///< behind the last
    std::uint64_t item_bytes = 0;        ///< of `list_bytes_`
  };
  struct list_mapping {
    resource_id subject = no_resource;
    std::vector<rdf_list> lists;
    keyed_map<std::string, int> index;  ///< of them by their predicates, once they are many
    bool is_spoiled = false;            ///< so are the lists that begin from now on
    bool is_unknown = false;            ///< its subject is not known
    int around = -1;                    ///< another that their items may belong to
    errc fault = errc::bad_iri;         ///< why it is spoiled
  };
  static std::uint64_t bytes_of(const rdf_list& list);
  static int find(const list_mapping& mapping, const std::string& predicate);
  static void spoil(rdf_list& list, errc why);
  [[nodiscard]] rdf_list& list_of(const list_slot& slot) {
    return mappings_[static_cast<std::size_t>(slot.mapping)].lists[static_cast<std::size_t>(slot.list)];
  }
  [[nodiscard]] const rdf_list& list_of(const list_slot& slot) const {
    return mappings_[static_cast<std::size_t>(slot.mapping)].lists[static_cast<std::size_t>(slot.list)];
  }
  void spend(const list_slot& slot, std::size_t bytes);
  void take_item(const list_slot& slot, list_item item, located_place place, std::string_view start);
  void lose_item(rdf_list& list, const located_place& place, std::string_view start);
  void end_lists(list_mapping& mapping);
  void end_list(resource_id subject, rdf_list& list);
  void emit(resource_id subject, const rdf_list& list);

  std::uint64_t most_bytes_, list_bytes_ = 0;  // of all lists and their items
  resource_table* resources_;
  statement_output* output_;
  fault_log* faults_;
  byte_account* account_;
  term_mapper* mapper_;
  reused_stack<list_mapping> mappings_;
  std::vector<list_slot> items_;  // of the tag at hand, or of the literal that ended last
};

}  // namespace laundromat::rdfa
