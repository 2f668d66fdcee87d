// The results of reading a block of lines, stored compactly until they are replayed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Stores statements, defects and spans in order. Terms that are in the block verbatim take 16 bytes each and
/// point into it; others are copied.
class block_recording final : public statement_sink {
 public:
  /// Clears the recording. `block` must not change until the recording is replayed.
  void begin(std::string_view block);
  result<void> on_statement(const statement_view& statement) override;
  void on_defect(const defect& found) override;
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans_.emplace_back(kind, length_bytes);
  }

  void on_version(std::string_view label, const defect& place) override;

  /// Passes everything to `sink` and `account`, for a block that begins at `offset_bytes` after `lines` lines.
  [[nodiscard]] result<void> replay(statement_sink& sink, span_account& account, std::uint64_t offset_bytes,
                                    std::uint64_t lines);

 private:
  enum class role : std::uint8_t { subject, predicate, object, graph, datatype, language, defect, version };
  /// A term, or part of a literal. A subject begins a statement.
  struct chunk {
    const char* at;
    std::uint32_t length;
    role as;
    term_kind kind;
  };
  void add(role as, term_kind kind, std::string_view value);
  [[nodiscard]] const char* keep(std::string_view value);
  [[nodiscard]] static term_view& part_of(statement_view& statement, role as);

  std::string_view block_;
  std::vector<chunk> chunks_;
  std::vector<defect> defects_;
  std::vector<std::pair<span_kind, std::uint64_t>> spans_;
  std::vector<std::unique_ptr<char[]>> rooms_;  ///< storage of copied terms
  char* room_ = nullptr;
  std::size_t room_bytes_ = 0;  ///< left in the last of them
};

}  // namespace laundromat
