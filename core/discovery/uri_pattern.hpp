// Patterns of seeds: one line that names many URIs, as `http://example.org/{a..z}/{001..250}.ttl` (T07).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

struct uri_pattern_limits {
  std::uint64_t uris = 1'000'000;  ///< that a pattern may name
  std::size_t text_bytes = 8'192;  ///< of the pattern
  std::size_t uri_bytes = 8'192;   ///< of each URI
  std::size_t depth = 16;          ///< of braces inside of each other
};

/// A checked pattern. Its URIs have an order and a number each, from 0, so that any of them is made without those before it.
///
/// Shape: text that is a URI but for its groups, which are in braces. A group is one of
/// - a list, `{nt,ttl,rdf}`: its items in their order; an item may be empty, and may contain groups, as `{dump,part-{1..3}}`;
/// - a range of whole numbers, `{1..250}`, also downwards; `{001..250}` fills up with zeros, both ends must have the same width then;
///   `{0..100..10}` counts in tens;
/// - a range of letters, `{a..z}` or `{A..Z}`, also downwards and with a step.
/// Several groups combine each with each. The order is depth first: the last group changes fastest, so that all of a folder comes before the next folder.
/// `\{` and `\}` are braces themselves, which a URI has as `%7B` and `%7D`; `\,`, `\.` and `\*` are these characters. A `*` alone is refused: what it would
/// match is not known. The same URI may be named twice.
class uri_pattern {
 public:
  /// Whether `text` has a brace that is not escaped, so that it is a pattern and no URI.
  [[nodiscard]] static bool is_pattern(std::string_view text);
  /// Errors: `uri_syntax` for a pattern that breaks the rules above, or whose first URI is none of http, https or ftp; `limit_exceeded` beyond the limits.
  /// The detail says at which character, counted from 1, and what to write instead.
  [[nodiscard]] static result<uri_pattern> parse(std::string_view text,
                                                 const uri_pattern_limits& limits = {});

  /// How many URIs it names; at least 1.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The URI with this number, below `count()`. Linear in its length and the items of its groups.
  [[nodiscard]] std::string at(std::uint64_t number) const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  friend class pattern_parser;

  struct part;
  using sequence = std::vector<part>;
  enum class part_kind : std::uint8_t { literal, list, numbers, letters };
  struct part {
    part_kind kind = part_kind::literal;
    std::string text = {};             ///< of a literal
    std::vector<sequence> items = {};  ///< of a list
    std::int64_t first = 0, step = 1;  ///< of a range; letters by their code
    std::size_t width = 0;             ///< of numbers with leading zeros
    std::uint64_t count = 1;           ///< how many texts it has
  };

  static void write(const sequence& parts, std::uint64_t number, std::string& out);
  [[nodiscard]] static std::uint64_t count_of(const sequence& parts);
  [[nodiscard]] static std::size_t longest(const sequence& parts);

  std::string text_;
  sequence parts_;
  std::uint64_t count_ = 1;
};

/// Makes the URIs of a pattern one after the other, and can stop and go on at any place.
class uri_generator {
 public:
  explicit uri_generator(uri_pattern pattern) : pattern_(std::move(pattern)) {}
  /// Goes on where a generator of the same pattern was. Errors: `uri_syntax` for a text that `position` did not give for this pattern.
  [[nodiscard]] static result<uri_generator> resume(uri_pattern pattern, std::string_view position);

  /// The next URI; nothing behind the last one.
  [[nodiscard]] std::optional<std::string> next();
  /// Where it is, to be stored: the number of the next URI, `/`, and 16 hexadecimal digits of the SHA-256 of the pattern.
  [[nodiscard]] std::string position() const;
  [[nodiscard]] const uri_pattern& pattern() const { return pattern_; }

 private:
  uri_pattern pattern_;
  std::uint64_t next_ = 0;
};

}  // namespace laundromat
