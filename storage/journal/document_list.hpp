// Lists of documents: which ones, in which order, and a row of the list.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "core/base/digest.hpp"
#include "core/base/time.hpp"
#include "core/lifecycle/lifecycle.hpp"
#include "core/rdf/model/format.hpp"
#include "storage/journal/present_crawl.hpp"

namespace laundromat {

/// What stays as it is lets every document of the present pass, but for the status.
struct document_filter {
  static constexpr auto no_limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

  crawl_scope crawls = crawl_scope::present;
  std::optional<status> current = status::parsed;  ///< nothing: every status
  bool is_removed = false;                         ///< only those that were removed as older versions
  std::string authority;                           ///< of the seed: `host:port`, or `host` for any port
  rdf_format format = rdf_format::unknown;
  content_digest identity = {};  ///< of the dataset
  std::uint64_t min_statements = 0, max_statements = no_limit;
  std::uint64_t min_bytes = 0, max_bytes = no_limit;  ///< of the uncompressed canonical N-Quads
  std::uint64_t min_defects = 0;
  errc rule = errc::ok;  ///< that was broken at least once
  timestamp since{};     ///< downloads that began then or later; members count when they were found
  timestamp until = from_ms(std::numeric_limits<std::int64_t>::max());  ///< before that
};

/// By what a list is sorted. Sizes and dates begin with the greatest, the others with the smallest.
enum class document_order : std::uint8_t { found, statements, bytes, defects, format, host, uri, date };

struct document_sorting {
  document_order by = document_order::found;
  bool reversed = false;
};

/// One line of a list of documents. `clean`, `statements` and `bytes` are empty for what is not parsed.
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
  std::uint64_t defects = 0;  ///< all of them, not only those that are kept in detail
  timestamp begun{};          ///< of the download, or when it was found in its archive
  bool is_removed =
      false;  ///< as an older version: only what it says of itself and deltas are left of `clean`
  std::string detail = {};  ///< of the cause
};

/// What a list adds up to.
struct document_sums {
  std::uint64_t documents = 0;
  std::uint64_t statements = 0;
  std::uint64_t bytes = 0;
};

/// Takes a row and says whether it wants more.
using document_consumer = std::function<bool(const document_row&)>;

}  // namespace laundromat
