// Makes terms from values of a document: checked IRIs, labels that never clash, literals. Reports what is wrong with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/jsonld/context/active_context.hpp"
#include "core/rdf/jsonld/json/json_tree.hpp"
#include "core/rdf/jsonld/nodes/walk_log.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/model/term_check.hpp"

namespace laundromat::jsonld {

/// A text whose values are being read, and its offset in the document.
struct source_text {
  std::string_view text;
  std::uint64_t offset = 0;
};

/// Terms are views that hold until the pool is released; a term of kind `none` stands for one that is not valid, and a defect reports why.
class term_maker {
 public:
  term_maker(const reader_options& options, walk_log& log)
      : options_(&options), log_(&log), checker_(options.profile, options.limits.iri_bytes) {}

  [[nodiscard]] wash_profile profile() const { return options_->profile; }
  void read_from(source_text source) { source_ = source; }
  [[nodiscard]] const source_text& source() const { return source_; }
  /// The bytes of a value.
  [[nodiscard]] std::string_view source_of(const json_node& one) const {
    return source_.text.substr(one.begin, one.end - one.begin);
  }
  /// While muted, defects are not reported again.
  void mute(bool is_muted) { is_muted_ = is_muted; }
  /// What `suspend` has put aside.
  struct suspension {
    std::uint64_t blanks = 0;
    bool is_muted = false, is_silent = false;
  };
  /// Until `resume`, labels are provisional, and with `is_silent` neither defects nor losses are reported.
  [[nodiscard]] suspension suspend(bool is_silent) {
    const suspension before{blanks_, is_muted_, is_silent_};
    is_silent_ = is_silent_ || is_silent;
    is_muted_ = is_muted_ || is_silent;
    return before;
  }
  void resume(const suspension& before) {
    blanks_ = before.blanks;
    is_muted_ = before.is_muted;
    is_silent_ = before.is_silent;
  }
  /// How often something was left out.
  [[nodiscard]] std::uint64_t losses() const { return losses_; }

  /// `iri` is expanded; `origin` is the value that it comes from.
  [[nodiscard]] term_view iri_or_blank(std::string_view iri, const json_node& origin);
  /// `iri` must be an IRI.
  [[nodiscard]] term_view iri(std::string_view iri, const json_node& origin);
  [[nodiscard]] term_view key(const expanded_key& key, const json_node& origin);
  /// Writes a label that no document has; at most 26 characters.
  [[nodiscard]] std::size_t write_fresh_label(char* to);
  [[nodiscard]] term_view fresh_blank();
  /// Checks and finishes a literal; `literal.value` is copied where it must be by the caller. What is repaired in a tag that is
  /// inherited from a context is reported by `report_tags`.
  [[nodiscard]] term_view literal(term_view literal, const json_node& origin, bool inherits_tag = false);
  /// Reports what is wrong with the tags of a context, unless it costs the literals themselves: then it is reported for each of them.
  void report_tags(const json_node& context);
  /// IRI Expansion of a value; nothing for null. The view holds until the next call; `stable` makes it hold as long as terms do.
  [[nodiscard]] std::optional<std::string_view> expand(const active_context& active, std::string_view value,
                                                       bool document_relative, bool vocab) {
    return expand_iri(active, value, document_relative, vocab, scratch_);
  }
  [[nodiscard]] std::string_view stable(std::string_view expanded) {
    return expanded.data() == scratch_.data() ? keep(expanded) : expanded;
  }
  /// A view that holds as long as terms do.
  [[nodiscard]] std::string_view keep(std::string_view text) { return pool_.keep(text); }
  [[nodiscard]] text_pool& pool() { return pool_; }

  void report(errc rule, treatment done, const json_node& origin, std::string_view message = {},
              std::string_view after = {});
  void report(errc rule, treatment done, std::uint32_t begin, std::uint32_t end, std::string_view message);
  /// The bytes of a value that was left out.
  void lose(const json_node& origin);

 private:
  [[nodiscard]] term_view blank(std::string_view label, const json_node& origin);
  [[nodiscard]] bool check_reference(std::string_view iri, const json_node& origin);
  void report_faults(std::string_view value, const json_node& origin, std::string_view after,
                     std::string_view inherited_tag = {}, std::string_view literal = {});
  [[nodiscard]] bool is_raw(char control, const json_node& origin) const;
  [[nodiscard]] bool is_reported(errc rule, std::string_view tag) const;

  const reader_options* options_;
  walk_log* log_;
  term_checker checker_;
  source_text source_;
  text_pool pool_;
  std::string scratch_;
  std::vector<std::string> reported_tags_;  ///< of contexts; at most a few
  std::uint64_t blanks_ = 0, losses_ = 0;
  bool is_muted_ = false, is_silent_ = false;
};

}  // namespace laundromat::jsonld
