// Context Processing, step by step; the comments name the steps of the specification.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/context/context_processor.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/jsonld/context/context_errors.hpp"
#include "core/rdf/jsonld/context/term_definer.hpp"
#include "core/rdf/jsonld/json/json_canonical.hpp"
#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/model/plain_iri.hpp"
#include "core/rdf/model/term_check.hpp"
#include "core/web/uri.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::uint64_t most_kept_terms = 1'000'000;
constexpr std::uint64_t most_work = 20'000'000;
constexpr std::uint32_t most_applied = 256;
bool is_true(const json_node& value) {
  return value.is(json_kind::boolean) && value.is_true;
}

std::string_view raw(const shared_json& in, const json_node& node) {
  return std::string_view(in.owner->text).substr(node.begin, node.end - node.begin);
}

}  // namespace

context_processor::context_processor(const reader_options& options, const json_ld_options& more)
    : options_(&options), more_(&more), remote_(options) {
  auto made = std::make_shared<active_context>();
  made->base = made->original_base = options.base_iri;
  made->used_base = made->used_original_base = options.used_base;
  made->iri_bytes = options.limits.iri_bytes;
  initial_ = std::move(made);
}

result<context_ptr> context_processor::apply_options() {
  const auto& given = more_->expand_context;
  if (given.empty()) return initial_;
  const bool is_json = given.front() == '{' || given.front() == '[' || given.front() == '"';
  auto document = std::make_shared<json_document>();
  document->text = is_json ? given : '"' + given + '"';
  json_parser parser(options_->profile, options_->limits);
  if (!parser.parse(document->text, json_chunk::value, document->tree))
    return refuse_context("invalid local context");
  const auto& root = document->tree.root();
  const auto* inner = find_member(root, "@context");
  const shared_json local{document, inner != nullptr ? inner : &root};
  return start(initial_, local, {.base = options_->base_iri});
}

result<context_ptr> context_processor::enter(const context_ptr& active, std::string_view text) {
  const auto known = entered_.find(std::pair<const void*, std::string>(active.get(), text));
  broken_.clear();
  if (known != entered_.end()) {
    broken_ = known->second.broken;
    return known->second.made;
  }
  auto document = std::make_shared<json_document>();
  document->text = text;
  json_parser parser(options_->profile, options_->limits);
  if (!parser.parse(document->text, json_chunk::value, document->tree))
    return refuse_context("invalid local context");
  const shared_json local{document, &document->tree.root()};
  entering_ = document.get();
  auto made = start(active, local, {.base = options_->base_iri});
  entering_ = nullptr;
  if (!made) return made;
  make_room((*made)->terms.own_size() + text.size() / 32);
  entered_[{active.get(), std::string(text)}] = {active, *made, broken_};
  return made;
}

result<context_ptr> context_processor::enter_scoped(const context_ptr& active, const term_definition& term,
                                                    bool overrides, bool propagates) {
  const std::tuple<const void*, const void*, bool, bool> key{active.get(), &term, overrides, propagates};
  if (const auto known = scoped_.find(key); known != scoped_.end()) return known->second.made;
  circumstances now{.base = term.context_base};
  now.overrides = overrides;
  now.propagates = propagates;
  auto made = start(active, term.context, now);
  if (!made) return made;
  make_room((*made)->terms.own_size());
  scoped_[key] = {active, *made, {}};
  return made;
}

/// Keeps the memory of contexts bounded; those in use are kept by their users.
void context_processor::make_room(std::size_t terms) {
  kept_ += terms + 16;
  if (kept_ <= most_kept_terms) return;
  entered_.clear();
  scoped_.clear();
  kept_ = terms + 16;
}

result<context_ptr> context_processor::start(const context_ptr& active, const shared_json& local,
                                             circumstances now) {
  applied_ = 0;
  work_ = 0;
  depth_ = 0;
  return process(active, local, std::move(now));
}

result<context_ptr> context_processor::process(context_ptr active, const shared_json& local,
                                               circumstances now) {
  work_ += active->terms.size() + 1;
  if (work_ > most_work || depth_ >= deepest_context) return fail(errc::too_deep_nesting, "context overflow");
  ++depth_;
  if (const auto* propagate = find_member(*local.value, "@propagate");  // steps 1-3
      propagate != nullptr && propagate->is(json_kind::boolean))
    now.propagates = propagate->is_true;
  auto made = std::make_shared<active_context>(*active);
  if (!now.propagates && !made->previous) made->previous = active;
  const auto apply = [&](const json_node& one) -> result<void> {  // step 5
    auto next = apply_one(active, std::move(made), {local.owner, &one}, now);
    if (!next) return tl::unexpected(next.error());
    made = std::move(*next);
    return {};
  };
  if (local.value->is_array()) {
    for (const auto& one : json_items(*local.value))
      if (auto done = apply(one); !done) return tl::unexpected(done.error());
  } else if (auto done = apply(*local.value); !done) {
    return tl::unexpected(done.error());
  }
  --depth_;
  return context_ptr(std::move(made));
}

result<std::shared_ptr<active_context>> context_processor::apply_one(const context_ptr& active,
                                                                     std::shared_ptr<active_context> made,
                                                                     const shared_json& local,
                                                                     circumstances& now) {
  if (local.value->is_null()) return apply_null(active, std::move(made), now);
  if (local.value->is_string()) {
    auto remote = apply_remote(made, local.value->view(), now);
    if (!remote) return tl::unexpected(remote.error());
    return *remote == made ? made : std::make_shared<active_context>(**remote);
  }
  if (!local.value->is_object()) return refuse_context("invalid local context");  // step 5.3
  auto context = local;
  if (const auto* reference = find_member(*local.value, "@import")) {  // step 5.6
    auto merged = import(local, *reference, now);
    if (!merged) return tl::unexpected(merged.error());
    context = std::move(*merged);
  }
  if (auto set = apply_settings(*made, context, now); !set) return tl::unexpected(set.error());
  const auto* guard = find_member(*context.value, "@protected");
  if (guard != nullptr && is_old()) return refuse_context("invalid context entry");
  if (guard != nullptr && !guard->is(json_kind::boolean)) return refuse_context("invalid @protected value");
  term_definer definer(*this, made, context,
                       {now.base, now.remote, guard != nullptr && is_true(*guard), now.overrides});
  if (auto defined = definer.define_all(); !defined) return tl::unexpected(defined.error());  // step 5.13
  return made;
}

/// Step 5.1.
result<std::shared_ptr<active_context>> context_processor::apply_null(const context_ptr&,
                                                                      std::shared_ptr<active_context> made,
                                                                      const circumstances& now) {
  if (!now.overrides && made->has_protected) return refuse_context("invalid context nullification");
  auto empty = std::make_shared<active_context>();
  empty->base = empty->original_base = made->original_base;
  empty->used_base = empty->used_original_base = made->used_original_base;
  empty->iri_bytes = made->iri_bytes;
  if (!now.propagates) empty->previous = std::move(made);
  return empty;
}

/// Step 5.2.
result<context_ptr> context_processor::apply_remote(const context_ptr& made, std::string_view reference,
                                                    const circumstances& now) {
  if (!is_absolute(reference) && now.remote.empty()) note_base(options_->used_base);
  std::string iri = is_absolute(reference) ? std::string(reference) : resolve_iri(now.base, reference);
  if (!is_absolute(iri) || iri.size() > options_->limits.iri_bytes)
    return fail(errc::context_unavailable, "loading document failed: a relative IRI without a base");
  if (std::ranges::find(now.remote, iri) != now.remote.end()) {
    if (!now.validates_scoped) return made;
    return fail(errc::context_unavailable, "recursive context inclusion: " + std::string(cut_text(iri, 200)));
  }
  if (++applied_ > most_applied) return fail(errc::context_unavailable, "context overflow");
  auto loaded = remote_.load(iri);
  if (!loaded) return tl::unexpected(loaded.error());
  const auto* inner = find_member((*loaded)->tree.root(), "@context");
  if (inner == nullptr) return refuse_context("invalid remote context");
  circumstances there = now;
  there.base = iri;
  there.remote.push_back(iri);
  there.propagates = true;
  return process(made, {*loaded, inner}, std::move(there));
}

/// Step 5.6: the imported context with the entries of the importing one over its own.
result<shared_json> context_processor::import(const shared_json& local, const json_node& reference,
                                              const circumstances& now) {
  if (is_old()) return refuse_context("invalid context entry");
  if (!reference.is_string()) return refuse_context("invalid @import value");
  if (!is_absolute(reference.view()) && now.remote.empty()) note_base(options_->used_base);
  const auto iri =
      is_absolute(reference.view()) ? std::string(reference.view()) : resolve_iri(now.base, reference.view());
  if (!is_absolute(iri))
    return fail(errc::context_unavailable, "loading document failed: a relative IRI without a base");
  if (++applied_ > most_applied) return fail(errc::context_unavailable, "context overflow");
  auto loaded = remote_.load(iri);
  if (!loaded) return tl::unexpected(loaded.error());
  const auto* inner = find_member((*loaded)->tree.root(), "@context");
  if (inner == nullptr || !inner->is_object()) return refuse_context("invalid remote context");
  if (find_member(*inner, "@import") != nullptr) return refuse_context("invalid context entry");
  auto merged = std::make_shared<json_document>();
  auto& text = merged->text;
  const auto add = [&](const shared_json& in, const json_member& member) {
    text += text.empty() ? "{" : ",";
    text.append(raw(in, *member.key)).append(":").append(raw(in, *member.value));
  };
  const shared_json imported{*loaded, inner};
  for (const auto member : json_members(*inner))
    if (find_member(*local.value, member.key->view()) == nullptr) add(imported, member);
  for (const auto member : json_members(*local.value))
    if (member.key->view() != "@import") add(local, member);
  text += text.empty() ? "{}" : "}";
  json_parser parser(options_->profile, options_->limits);
  if (!parser.parse(text, json_chunk::value, merged->tree)) return refuse_context("invalid local context");
  return shared_json{merged, &merged->tree.root()};
}

/// Steps 5.5 and 5.7 to 5.11. What depends on a broken base, vocabulary or language is lost; in `strict` the context is.
result<void> context_processor::apply_settings(active_context& made, const shared_json& in,
                                               const circumstances& now) {
  const auto& local = *in.value;
  const auto keep = [&](const json_node& value, result<void> set) -> result<void> {
    if (set || is_strict()) return set;
    note_broken(*in.owner, value, set.error().code, set.error().detail);
    return {};
  };
  if (const auto* version = find_member(local, "@version")) {
    if (!version->is(json_kind::number) || double_of(version->view()) != 1.1)
      return refuse_context("invalid @version value");
    if (is_old()) return refuse_context("processing mode conflict");
  }
  if (const auto* base = find_member(local, "@base"); base != nullptr && now.remote.empty())
    if (auto set = keep(*base, apply_base(made, *in.owner, *base)); !set) return set;
  if (const auto* vocab = find_member(local, "@vocab"))
    if (auto set = keep(*vocab, apply_vocab(made, *vocab)); !set) return set;
  if (const auto* language = find_member(local, "@language"))
    if (auto set = keep(*language, apply_language(made, *language)); !set) return set;
  if (const auto* direction = find_member(local, "@direction")) {
    if (is_old()) return refuse_context("invalid context entry");
    const auto word = direction->view();
    if (!direction->is_null() && !(direction->is_string() && (word == "ltr" || word == "rtl")))
      return refuse_context("invalid base direction");
    made.direction = direction->is_null() ? text_direction::absent
                     : word == "ltr"      ? text_direction::ltr
                                          : text_direction::rtl;
  }
  if (const auto* propagate = find_member(local, "@propagate")) {
    if (is_old()) return refuse_context("invalid context entry");
    if (!propagate->is(json_kind::boolean)) return refuse_context("invalid @propagate value");
  }
  return {};
}

/// Repairs a base as IRIs are repaired that are made of it, and notes what is wrong with it. False when it cannot be used: for the
/// specification that is no error, so that nothing is lost but what is relative to it.
bool context_processor::check_base(std::string& base, const json_document& owner, const json_node& value) {
  if (is_plain_iri(base)) return true;
  term_checker checker(options_->profile, options_->limits.iri_bytes);
  std::string_view checked = base;
  const bool is_kept = checker.check_iri(checked);
  for (const auto& fault : checker.faults()) {
    if (!is_kept && fault.done != treatment::skip) continue;
    const bool is_repair = fault.done == treatment::repair;
    const auto after = is_repair ? '"' + std::string(checked) + '"' : std::string();
    if (&owner == entering_)
      broken_.push_back({value.begin, value.end, fault.rule, fault.message, fault.done, after});
    if (!is_kept) return false;
  }
  base = std::string(checked);
  return is_kept;
}

result<void> context_processor::apply_base(active_context& made, const json_document& owner,
                                           const json_node& value) {
  auto* used = std::exchange(made.used_base, nullptr);
  const auto outer = std::exchange(made.base, {});
  const bool is_relative = value.is_string() && !is_absolute(value.view());
  // What is relative to a base that is broken is broken with it, and was reported.
  if (is_relative && made.is_base_broken) return {};
  made.is_base_broken = !value.is_null();
  if (value.is_null()) return {};
  if (!value.is_string() || (is_relative && outer.empty())) return refuse_context("invalid base IRI");
  if (is_relative) note_base(used);
  const bool is_long = value.view().size() > made.iri_bytes;
  auto base = is_long || !is_relative ? std::string(value.view()) : resolve_iri(outer, value.view());
  if (base.size() > made.iri_bytes) return fail(errc::term_too_long, "a base longer than the limit of IRIs");
  if (!check_base(base, owner, value)) return {};
  made.base = std::move(base);
  made.is_base_broken = false;
  return {};
}

result<void> context_processor::apply_vocab(active_context& made, const json_node& value) {
  const auto text = value.view();
  const bool may_be_iri = value.is_string() && !has_lost_colon(text) &&
                          (!is_old() || is_absolute(text) || text.starts_with("_:"));
  std::string scratch;
  const auto iri = may_be_iri ? expand_iri(made, text, true, true, scratch) : std::nullopt;
  const bool is_known = iri && iri->size() <= made.iri_bytes;
  made.is_vocab_broken = !is_known && !value.is_null();
  if (is_known)
    made.vocab = std::string(*iri);
  else
    made.vocab.reset();
  if (made.is_vocab_broken) return refuse_context("invalid vocab mapping");
  return {};
}

result<void> context_processor::apply_language(active_context& made, const json_node& value) {
  made.is_language_broken = !value.is_null() && !value.is_string();
  made.language.reset();
  if (made.is_language_broken) return refuse_context("invalid default language");
  if (value.is_string()) made.language = value.view();
  return {};
}

}  // namespace laundromat::jsonld
