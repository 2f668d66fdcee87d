// What became of the newest crawl of one seed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

struct seed_crawl {
  bool is_known = false;    ///< the seed is on the list
  bool is_running = false;  ///< a crawl has begun and not ended
  timestamp begun{};        ///< of the newest ended crawl; the epoch: there was none
  bool has_failed = false;  ///< that crawl brought nothing
  errc cause = errc::ok;
  std::string detail;
  bool is_page = false;  ///< it was an HTML page with RDFa or JSON-LD
  std::string
      uri;  ///< whence the documents came, after redirects, also when the newest crawl found nothing modified
  std::vector<fetched_document> documents;  ///< the present ones of the seed
  std::uint64_t failed_members = 0;         ///< of the archive: documents that could not be read
  std::uint64_t defects = 0;                ///< of all documents
  std::uint64_t skipped_bytes = 0;          ///< of all documents
  bool is_damaged =
      false;  ///< something of it is missing: a compressed file or an archive was damaged, or bytes were skipped
};

/// Reads from a journal. Errors: those of the journal.
class seed_crawls {
 public:
  explicit seed_crawls(journal& db) : db_(db) {}

  [[nodiscard]] result<seed_crawl> of(const record_hash& seed);
  /// Puts a URI on the list, which is crawled only when it is made due. In a group of its own.
  [[nodiscard]] result<void> enlist(const std::string& uri, timestamp now);
  /// Makes a seed due at once; false when it is crawled now, or is refused. In a group of its own.
  [[nodiscard]] result<bool> make_due(const record_hash& seed, timestamp now);

 private:
  journal& db_;
};

}  // namespace laundromat
