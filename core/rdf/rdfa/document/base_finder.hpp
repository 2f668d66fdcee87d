// Looks for the `base` element in the head of an HTML document, before its first statement is made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/term_check.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::rdfa {

/// Reads along until it knows: a `base` with `href`, the end of the head, or no HTML at all. Documents name themselves on their first
/// tag, but declare their base only later.
class base_finder final : public markup_handler {
 public:
  explicit base_finder(const reader_options& options);

  /// Reads the next bytes of the document, at most up to `start_tag_bytes` in all. The answer does not depend on how they are cut.
  void push(std::string_view bytes);
  [[nodiscard]] bool is_done() const { return is_done_; }
  /// Absolute, and repaired as the profile allows; empty when there is none.
  [[nodiscard]] const std::string& base() const { return base_; }
  /// There is one, but a quote of it is lost, or its IRI is invalid: then no relative reference can be resolved.
  [[nodiscard]] bool is_unreadable() const { return is_unreadable_; }

  void on_start_tag(const raw_tag& tag) override;
  void on_end_tag(const raw_tag& tag) override;
  void on_long_tag(const text_position&, std::uint64_t, std::string_view, bool, bool) override {
    is_done_ = true;
  }
  [[nodiscard]] bool wants_more() const override { return !is_done_; }

 private:
  void check();

  std::string document_iri_, base_;
  std::uint64_t most_iri_bytes_;
  term_checker checker_;
  bool* used_base_;
  reference_decoder decoder_;
  markup_scanner scanner_;
  std::uint64_t most_bytes_;
  bool is_done_ = false, is_unreadable_ = false;
};

}  // namespace laundromat::rdfa
