// Lists of documents: the filter, the order, and a row of the list.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/time.hpp"
#include "core/lifecycle/lifecycle.hpp"
#include "core/rdf/model/format.hpp"
#include "storage/journal/present_crawl.hpp"

namespace laundromat {

/// A default filter passes every document of the present with status `parsed`.
struct document_filter {
  static constexpr auto no_limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

  crawl_scope crawls = crawl_scope::present;
  std::optional<status> current = status::parsed;  ///< nothing: any status
  bool is_removed = false;  ///< only documents that were removed, as older versions or by a takedown
  std::string authority;    ///< authority of the seed: `host:port`, or `host` for any port; empty: of any
  bool is_whole_authority = false;  ///< only that very authority, also the empty one of local files
  rdf_format format = rdf_format::unknown;
  content_digest identity = {};  ///< identity of the dataset
  std::uint64_t min_statements = 0, max_statements = no_limit;
  std::uint64_t min_bytes = 0, max_bytes = no_limit;  ///< of the uncompressed canonical N-Quads
  std::uint64_t min_defects = 0;
  errc rule = errc::ok;  ///< a rule with at least one defect
  timestamp since{};     ///< earliest begin of the download; of members, the time when they were found
  timestamp until = from_ms(std::numeric_limits<std::int64_t>::max());  ///< exclusive end of that range
};

/// The sort key of a list. Sizes and dates are descending, the others ascending.
enum class document_order : std::uint8_t { found, statements, bytes, defects, format, host, uri, date };

/// The place of a row in a list, by which the next page begins behind it although rows come and go: its sort keys, the last of which is the row of its entry.
struct document_place {
  std::optional<std::string> text;    ///< the first key where it is a text, as a URI
  std::vector<std::int64_t> numbers;  ///< the other keys

  friend bool operator==(const document_place&, const document_place&) = default;
};

struct document_sorting {
  document_order by = document_order::found;
  bool reversed = false;
  std::optional<document_place> after = {};  ///< only rows behind this place
};

/// One row of a list of documents. `clean`, `statements` and `bytes` are empty for entries that are not parsed.
struct document_row {
  record_hash entry;
  content_digest clean;
  status current = status::none;
  errc cause = errc::ok;
  std::uint64_t statements = 0;
  std::uint64_t bytes = 0;  ///< of the uncompressed canonical N-Quads
  rdf_format format = rdf_format::unknown;
  std::string uri;
  std::string authority;
  std::uint64_t defects = 0;  ///< total count, including those not listed in detail
  timestamp begun{};          ///< begin of the download, or when it was found in its archive
  bool is_removed = false;    ///< only metadata of `clean` is kept, and, of an older version, deltas
  std::string detail = {};    ///< detail of the cause
  std::int64_t row = 0;       ///< of the entry, of its root, and of its clean document; 0: none
  std::int64_t root_row = 0;
  std::int64_t clean_row = 0;
};

/// The place of a row in a list with this filter and order.
[[nodiscard]] document_place place_of(const document_row& row, const document_filter& filter,
                                      document_order by);
/// Whether a place can be one in such a list.
[[nodiscard]] bool fits(const document_place& place, const document_filter& filter, document_order by);

/// The totals of a list.
struct document_sums {
  std::uint64_t documents = 0;
  std::uint64_t statements = 0;
  std::uint64_t bytes = 0;
};

/// Receives a row; returns whether to continue.
using document_consumer = std::function<bool(const document_row&)>;

}  // namespace laundromat
