// Publishes clean documents at their own IRIs, with their metadata and ledgers beside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "net/http/http_message.hpp"

namespace laundromat {

/// Answers what `published_path.hpp` lists. A document comes in the form that the client asks for by Accept, or by an extension; an entry, a seed, and what
/// metadata describe lead there by 303. Unknown hashes are 404, documents that were removed 410, forms that a document does not have 406.
/// Locations and links are relative, so that a proxy may add the path of the public base. May be used by several threads.
class document_service {
 public:
  /// `public_base`: the URL at which others reach the server, or empty.
  document_service(std::filesystem::path data, std::string_view public_base);

  /// Nothing for a path that is not its own.
  [[nodiscard]] std::optional<http_response> answer(const http_request& request) const;

 private:
  std::filesystem::path data_;
  std::string base_path_;
};

}  // namespace laundromat
