// How documents that metadata refer to are loaded: by the caller, from the Web, a folder or memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/base/result.hpp"
#include "core/web/link_field.hpp"

namespace laundromat::csvw {

/// Loads metadata, schemas and dialects.
class metadata_loader {
 public:
  virtual ~metadata_loader() = default;
  /// The bytes of the document at an absolute URL. Errors: any; the document is then not used. Whether the table may be read without it, the caller decides.
  [[nodiscard]] virtual result<std::string> load(std::string_view url) = 0;
};

/// The text of a table with what its server said.
struct table_text {
  byte_source_ptr bytes;        ///< as they are stored
  std::string media_type = {};  ///< with its parameters `charset` and `header`; empty: not known
  std::string language = {};    ///< of the header Content-Language; empty: not known, or several
  std::vector<web_link> links = {};
};

/// Opens the tables of a group, for `convert_group`.
class table_loader {
 public:
  virtual ~table_loader() = default;
  /// The text of the table at an absolute URL, in UTF-8: it is decoded from `encoding`. Errors: any; the table is then a problem.
  [[nodiscard]] virtual result<table_text> open(std::string_view url, std::string_view encoding) = 0;
};

}  // namespace laundromat::csvw
