// Chooses the statements about instances of a class.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/fragments/pattern_reader.hpp"

namespace laundromat {

/// Goes through a document beside its reader: instances and statements are in the order of their subjects. Memory: one block.
class instance_filter {
 public:
  /// `index` and `compressed`, which nothing else reads, outlive the filter. `class_term`: as canonical N-Quads spell it.
  instance_filter(const block_index& index, byte_source& compressed, std::string_view class_term);

  /// Whether the subject of a line is an instance by a statement of the document, in any graph. Lines come in the order of the document. Errors: those of `read_block`.
  [[nodiscard]] result<bool> takes(std::string_view line);

 private:
  line_matcher matcher_;
  pattern_reader reader_;
  std::optional<std::string> instance_;  ///< the next one; nothing: there are no more
  bool has_begun_ = false;
};

}  // namespace laundromat
