// One document of YAML as a tree in which aliases stay what they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/extraction/model/extraction_limits.hpp"

namespace laundromat {

/// A node; what is in a list or map follows it, and a value follows its key.
struct yaml_part {
  enum class what : std::uint8_t { value, alias };
  what is = what::value;
  data_kind kind = data_kind::null;
  bool is_true = false;
  bool is_plain = false;           ///< a scalar without quotes and tag
  std::uint32_t span = 1;          ///< nodes of this one with all that is inside
  std::uint32_t target = 0;        ///< of an alias: the node
  std::size_t begin = 0, end = 0;  ///< bytes of the text: up to where the next node begins
  std::string_view text;           ///< of a scalar as written; of a number as JSON has it
};

/// Stands in a text for a byte that is not UTF-8; scalars have U+FFFD instead. No YAML has this character.
inline constexpr char bad_byte = '\x1A';
/// The first character that no YAML has (YAML 1.2.2 section 5.1) and that is not `bad_byte`; npos for none. yaml-cpp takes some of them for the end
/// of the text, or for UTF-16.
[[nodiscard]] std::size_t find_control_character(std::string_view text);

/// Built from the events of yaml-cpp. Memory: a small multiple of the text.
class yaml_document {
 public:
  /// Reads the first document of a text in UTF-8 without a byte order mark. False when it is broken: see `problem`.
  [[nodiscard]] bool read(std::string_view text, const extraction_limits& limits);

  struct trouble {
    errc rule = errc::syntax_error;
    std::size_t at = 0;
    std::string message;
  };
  [[nodiscard]] const trouble& problem() const { return problem_; }
  /// Empty for a text without a value.
  [[nodiscard]] const std::vector<yaml_part>& parts() const { return parts_; }

 private:
  friend class yaml_builder;
  bool has_bad_bytes_ = false;
  std::vector<yaml_part> parts_;
  text_arena texts_;
  trouble problem_;
};

/// Copies values of a document into records: expands aliases, and obeys merge keys (`<<`).
class yaml_copier {
 public:
  yaml_copier(const yaml_document& document, const extraction_limits& limits)
      : parts_(&document.parts()), limits_(limits) {}

  /// Copies a value into an empty record. False when it has more values than a record may have, an alias leads into itself, or aliases have copied
  /// more than a document may have: `document_bytes`, with 16 for each value.
  [[nodiscard]] bool copy(std::uint32_t part, data_record& record);
  /// Counts values that an alias leads to. False when they are too many.
  [[nodiscard]] bool may_copy(std::uint64_t values, std::size_t text_bytes) {
    copied_bytes_ += 16 * values + text_bytes;
    return !has_spent_aliases();
  }
  [[nodiscard]] bool has_spent_aliases() const { return copied_bytes_ > limits_.document_bytes; }
  /// The keys with their values that the last call left out, as they are written again or are no texts.
  [[nodiscard]] const std::vector<std::uint32_t>& left_out() const { return left_out_; }
  /// The node that an alias stands for, or the node itself.
  [[nodiscard]] std::uint32_t resolve(std::uint32_t part) const {
    for (int i = 0; i < 8 && (*parts_)[part].is == yaml_part::what::alias; ++i) part = (*parts_)[part].target;
    return part;
  }

 private:
  struct member {
    std::string_view name;
    std::uint32_t value;
    bool is_merged = false;
  };
  [[nodiscard]] bool add(std::uint32_t part, std::string_view name, std::uint32_t depth, bool is_copied,
                         data_record& record);
  [[nodiscard]] std::vector<member> members_of(std::uint32_t map, std::uint32_t depth, bool is_merged);

  const std::vector<yaml_part>* parts_;
  extraction_limits limits_;
  std::uint64_t steps_ = 0;
  std::uint64_t copied_bytes_ = 0;  ///< by aliases, of the whole document
  std::vector<std::uint32_t> left_out_;
};

}  // namespace laundromat
