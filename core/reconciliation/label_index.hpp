// Finds the entities whose labels are like a name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

struct label_limits {
  std::size_t candidates =
      200;  ///< labels that are compared with a name, those with the most trigrams in common
  std::size_t trigram_labels =
      50'000;  ///< a trigram in more labels than that is used only when no rarer one is found
  std::size_t least_similarity = 40;      ///< of a candidate, 0 to 100
  std::size_t compared_characters = 500;  ///< longer labels and names are found when they are equal
};

struct label_match {
  std::string_view iri, label;
  /// 100: the label is the name; 99: but for case, spaces and punctuation; below: by edit distance, or of words in another order (at most 95).
  double score = 0;
};

/// Labels of entities by their texts in normal form, and by the trigrams in them. An entity may have several labels.
/// Memory: the IRIs and labels, the labels in normal form, 40 bytes a label and 8 for each of its different trigrams.
class label_index {
 public:
  explicit label_index(label_limits limits = {}) : limits_(limits) {}

  void add(std::string_view iri, std::string_view label);
  /// Call it after the last `add`, and before `find`.
  void build();
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  /// The best matches, each entity once with its best label, by score and then by IRI. Labels that are equal to the name in normal form
  /// are always found. Time: linear in the labels that share a rare trigram with the name.
  [[nodiscard]] std::vector<label_match> find(std::string_view name, std::size_t most) const;

 private:
  struct entry {
    std::string iri, label, normal;
  };
  struct posting {
    std::uint32_t trigram = 0;  ///< its hash
    std::uint32_t entry = 0;

    friend auto operator<=>(const posting&, const posting&) = default;
  };

  [[nodiscard]] std::vector<std::uint32_t> similar_entries(std::string_view normal) const;
  [[nodiscard]] double score(const entry& one, std::string_view name, std::string_view normal) const;

  label_limits limits_;
  std::vector<entry> entries_;  ///< after `build` in the order of their normal forms
  std::vector<posting> postings_;
};

}  // namespace laundromat
