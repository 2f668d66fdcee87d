// Which resources an element speaks of, and the statements between them (RDFa Core 1.1, section 7.5, steps 5 to 10 and 12).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat {

using attr = rdfa_attribute;

namespace {

bool has_curie(std::string_view list) {
  return list.find(':') != list.npos;
}

}  // namespace

resource_id evaluator::add_resource(const mapped_word& word, const attribute_value& from,
                                    std::string_view part) {
  const auto id = static_cast<resource_id>(resources_.size());
  const bool is_relative = word.what == mapped_word::outcome::relative;
  // The word may point into the text of another resource.
  std::string value(is_relative ? part : word.value);
  auto& added = resources_.add();
  added.kind = word.what == mapped_word::outcome::blank ? term_kind::blank : term_kind::iri;
  const bool is_long = value.size() > limits_.iri_bytes;
  if (is_long) value.resize(std::min<std::uint64_t>(value.size(), limits_.excerpt_bytes));
  added.value = std::move(value);
  output_->settle(added, from.place,
                  is_long                                           ? errc::term_too_long
                  : is_relative                                     ? errc::relative_iri
                  : word.what == mapped_word::outcome::lost_prefix  ? errc::missing_prefix
                  : from.is_spoiled && added.kind == term_kind::iri ? errc::bad_iri
                                                                    : errc::ok);
  return id;
}

resource_id evaluator::add_blank() {
  const auto id = static_cast<resource_id>(resources_.size());
  auto& added = resources_.add();
  added.kind = term_kind::blank;
  added.check = resource::state::good;
  mapper_.name_blank(added.value);
  return id;
}

resource_id evaluator::read_resource(const step& s, rdfa_attribute which) {
  const auto& value = s[which];
  const auto& base = at(s.local.base).value;
  const auto mapped = which == attr::about || which == attr::resource_
                          ? mapper_.map_resource(value.text, base)
                          : mapper_.resolve(value.text, base);
  if (mapped.what == mapped_word::outcome::nothing) {
    if (trim_html(value.text) != "[]")
      findings_->report(value.place, {errc::undefined_term, treatment::note});
    return no_resource;
  }
  const bool has_scheme = value.text.find(':') != value.text.npos;  // and not that of the base
  if (mapped.what == mapped_word::outcome::unknown_prefix && has_scheme)
    findings_->report(value.place, {errc::suspicious_iri, treatment::note, unknown_prefix});
  return add_resource(mapped, value, value.text);
}

void evaluator::choose_relations(step& s) {
  s.has_rel = s.has(attr::rel);
  s.has_rev = s.has(attr::rev);
  if (!has_html_rules(host_) || !s.has(attr::property)) return;
  s.has_rel = s.has_rel && has_curie(s[attr::rel].text);
  s.has_rev = s.has_rev && has_curie(s[attr::rev].text);
}

void evaluator::choose_resources(step& s) {
  if (s.has(attr::about)) s.about = read_resource(s, attr::about);
  for (const auto which : {attr::resource_, attr::href, attr::src})
    if (s.target == no_resource && s.has(which)) s.target = read_resource(s, which);
  if (s.has_rel || s.has_rev)
    choose_with_relation(s);
  else
    choose_without_relation(s);
}

void evaluator::choose_without_relation(step& s) {
  const bool is_head_or_body =
      has_html_elements(host_) && (s.element.kind == html_tag::head || s.element.kind == html_tag::body);
  const bool has_type = s.has(attr::typeof_);
  if (s.has(attr::property) && !s.has(attr::content) && !s.has(attr::datatype)) {
    s.new_subject = s.about != no_resource ? s.about
                    : s.element.is_root    ? s.local.base
                                           : s.inherited.parent_object;
    if (!has_type) return;
    if (s.about != no_resource || s.element.is_root) {
      s.typed = s.new_subject;
    } else {
      s.typed = s.target != no_resource ? s.target : add_blank();
      s.object = s.typed;
    }
    return;
  }
  if (s.about != no_resource) {
    s.new_subject = s.about;
  } else if (s.target != no_resource) {
    s.new_subject = s.target;
  } else if (s.element.is_root) {
    s.new_subject = s.local.base;
  } else if (is_head_or_body) {
    s.new_subject = s.inherited.parent_object;
  } else if (has_type) {
    s.new_subject = add_blank();
  } else {
    s.new_subject = s.inherited.parent_object;
    s.skips = !s.has(attr::property);
  }
  if (has_type) s.typed = s.new_subject;
}

void evaluator::choose_with_relation(step& s) {
  const bool has_type = s.has(attr::typeof_);
  s.new_subject = s.about != no_resource ? s.about
                  : s.element.is_root    ? s.local.base
                                         : s.inherited.parent_object;
  s.object = s.target != no_resource              ? s.target
             : has_type && s.about == no_resource ? add_blank()
                                                  : no_resource;
  if (has_type) s.typed = s.about != no_resource ? s.about : s.object;
}

void evaluator::say(resource_id subject, std::string_view predicate, const term_view& object) {
  if (subject == no_resource) return;
  if (subject == base_resource) note_base(used_base_);
  if (!output_->is_usable(at(subject))) return output_->lose(piece_, at(subject));
  output_->emit(at(subject).view(), predicate, object);
}

void evaluator::say(resource_id subject, std::string_view predicate, resource_id object) {
  if (subject == no_resource || object == no_resource) return;
  if (!output_->is_usable(at(subject))) return output_->lose(piece_, at(subject));  // and repair no object
  if (object == base_resource) note_base(used_base_);
  if (!output_->is_usable(at(object))) return output_->lose(piece_, at(object));
  say(subject, predicate, at(object).view());
}

void evaluator::emit_types(step& s) {
  for_each_term(s, attr::typeof_, [&](const term_view& type) { say(s.typed, rdf_type, type); });
}

void evaluator::emit_relations(step& s) {
  const bool is_list = s.has(attr::inlist);
  if (s.has_rel)
    for_each_term(s, attr::rel, [&](const term_view& predicate) {
      if (is_list)
        fill_item(reserve_item(s.lists, predicate.value), s.object);
      else
        say(s.new_subject, predicate.value, s.object);
    });
  if (s.has_rev)
    for_each_term(s, attr::rev,
                  [&](const term_view& predicate) { say(s.object, predicate.value, s.new_subject); });
}

void evaluator::hang_relations(step& s) {
  using way = incomplete::direction;
  const auto hang = [&](const term_view& predicate, way direction) {
    if (!hold(predicate.value.size())) return;
    auto& hung = incompletes_.add();
    hung.predicate = predicate.value;
    hung.way = direction;
    if (direction == way::list) hung.list = reserve_list(s.lists, predicate.value);
  };
  const auto forward = s.has(attr::inlist) ? way::list : way::forward;
  const auto most = std::min(limits_.attributes, limits_.hanging_relations);
  if (s.has_rel)
    for_each_term(
        s, attr::rel, [&](const term_view& predicate) { hang(predicate, forward); }, most);
  if (s.has_rev)
    for_each_term(
        s, attr::rev, [&](const term_view& predicate) { hang(predicate, way::reverse); }, most);
  s.object = add_blank();
}

/// Counts what waits for the end of the element; false, with a defect, when that is too much.
bool evaluator::hold(std::size_t bytes) {
  if (held_bytes_ + bytes + sizeof(incomplete) <= limits_.statement_bytes) {
    held_bytes_ += bytes + sizeof(incomplete);
    return true;
  }
  lose_part(piece_,
            {errc::statement_too_long, treatment::skip, "too many predicates wait for their objects"});
  return false;
}

void evaluator::complete(step& s) {
  for (auto i = s.inherited.first_incomplete; i < s.inherited.end_incomplete; ++i) {
    const auto& hung = incompletes_[i];
    switch (hung.way) {
      case incomplete::direction::forward:
        say(s.inherited.parent_subject, hung.predicate, s.new_subject);
        break;
      case incomplete::direction::reverse:
        say(s.new_subject, hung.predicate, s.inherited.parent_subject);
        break;
      case incomplete::direction::list:
        fill_item(add_item(hung.list), s.new_subject);
        break;
    }
  }
}

void evaluator::emit_role(step& s) {
  auto subject = no_resource;
  if (s.has(attr::id) && !trim_html(s[attr::id].text).empty()) {
    const auto reference = "#" + std::string(trim_html(s[attr::id].text));
    subject = add_resource(mapper_.resolve(reference, at(s.local.base).value), s[attr::id], reference);
  }
  for_each_term(s, attr::role, [&](const term_view& found) {
    if (subject == no_resource) subject = add_blank();
    say(subject, xhv_role, found);
  });
}

}  // namespace laundromat
