// The fast half of the line reader: reads lines that follow the grammar, and leaves all others to the careful half.
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

/// The instruction set of a kernel. All give the same statements.
enum class line_kernel : std::uint8_t { scalar, avx2, avx512 };

/// The best kernel of this machine.
[[nodiscard]] line_kernel best_line_kernel();

/// How many bytes after the lines a kernel may read.
inline constexpr std::size_t kernel_margin = 64;

/// Beginnings of IRIs (scheme, host and the character after it) that `is_plain_iri` approved: an IRI with the same beginning and only plain
/// characters after it needs no further check.
class known_hosts {
 public:
  struct entry {
    alignas(64) std::array<char, 64> bytes{};
    /// A bit for each significant byte; never empty, so that an unused entry does not match by chance.
    std::uint64_t mask = 0;
  };
  known_hosts() {
    for (auto& one : entries_) one.mask = 1;
  }
  static constexpr std::size_t slot_bytes = 15;
  /// The entry for IRIs that begin with these `slot_bytes`.
  [[nodiscard]] entry& slot(const char* iri) { return entries_[index(iri)]; }
  /// Adds the host of a plain IRI, if it has a suitable length.
  void learn(std::string_view iri);

 private:
  /// Depends on the first letters of the host.
  static std::size_t index(const char* iri) {
    std::uint64_t letters = 0;
    std::memcpy(&letters, iri + 7, sizeof letters);
    return (letters * 0x9E3779B97F4A7C15u) >> 59;
  }
  std::array<entry, 32> entries_;
};

/// The state of a kernel from line to line. `statement` is reused, so that only changed fields are written.
struct clean_line_state {
  clean_line_state(rdf_format format, const reader_options& options, statement_sink& to, span_account& spans);

  statement_sink* sink;
  span_account* account;
  term_checker checker;
  bool has_graphs;  ///< N-Quads
  std::uint64_t iri_bytes, term_bytes, line_bytes;
  std::uint64_t least_limit;          ///< no shorter line exceeds any of the three limits
  std::uint64_t offset_bytes = 0;     ///< in the document, of the first byte that the kernel reads next
  std::uint64_t lines = 0;            ///< read by kernels so far
  std::uint64_t lines_with_both = 0;  ///< those of them that end in CRLF
  bool takes_lone_cr = false;         ///< else a line that ends in CR alone is not clean
  bool has_seen_graph = false;
  known_hosts hosts;
  statement_view statement;
  std::array<std::string, 4> iris;  ///< the last values of IRIs with escapes
  std::size_t next_iri = 0;
  std::string unescaped;  ///< the object's value, when it has escapes
  result<void> status;    ///< the sink's error, which ends the reading
};

/// Reads lines from `begin`, which is the start of a line, passes on their statements and accounts for their bytes. Stops before the first
/// line that is not clean, that does not end before `end`, or that is so near to `end` that `kernel_margin`
/// bytes after it cannot be read; returns that position. A line is clean when no profile would note, repair or skip anything in it.
using clean_line_function = const char* (*)(clean_line_state& state, const char* begin, const char* end);
/// The function of a kernel, or of the best one below it that this machine supports.
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

/// The rare parts of the kernels, common to all. Each returns the byte after the term, or null when the line is not clean.
namespace clean_line_parts {
/// An IRI from after its `<` that has not only plain characters, or whose host is new.
[[nodiscard]] const char* read_other_iri(clean_line_state& state, const char* begin, const char* end,
                                         std::string_view& iri);
/// The rest of a literal from its first backslash on; `begin` is the byte after the opening quote.
[[nodiscard]] const char* read_escaped(clean_line_state& state, const char* begin, const char* backslash,
                                       const char* end, bool& has_high);
/// Whether the object, a literal with datatype, tag or non-ASCII characters, has no defect.
[[nodiscard]] bool is_clean_literal(clean_line_state& state, bool has_high);
/// Whether no term of the statement exceeds the limits.
[[nodiscard]] bool keeps_limits(const clean_line_state& state);
}  // namespace clean_line_parts

}  // namespace laundromat
