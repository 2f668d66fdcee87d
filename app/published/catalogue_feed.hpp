// The catalogue as Linked Data: a description of the whole, and a feed of its documents that other crawlers follow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "net/http/http_message.hpp"

namespace laundromat {

/// `.well-known/void`: the catalogue in VoID and DCAT, with a link to its feed. `feed`: the clean documents as a stream of events (LDES), in pages in the order in
/// which they were found; a page names the next one (`tree:node`). Each document is a dcat:Dataset with its distribution, and `dcat:downloadURL` leads to it. Documents that were removed are
/// left out. May be used by several threads.
/// Source: VoID section 7.2; TREE hypermedia specification; Linked Data Event Streams section 2; DCAT 3.
class catalogue_feed {
 public:
  /// `public_base`: the URL at which others reach the server, or empty.
  catalogue_feed(std::filesystem::path data, std::string public_base);

  /// Nothing for a path that is not its own.
  [[nodiscard]] std::optional<http_response> answer(const http_request& request) const;

 private:
  [[nodiscard]] http_response answer_whole(const http_request& request, const std::string& base) const;
  [[nodiscard]] http_response answer_page(const http_request& request, const std::string& base) const;

  std::filesystem::path data_;
  std::string public_base_, base_path_;
};

}  // namespace laundromat
