// Writes the changes between two documents in a standard format.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/rdf/delta/delta.hpp"

namespace laundromat {

enum class delta_format : std::uint8_t {
  n_quads,  ///< canonical lines after `-` or `+` and a space, as in the output of diff(1)
  rdf_patch,  ///< RDF Patch: `D` and `A` rows in one transaction, in byte order of the statements, with `H prev` and `H id`
  sparql,  ///< SPARQL 1.1 Update: DELETE DATA and INSERT DATA of at most `update_statements` statements and about 1 MiB
};

/// `nquads`, `rdf-patch`, `sparql`.
[[nodiscard]] std::optional<delta_format> delta_format_from_name(std::string_view name);

/// The names of the two documents in a header; either may be empty.
struct delta_names {
  std::string before, after;  ///< IRIs
};

/// Takes changes in the order of `compare`.
class delta_writer {
 public:
  static constexpr std::size_t update_statements = 1'000;

  virtual ~delta_writer() = default;
  /// Errors: those of the sink.
  [[nodiscard]] virtual result<void> take(delta_sign sign, std::string_view line) = 0;
  /// Writes the rest. Nothing may be written afterwards.
  [[nodiscard]] virtual result<void> finish() = 0;
};

/// `out` outlives the writer. Memory: about 2 MiB, and one statement. Sources: https://afs.github.io/rdf-patch/; SPARQL 1.1 Update
/// sections 3.1.1 and 3.1.2. Lines of clean documents are valid in both without change.
[[nodiscard]] std::unique_ptr<delta_writer> make_delta_writer(delta_format format, const delta_names& names,
                                                              byte_sink& out);

}  // namespace laundromat
