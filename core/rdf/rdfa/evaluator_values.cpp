// Literals and lists (RDFa Core 1.1, section 7.5, steps 11 and 14).
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/characters.hpp"
#include "core/rdf/rdfa/date_forms.hpp"
#include "core/rdf/rdfa/evaluator.hpp"
#include "core/rdf/rdfa/vocabulary.hpp"

namespace laundromat {

using attr = rdfa_attribute;

resource_id evaluator::property_object(const step& s) const {
  if (s.has(attr::content) || s.has(attr::datatype)) return no_resource;
  const bool has_data = s.element.kind == html_tag::data && s.has(attr::value);
  if (has_html_rules(host_) && (s.has(attr::datetime) || has_data)) return no_resource;
  if (!s.has_rel && !s.has_rev && s.target != no_resource) return s.target;
  return s.has(attr::typeof_) && !s.has(attr::about) ? s.typed : no_resource;
}

void evaluator::read_datatype(step& s, collector& into) {
  into.datatype.clear();
  into.datatype_word.clear();
  if (!s.has(attr::datatype)) return;
  for_each_term(s, attr::datatype, [&](const term_view& found) {
    if (into.datatype.empty()) into.datatype = found.value;
  });
  if (into.datatype != rdf_lang_string) return;
  auto list = s[attr::datatype].text;
  into.datatype_place = {s[attr::datatype].place_of(next_word(list))};
  into.datatype_word = findings_->bytes_at(into.datatype_place.bytes);
}

/// The value that an attribute gives; nothing when the text of the element does.
std::optional<std::string_view> evaluator::read_value(step& s, collector& into) {
  into.form = literal_form::text;
  const auto take = [&](attr which) {
    into.place = {s[which].place};
    into.fault = s[which].fault;
    return s[which].text;
  };
  if (s.has(attr::content)) return take(attr::content);
  if (has_html_rules(host_)) {
    if (s.has(attr::datetime)) {
      if (!s.has(attr::datatype)) into.datatype = date_type_of(s[attr::datetime].text);
      return take(attr::datetime);
    }
    if (s.element.kind == html_tag::data && s.has(attr::value)) return take(attr::value);
    if (s.element.kind == html_tag::time && !s.has(attr::datatype)) into.form = literal_form::time;
  }
  if (into.datatype == rdf_xml_literal) into.form = literal_form::xml;
  if (into.datatype == rdf_html) into.form = literal_form::html;
  return std::nullopt;
}

bool evaluator::say_properties(step& s) {
  auto& one = carrier_;
  const auto object = property_object(s);
  const bool is_list = s.has(attr::inlist);
  one.predicate_count = 0;
  one.slots.clear();
  one.subject = s.new_subject;
  one.fault = errc::ok;
  one.why = {};
  for_each_term(s, attr::property, [&](const term_view& predicate) {
    if (object != no_resource) {
      if (is_list)
        fill_item(reserve_item(s.lists, predicate.value), object);
      else
        say(s.new_subject, predicate.value, object);
    } else if (is_list) {
      one.slots.push_back(reserve_item(s.lists, predicate.value));
    } else if (hold(predicate.value.size())) {
      if (one.predicates.size() == one.predicate_count) one.predicates.emplace_back();
      one.predicates[one.predicate_count++] = predicate.value;
    }
  });
  if (object != no_resource || (one.predicate_count == 0 && one.slots.empty())) return false;
  read_datatype(s, one);
  one.language = s.local.language;
  one.place = {piece_};
  const auto value = read_value(s, one);
  if (!value) {
    open_collector();
    return true;
  }
  one.start = findings_->bytes_at(one.place.bytes);
  if (value->size() > limits_.term_bytes) one.fault = errc::term_too_long;
  emit_literal(one, *value, true);
  return false;
}

void evaluator::open_collector() {
  auto& opened = literals_.open(carrier_.form);
  std::swap(opened.predicates, carrier_.predicates);
  std::swap(opened.slots, carrier_.slots);
  opened.predicate_count = carrier_.predicate_count;
  opened.subject = carrier_.subject;
  opened.datatype = carrier_.datatype;
  opened.datatype_word = carrier_.datatype_word;
  opened.datatype_place = carrier_.datatype_place;
  opened.language = carrier_.language;
  opened.place = carrier_.place;
  opened.start = findings_->bytes_at(piece_);
  if (opened.subject != no_resource && !output_->is_usable(at(opened.subject)))
    output_->lose(piece_, at(opened.subject));
  account_->open_literal();
  if (carrier_.form != literal_form::xml) return;
  if (has_html_elements(host_)) opened.namespaces.emplace_back("xmlns", "http://www.w3.org/1999/xhtml");
  for (const auto& [name, iri] : mapper_.prefixes_in_force())
    if (is_nc_name(name)) opened.namespaces.emplace_back("xmlns:" + std::string(name), iri);
}

/// What is lost without a literal: the attribute that has its value, or all from the start tag to the end of the text.
raw_place evaluator::extent_of(const collector& one) const {
  auto whole = one.place.bytes;
  if (&one != &carrier_) whole.length_bytes = account_->end_bytes() - whole.offset_bytes;
  return whole;
}

/// Whether there is a literal to be handed out; tells why not.
bool evaluator::judge_literal(collector& one, term_view& literal, bool is_known) {
  const auto whole = extent_of(one);
  if (one.subject == no_resource) return false;
  if (!output_->is_usable(at(one.subject))) {
    if (&one == &carrier_)
      output_->lose(piece_, at(one.subject));
    else
      at(one.subject).skip.reach(whole.offset_bytes + whole.length_bytes);
    return false;
  }
  if (one.fault == errc::ok && !is_known) {
    one.fault = errc::unterminated;
    one.why = "the element of a literal has no end";
  }
  if (one.fault != errc::ok) {
    findings_->report_at({whole, one.place.line, one.place.column},
                         {one.fault, treatment::skip, one.why, one.start});
    return false;
  }
  auto* source = literal.language.empty() ? nullptr : &languages_[static_cast<std::size_t>(one.language)];
  return output_->check(literal,
                        {one.place, whole, one.start, one.datatype_place, one.datatype_word, source});
}

void evaluator::emit_literal(collector& one, std::string_view value, bool is_known) {
  if (one.form == literal_form::time && one.datatype.empty()) one.datatype = date_type_of(value);
  term_view literal{term_kind::literal, value, one.datatype, {}};
  if (one.datatype.empty() && one.language >= 0)
    literal.language = languages_[static_cast<std::size_t>(one.language)].tag;
  const bool is_good = judge_literal(one, literal, is_known);
  for (std::size_t i = 0; is_good && i < one.predicate_count; ++i)
    output_->emit(at(one.subject).view(), one.predicates[i], literal);
  const bool is_item = fill_items(one, literal, is_good);
  const bool is_said = is_item || (is_good && one.predicate_count > 0);
  if (&one != &carrier_)
    account_->close_literal(is_said);
  else if (!is_said)
    output_->lose(one.place.bytes);
}

/// Whether a list has the literal as an item now.
bool evaluator::fill_items(const collector& one, const term_view& literal, bool is_good) {
  bool is_item = false;
  for (const auto& slot : one.slots) {
    if (is_good) spend_on_lists(slot, literal.value.size());
    auto& list = list_of(slot);
    if (is_good && !list.is_spoiled) {
      list.items[static_cast<std::size_t>(slot.item)] = {term_kind::literal, std::string(literal.value),
                                                         std::string(literal.datatype),
                                                         std::string(literal.language)};
      output_->note_said();
      is_item = true;
      continue;
    }
    spoil_list(slot);
    const auto whole = extent_of(one);
    if (is_good && !list.skip.is_open())
      list.skip =
          findings_->hold({whole, one.place.line, one.place.column},
                          {errc::bad_iri, treatment::skip, "an item of a list that is skipped", one.start});
    list.skip.reach(whole.offset_bytes + whole.length_bytes);
  }
  return is_item;
}

int evaluator::mapping_of(resource_id origin, int inherited) {
  const auto known = mappings_[static_cast<std::size_t>(inherited)].origin;
  if (known == origin || (known != no_resource && at(known).is(at(origin)))) return inherited;
  auto& added = mappings_.add();
  added.origin = origin;
  added.lists.clear();
  return static_cast<int>(mappings_.size()) - 1;
}

list_slot evaluator::reserve_list(int mapping, std::string_view predicate) {
  auto& lists = mappings_[static_cast<std::size_t>(mapping)].lists;
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (lists[i].predicate == predicate) return {mapping, static_cast<int>(i), -1};
  lists.push_back({std::string(predicate), {}, false, {}});
  const list_slot slot{mapping, static_cast<int>(lists.size()) - 1, -1};
  spend_on_lists(slot, sizeof(rdf_list) + predicate.size());
  return slot;
}

list_slot evaluator::reserve_item(int mapping, std::string_view predicate) {
  auto slot = reserve_list(mapping, predicate);
  auto& items = list_of(slot).items;
  slot.item = static_cast<int>(items.size());
  items.emplace_back();
  spend_on_lists(slot, sizeof(list_item));
  return slot;
}

void evaluator::spend_on_lists(const list_slot& slot, std::size_t bytes) {
  list_bytes_ += bytes;
  if (list_bytes_ <= limits_.statement_bytes || list_of(slot).is_spoiled) return;
  spoil_list(slot);
  list_of(slot).items = std::vector<list_item>(list_of(slot).items.size());
  findings_->report(piece_,
                    {errc::statement_too_long, treatment::skip, "the lists of the document are too long"});
}

void evaluator::fill_item(const list_slot& slot, resource_id from) {
  if (from == no_resource || !output_->is_usable(at(from))) {
    if (from != no_resource) output_->lose(piece_, at(from));
    return spoil_list(slot);
  }
  spend_on_lists(slot, at(from).value.size());
  auto& item = list_of(slot).items[static_cast<std::size_t>(slot.item)];
  item = {at(from).kind, at(from).value, {}, {}};
  output_->note_said();
}

void evaluator::emit_lists(list_mapping& mapping) {
  for (auto& list : mapping.lists) {
    list_bytes_ -= std::min<std::uint64_t>(list_bytes_, sizeof(rdf_list) + list.predicate.size());
    for (const auto& item : list.items)
      list_bytes_ -= std::min<std::uint64_t>(list_bytes_, sizeof item + item.value.size());
    findings_->tell(list.skip);
    if (!list.is_spoiled && mapping.origin != no_resource && output_->is_usable(at(mapping.origin)))
      emit_list(mapping.origin, list);
  }
}

void evaluator::emit_list(resource_id subject, const rdf_list& list) {
  for (const auto& item : list.items)
    if (item.kind == term_kind::none) return;
  if (list.items.empty())
    return output_->emit(at(subject).view(), list.predicate, {term_kind::iri, rdf_nil, {}, {}});
  std::string node, next;
  mapper_.name_blank(node);
  output_->emit(at(subject).view(), list.predicate, {term_kind::blank, node, {}, {}});
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const auto& item = list.items[i];
    const term_view here{term_kind::blank, node, {}, {}};
    output_->emit(here, rdf_first, {item.kind, item.value, item.datatype, item.language});
    const bool is_last = i + 1 == list.items.size();
    if (!is_last) mapper_.name_blank(next);
    output_->emit(
        here, rdf_rest,
        is_last ? term_view{term_kind::iri, rdf_nil, {}, {}} : term_view{term_kind::blank, next, {}, {}});
    std::swap(node, next);
  }
}

}  // namespace laundromat
