// Finds the keys of an object that follow again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/rdf/jsonld/json/fault_list.hpp"

namespace laundromat::jsonld {

/// The keys of an open object, as far as that needs no table.
struct object_keys {
  std::uint32_t members = 0;
  std::uint64_t bits = 0;  ///< a bit for each key by its hash
};

/// Of the members of one key the last one holds (RFC 8259 section 4 leaves that open); the others are marked as overridden and reported.
/// Keys are compared one by one in small objects, and sorted by their hashes when a larger one ends, so that the work stays below n log n
/// whoever chooses the keys.
class repeated_keys {
 public:
  explicit repeated_keys(fault_list& faults) : faults_(&faults) {}

  void begin(const parsed_text& text) {
    text_ = &text;
    has_keyword_ = false;
  }
  /// Adds the key that is the last node of the tape to the object at node `object`.
  void note(object_keys& keys, std::uint32_t object);
  /// Ends the object at node `object`, whose span is known.
  void close(const object_keys& keys, std::uint32_t object);
  /// Whether a key that begins with `@` was repeated in the text.
  [[nodiscard]] bool has_keyword() const { return has_keyword_; }

 private:
  static constexpr std::uint32_t most_compared = 24;  ///< members

  void override(json_node& earlier);

  fault_list* faults_;
  const parsed_text* text_ = nullptr;
  bool has_keyword_ = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hashes_;  ///< with their nodes
};

}  // namespace laundromat::jsonld
