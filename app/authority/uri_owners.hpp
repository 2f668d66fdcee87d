// Answers whose URIs are from the sitemaps in the journal, many times.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/discovery/sitemap/authority_chain.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// The owner of a URI space, see `uri_spaces::owner_of`, and who publishes the documents in it.
struct uri_owner {
  std::string folder;     ///< of the URI space; empty for none
  std::string owner;      ///< empty: no sitemap is known around the URI
  std::string publisher;  ///< empty: it is not known
};

/// Limits of what is kept of answers.
struct owner_limits {
  std::size_t hosts = 4'096;             ///< of which the folders with sitemaps are kept
  std::size_t folders_of_host = 10'000;  ///< with more the spaces of a host are looked up one by one
  std::size_t answers = 65'536;
};

/// Reads each URI space once. Memory: `owner_limits`; when one is reached, what is kept is forgotten. Not thread-safe.
class uri_owners {
 public:
  /// `from` outlives it.
  explicit uri_owners(journal& from, owner_limits limits = {}) : from_(from), limits_(limits) {}

  /// An error of the journal is kept in `problem`; the answer is then empty.
  [[nodiscard]] const uri_owner& of(std::string_view uri);
  [[nodiscard]] const std::optional<failure>& problem() const { return problem_; }
  /// The same with the chain that leads to it. Errors: those of the journal.
  [[nodiscard]] result<authority_account> explain(std::string_view uri) const;

 private:
  using folder_list = std::vector<std::string>;
  [[nodiscard]] const folder_list& folders_at(const std::string& host_folder, std::string_view uri);
  [[nodiscard]] uri_owner look_up(std::string_view uri);

  journal& from_;
  owner_limits limits_;
  keyed_map<std::string, folder_list> hosts_;
  keyed_map<std::string, uri_owner> answers_;
  std::optional<failure> problem_;
  uri_owner nobody_;
};

}  // namespace laundromat
