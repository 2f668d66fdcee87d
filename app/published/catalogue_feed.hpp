// The catalogue as Linked Data: a description of the whole, and a feed of its documents that other crawlers follow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "net/http/http_message.hpp"

namespace laundromat {

/// `.well-known/void`: the catalogue in VoID and DCAT, with a link to its feed. `feed`: the clean documents as a stream of events (LDES), in pages in the order in
/// which they were found; and `feed?removed=…`, those that were removed, in the order of their removal. Each document is a dcat:Dataset with its distribution, how it
/// was made (PROV-O), and its first source as what it is a version of; `dcat:downloadURL` leads to it. A removal is an as:Delete, and its distribution is withdrawn.
///
/// A full page says `immutable`, as streams of events do: no new document comes into it. Documents that were removed, and those that are no longer the newest of any source, are left
/// out of it (`ldes:LatestVersionSubset`) until they come back, so that a copy in a cache may have more or fewer of them for a day. The time of a member is that of its washing, but never earlier than that
/// of the member before, as after the clock of the machine was set back: a page names the time since which the members behind it are in the stream, and carries it on in its URL. May be used by several threads.
/// Source: VoID section 7.2; TREE hypermedia specification; Linked Data Event Streams; DCAT 3; RFC 8246.
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
