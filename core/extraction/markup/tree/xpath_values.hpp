// Values of a record by XPath 1.0, which libxml2 evaluates.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/markup/account/record_emitter.hpp"
#include "core/extraction/markup/tree/markup_tree.hpp"

namespace laundromat {

/// What is taken of an XML document by XPath. A record is a list; in it there is a list of texts for each expression.
struct xpath_options {
  std::string records = {};              ///< empty: the root
  std::vector<std::string> values = {};  ///< evaluated in each record
  std::vector<std::pair<std::string, std::string>> prefixes =
      {};  ///< the prefixes of names, with their namespaces
};

namespace markup {

/// The compiled expressions. An element is given to libxml2 with the elements around it, and with all that is in it.
class xpath_values {
 public:
  /// Errors: `configuration`, with the expression that libxml2 cannot compile.
  [[nodiscard]] static result<std::unique_ptr<xpath_values>> compile(const xpath_options& options);
  ~xpath_values();

  /// The selector of the records, when they are the elements of one path of names, `/a/b`, and no value looks outside of its record. Then
  /// one record at a time is enough. Else `.`: all records are found in the root.
  [[nodiscard]] const std::string& selector() const { return selector_; }

  /// Hands out the record, or the records in the root. Attributes and texts have the place of their element. An expression whose evaluation
  /// takes too many steps refuses the record as `limit_exceeded`. Errors: those of the sink.
  [[nodiscard]] result<void> read(const markup_tree& tree, node_index at, const element_place& place,
                                  std::uint64_t source_at, record_emitter& output);

 private:
  struct parts;
  explicit xpath_values(std::unique_ptr<parts> made);

  std::unique_ptr<parts> parts_;
  std::string selector_;
};

}  // namespace markup
}  // namespace laundromat
