// The way of a record to the sink: its limits, its place, its bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/extraction/markup/account/document_account.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat::markup {

/// An element in a source that begins at `source_begin` in the document; its offsets are those in the source.
struct element_place {
  std::string_view source;
  text_position source_begin;
  std::uint64_t begin = 0, end = 0;
};

class record_emitter {
 public:
  record_emitter(const extraction_limits& limits, wash_profile profile, document_account& account,
                 record_sink& sink)
      : limits_(limits), profile_(profile), account_(&account), sink_(&sink) {}

  /// Begins a record, which is empty. False when it is longer than the limit: then it is skipped.
  [[nodiscard]] bool begin(const element_place& at);
  [[nodiscard]] data_record& record() { return record_; }
  /// Something about a value in the record; the record is kept. What the rule skips is left out of its bytes, unless that is all of it, or
  /// nothing `is_lost`.
  void note(errc rule, bool is_lost, std::string message, const element_place& at, std::uint64_t begin,
            std::uint64_t end);
  /// The place of the record.
  [[nodiscard]] record_place locate(const element_place& at);
  /// Something about the document, at a place that is known.
  void note(errc rule, std::string message, const record_place& at);
  /// The record is skipped.
  void refuse(errc rule, std::string message, const element_place& at);
  /// Hands the record out, unless it has too many values. Errors: those of the sink.
  [[nodiscard]] result<void> emit(const element_place& at);

 private:
  extraction_limits limits_;
  wash_profile profile_;
  document_account* account_;
  record_sink* sink_;
  data_record record_;
};

}  // namespace laundromat::markup
