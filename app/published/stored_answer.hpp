// Answers with compressed bytes of the store: as they are, or unpacked while they are sent.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/time.hpp"
#include "core/codec/compression/block_index.hpp"
#include "core/rdf/model/declared_prefixes.hpp"
#include "core/rdf/model/format.hpp"
#include "net/http/http_message.hpp"
#include "storage/stores/stored_range.hpp"

namespace laundromat {

struct served_body {
  stored_range stored;
  /// Of the unpacked text; nothing: it is not known, so that no part of it can be asked for.
  std::optional<std::uint64_t> plain_bytes;
  std::string tag;       ///< of the text in this form; what is sent has an entity tag that begins with it
  bool is_file = false;  ///< a client asks for the compressed file itself
  std::optional<timestamp> modified = {};
  /// Reads the index of blocks, for parts of a long text; may be empty. It is called during the answer only.
  std::function<result<block_index>()> read_index = {};
};

/// Answers a GET or HEAD, its conditions and its Range. A client that takes gzip gets the stored bytes with Content-Encoding, from the file to the socket; a
/// range is one of these bytes then (RFC 9110 section 14). For others they are unpacked, a short text before the answer begins, so that damage is 500; in a longer one it
/// cuts the connection. Entity tags are strong, another one for each coding, and for a file of another length: the same document may have been compressed anew. `fields`: further ones, with Content-Type.
[[nodiscard]] http_response answer_with_stored(const http_request& request, const served_body& body,
                                               std::vector<http_field> fields);

/// The same bytes in a format that `convert_clean` writes, compressed where the client takes gzip. Ranges are not supported; the entity tag is weak. A short text is
/// written before the answer begins.
[[nodiscard]] http_response answer_with_converted(const http_request& request, const served_body& body,
                                                  rdf_format format, std::vector<prefix> declared,
                                                  std::vector<http_field> fields);

/// The same bytes as HDT, with a header about `dataset`: made before the answer begins, so that `body` is short. 406 for a term that HDT cannot have.
[[nodiscard]] http_response answer_with_hdt(const http_request& request, const served_body& body,
                                            std::string dataset, std::vector<http_field> fields);

/// An answer without a text, for a document that has no statement.
[[nodiscard]] http_response answer_with_text(const http_request& request, std::string text, std::string tag,
                                             std::vector<http_field> fields);

}  // namespace laundromat
