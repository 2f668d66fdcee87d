// Answers requests for fragments of documents over HTTP.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/fragments/fragment_source.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

/// Triple and Quad Pattern Fragments: `fragments` of all clean documents, `fragments/HASH` of one, below the public base or `/`. A page has the statements that match, with the
/// description of the fragment in a graph of its own where the format has graphs, and in the default graph where it has none; statements then lose theirs. May be used by several threads.
class fragment_service {
 public:
  /// `public_base`: the URL at which others reach the server, or empty: URLs in pages then have the name that the request has.
  fragment_service(std::filesystem::path data, std::string public_base);

  /// Nothing for a path that is not its own.
  [[nodiscard]] std::optional<http_response> answer(const http_request& request);

 private:
  [[nodiscard]] http_response answer_page(const http_request& request, std::string_view below_base,
                                          std::string_view hash);

  std::filesystem::path data_;
  std::string public_base_, base_path_;
  match_counts counts_;
};

}  // namespace laundromat
