// The checks of single terms that all readers share: characters of IRIs, lexical forms of literals, language tags.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// Something about the value of a term; the reader adds where the term stands.
struct term_fault {
  errc rule{};
  treatment done{};
  std::size_t offset = 0;  ///< in the value that was checked
  std::size_t length = 0;
  std::string message;  ///< what the rule's meaning does not say; often empty
};

/// Whether `iri` is free of everything that `term_checker::check_iri` looks for, so that it need not be called: ASCII that RFC 3986
/// allows without percent signs and brackets, at most one `#`, a scheme and host of the usual kind. May say no without a reason.
[[nodiscard]] bool is_plain_iri(std::string_view iri);

/// Checks terms and repairs them as the profile says. One for each reader; clean terms cost no allocation.
class term_checker {
 public:
  explicit term_checker(wash_profile profile) : profile_(profile) {}

  /// Checks an absolute IRI whose escapes are resolved, in valid UTF-8 (D52-D54, D56, D58; RFC 3987, RFC 3986). May replace `iri` by a
  /// repaired one. Returns false when the term must be skipped.
  [[nodiscard]] bool check_iri(std::string_view& iri);
  /// Checks lexical form, datatype and language tag of a literal (D24, D59-D66; XSD 1.1 part 2, RDF 1.1 Concepts section 5, BCP 47).
  /// May replace `datatype` and `language`, never `value`. Returns false when the term must be skipped.
  [[nodiscard]] bool check_literal(term_view& literal);
  /// What the last call found, in the order of offsets. This and the replaced views are valid until the next call.
  [[nodiscard]] std::span<const term_fault> faults() const { return faults_; }

 private:
  wash_profile profile_;
  std::vector<term_fault> faults_;
  std::string iri_, language_;
};

}  // namespace laundromat
