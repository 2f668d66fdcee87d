// Implements active_context: looks up terms, expands IRIs and selects values by the context at hand.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/context/active_context.hpp"

#include <algorithm>
#include <vector>

#include "core/base/fast_hash.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/model/iri_check.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/template_placeholder.hpp"
#include "core/rdf/model/term_check.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

namespace {

/// Schemes of IRIs that go on without `//`.
constexpr std::string_view plain_schemes[] = {"about", "acct", "ark",  "cid",  "data",   "did", "doi",
                                              "geo",   "info", "isbn", "issn", "mailto", "mid", "ni",
                                              "oid",   "sip",  "tag",  "tel",  "urn",    "uuid"};

expanded_key make_key(const active_context& active, std::string_view key, std::uint32_t hash, bool is_type) {
  expanded_key made;
  made.key = key;
  made.hash = hash;
  made.term = active.find(key);
  std::string scratch;
  const auto iri = expand_iri(active, key, is_type, true, scratch);
  if (const auto* broken = find_broken(active, key)) {
    made.is_lost = true;
    made.may_name_subject = broken == made.term && broken->may_name_subject;
    return made;
  }
  if (made.term == nullptr && !is_absolute(key) && !why_template_placeholder(key).empty()) {
    made.is_no_name = true;
    made.iri = key;
    return made;
  }
  made.is_lost = needs_broken_vocab(active, key);
  if (!iri || made.is_lost) return made;
  made.is_too_long = iri->size() > active.iri_bytes;
  made.iri = made.is_too_long ? cut_text(*iri, 256) : *iri;
  made.word = keyword_of(made.iri);
  made.is_blank = made.iri.starts_with("_:");
  made.is_iri = !made.is_blank && !made.is_too_long && is_absolute(made.iri) && is_plain_iri(made.iri);
  return made;
}

const expanded_key& expand(const active_context& active, key_cache& cache, std::string_view text,
                           std::uint32_t hash, bool is_type, key_spill& spill) {
  if (const auto* known = cache.find(hash, text)) return *known;
  auto made = make_key(active, text, hash, is_type);
  if (const auto* kept = cache.keep(made)) return *kept;
  return spill.emplace_back(std::move(made));
}

}  // namespace

const term_definition* find_broken(const active_context& active, std::string_view name) {
  if (!active.has_broken) return nullptr;
  if (const auto* term = active.find(name)) return term->is_broken ? term : nullptr;
  const auto colon = name.find(':', 1);
  if (colon == name.npos || name.substr(colon + 1).starts_with("//")) return nullptr;
  const auto* prefix = active.find(name.substr(0, colon));
  return prefix != nullptr && prefix->is_broken ? prefix : nullptr;
}

bool needs_broken_vocab(const active_context& active, std::string_view name) {
  const bool is_other = keyword_of(name) != keyword::none || looks_like_keyword(name) || is_absolute(name);
  return active.is_vocab_broken && !is_other && active.find(name) == nullptr;
}

bool looks_like_name(std::string_view iri) {
  const auto colon = iri.find(':');
  if (colon == iri.npos || iri.substr(colon + 1).starts_with("//")) return false;
  const auto scheme = iri.substr(0, colon);
  return std::ranges::none_of(plain_schemes,
                              [&](std::string_view known) { return equals_ignoring_case(known, scheme); });
}

active_context::active_context(const active_context& other)
    : base(other.base),
      original_base(other.original_base),
      used_base(other.used_base),
      used_original_base(other.used_original_base),
      vocab(other.vocab),
      language(other.language),
      direction(other.direction),
      previous(other.previous),
      terms(other.terms),
      has_protected(other.has_protected),
      has_scoped(other.has_scoped),
      has_broken(other.has_broken),
      is_base_broken(other.is_base_broken),
      is_vocab_broken(other.is_vocab_broken),
      is_language_broken(other.is_language_broken),
      iri_bytes(other.iri_bytes) {}

const expanded_key* key_cache::find(std::uint32_t hash, std::string_view key) const {
  if (slots_.empty()) return nullptr;
  const auto mask = slots_.size() - 1;
  auto at = mix(hash) & mask;
  for (std::size_t i = 0; i < places && slots_[at]; ++i, at = (at + 1) & mask) {
    ++probes_;
    if (slots_[at]->hash == hash && slots_[at]->key == key) return slots_[at].get();
  }
  return nullptr;
}

const expanded_key* key_cache::keep(expanded_key& key) {
  if (count_ >= most) return nullptr;
  if (2 * (count_ + 1) > slots_.size()) grow();
  const auto mask = slots_.size() - 1;
  auto at = mix(key.hash) & mask;
  for (std::size_t i = 0; i < places; ++i, at = (at + 1) & mask) {
    ++probes_;
    if (slots_[at]) continue;
    slots_[at] = std::make_unique<expanded_key>(std::move(key));
    ++count_;
    return slots_[at].get();
  }
  return nullptr;
}

/// What has no room in its places is no longer found, but stays, because it may still be in use.
void key_cache::grow() {
  std::vector<std::unique_ptr<expanded_key>> old(slots_.empty() ? 2 * places : 2 * slots_.size());
  old.swap(slots_);
  const auto mask = slots_.size() - 1;
  for (auto& key : old) {
    if (!key) continue;
    auto at = mix(key->hash) & mask;
    while (slots_[at]) at = (at + 1) & mask;
    slots_[at] = std::move(key);
  }
}

std::optional<std::string_view> expand_iri(const active_context& active, std::string_view value,
                                           bool document_relative, bool vocab, std::string& scratch) {
  if (keyword_of(value) != keyword::none) return value;
  if (looks_like_keyword(value)) return std::nullopt;
  if (const auto* term = active.find(value)) {
    if (term->iri && keyword_of(*term->iri) != keyword::none) return *term->iri;
    if (vocab) return term->iri ? std::optional<std::string_view>(*term->iri) : std::nullopt;
  }
  const auto colon = value.find(':', 1);
  if (colon != value.npos) {
    const auto prefix = value.substr(0, colon), suffix = value.substr(colon + 1);
    if (prefix == "_" || suffix.starts_with("//")) return value;
    const auto* term = active.find(prefix);
    if (term != nullptr && term->is_broken) return std::nullopt;
    if (term != nullptr && term->iri && term->is_prefix) {
      scratch.assign(*term->iri).append(suffix);
      return scratch;
    }
    if (is_absolute(value)) return value;
  }
  if (vocab && active.is_vocab_broken) return std::nullopt;
  if (vocab && active.vocab) {
    if (!why_template_placeholder(value).empty()) return value;
    scratch.assign(*active.vocab).append(value);
    return scratch;
  }
  if (document_relative && !active.base.empty() && !has_placeholder(value)) {
    note_base(active.used_base);
    scratch = resolve_iri(active.base, trim_iri(value));
    return scratch;
  }
  return value;
}

const expanded_key& expand_key(const active_context& active, const json_node& key, key_spill& spill) {
  return expand(active, active.keys, key.view(), key.hash, false, spill);
}

const expanded_key& expand_type(const active_context& active, const json_node& value, key_spill& spill) {
  return expand(active, active.types, value.view(), value.hash, true, spill);
}

const expanded_key& expand_text(const active_context& active, std::string_view key, key_spill& spill) {
  return expand(active, active.keys, key, hash_of(key), false, spill);
}

namespace {

/// Keys are looked for in each other's object by the thousand: sorted, that costs no more than reading them.
std::vector<json_member> members_by_key(const json_node& object) {
  std::vector<json_member> members;
  for (const auto member : json_members(object)) members.push_back(member);
  std::ranges::sort(members, {}, [](const json_member& one) { return one.key->view(); });
  return members;
}

}  // namespace

bool is_same_json(const json_node& a, const json_node& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case json_kind::boolean:
      return a.is_true == b.is_true;
    case json_kind::number:
    case json_kind::string:
      return a.view() == b.view();
    case json_kind::array: {
      const json_items left(a), right(b);
      auto x = left.begin(), y = right.begin();
      for (; x != left.end() && y != right.end(); ++x, ++y)
        if (!is_same_json(*x, *y)) return false;
      return x == left.end() && y == right.end();
    }
    case json_kind::object:
      return std::ranges::equal(members_by_key(a), members_by_key(b), [](const auto& x, const auto& y) {
        return x.key->view() == y.key->view() && is_same_json(*x.value, *y.value);
      });
    default:
      return true;
  }
}

bool is_same_definition(const term_definition& a, const term_definition& b) {
  const bool is_same_context =
      a.has_context == b.has_context && (!a.has_context || is_same_json(*a.context.value, *b.context.value));
  return a.iri == b.iri && a.type == b.type && a.datatype == b.datatype && a.containers == b.containers &&
         a.is_prefix == b.is_prefix && a.is_reverse == b.is_reverse && a.index == b.index &&
         a.nest == b.nest && a.has_language == b.has_language && a.language == b.language &&
         a.direction == b.direction && is_same_context;
}

}  // namespace laundromat::jsonld
