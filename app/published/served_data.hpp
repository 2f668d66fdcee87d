// A data folder, opened for one answer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <tl/expected.hpp>

#include "core/metadata/public_identity.hpp"
#include "net/http/http_message.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

struct served_data {
  journal from;
  clean_store store;
  public_identity published;
};

/// The error is the answer: 503 while the journal cannot be read, as before the first run.
[[nodiscard]] tl::expected<served_data, http_response> open_served_data(const std::filesystem::path& data);

}  // namespace laundromat
