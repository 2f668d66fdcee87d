// The records of the journal as plain values: seeds, entries, clean documents, and what is known of each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/errc.hpp"
#include "core/base/time.hpp"
#include "core/codec/archive/archive_member.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/content_meta.hpp"
#include "core/codec/view.hpp"
#include "core/lifecycle/lifecycle.hpp"
#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/span_account.hpp"
#include "core/rdf/naming/dataset_identity.hpp"

namespace laundromat {

/// A URI on the seed list (L08-L10, the union of its three forms; `children` are its downloads).
struct seed_record {
  record_hash hash;
  std::string uri;  ///< as it was given
  bool relative = false;
  status current = status::none;
  errc cause = errc::ok;  ///< why it is refused
  std::string authority;  ///< `host:port` of the normalised URI, empty for a relative one
  timestamp added{};
  timestamp processed{};  ///< the end of the last crawl; the epoch before the first
  seconds interval{86'400};
  std::int32_t priority = 0;  ///< higher is earlier
  std::uint64_t crawls = 0;
};

/// Asks for a new row on the seed list. A URI whose hash is known changes nothing.
struct seed_request {
  std::string uri;
  seconds interval{86'400};
  std::int32_t priority = 0;
};

/// A file: a download, or a member of an archive (L20-L32).
struct entry_record {
  record_hash hash;
  record_hash parent;  ///< the seed of a download, the archive of a member
  record_hash root;    ///< the download at the top of the tree; itself for a download
  record_hash seed;
  status current = status::none;
  std::uint32_t attempt = 1;
  std::uint32_t crashes = 0;  ///< workers that this entry has killed
  errc cause = errc::ok;
  std::string detail;
  std::string path;  ///< bytes as the archive has them; empty for a download
  std::uint64_t ordinal = 0;
  std::uint64_t size_bytes = 0;  ///< as the archive says, or of the body
  std::string uri;               ///< where it came from: the seed's URI, or `root-uri!/path`
  std::string base_uri;          ///< after redirects; relative references resolve against it
  std::string media_type;        ///< as the server declared it, without parameters
  std::string charset;           ///< as the server declared it
  laundromat::view content;
  std::string encoding;  ///< the chosen one; known from `unarchived` on
  rdf_format format = rdf_format::unknown;
  content_digest clean;  ///< known from `parsed` on
  timestamp begun{};
  timestamp ended{};
  timestamp not_before{};  ///< the next attempt of a download
  /// Of a member: the bytes of the download that came in for it, see `shares_of`.
  std::uint64_t share_bytes = 0;
  /// What was wrong with its bytes when they were fetched, or copied out of an archive: nobody who reads them from there can see it.
  std::vector<stream_warning> damage = {};
};

struct http_header {
  std::string name, value;
};

/// One request of a redirect chain (L24). A failed connection leaves `status` empty and `error` set.
struct http_hop {
  std::string uri;
  std::string status;  ///< as sent: servers send words too
  std::uint32_t version_major = 0, version_minor = 0;
  std::vector<http_header> headers;
  timestamp begun{};
  std::chrono::microseconds walltime{};
  std::uint64_t wire_bytes = 0;     ///< of the body, as they came
  std::uint64_t decoded_bytes = 0;  ///< of the body, after Content-Encoding
  std::string address;              ///< the peer's IP address
  errc error = errc::ok;
  std::string detail;
};

/// What an evidence row is about. Numbers are stored.
enum class evidence_kind : std::uint8_t { encoding = 1, format = 2 };

/// One piece of evidence for a decision: all of it is recorded, one piece is chosen.
struct evidence {
  evidence_kind kind{};
  /// One of `bom`, `xml_declaration`, `http_charset`, `detector`, `validity`, `content`, `media_type`,
  /// `extension`.
  std::string source;
  std::string value;       ///< the encoding or format it speaks for
  std::uint32_t rank = 0;  ///< 1 is strongest
  bool chosen = false;
  std::string note;
};

/// A washed document (L39).
struct clean_record {
  content_digest hash;  ///< of the uncompressed canonical N-Quads
  std::uint64_t statements = 0;
  std::uint64_t quads = 0;  ///< of those, the ones in a named graph
  content_meta content;
  std::uint64_t compressed_bytes = 0;
  timestamp written{};
  dataset_identity identity{};  ///< `unknown` for those that were written before there were identities
  timestamp removed{};  ///< its file went, because only old crawls refer to it; the epoch: it is there
};

/// The hash of a download: MD5 of the seed's hash in hexadecimal, a space, and the begin time in milliseconds.
[[nodiscard]] record_hash download_hash(const record_hash& seed, timestamp begun);
/// The hash of a member: MD5 of the parent's hash in hexadecimal, a space, and the path as the archive has it. A path
/// that an archive holds more than once gets a further space and the ordinal from its second member on (`repeated`).
[[nodiscard]] record_hash member_hash(const record_hash& parent, std::string_view path, std::uint64_t ordinal,
                                      bool repeated);
/// Deals `total` out to the files of an archive by their sizes: whatever sizes it says, the shares together are no more.
[[nodiscard]] std::vector<std::uint64_t> shares_of(const std::vector<archive_member>& members,
                                                   std::uint64_t total);
/// True when the seed is stale and may be crawled again: `processed + interval < now`, strictly (L17).
[[nodiscard]] bool is_stale(const seed_record& seed, timestamp now);
/// `root!/path`, with the bytes of the path that no URI holds percent-encoded (C05).
[[nodiscard]] std::string member_uri(std::string_view archive_uri, std::string_view path);

}  // namespace laundromat
