// The languages that open elements declare for the literals within them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "core/rdf/rdfa/evaluation/reused_stack.hpp"
#include "core/rdf/rdfa/evaluation/statement_output.hpp"

namespace laundromat::rdfa {

/// The index of a language that was declared where it cannot be read. `no_language` is that of none.
inline constexpr int unknown_language = -2;
inline constexpr int no_language = -1;
/// Why a literal with an unknown language is left out, as `bad_attribute`.
inline constexpr std::string_view why_language_is_lost =
    "its language is not known, because an attribute around it is damaged";

/// A stack of language declarations, numbered from 0 in document order. Each keeps its place, because a malformed tag is reported once,
/// at its declaration, when the first literal uses it.
class language_table {
 public:
  /// Tags are cut to this length; a longer one is malformed whatever follows.
  static constexpr std::size_t longest_tag = 256;

  explicit language_table(fault_log& faults) : faults_(&faults) {}

  /// Adds the language `tag`, written at `place` in the examined markup, and returns its index.
  int add(std::string_view tag, raw_place place) {
    auto& source = sources_.add();
    source.tag = tag.substr(0, longest_tag);
    if (tag.size() > longest_tag) source.tag += ' ';  // a shortened tag must not be well-formed
    source.place = {place};
    source.raw = faults_->bytes_at(place);
    source.is_reported = false;
    return static_cast<int>(sources_.size()) - 1;
  }
  [[nodiscard]] language_source& operator[](int language) {
    return sources_[static_cast<std::size_t>(language)];
  }
  [[nodiscard]] std::size_t size() const { return sources_.size(); }
  /// Removes all but the first `size` declarations.
  void shrink(std::size_t size) { sources_.shrink(size); }
  /// Computes line and column of the declarations whose bytes are about to be discarded.
  void keep_places() {
    for (auto i = sources_.size(); i > 0 && sources_[i - 1].place.line == 0; --i)
      faults_->locate(sources_[i - 1].place);
  }

 private:
  fault_log* faults_;
  reused_stack<language_source> sources_;
};

}  // namespace laundromat::rdfa
