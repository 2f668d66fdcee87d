// Contexts that a document names by IRI: those the program brings along, then those of the loader, each parsed once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/rdf/jsonld/context/active_context.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::jsonld {

/// The text of a bundled context; empty when there is none for the IRI. See contexts/README.md.
[[nodiscard]] std::string_view find_bundled_context(std::string_view iri);

class remote_contexts {
 public:
  explicit remote_contexts(const reader_options& options) : options_(&options) {}

  /// The context document at an absolute IRI; its root is an object with `@context`. A load that failed fails again without another try.
  /// Errors: `context_unavailable` (no loader, too many loads, too large, no JSON, or the error of the loader).
  [[nodiscard]] result<std::shared_ptr<const json_document>> load(std::string_view iri);

 private:
  [[nodiscard]] result<std::shared_ptr<const json_document>> fetch(std::string_view iri);

  const reader_options* options_;
  keyed_map<std::string, result<std::shared_ptr<const json_document>>> known_;
  std::uint32_t loads_ = 0;
};

}  // namespace laundromat::jsonld
