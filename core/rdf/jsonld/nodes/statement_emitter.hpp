// Emits the statements of a JSON-LD walk, and ends the walk where the profile or the sink wants that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/result.hpp"
#include "core/rdf/jsonld/nodes/term_maker.hpp"
#include "core/rdf/jsonld/nodes/walk_target.hpp"

namespace laundromat::jsonld {

/// A statement with a term of kind `none` is not emitted; its origin counts as lost, unless that is an object, whose members count for
/// themselves. Nothing is emitted in a trial, while items are judged, or after a stop. What breaks the rules of JSON-LD costs its value;
/// under `strict` it stops the walk.
class statement_emitter {
 public:
  statement_emitter(wash_profile profile, term_maker& terms, walk_log& log)
      : is_strict_(profile == wash_profile::strict), terms_(&terms), log_(&log) {}

  /// Begins a walk. A trial finds defects only.
  void begin(bool is_trial);
  [[nodiscard]] bool is_strict() const { return is_strict_; }
  [[nodiscard]] bool is_trial() const { return is_trial_; }
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }
  [[nodiscard]] bool has_emitted() const { return has_emitted_; }
  /// While items of a list are judged, the members of nodes are not walked.
  [[nodiscard]] bool is_judging() const { return is_judging_; }
  void judge(bool is_judging) { is_judging_ = is_judging; }

  void emit(const walk_target& to, const term_view& subject, const term_view& predicate,
            const term_view& object, const json_node& origin);
  /// Emits what the key of a map adds to `term`, and connects it.
  void finish_item(const walk_target& to, const term_view& term, bool is_literal, const json_node& origin);
  /// Emits the statement between `term` and the target, or appends it to the list.
  void connect(const walk_target& to, const term_view& term, bool is_literal, const json_node& origin);

  /// Reports and skips a value that breaks a rule; `code` is that of the specification.
  void refuse(std::string_view code, const json_node& node);
  /// Takes over a context that was made. False, with a report, when there is none; then the value `origin` is skipped.
  [[nodiscard]] bool keep_context(result<context_ptr> made, context_ptr& context, const json_node& origin);

 private:
  void append(const walk_target& to, const term_view& term, bool is_literal, const json_node& origin);
  void stop_if_strict() { is_stopped_ = is_stopped_ || is_strict_; }

  bool is_strict_;
  term_maker* terms_;
  walk_log* log_;
  bool is_stopped_ = false, is_trial_ = false, is_judging_ = false, has_emitted_ = false;
};

}  // namespace laundromat::jsonld
