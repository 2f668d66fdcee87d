// Documents of JSON-LD that are made as large as a test wants them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace laundromat::testing {

inline const std::string context = R"("@context": {"@vocab": "http://v.example/"})";

/// A root object with `count` nodes in its graph.
inline std::string make_graph(std::size_t count, const std::string& head, const std::string& tail = "") {
  std::string out = "{" + head + "\"@graph\": [";
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = std::to_string(i);
    out += (i == 0 ? "\n" : ",\n") + std::string("{\"@id\": \"n") + number + "\", \"p\": \"v" + number +
           "\", \"q\": {\"r\": [" + number + ", true]}}";
  }
  return out + "\n]" + tail + "}\n";
}

}  // namespace laundromat::testing
