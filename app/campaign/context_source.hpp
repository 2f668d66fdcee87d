// The source of JSON-LD contexts and metadata of tables: a folder and, if allowed, the Web.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/campaign/context_fetcher.hpp"
#include "storage/stores/context_cache.hpp"

namespace laundromat {

struct context_source_options {
  std::filesystem::path
      folder;  ///< created when missing, except a folder of the user without `fetch_as`; empty: nothing is stored
  std::optional<campaign> fetch_as =
      {};  ///< load missing contexts from the Web by these settings, and store them in the folder
  bool is_of_data_folder = false;  ///< then no link is followed in it; otherwise the folder is the user's
};

/// A cache and its fetcher; both outlive the washing.
class context_source {
 public:
  /// Errors: those of `context_cache::open`, and `not_found` for a missing folder of the user without `fetch_as`.
  [[nodiscard]] static result<context_source> open(context_source_options options);
  /// Null when there is neither folder nor Web.
  [[nodiscard]] context_loader* loader() const {
    return cache_ ? cache_.get() : static_cast<context_loader*>(fetcher_.get());
  }
  /// Null when nothing is fetched.
  [[nodiscard]] context_fetcher* fetcher() const { return fetcher_.get(); }

 private:
  std::unique_ptr<context_fetcher> fetcher_;
  std::unique_ptr<context_loader> cache_;
};

}  // namespace laundromat
