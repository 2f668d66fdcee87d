// Collects the mentions of a document from its canonical lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/mentions/mention.hpp"
#include "core/mentions/namespaces.hpp"

namespace laundromat {

/// Takes sorted mentions of a document; one may come again in a later call.
using mention_sink = std::function<result<void>(std::vector<mention> sorted)>;

/// Takes the blocks of one document in their order. Not mentions are: datatypes, and IRIs that name blank nodes (core/rdf/write/skolem.hpp), which are in one document only.
/// Memory: 16 bytes for each of `at_once` mentions, 512 KiB, for a small document less, and a `namespace_table`.
class mention_scan {
 public:
  /// `plain_bytes`: about the size of the document.
  mention_scan(std::uint32_t document, std::uint64_t plain_bytes, mention_sink sink,
               std::size_t at_once = std::size_t{1} << 21);

  /// Whole lines. One that is not canonical is skipped. Errors: those of the sink.
  [[nodiscard]] result<void> add(std::string_view lines, std::uint32_t block);
  /// Passes on the rest.
  [[nodiscard]] result<void> finish();
  /// After the end: the namespaces of the mentions that were passed on, at most `limit` of those with most mentions. One that was passed on twice counts twice.
  [[nodiscard]] std::vector<namespace_count> namespaces(std::size_t limit) const {
    return namespaces_.most_used(limit);
  }

 private:
  [[nodiscard]] result<void> pass_on();
  void add_line(std::string_view line, std::uint32_t block);
  void add_iri(std::string_view term, mention_role role, std::uint32_t block);

  std::uint32_t document_;
  mention_sink sink_;
  std::size_t at_once_;
  std::vector<mention> found_;
  namespace_table namespaces_;
  std::string subject_, predicate_;  ///< the last ones, with their delimiters
  std::vector<std::uint64_t>
      recent_;  ///< a power of two; by the hash of the term: terms with roles that were found lately
};

/// The roles that an IRI, with its delimiters, has in lines; 0: it is no term there.
[[nodiscard]] std::uint8_t roles_in(std::string_view lines, std::string_view term);

}  // namespace laundromat
