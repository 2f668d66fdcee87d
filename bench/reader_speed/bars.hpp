// What `bench/readers` demands of each format: the only table of these bars.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/model/format.hpp"

namespace laundromat::bench {

struct bar {
  rdf_format format;
  std::string_view name, media_type;
  double least_ratio,
      least_real_ratio;    ///< to the peer, for generated documents and for real files; 0 where there is none
  double least_megabytes;  ///< per second, where there is no peer
};
inline constexpr bar bars[] = {
    {rdf_format::n_triples, "N-Triples", "", 8, 8, 0},
    {rdf_format::n_quads, "N-Quads", "", 8, 8, 0},
    {rdf_format::turtle, "Turtle", "", 4, 3.5, 0},
    {rdf_format::trig, "TriG", "", 3.5, 2.5, 0},
    {rdf_format::rdf_xml, "RDF/XML", "", 2.5, 2.5, 0},
    {rdf_format::rdfa, "RDFa", "application/xhtml+xml", 3, 3, 0},
    {rdf_format::rdfa, "RDFa in HTML", "text/html", 3, 3, 0},
    {rdf_format::json_ld, "JSON-LD", "", 0, 0, 60},
};
/// The share that storing all defects and spans may cost.
inline constexpr double most_recording_cost = 0.10;
/// Real files that are smaller in total are shown but not required to pass: caches and branch predictors are still cold.
inline constexpr std::uint64_t least_real_bytes = 200'000;

}  // namespace laundromat::bench
