// Sums over all crawls, as operators of crawlers know them: by media type, by status code, by host, by origin of seeds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/records/host_quality.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// What a report groups by.
enum class report_kind : std::uint8_t {
  seeds,  ///< seeds by how they were found, and their status
  hosts,  ///< documents by the host that was asked, and the bytes of all its answers: what budgets count, see `crawl_use`
  mime,   ///< bodies by media type, as declared
  formats,    ///< present documents by format, and the bytes of their clean documents
  encodings,  ///< the same by character encoding
  sizes,      ///< the same by their number of statements, in powers of ten
  codes,      ///< requests by HTTP status, or by the error of the connection
};

[[nodiscard]] std::optional<report_kind> report_kind_from_name(std::string_view name);

struct report_row {
  std::string key;          ///< of the group; of seeds, how they were found
  std::string status = {};  ///< of seeds
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  ///< received, of requests and hosts; of clean documents, for formats, encodings and sizes; 0 for seeds
};

/// The groups, most members first; sizes in their order. Reads all rows of a table: some 3 ms for each thousand. Errors: those of the journal.
class crawl_reports {
 public:
  explicit crawl_reports(journal& from) : state_(from.state_.get()) {}
  [[nodiscard]] result<std::vector<report_row>> rows(report_kind kind, std::size_t limit);
  /// `host`: a name, with any port, or `host:port`; empty: all hosts. Reads all entries of the host.
  [[nodiscard]] result<host_quality> quality(std::string_view host, std::size_t most_days);

 private:
  journal::state* state_;
};

}  // namespace laundromat
