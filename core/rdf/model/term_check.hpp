// The checks of single terms that all readers share: characters of IRIs, lexical forms of literals, language tags.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/rdf/model/plain_iri.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/model/taxonomy.hpp"
#include "core/rdf/model/term_fault.hpp"

namespace laundromat {

/// Checks terms and repairs them according to the profile. One for each reader; clean terms cost no allocation.
class term_checker {
 public:
  /// `drops_directions`: base directions of literals are left out.
  explicit term_checker(wash_profile profile, std::uint64_t most_iri_bytes = ~std::uint64_t{0},
                        bool drops_directions = false)
      : profile_(profile), most_iri_bytes_(most_iri_bytes), drops_directions_(drops_directions) {}

  /// Checks an absolute IRI whose escapes are resolved, in valid UTF-8 (D24, D52-D54, D56, D58; `iri_check.hpp` has the table). May
  /// replace `iri` by a repaired one, unless that exceeds the limit of an IRI. Returns false when the term must be skipped. An `is_plain_iri`
  /// need not be checked.
  [[nodiscard]] bool check_iri(std::string_view& iri);
  /// Checks lexical form, datatype and language tag of a literal (D24, D59-D66; `literal_check.hpp` has the table). A literal without
  /// datatype and tag may be checked too: only its characters can be defects. May replace `datatype` and `language`, never `value`; an
  /// xsd:string becomes a literal without datatype. Returns false when the term must be skipped.
  [[nodiscard]] bool check_literal(term_view& literal);
  /// The defects found by the last call. This and the replaced views are valid until the next call.
  [[nodiscard]] std::span<const term_fault> faults() const { return faults_; }

 private:
  wash_profile profile_;
  std::uint64_t most_iri_bytes_;
  bool drops_directions_;
  term_faults faults_;
  std::string iri_, language_;
};

}  // namespace laundromat
