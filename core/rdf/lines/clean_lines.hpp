// The quick half of the line reader: reads lines that are as the grammar wants them, and leaves all others alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"

namespace laundromat {

/// The instructions that a kernel uses. All give the same statements.
enum class line_kernel : std::uint8_t { scalar, avx2, avx512 };

/// The best kernel of this machine.
[[nodiscard]] line_kernel best_line_kernel();

/// How many bytes a kernel may look at beyond the lines that it reads.
inline constexpr std::size_t kernel_margin = 64;

/// Beginnings of IRIs, scheme, host and what ends it, that `is_plain_iri` once approved: an IRI that begins like one of them and goes on with plain
/// characters needs no check of its own.
class known_hosts {
 public:
  struct entry {
    alignas(64) std::array<char, 64> bytes{};
    std::uint64_t mask =
        0;  ///< a bit for each byte that counts; never empty, so that an unused entry matches nothing by chance
  };
  known_hosts() {
    for (auto& one : entries_) one.mask = 1;
  }
  static constexpr std::size_t slot_bytes = 15;
  /// The entry where an IRI that begins with these `slot_bytes` would stand.
  [[nodiscard]] entry& slot(const char* iri) { return entries_[index(iri)]; }
  /// Takes in the host of a plain IRI, if it is of the kind that fits.
  void learn(std::string_view iri);

 private:
  /// By the first letters of the host.
  static std::size_t index(const char* iri) {
    std::uint64_t letters = 0;
    std::memcpy(&letters, iri + 7, sizeof letters);
    return (letters * 0x9E3779B97F4A7C15u) >> 59;
  }
  std::array<entry, 32> entries_;
};

/// What a kernel works with from line to line. `statement` is kept so that only what changes is written.
struct clean_line_state {
  clean_line_state(rdf_format format, const reader_options& options, statement_sink& to, span_account& spans);

  statement_sink* sink;
  span_account* account;
  term_checker checker;
  bool has_graphs;  ///< N-Quads
  std::uint64_t iri_bytes, term_bytes, line_bytes;
  std::uint64_t least_limit;          ///< a line that is no longer keeps all three
  std::uint64_t offset_bytes = 0;     ///< in the document, of the first byte that a kernel is given
  std::uint64_t lines = 0;            ///< read by kernels so far
  std::uint64_t lines_with_both = 0;  ///< those of them that end in CRLF
  bool takes_lone_cr = false;         ///< else a line that ends in CR alone is not clean
  bool has_seen_graph = false;
  known_hosts hosts;
  statement_view statement;
  std::array<std::string, 4> iris;  ///< the last values of IRIs that have escapes
  std::size_t next_iri = 0;
  std::string unescaped;  ///< the object's value, when it has escapes
  result<void> status;    ///< the sink's error, which ends the reading
};

/// Reads lines from `begin`, which is the start of a line, hands out their statements and accounts for their bytes. Stops before the first
/// line that is not clean in every respect, that does not end before `end`, or that comes so near to `end` that `kernel_margin`
/// bytes beyond it cannot be looked at; answers where that is. A line is clean when the profile does not matter to it: nothing
/// would be noted, repaired or skipped.
using clean_line_function = const char* (*)(clean_line_state& state, const char* begin, const char* end);
/// The function of a kernel, or of the best one that this machine has below it.
[[nodiscard]] clean_line_function clean_lines_with(line_kernel kernel);

namespace lines_scalar {
const char* read_clean_lines(clean_line_state& state, const char* begin, const char* end);
}
namespace lines_avx2 {
const char* read_clean_lines(clean_line_state& state, const char* begin, const char* end);
}
namespace lines_avx512 {
const char* read_clean_lines(clean_line_state& state, const char* begin, const char* end);
}

/// The rare parts of the kernels, the same for all. Each answers the byte after the term, or null when the line is not clean.
namespace clean_line_parts {
/// An IRI from behind its `<` that holds more than plain characters, or whose host is new.
[[nodiscard]] const char* read_other_iri(clean_line_state& state, const char* begin, const char* end,
                                         std::string_view& iri);
/// The rest of a literal from its first backslash on; `begin` is the byte behind the opening quote.
[[nodiscard]] const char* read_escaped(clean_line_state& state, const char* begin, const char* backslash,
                                       const char* end, bool& has_high);
/// Whether the object, a literal with datatype, tag or characters beyond ASCII, raises no fault.
[[nodiscard]] bool is_clean_literal(clean_line_state& state, bool has_high);
/// Whether no term of the statement is longer than the limits.
[[nodiscard]] bool keeps_limits(const clean_line_state& state);
}  // namespace clean_line_parts

}  // namespace laundromat
