// The statements in which an IRI is a term, in any place, by reading a whole clean document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Where an IRI is in a statement.
enum class mention_place : std::uint8_t { subject, other };

/// Passes on each line of canonical N-Quads, without its line feed, in which `iri` is a term, also in a triple term: as subject, predicate, object, datatype
/// or graph. A text that contains the IRI does not count. There is no index of objects, so that all is read; for subjects `read_subject` is faster.
/// Memory: the longest line, and a buffer. Errors: those of the source and of `consume`.
[[nodiscard]] result<void> read_mentions(
    byte_source& lines, std::string_view iri,
    const std::function<result<void>(std::string_view line, mention_place place)>& consume);

}  // namespace laundromat
