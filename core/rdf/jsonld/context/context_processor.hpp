// Context Processing and Create Term Definition (JSON-LD 1.1 API sections 4.1.2 and 4.2.2).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/rdf/jsonld/context/active_context.hpp"
#include "core/rdf/jsonld/context/json_ld_options.hpp"
#include "core/rdf/jsonld/context/remote_contexts.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::jsonld {

/// Makes active contexts, each once for the same context of the document under the same active one. Errors: `json_ld_invalid` with the
/// code of the specification first in the detail; `context_unavailable`; `too_deep_nesting`; `term_too_long` for a base.
class context_processor {
 public:
  context_processor(const reader_options& options, const json_ld_options& more);

  /// What holds where no context was given.
  [[nodiscard]] context_ptr initial() const { return initial_; }
  /// Applies `json_ld_options::expand_context`.
  [[nodiscard]] result<context_ptr> apply_options();
  /// The value of a `@context` in the document, spelled as `text`.
  [[nodiscard]] result<context_ptr> enter(const context_ptr& active, std::string_view text);
  /// The context of a term, around a property's values (`overrides` protection) or for a type (`propagates` false).
  [[nodiscard]] result<context_ptr> enter_scoped(const context_ptr& active, const term_definition& term,
                                                 bool overrides, bool propagates);
  /// A definition that breaks the rules, in the text of the last `enter`. It is skipped, unless `done` says otherwise.
  struct broken_definition {
    std::uint32_t begin = 0, end = 0;  ///< of its value
    errc rule{};
    std::string code;
    treatment done = treatment::skip;
    std::string after = {};  ///< of a repair
  };
  [[nodiscard]] const std::vector<broken_definition>& broken() const { return broken_; }

 private:
  struct circumstances {
    std::string base;
    std::vector<std::string> remote = {};  ///< the contexts being read, outermost first
    bool overrides = false;
    bool propagates = true;
    bool validates_scoped = true;
  };
  friend class term_definer;

  [[nodiscard]] result<context_ptr> start(const context_ptr& active, const shared_json& local,
                                          circumstances now);
  void make_room(std::size_t terms);
  [[nodiscard]] result<context_ptr> process(context_ptr active, const shared_json& local, circumstances now);
  [[nodiscard]] result<std::shared_ptr<active_context>> apply_one(const context_ptr& active,
                                                                  std::shared_ptr<active_context> made,
                                                                  const shared_json& local,
                                                                  circumstances& now);
  [[nodiscard]] result<std::shared_ptr<active_context>> apply_null(const context_ptr& active,
                                                                   std::shared_ptr<active_context> made,
                                                                   const circumstances& now);
  [[nodiscard]] result<context_ptr> apply_remote(const context_ptr& made, std::string_view reference,
                                                 const circumstances& now);
  [[nodiscard]] result<shared_json> import(const shared_json& local, const json_node& reference,
                                           const circumstances& now);
  [[nodiscard]] result<void> apply_settings(active_context& made, const shared_json& in,
                                            const circumstances& now);
  [[nodiscard]] result<void> apply_base(active_context& made, const json_document& owner,
                                        const json_node& value);
  [[nodiscard]] bool check_base(std::string& base, const json_document& owner, const json_node& value);
  [[nodiscard]] result<void> apply_vocab(active_context& made, const json_node& value);
  [[nodiscard]] result<void> apply_language(active_context& made, const json_node& value);
  [[nodiscard]] bool is_strict() const { return options_->profile == wash_profile::strict; }
  void note_prefix(std::string_view name, std::string_view iri) {
    if (options_->prefixes != nullptr) options_->prefixes->add(name, iri);
  }
  void note_broken(const json_document& owner, const json_node& value, errc rule, std::string_view code) {
    if (&owner == entering_) broken_.push_back({value.begin, value.end, rule, std::string(code)});
  }
  [[nodiscard]] bool is_old() const { return more_->mode == json_ld_mode::v1_0; }

  const reader_options* options_;
  const json_ld_options* more_;
  remote_contexts remote_;
  context_ptr initial_;
  struct kept_context {
    context_ptr active, made;
    std::vector<broken_definition> broken = {};
  };
  std::map<std::pair<const void*, std::string>, kept_context, std::less<>> entered_;
  std::map<std::tuple<const void*, const void*, bool, bool>, kept_context> scoped_;
  const json_document* entering_ = nullptr;
  std::vector<broken_definition> broken_;
  std::uint64_t kept_ = 0;     ///< terms in the contexts that are kept
  std::uint64_t work_ = 0;     ///< terms that one call from outside has copied
  std::uint32_t applied_ = 0;  ///< remote contexts in one call from outside
  std::uint32_t depth_ = 0;
};

}  // namespace laundromat::jsonld
