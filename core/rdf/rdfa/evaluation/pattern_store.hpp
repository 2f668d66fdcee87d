// Property copying of HTML+RDFa 1.1: everything that copies a pattern has its properties.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/rdf/model/statement.hpp"

namespace laundromat::rdfa {

/// Holds the statements about patterns, and the copies, until the end of the document; all others pass. A pattern is known from its
/// type on, so statements about it before that stay as they are. Source: HTML+RDFa 1.1, section 3.5.1.
class pattern_store {
 public:
  using emitter = std::function<result<void>(const statement_view&)>;

  explicit pattern_store(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  /// Whether the statement was taken. Errors: `statement_too_long` when it should have been, but the memory is spent.
  [[nodiscard]] result<bool> take(const statement_view& statement);
  /// Hands out what was held: copies of patterns as their properties, all else as it is. Errors: the emitter's, and
  /// `statement_too_long` when copying would write more than `most_bytes`.
  [[nodiscard]] result<void> finish(const emitter& emit);
  [[nodiscard]] bool is_empty() const { return patterns_.empty() && copies_.empty(); }

 private:
  struct held_term {
    term_kind kind;
    std::string value, datatype, language;
    [[nodiscard]] term_view view() const { return {kind, value, datatype, language}; }
  };
  struct property {
    std::string predicate;
    held_term object;
  };
  struct pattern {
    held_term subject;
    std::vector<property> properties;
    bool is_copied = false;
  };
  struct copy {
    held_term subject;
    std::string target;
  };
  static std::string key_of(const term_view& term);
  static held_term hold(const term_view& term);
  void note_copied(const std::string& target);
  result<void> emit_copy(const held_term& subject, const std::string& target, const emitter& emit);

  std::uint64_t most_bytes_, held_bytes_ = 0, written_bytes_ = 0;
  keyed_map<std::string, std::size_t> by_key_;
  std::vector<pattern> patterns_;
  std::vector<copy> copies_;
};

}  // namespace laundromat::rdfa
