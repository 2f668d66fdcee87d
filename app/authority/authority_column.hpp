// Whether the source of each exported statement is authoritative for its subject, as a column beside the statements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/discovery/sitemap/source_authority.hpp"

namespace laundromat {

/// Passes on lines of N-Quads, and writes one line for each to a column: `yes`, `no` or `unknown` (`source_authority`). So line n of the column is about
/// line n of what was passed on, and `paste` joins them. Memory: the subject of one line.
class authority_column final : public byte_sink {
 public:
  /// All outlive it. `judge` knows the document whose lines come.
  authority_column(byte_sink& out, byte_sink& column, source_judge& judge)
      : out_(out), column_(column), judge_(judge) {}

  /// Errors: those of both sinks.
  result<void> write(std::string_view bytes) override;
  /// Lines with each verdict.
  [[nodiscard]] std::uint64_t count(source_authority verdict) const {
    return counts_[static_cast<std::size_t>(verdict)];
  }

 private:
  void end_subject();

  byte_sink& out_;
  byte_sink& column_;
  source_judge& judge_;
  std::string subject_;     ///< of the current line, as far as it was read
  bool in_subject_ = true;  ///< it is not complete
  std::string words_;
  std::array<std::uint64_t, 3> counts_{};
};

}  // namespace laundromat
