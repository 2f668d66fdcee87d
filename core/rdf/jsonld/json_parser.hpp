// Parses one JSON value, or a piece of one, and says what is wrong with it. Lenient where one reading is obvious (D50).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/jsonld/json_tree.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat::jsonld {

/// What is wrong in a text, in offsets of that text.
struct json_fault {
  errc rule{};
  treatment done{};
  std::uint32_t begin = 0, end = 0;
  std::string message, after;
};

enum class json_piece : std::uint8_t {
  value,  ///< one value
  items,  ///< what stands between the brackets of an array; the root of the tree is that array
  head,   ///< the beginning of a value; what is open at the end counts as closed
  tail,   ///< the rest of an object after one of its values, with its last brace; the root is an object
};

/// Shape: any bytes; strings on the tape are UTF-8. Nests at most `limits.nesting` deep without recursion and makes at most
/// `limits.node_object_bytes` / 8 nodes. In `strict` only RFC 8259 passes.
class json_parser {
 public:
  json_parser(wash_profile profile, const reader_limits& limits)
      : profile_(profile), nesting_(limits.nesting), most_nodes_(limits.node_object_bytes / 8 + 64) {}

  /// Fills `tree`, which keeps pointing into `text`. Returns false when nothing can be read: the last of `faults` then says why.
  [[nodiscard]] bool parse(std::string_view text, json_piece piece, json_tree& tree);
  /// Whether the last call mended what a bracket in the wrong place would look like.
  [[nodiscard]] bool has_gap() const { return has_gap_; }
  /// Whether the last call left out a bracket.
  [[nodiscard]] bool is_uneven() const { return is_uneven_; }
  /// What the last call found.
  [[nodiscard]] const std::vector<json_fault>& faults() const { return faults_; }

 private:
  struct open_container {
    std::uint32_t node = 0;
    std::uint32_t members = 0;
    std::uint64_t key_bits = 0;  ///< a bit for each key by its hash
    std::uint32_t last_key = 0;  ///< its node; 0: none yet
    bool is_object = false;
  };
  enum class step : std::uint8_t { value, first, key, after, done };

  [[nodiscard]] bool run();
  [[nodiscard]] bool take_step(step& next);
  [[nodiscard]] bool read_value(step& next);
  [[nodiscard]] bool read_key(step& next);
  [[nodiscard]] bool read_bare_key();
  [[nodiscard]] bool after_value(step& next);
  [[nodiscard]] bool is_bracket_swapped() const;
  [[nodiscard]] bool note_gap();

  // json_recovery.cpp
  [[nodiscard]] bool recover_line();
  [[nodiscard]] bool recover_member(step& next);
  [[nodiscard]] const open_container* find_line_owner(const char*& line);
  [[nodiscard]] bool at_end(step& next);
  [[nodiscard]] bool open(bool is_object, step& next);
  void close();
  [[nodiscard]] bool skip_space();
  [[nodiscard]] bool skip_comment();
  [[nodiscard]] bool read_string(char quote);
  [[nodiscard]] bool read_single_quoted();
  [[nodiscard]] bool decode_string(char quote, const char* begin);
  struct decoding;
  [[nodiscard]] bool decode_escape(decoding& string);
  [[nodiscard]] bool decode_unicode(decoding& string);
  [[nodiscard]] bool decode_bytes(decoding& string);
  [[nodiscard]] bool finish_string(decoding& string);
  [[nodiscard]] bool read_number();
  [[nodiscard]] bool read_word();
  void note_key();
  void find_repeated(const open_container& object);
  void override(json_node& earlier);

  json_node& add(json_kind kind, const char* begin, const char* end);
  /// Records a fault that the profile may let pass; false when it does not.
  [[nodiscard]] bool mend(errc rule, const char* begin, const char* end, std::string_view message,
                          std::string_view after = {});
  /// Records why the text cannot be read.
  bool refuse(errc rule, const char* begin, const char* end, std::string_view message);
  [[nodiscard]] bool is_number_end(const char* at) const;
  [[nodiscard]] std::uint32_t place(const char* at) const { return static_cast<std::uint32_t>(at - begin_); }

  wash_profile profile_;
  std::uint32_t nesting_;
  std::uint64_t most_nodes_;
  json_tree* tree_ = nullptr;
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  const char* at_ = nullptr;
  json_piece piece_ = json_piece::value;
  bool after_damage_ = false;  ///< the separator after a damaged string is part of the damage
  bool has_gap_ = false;       ///< a comma or a value is missing
  bool has_hole_ = false;      ///< a value is missing
  bool is_uneven_ = false;     ///< a bracket was left out
  std::vector<open_container> open_;
  std::vector<json_fault> faults_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes_;
};

}  // namespace laundromat::jsonld
