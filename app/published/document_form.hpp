// The forms in which documents and their metadata are published, and the choice among them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/format.hpp"

namespace laundromat {

struct document_form {
  std::string_view extension;  ///< without the dot
  std::string_view media_type;
  /// What it is called in Accept, with the parameters that a client may want.
  std::string_view accepted_as;
  rdf_format format =
      rdf_format::unknown;  ///< unknown: a page, JSON that is no RDF, HDT, or a compressed file
  std::string_view name = {};

  [[nodiscard]] bool is_hdt() const { return extension == "hdt"; }
  friend bool operator==(const document_form&, const document_form&) = default;
};

/// Of documents, the best for a client without preference first: N-Quads, N-Triples, Turtle, TriG, JSON-LD, HTML, HDT. The last one is N-Quads as a compressed file,
/// which only its extension names.
[[nodiscard]] std::span<const document_form> document_forms();
/// Of metadata: Turtle, N-Quads, JSON-LD, JSON.
[[nodiscard]] std::span<const document_form> metadata_forms();
/// Of ledgers: N-Quads.
[[nodiscard]] std::span<const document_form> ledger_forms();

/// The form that Accept likes best, or the one with the extension unless that is empty; nothing when none is acceptable.
[[nodiscard]] std::optional<document_form> choose_form(std::span<const document_form> among,
                                                       std::string_view extension, std::string_view accept);
/// `application/n-quads (.nq), text/turtle (.ttl)`.
[[nodiscard]] std::string list_forms(std::span<const document_form> forms);

}  // namespace laundromat
