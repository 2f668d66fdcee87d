// Implements the reading of directives as a state machine over tokens.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/directive_reader.hpp"

#include <utility>

#include "core/rdf/model/bidi_mark.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

void directive_reader::begin(const token& t, std::string_view keyword, bool is_in_graph) {
  is_prefix_ = keyword == "PREFIX";
  is_version_ = keyword == "VERSION";
  is_sparql_ = t.kind == token_kind::word;
  begin_ = tokens_->begin_of(t);
  indent_ = tokens_->is_first_on_line() ? tokens_->indent() : 0;
  name_.clear();
  has_name_ = lacks_colon_ = false;
  bad_.reset();
  if (!is_sparql_ && t.text() != "@prefix" && t.text() != "@base" && t.text() != "@version")
    bad_ = reports_->notice(errc::bad_directive, t.begin, "a directive in upper case");
  if (is_in_graph) bad_ = reports_->notice(errc::bad_directive, t.begin, "a directive within a graph");
  state_ = is_prefix_ ? state::name : is_version_ ? state::version : state::iri;
}

read_progress directive_reader::fail(errc rule, std::string message) {
  why_ = {rule, std::move(message)};
  return read_progress::failed;
}

read_progress directive_reader::read(const token& t) {
  switch (state_) {
    case state::name:
      return read_name(t);
    case state::colon:
      return read_colon(t);
    case state::iri:
      return read_iri(t);
    case state::version:
      return read_version(t);
    case state::end:
      break;
  }
  return read_end(t);
}

read_progress directive_reader::read_name(const token& t) {
  if (t.kind == token_kind::word) {
    name_.assign(t.text());
    has_name_ = true;
    state_ = state::colon;
    return read_progress::more;
  }
  if (t.kind == token_kind::stray) return read_marked_name(t);
  if (t.kind != token_kind::name) return fail(errc::bad_directive, "no prefix");
  name_.assign(prefix_of(t));
  has_name_ = true;
  if (!is_bare_prefix(t)) return fail_name(t);
  state_ = state::iri;
  return read_progress::more;
}

/// A prefix behind marks of writing direction, which are stripped.
read_progress directive_reader::read_marked_name(const token& t) {
  const auto marks = leading_bidi_bytes(t.text());
  auto name = t.text().substr(marks);
  if (marks == 0 || !name.ends_with(':') || name.find(':') != name.size() - 1)
    return fail(errc::bad_directive, "no prefix");
  name.remove_suffix(1);
  name_.assign(name);
  has_name_ = true;
  if (!reports_->repairs(errc::iri_character)) return fail(errc::bad_directive, "no prefix");
  reports_->repair(errc::iri_character, t.begin, t.begin + marks, {}, "a mark of writing direction");
  state_ = state::iri;
  return read_progress::more;
}

/// The colon of a prefix may be in the wrong place, so that the prefix is behind it.
read_progress directive_reader::fail_name(const token& t) {
  const std::string_view local(t.inner + 1, t.end);
  if (!t.has(is_too_long)) declarations_->forget_prefix(local.substr(0, local.find(':')));
  return fail(errc::bad_directive, "no prefix but a name");
}

/// Behind a name without a colon.
read_progress directive_reader::read_colon(const token& t) {
  const bool is_colon = is_bare_prefix(t) && prefix_of(t).empty();
  if (!is_colon && t.kind != token_kind::iri) return fail(errc::bad_directive, "no prefix");
  bad_ = reports_->notice(errc::bad_directive, t.begin, is_colon ? "space before the colon" : "no colon");
  state_ = state::iri;
  lacks_colon_ = !is_colon;
  return is_colon ? read_progress::more : read_iri(t);
}

/// An absolute IRI without `>` ends at the first gap, if the directive ends there, too, or repeats what is declared, and nothing else is in
/// the place of the `>`.
read_progress directive_reader::read_iri(const token& t) {
  const bool is_odd = t.kind == token_kind::broken || t.kind == token_kind::stray;
  const char last = is_odd ? t.end[-1] : '\0';
  const bool is_cut =
      has_class(last, is_name) || std::string_view("/#=?&:").find(last) != std::string_view::npos;
  const bool is_absolute = has_scheme(t.text().substr(t.end != t.begin));
  is_iri_open_ = is_cut && is_absolute && *t.begin == '<' && reports_->repairs(errc::bad_directive);
  auto from = t;
  if (is_iri_open_) {
    bad_ = reports_->notice(errc::bad_directive, t.begin, "the IRI has no end");
    from.end = t.end + 1;
  } else if (t.kind != token_kind::iri) {
    return fail(errc::bad_directive, "no IRI");
  }
  if (!terms_->trim_iri(from) || !terms_->read_reference(from, iri_) || !terms_->check_reference(from, iri_))
    return fail(terms_->fault().rule, terms_->fault().message);
  state_ = state::end;
  is_iri_first_ = tokens_->is_first_on_line();
  return read_progress::more;
}

/// A string in single quotes of either kind, on one line.
read_progress directive_reader::read_version(const token& t) {
  if (t.kind != token_kind::string || t.has(is_long | has_breaks | is_too_long))
    return fail(errc::bad_directive, "no version in quotes");
  iri_.assign(t.text());
  version_place_ = reports_->describe(errc::version_conflict, t.begin, t.end);
  state_ = state::end;
  is_iri_open_ = false;
  is_iri_first_ = tokens_->is_first_on_line();
  return read_progress::more;
}

/// Whether the IRI is that of the directive; it may also begin what follows a directive without an IRI and a dot:
///
///     @prefix a:               PREFIX a:                @base <g> { … }
///     <s> <p> <o> .            <s> <p> <o> .
///
/// A term behind the IRI must begin a statement, unless it is on another line than the IRI, at the margin, and the IRI is on the line
/// of the directive. Where a dot is missing, the IRI and the term must be so.
decision directive_reader::has_own_iri(const token& t) const {
  if (t.kind == token_kind::dot) return decision::yes;
  const bool is_clear_end = !directive_of(t).empty() || t.kind == token_kind::end || is_delimiter(t.kind);
  const bool needs_dot = !is_sparql_ || bad_;
  if (needs_dot && (is_iri_first_ || t.kind == token_kind::open_brace)) return decision::no;
  if (is_clear_end) return decision::yes;
  const bool is_on_next_line = tokens_->is_first_on_line();
  if (needs_dot && !is_on_next_line) return decision::no;
  if (is_on_next_line && tokens_->indent() <= indent_ && !is_iri_first_) return decision::yes;
  return roles_of(t).predicate ? lookahead_->begins_statement(t) : decision::yes;
}

read_progress directive_reader::read_end(const token& t) {
  const bool is_dot = t.kind == token_kind::dot;
  const bool is_wrong_end = t.kind == token_kind::semicolon || t.kind == token_kind::comma;
  const auto is_clear = [&] {
    return !directive_of(t).empty() || (is_prefix_ && terms_->is_declared(name_, iri_));
  };
  if (is_iri_open_ && !is_dot && !(tokens_->is_first_on_line() && is_clear()))
    return fail(errc::bad_directive, "the IRI has no end");
  const bool is_odd_name =
      lacks_colon_ && !tokens_->is_first_on_line() && (is_bare_prefix(t) || t.kind == token_kind::iri);
  if (is_odd_name) return fail(errc::bad_directive, "no prefix");
  const auto is_own = has_own_iri(t);
  if (is_own == decision::undecided) return read_progress::wait;
  if (is_own == decision::no) return fail(errc::bad_directive, "no IRI, or no dot behind it");
  if (is_sparql_ && !bad_) return read_sparql_end(t);
  if (is_wrong_end) bad_ = reports_->notice(errc::bad_directive, t.begin, "no dot");
  const bool has_end = is_dot || is_wrong_end;
  const auto end = has_end ? tokens_->end_of(t) : tokens_->last_end();
  const bool needs_dot = !has_end && !is_sparql_;
  const auto rule = bad_ ? errc::bad_directive : errc::missing_dot;
  if ((bad_ || needs_dot) && !reports_->repairs(rule)) {
    lose();
    reports_->skip(bad_ ? std::move(*bad_) : reports_->notice(rule, t.begin), begin_, end);
    out_->reach(end, span_kind::quarantine);
  } else {
    if (bad_) {
      reports_->repair(rule, text_->at(begin_), text_->at(end), spelled(), bad_->message);
    } else if (needs_dot) {
      reports_->insert(rule, t.begin, tokens_->last_end(), ".");
    }
    declare();
    out_->reach(end, span_kind::syntax);
  }
  return has_end ? read_progress::done : read_progress::done_before;
}

/// `PREFIX` and `BASE` have no dot.
read_progress directive_reader::read_sparql_end(const token& t) {
  declare();
  out_->reach(tokens_->last_end(), span_kind::syntax);
  if (t.kind != token_kind::dot) return read_progress::done_before;
  const auto begin = tokens_->begin_of(t), end = tokens_->end_of(t);
  out_->reach(begin, span_kind::syntax);
  constexpr auto message = "a dot behind PREFIX, BASE or VERSION";
  if (reports_->repairs(errc::bad_directive)) {
    reports_->repair(errc::bad_directive, t.begin, t.end, {}, message);
    out_->reach(end, span_kind::syntax);
  } else {
    reports_->skip(reports_->notice(errc::bad_directive, t.begin, message), begin, end);
    out_->reach(end, span_kind::quarantine);
  }
  return read_progress::done;
}

std::string directive_reader::spelled() const {
  if (is_version_) return "@version " + iri_ + " .";
  return (is_prefix_ ? "@prefix " + name_ + ": <" : std::string("@base <")) + iri_ + "> .";
}

void directive_reader::declare() {
  if (is_version_) return out_->announce(std::string_view(iri_).substr(1, iri_.size() - 2), version_place_);
  if (!is_prefix_) return terms_->base().set(iri_);
  declare_prefix(name_, iri_, begin_, false);
}

void directive_reader::declare_prefix(std::string_view prefix, std::string_view iri,
                                      std::uint64_t begin_bytes, bool is_plain) {
  if (terms_->declare(prefix, iri, is_plain)) return;
  reports_->skip(reports_->notice(errc::too_many_prefixes, text_->at(begin_bytes)), begin_bytes, begin_bytes);
}

void directive_reader::declare_usual(std::string_view prefix, std::string_view iri, std::uint64_t begin_bytes,
                                     std::uint64_t end_bytes) {
  declare_prefix(prefix, iri, begin_bytes, true);
  out_->reach(end_bytes, span_kind::syntax);
}

void directive_reader::lose() {
  if (is_version_) return;
  if (!is_prefix_) return declarations_->forget_base();
  if (has_name_) declarations_->forget_prefix(name_);
}

}  // namespace laundromat::turtle
