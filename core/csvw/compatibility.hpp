// Whether the description of a table fits the table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/csvw/metadata.hpp"

namespace laundromat::csvw {

/// The columns of a table as its text has them.
struct header {
  std::size_t columns = 0;
  std::vector<std::vector<std::string>>
      titles;  ///< of each column, one for each row of the header; none without a header
};

/// What is not as `described`: empty when they are compatible. `language`: of the titles in the
/// table, that of the table. A validator also objects to columns of which one side has only names, and the other
/// only titles. Source: Metadata Vocabulary for Tabular Data, section 6.1.
struct incompatibility {
  std::size_t column = 0;  ///< from 1; 0: the number of columns
  std::string message;
};
[[nodiscard]] std::vector<incompatibility> find_incompatibilities(const std::vector<column>& described,
                                                                  const header& found,
                                                                  std::string_view language,
                                                                  bool is_validating);

/// The columns of a table that nothing describes.
[[nodiscard]] std::vector<column> columns_of(const header& found, const inherited_properties& rules);
/// As many columns as the table has, and the virtual ones: those that are not described are called by their place.
[[nodiscard]] std::vector<column> fitted(const std::vector<column>& described, const header& found,
                                         const inherited_properties& rules);

}  // namespace laundromat::csvw
