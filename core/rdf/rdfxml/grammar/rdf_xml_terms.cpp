// Terms of RDF/XML and the statements that they make.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/rdf/rdfxml/terms/declared_terms.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_machine.hpp"
#include "core/rdf/values/xml_name.hpp"
#include "core/web/uri.hpp"

namespace laundromat::rdfxml {

using enum rdf_role;

namespace {

constexpr std::string_view xsd_string = "http://www.w3.org/2001/XMLSchema#string";
constexpr std::size_t near_bytes = std::size_t{64}
                                   << 10;  ///< how far back the start of a property is still at hand

bool is_ncname(std::string_view text) {
  return is_xml_name(text) && text.find(':') == text.npos;
}

void append_hex(std::string& out, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const unsigned char c : bytes) out.append({digits[c >> 4], digits[c & 15u]});
}

}  // namespace

bool rdf_xml_machine::make_iri(std::string_view value, std::uint64_t begin, std::uint64_t end,
                               std::string& out) {
  if (value.empty() || value.front() == '#')
    out.assign(use_base()).append(value);
  else if (is_absolute(value))
    out.assign(value);
  else
    out = resolve_iri(use_base(), value);
  if (base().empty() && !is_absolute(out)) return refuse(errc::relative_iri, begin);
  return (is_plain_iri(out) && out.size() <= options_.limits.iri_bytes) || check_iri(out, begin, end);
}

bool rdf_xml_machine::check_iri(std::string& iri, std::uint64_t begin, std::uint64_t end) {
  if (iri.size() > options_.limits.iri_bytes) return refuse(errc::term_too_long, begin);
  std::string_view checked = iri;
  const bool is_good = checker_.check_iri(checked);
  if (!take_faults(is_good, begin, end, begin, checked)) return false;
  if (checked.data() != iri.data() || checked.size() != iri.size()) iri = std::string(checked);
  return true;
}

/// The IRI of a name. A namespace that is relative makes it a relative IRI, which the grammar does not resolve.
bool rdf_xml_machine::check_name(std::string& iri, std::uint64_t begin, std::uint64_t end) {
  if (!is_absolute(iri)) {
    const auto done = treatment_of(errc::relative_iri, options_.profile);
    if (done == treatment::skip || base().empty() || iri.size() > options_.limits.iri_bytes)
      return refuse(errc::relative_iri, begin, "the namespace of a name is relative");
    iri = resolve_iri(use_base(), iri);
    log_.report({errc::relative_iri, done, begin, end, begin, iri, "the namespace of a name is relative"});
  }
  return is_plain_iri(iri) || check_iri(iri, begin, end);
}

/// Reports what the checker found about a term, or notes why it must be skipped.
bool rdf_xml_machine::take_faults(bool is_good, std::uint64_t begin, std::uint64_t end, std::uint64_t noticed,
                                  std::string_view after) {
  for (const auto& fault : checker_.faults()) {
    if (fault.rule == errc::odd_character) continue;  // told where it stands
    if (is_good)
      log_.report({fault.rule, fault.done, begin, end, noticed,
                   std::string(fault.done == treatment::repair ? after : ""), fault.message});
    else if (fault.done == treatment::skip)
      return refuse(fault.rule, noticed, fault.message);
  }
  return is_good || refuse(errc::bad_iri, noticed);
}

/// Notes what a profile lets pass; false when it asks for a skip.
bool rdf_xml_machine::tolerate(errc rule, std::uint64_t begin, std::uint64_t end) {
  const auto done = treatment_of(rule, options_.profile);
  if (done == treatment::skip) return refuse(rule, begin);
  log_.report({rule, done, begin, end, begin});
  return true;
}

bool rdf_xml_machine::make_id(std::string_view value, std::uint64_t begin, std::uint64_t end,
                              std::string& out) {
  if (!is_ncname(value) && !tolerate(errc::bad_xml_name, begin, end)) return false;
  if (base().empty()) return refuse(errc::relative_iri, begin);
  out.assign(use_base()).append("#").append(value);
  if ((!is_plain_iri(out) || out.size() > options_.limits.iri_bytes) && !check_iri(out, begin, end))
    return false;
  return !ids_.add(out) || tolerate(errc::repeated_id, begin, end);
}

/// Labels of the document stay as they are. Labels that are made begin with a digit, which those of a document never do; neither
/// do those that are no XML names, written in hexadecimal, nor those of a second document in the same file.
bool rdf_xml_machine::make_label(std::string_view value, std::uint64_t begin, std::uint64_t end,
                                 std::string& out) {
  if (value.size() > options_.limits.iri_bytes) return refuse(errc::term_too_long, begin);
  const bool is_name = is_ncname(value);
  if (!is_name && !tolerate(errc::bad_xml_name, begin, end)) return false;
  out.clear();
  if (documents_ > 1) out.append(std::to_string(documents_)).push_back('_');
  if (is_name && !value.ends_with('.')) {
    out.append(value);
  } else {
    out.append("0_");
    append_hex(out, value);
  }
  return true;
}

void rdf_xml_machine::make_blank(std::string& out) {
  out = std::to_string(++blanks_);
}

/// A tag is checked where it stands, once for all literals that it holds for.
void rdf_xml_machine::set_language(std::string_view tag, std::uint64_t begin, std::uint64_t end) {
  auto& f = top();
  f.language_fault = errc::ok;
  f.language.assign(tag);
  if (tag.empty()) return;
  term_view literal{term_kind::literal, {}, {}, f.language};
  if (!checker_.check_literal(literal)) f.language_fault = errc::bad_language_tag;
  if (f.language_fault != errc::ok) return;
  for (const auto& fault : checker_.faults())
    log_.report({fault.rule, fault.done, begin, end, begin,
                 std::string(fault.done == treatment::repair ? literal.language : ""), fault.message});
  f.language = std::string(literal.language);
}

/// Takes a base that a tag declares. False when it is no IRI, or none that may be used.
bool rdf_xml_machine::read_base(std::string_view reference, std::uint64_t begin, std::uint64_t end) {
  const auto colon = reference.find(':');
  if (!is_absolute(reference) && colon < reference.find_first_of("/?#"))
    return refuse(errc::bad_iri, begin, "xml:base");
  set_base(reference);
  auto& resolved = bases_.back();
  return !is_absolute(resolved) || is_plain_iri(resolved) || check_iri(resolved, begin, end);
}

/// What is relative has no base from here on.
void rdf_xml_machine::lose_base() {
  bases_.emplace_back();
  top().base = bases_.size() - 1;
}

void rdf_xml_machine::doubt_scope() {
  if (top().base != 0) lose_base();
  if (!top().language.empty()) top().language_fault = errc::mismatched_tag;
}

/// Takes a base without its fragment. One that cannot be resolved leaves relative references without a base.
void rdf_xml_machine::set_base(std::string_view reference) {
  const auto& against = is_absolute(reference) ? reference : use_base();
  auto resolved = resolve_iri(against, reference);
  resolved.resize(std::min(resolved.find('#'), resolved.size()));
  if (resolved.size() > options_.limits.iri_bytes) resolved.clear();
  bases_.push_back(std::move(resolved));
  top().base = bases_.size() - 1;
}

/// Accounts for the start tag of a node once it has shown to be one, and says what it says.
void rdf_xml_machine::settle() {
  auto& f = top();
  if (f.role != node || f.is_settled) return;
  if (doubtful_depth_ > 1) believe();
  f.is_settled = true;
  const auto kind = held_count_ > 0 ? span_kind::statement : span_kind::syntax;
  report_left_out(f, kind);
  log_.reach(f.tag_end, kind);
  emit_held({f.subject_kind, f.subject, {}, {}}, f);
}

/// Any XML element could be a node. A root that RDF does not name has shown to be one when something in it has; and so has an element
/// without a name among nodes, which is a property when the start of its node is lost. A property of it that can be read shows it.
void rdf_xml_machine::doubt() {
  auto& f = top();
  if (f.role != node || f.is_settled || f.is_named) return;
  if (depth_ != 1 && (held_count_ != 1 || doubtful_depth_ == 1)) return;
  f.is_settled = true;
  if (depth_ == 1) {
    report_left_out(f, span_kind::syntax);
    log_.reach(f.tag_end, span_kind::syntax);
  }
  if (doubtful_depth_ == 0) doubtful_depth_ = depth_;
  for (std::size_t i = 0; i < held_count_; ++i) {
    if (doubted_count_ == doubted_.size()) doubted_.emplace_back();
    held_[i].depth = depth_;
    std::swap(held_[i], doubted_[doubted_count_++]);
  }
  held_count_ = 0;
}

/// Says what waited, and accounts for the tags of the elements that are open.
void rdf_xml_machine::believe() {
  const auto from = std::exchange(doubtful_depth_, 0);
  for (auto i = from; from > 1 && i <= depth_; ++i) {
    log_.reach(frames_[i].begin, span_kind::syntax);
    report_left_out(frames_[i], span_kind::statement);
    if (frames_[i].role == node && frames_[i].is_settled)
      log_.reach(frames_[i].tag_end, span_kind::statement);
  }
  if (from > 1) log_.hold(frames_[depth_].begin);
  const auto count = std::exchange(doubted_count_, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& held = doubted_[i];
    const auto& f = frames_[held.depth];
    const bool is_literal = held.kind == term_kind::literal;
    emit({f.subject_kind, f.subject, {}, {}}, held.predicate,
         {held.kind, held.object, {}, is_literal ? std::string_view(f.language) : ""});
  }
}

void rdf_xml_machine::emit_held(const term_view& subject, const frame& from) {
  for (std::size_t i = 0; i < held_count_; ++i) {
    const auto& held = held_[i];
    const bool is_literal = held.kind == term_kind::literal;
    emit(subject, held.predicate,
         {held.kind, held.object, {}, is_literal ? std::string_view(from.language) : ""});
  }
  held_count_ = 0;
}

void rdf_xml_machine::close_property(std::uint64_t end) {
  auto& f = top();
  const bool is_xml = f.role == xml;
  if (!is_xml && (f.has_child || f.is_empty_form)) {
    const term_view object{f.object_kind, f.object, {}, {}};
    emit_property(f, object);
    emit_held(object, f);
  } else if ((f.has_nameless_loss && is_all_space(text_) &&
              !refuse(errc::rdf_xml_grammar, f.begin, "an attribute that says nothing in RDF")) ||
             !emit_literal(f, is_xml ? literal_.text() : text_,
                           is_xml ? std::string_view("http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral")
                                  : f.datatype,
                           end)) {
    fail(depth_);
    if (depth_ == skip_depth_) end_skip(end);
    return pop();
  }
  report_left_out(f, span_kind::statement);
  log_.reach(end, span_kind::statement);
  pop();
  log_.hold(end);
}

bool rdf_xml_machine::emit_literal(const frame& property, std::string_view value, std::string_view datatype,
                                   std::uint64_t end) {
  term_view object{term_kind::literal, value, datatype, {}};
  if (datatype.empty()) {
    if (property.language_fault != errc::ok) return refuse(property.language_fault, end);
    object.language = property.language;
  } else if (datatype == xsd_string) {
    object.datatype = {};
  } else {
    const bool is_good = checker_.check_literal(object);
    const bool is_near = end - property.begin <= near_bytes;
    const auto begin = is_near ? property.tag_end : property.begin;
    if (!take_faults(is_good, begin, end_tag_, is_near ? begin : end_tag_, {})) return false;
  }
  emit_property(property, object);
  return true;
}

void rdf_xml_machine::emit_property(const frame& property, const term_view& object) {
  const auto& outer = frames_[depth_ - 1];
  const term_view subject{outer.subject_kind, outer.subject, {}, {}};
  emit(subject, property.predicate, object);
  if (property.statement_id.empty()) return;
  // Reification, RDF/XML section 7.3.
  const term_view statement{term_kind::iri, property.statement_id, {}, {}};
  const std::string rdf(rdf_namespace);
  emit(statement, rdf + "type", {term_kind::iri, rdf + "Statement", {}, {}});
  emit(statement, rdf + "subject", subject);
  emit(statement, rdf + "predicate", {term_kind::iri, property.predicate, {}, {}});
  emit(statement, rdf + "object", object);
}

void rdf_xml_machine::emit(const term_view& subject, std::string_view predicate, const term_view& object) {
  if (doubtful_depth_ != 0) believe();
  if (!status_) return;
  status_ = sink_.on_statement({subject, {term_kind::iri, predicate, {}, {}}, object, {}});
}

/// Keeps the next item of a collection until the list is known to be whole.
void rdf_xml_machine::add_member(const frame& node) {
  auto& list = frames_[depth_ - 1];
  if (list.spoilt_by != errc::ok) return;
  member_bytes_ += node.subject.size() + sizeof(list_member);
  if (member_bytes_ > options_.limits.statement_bytes) {
    list.spoilt_by = errc::statement_too_long;
    return forget_members(list.first_member);
  }
  if (member_count_ == members_.size()) members_.emplace_back();
  auto& member = members_[member_count_++];
  member.kind = node.subject_kind;
  member.name.assign(node.subject);
}

void rdf_xml_machine::forget_members(std::size_t first) {
  while (member_count_ > first) member_bytes_ -= members_[--member_count_].name.size() + sizeof(list_member);
}

/// Says the list, or that it is lost.
void rdf_xml_machine::close_collection(std::uint64_t begin, std::uint64_t end) {
  auto& f = top();
  if (f.spoilt_by != errc::ok) {
    report_left_out(f, span_kind::syntax);
    log_.reach(begin, span_kind::syntax);
    log_.reach(end, span_kind::quarantine);
    log_.report({f.spoilt_by, treatment::skip, begin, end, begin, {}, "a list of which an item is lost"});
    pop();
    return log_.hold(end);
  }
  const std::string rdf(rdf_namespace), first = rdf + "first", rest = rdf + "rest", nil = rdf + "nil";
  std::string cell, next;
  if (f.first_member == member_count_) {
    emit_property(f, {term_kind::iri, nil, {}, {}});
  } else {
    make_blank(cell);
    emit_property(f, {term_kind::blank, cell, {}, {}});
  }
  for (auto i = f.first_member; i < member_count_; ++i) {
    const term_view here{term_kind::blank, cell, {}, {}};
    emit(here, first, {members_[i].kind, members_[i].name, {}, {}});
    if (i + 1 == member_count_) {
      emit(here, rest, {term_kind::iri, nil, {}, {}});
    } else {
      make_blank(next);
      emit(here, rest, {term_kind::blank, next, {}, {}});
      std::swap(cell, next);
    }
  }
  report_left_out(f, span_kind::statement);
  log_.reach(end, span_kind::statement);
  pop();
  log_.hold(end);
}

}  // namespace laundromat::rdfxml
