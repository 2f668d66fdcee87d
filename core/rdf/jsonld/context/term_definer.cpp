// Implements the first half of Create Term Definition: which IRI a term maps to.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/context/term_definer.hpp"

#include "core/rdf/jsonld/context/context_errors.hpp"
#include "core/rdf/jsonld/context/context_processor.hpp"
#include "core/web/uri.hpp"

namespace laundromat::jsonld {

namespace {

bool is_setting(std::string_view key) {
  switch (keyword_of(key)) {
    case keyword::at_base:
    case keyword::at_direction:
    case keyword::at_import:
    case keyword::at_language:
    case keyword::at_propagate:
    case keyword::at_protected:
    case keyword::at_version:
    case keyword::at_vocab:
      return true;
    default:
      return false;
  }
}

bool is_iri_or_blank(std::string_view text) {
  return text.starts_with("_:") || is_absolute(text);
}

bool ends_with_delimiter(std::string_view iri) {
  return !iri.empty() && std::string_view(":/?#[]@").find(iri.back()) != std::string_view::npos;
}

}  // namespace

term_definer::term_definer(context_processor& processor, std::shared_ptr<active_context> made,
                           const shared_json& local, circumstances now)
    : processor_(&processor),
      made_(std::move(made)),
      local_(local),
      now_(std::move(now)),
      is_old_(processor.is_old()) {
  for (const auto member : json_members(*local.value))
    if (!is_setting(member.key->view())) entries_[member.key->view()].value = member.value;
}

result<void> term_definer::define_all() {
  for (const auto member : json_members(*local_.value))
    if (!is_setting(member.key->view()))
      if (auto done = define(member.key->view()); !done) return done;
  return {};
}

result<void> term_definer::define(std::string_view term) {
  auto& found = entries_.find(term)->second;  // steps 1 and 2
  if (found.state == entry::done) return {};
  if (found.state == entry::open) return refuse_context("cyclic IRI mapping");
  if (term.empty()) return refuse_context("invalid term definition");
  if (processor_->depth_ >= deepest_context) return fail(errc::too_deep_nesting, "context overflow");
  found.state = entry::open;
  ++processor_->depth_;
  auto defined = define_entry(term, *found.value);
  --processor_->depth_;
  found.state = entry::done;
  const bool costs_more = keyword_of(term) != keyword::none || processor_->is_strict();
  if (defined || defined.error().code != errc::json_ld_invalid || costs_more) return defined;
  keep_broken(term, *found.value, defined.error().detail);
  return {};
}

/// The term is known to be unknown: what depends on it is lost, and not taken for something else.
void term_definer::keep_broken(std::string_view term, const json_node& value, std::string_view code) {
  const auto* id = value.is_object() ? find_member(value, "@id") : &value;
  term_definition made;
  made.is_broken = true;
  made.may_name_subject =
      id != nullptr && !(id->is_string() && id->view().find(':') != std::string_view::npos);
  made.has_context = value.is_object() ? find_member(value, "@context") != nullptr : !value.is_string();
  made_->has_broken = true;
  made_->terms.put(term, std::make_shared<const term_definition>(std::move(made)));
  processor_->note_broken(*local_.owner, value, errc::json_ld_invalid, code);
}

result<void> term_definer::define_entry(std::string_view term, const json_node& value) {
  if (term == "@type" && !is_old_) return define_type_keyword(value);
  if (keyword_of(term) != keyword::none) return refuse_context("keyword redefinition");
  if (looks_like_keyword(term)) return {};
  if (auto old = made_->terms.find(term)) {  // step 6
    previous_.emplace(term, std::move(old));
    made_->terms.erase(term);
  }
  if (!value.is_null() && !value.is_string() && !value.is_object())
    return refuse_context("invalid term definition");
  term_definition made;
  made.is_protected = now_.is_protected;
  if (const auto* guard = find_member(value, "@protected")) {
    if (is_old_) return refuse_context("invalid term definition");
    if (!guard->is(json_kind::boolean)) return refuse_context("invalid @protected value");
    made.is_protected = guard->is_true;
  }
  if (auto typed = add_type(value, made); !typed) return typed;
  auto mapped = map_iri(term, value, made);
  if (!mapped) return tl::unexpected(mapped.error());
  if (!*mapped) return {};
  if (made.iri && made.iri->size() > made_->iri_bytes) return refuse_context("invalid IRI mapping");
  if (!made.is_reverse) {
    if (auto set = add_container(value, made); !set) return set;
    if (auto set = add_index(value, made); !set) return set;
    if (auto set = add_context(value, made); !set) return set;
    if (auto set = add_text(value, made); !set) return set;
    if (auto set = add_nest(value, made); !set) return set;
    if (auto set = add_prefix(term, value, made); !set) return set;
  }
  for (const auto member : json_members(value)) {  // step 26
    static constexpr std::string_view known =
        "@id @reverse @container @context @direction @index @language @nest @prefix @protected @type ";
    const auto key = member.key->view();
    if (key.find(' ') != key.npos || known.find(std::string(key) + ' ') == known.npos || key.empty() ||
        key.front() != '@')
      return refuse_context("invalid term definition");
  }
  return keep(term, std::move(made));
}

/// Step 4: only the container of `@type` may be defined.
result<void> term_definer::define_type_keyword(const json_node& value) {
  if (!value.is_object() || json_members(value).begin() == json_members(value).end())
    return refuse_context("keyword redefinition");
  term_definition made;
  made.iri = "@type";
  made.is_protected = now_.is_protected;
  if (auto old = made_->terms.find("@type")) {
    previous_.emplace("@type", std::move(old));
    made_->terms.erase("@type");
  }
  for (const auto member : json_members(value)) {
    if (member.key->view() == "@container" && member.value->is_string() && member.value->view() == "@set")
      made.containers = container::set;
    else if (member.key->view() == "@protected" && member.value->is(json_kind::boolean))
      made.is_protected = member.value->is_true;
    else
      return refuse_context("keyword redefinition");
  }
  return keep("@type", std::move(made));
}

/// Steps 13 to 18.
result<bool> term_definer::map_iri(std::string_view term, const json_node& value, term_definition& made) {
  if (const auto* reverse = find_member(value, "@reverse")) return map_reverse(value, *reverse, made);
  const auto* id = value.is_object() ? find_member(value, "@id") : &value;
  const bool is_other = id != nullptr && !(id->is_string() && id->view() == term);
  if (is_other) return map_given(term, *id, !value.is_object(), made);
  if (auto named = map_by_name(term, made); !named) return tl::unexpected(named.error());
  return true;
}

/// Step 14.
result<bool> term_definer::map_given(std::string_view term, const json_node& id, bool is_simple,
                                     term_definition& made) {
  if (id.is_null()) return true;
  if (!id.is_string()) return refuse_context("invalid IRI mapping");
  if (keyword_of(id.view()) == keyword::none && looks_like_keyword(id.view())) return false;
  auto iri = expand(id.view());
  if (!iri) return tl::unexpected(iri.error());
  if (!*iri || (keyword_of(**iri) == keyword::none && !is_iri_or_blank(**iri)))
    return refuse_context("invalid IRI mapping");
  if (keyword_of(**iri) == keyword::at_context) return refuse_context("invalid keyword alias");
  made.iri = **iri;
  const auto colon = term.find(':', 1);
  const bool has_colon = term.find(':') != term.npos, has_slash = term.find('/') != term.npos;
  if ((colon != term.npos && colon + 1 < term.size()) || has_slash) {
    entries_.find(term)->second.state = entry::done;
    auto spelled = expand(term);
    if (!spelled) return tl::unexpected(spelled.error());
    if (*spelled != made.iri) return refuse_context("invalid IRI mapping");
  }
  made.is_prefix = !has_colon && !has_slash && is_simple &&
                   (ends_with_delimiter(*made.iri) || made.iri->starts_with("_:"));
  return true;
}

/// Step 13.
result<bool> term_definer::map_reverse(const json_node& value, const json_node& reverse,
                                       term_definition& made) {
  if (find_member(value, "@id") != nullptr || find_member(value, "@nest") != nullptr)
    return refuse_context("invalid reverse property");
  if (!reverse.is_string()) return refuse_context("invalid IRI mapping");
  if (looks_like_keyword(reverse.view())) return false;
  auto iri = expand(reverse.view());
  if (!iri) return tl::unexpected(iri.error());
  if (!*iri || !is_iri_or_blank(**iri)) return refuse_context("invalid IRI mapping");
  made.iri = **iri;
  made.is_reverse = true;
  if (const auto* kind = find_member(value, "@container"); kind != nullptr && !kind->is_null()) {
    if (!kind->is_string() || (kind->view() != "@set" && kind->view() != "@index"))
      return refuse_context("invalid reverse property");
    made.containers = kind->view() == "@set" ? container::set : container::index;
  }
  return true;
}

/// Steps 15 to 18: the term is a compact IRI, an absolute or relative one, or is in the vocabulary.
result<void> term_definer::map_by_name(std::string_view term, term_definition& made) {
  const auto colon = term.find(':', 1);
  if (colon != term.npos) {
    const auto prefix = term.substr(0, colon);
    if (entries_.contains(prefix))
      if (auto defined = define_needed(prefix); !defined) return defined;
    const auto* known = made_->find(prefix);
    made.iri = known != nullptr && known->iri ? *known->iri + std::string(term.substr(colon + 1))
                                              : std::string(term);
    return {};
  }
  if (term.find('/') != term.npos) {
    std::string scratch;
    const auto iri = expand_iri(*made_, term, false, true, scratch);
    if (!iri || !is_iri_or_blank(*iri)) return refuse_context("invalid IRI mapping");
    made.iri = *iri;
    return {};
  }
  if (!made_->vocab) return refuse_context("invalid IRI mapping");
  made.iri = *made_->vocab + std::string(term);
  return {};
}

/// Step 27 and 28.
result<void> term_definer::keep(std::string_view term, term_definition made) {
  const auto old = previous_.find(term);
  if (!now_.overrides && old != previous_.end() && old->second->is_protected) {
    if (!is_same_definition(made, *old->second)) return refuse_context("protected term redefinition");
    made.is_protected = true;
  }
  made_->has_protected = made_->has_protected || made.is_protected;
  made_->has_scoped = made_->has_scoped || made.has_context;
  if (made.is_prefix && made.iri) processor_->note_prefix(term, *made.iri);
  made_->terms.put(term, std::make_shared<const term_definition>(std::move(made)));
  return {};
}

result<void> term_definer::define_needed(std::string_view term) {
  const auto at = entries_.find(term);
  if (at == entries_.end() || at->second.state == entry::done) return {};
  return define(term);
}

result<std::optional<std::string>> term_definer::expand(std::string_view value) {
  if (keyword_of(value) == keyword::none && !looks_like_keyword(value)) {
    if (auto defined = define_needed(value); !defined) return tl::unexpected(defined.error());
    const auto colon = value.find(':', 1);
    if (made_->find(value) == nullptr && colon != value.npos) {
      const auto prefix = value.substr(0, colon);
      if (prefix != "_" && !value.substr(colon + 1).starts_with("//"))
        if (auto defined = define_needed(prefix); !defined) return tl::unexpected(defined.error());
    }
  }
  std::string scratch;
  const auto iri = expand_iri(*made_, value, false, true, scratch);
  return iri ? std::optional<std::string>(*iri) : std::nullopt;
}

}  // namespace laundromat::jsonld
