// Text with statements in it, where the other kinds of the recovery benchmark are statements with damage in them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bench/reader_recovery/score.hpp"

namespace laundromat::recovery {

inline constexpr std::size_t prose_documents = 200;

/// A document of Turtle or TriG with headings, lists, sentences, code and heads of mails between whole statements, the same for a seed.
/// Text begins on a line of its own and ends with one, never within a graph.
[[nodiscard]] damaged make_prose(rdf_format format, std::uint64_t seed);

}  // namespace laundromat::recovery
