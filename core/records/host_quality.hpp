// What is wrong with the documents of a host, and how that has changed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"
#include "core/records/records.hpp"

namespace laundromat {

/// A document that shows a problem.
struct quality_example {
  record_hash entry;
  std::string uri;
};

/// A rule that present documents break.
struct quality_rule {
  errc rule = errc::ok;
  std::uint64_t defects = 0, documents = 0;
  quality_example worst;  ///< the document with most of them
};

/// A cause for which present documents failed or were refused.
struct quality_failure {
  errc cause = errc::ok;
  std::uint64_t documents = 0;
  quality_example newest;
  std::string detail;  ///< of the newest
};

/// The documents that were read, or failed, on one day of UTC, in all crawls, and the defects found then.
struct quality_day {
  timestamp begin{};
  std::uint64_t documents = 0, failed = 0, statements = 0, defects = 0;
};

/// Counts of sources: a content with several URLs counts at each. Archives, unchanged downloads and lists of documents are no documents here, but their defects count.
struct host_quality {
  std::uint64_t documents = 0;            ///< that were read, failed or were refused
  std::uint64_t failed = 0;               ///< of these: failed or refused
  std::uint64_t statements = 0;           ///< of these
  std::uint64_t with_defects = 0;         ///< entries with defects, also archives and lists
  std::uint64_t defects = 0;              ///< of these entries
  timestamp newest{};                     ///< when the newest entry began, also of an archive
  std::vector<quality_rule> rules;        ///< most defects first
  std::vector<quality_failure> failures;  ///< most documents first
  std::vector<quality_day> days;          ///< the newest first
};

}  // namespace laundromat
