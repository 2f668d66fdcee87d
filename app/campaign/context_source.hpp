// Where JSON-LD contexts come from: a folder, and the Web behind it where somebody wishes so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "net/context_fetcher.hpp"
#include "storage/stores/context_cache.hpp"

namespace laundromat {

struct context_source_options {
  std::filesystem::path
      folder;  ///< made where it is missing, but for one of the user's without `fetch`; empty: nothing is kept
  bool fetch = false;  ///< load what is missing from the Web, and keep it in the folder
  std::string user_agent;
  address_check check;
  bool is_of_data_folder = false;  ///< in it no link is followed; another one is the user's
};

/// A cache and what it fetches with; both live as long as the washing.
class context_source {
 public:
  /// Errors: those of `context_cache::open`, and `not_found` for a folder of the user's that is only read.
  [[nodiscard]] static result<context_source> open(context_source_options options);
  /// Null when there is neither folder nor Web.
  [[nodiscard]] context_loader* loader() const { return cache_ ? cache_.get() : fetcher_.get(); }

 private:
  std::unique_ptr<context_loader> fetcher_, cache_;
};

}  // namespace laundromat
