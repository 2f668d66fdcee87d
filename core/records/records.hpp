// The records of the journal as plain values: seeds, entries, clean documents, and their properties.
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
#include "core/rdf/identity/dataset_identity.hpp"
#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/span_account.hpp"
#include "core/records/segment_place.hpp"

namespace laundromat {

/// A URI on the seed list (L08-L10, the union of its three forms; `children` are its downloads).
struct seed_record {
  record_hash hash;
  std::string uri;  ///< as it was given
  bool relative = false;
  status current = status::none;
  errc cause = errc::ok;  ///< why it was refused
  std::string authority;  ///< `host:port` of the normalised URI, empty for a relative one
  timestamp added{};
  timestamp processed{};  ///< the end of the last crawl; the epoch before the first
  seconds interval{86'400};
  std::int32_t priority = 0;  ///< higher is earlier
  std::uint64_t crawls = 0;
  bool is_found = false;  ///< it was announced, and is on no list: its redirects stay within the scope
  bool is_sitemap =
      false;  ///< robots.txt, an index or a link announced it as a sitemap, before anything else
};

/// Asks for a new row on the seed list. If the hash exists already, nothing changes.
struct seed_request {
  std::string uri;
  seconds interval{86'400};
  std::int32_t priority = 0;
};

/// A file: a download, or a member of an archive (L20-L32).
struct entry_record {
  record_hash hash;
  record_hash parent;  ///< the seed of a download, the archive of a member
  record_hash root;    ///< the download at the top; itself for a download
  record_hash seed;
  status current = status::none;
  std::uint32_t attempt = 1;
  std::uint32_t crashes = 0;  ///< how many workers crashed on this entry
  errc cause = errc::ok;
  std::string detail;
  std::string path;  ///< bytes in the archive; empty for a download
  std::uint64_t ordinal = 0;
  std::uint64_t size_bytes = 0;  ///< as the archive states, or of the body
  std::string uri;               ///< the seed's URI, or `root-uri!/path`
  std::string base_uri;          ///< after redirects; relative references resolve against it
  std::string media_type;        ///< as the server declared it, without parameters but `version`
  std::string charset;           ///< as the server declared it
  laundromat::view content;
  std::string encoding;  ///< the chosen one; known from `unarchived` on
  rdf_format format = rdf_format::unknown;
  content_digest clean;  ///< known from `parsed` on
  timestamp begun{};
  timestamp ended{};
  timestamp not_before{};  ///< the next attempt of a download
  /// Of a member: its share of the received bytes of the download, see `shares_of`.
  std::uint64_t share_bytes = 0;
  /// Damage found while its bytes were fetched or copied out of an archive: the copy does not show it.
  std::vector<stream_warning> damage = {};
  bool may_be_repeated = true;  ///< of a download: false for the first crawl of its seed
  bool is_found = false;        ///< of a download: as in `seed_record`
  bool is_sitemap = false;      ///< as in `seed_record`, also of members
  /// Of a download: the IRIs of metadata that links of its answer name, see `metadata_links`, one a line.
  std::string described_by = {};
};

struct http_header {
  std::string name, value;
};

/// One request of a redirect chain (L24). After a failed connection `status` is empty and `error` is set.
struct http_hop {
  std::string uri;
  std::string status;  ///< as sent: some servers send text
  std::uint32_t version_major = 0, version_minor = 0;
  std::vector<http_header> headers;
  timestamp begun{};
  std::chrono::microseconds walltime{};
  std::uint64_t wire_bytes = 0;     ///< of the body, as received
  std::uint64_t decoded_bytes = 0;  ///< of the body, after Content-Encoding
  std::string address;              ///< the peer's IP address
  errc error = errc::ok;
  std::string detail;
};

/// The decision that evidence belongs to. Numbers are stored.
enum class evidence_kind : std::uint8_t { encoding = 1, format = 2, last = format };

/// One piece of evidence for a decision: all evidence is recorded, one piece is chosen.
struct evidence {
  evidence_kind kind{};
  /// One of `bom`, `xml_declaration`, `http_charset`, `detector`, `validity`, `content`, `media_type`,
  /// `extension`.
  std::string source;
  std::string value;       ///< the encoding or format that it suggests
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
  dataset_identity identity{};  ///< `unknown` for documents written before identities existed
  segment_place place = {};     ///< of its file; null: it has a file of its own, or none
  /// When its file was removed, because only old crawls refer to it; the epoch: not removed.
  timestamp removed{};
};

/// The hash of a download: MD5 of the seed's hash in hexadecimal, a space, and the begin time in milliseconds.
[[nodiscard]] record_hash download_hash(const record_hash& seed, timestamp begun);
/// The entry of a download that begins now, as the journal stores it.
[[nodiscard]] entry_record new_download(const seed_record& seed, timestamp begun);
/// The hash of a member: MD5 of the parent's hash in hexadecimal, a space, and the path in the archive. Where an archive has a path more
/// than once, a further space and the ordinal follow from the second member on (`repeated`).
[[nodiscard]] record_hash member_hash(const record_hash& parent, std::string_view path, std::uint64_t ordinal,
                                      bool repeated);
/// Divides `total` among the files of an archive by their sizes: the sum of the shares is at most `total`, whatever sizes are stated.
[[nodiscard]] std::vector<std::uint64_t> shares_of(const std::vector<archive_member>& members,
                                                   std::uint64_t total);
/// True when the seed is stale and may be crawled again: `processed + interval < now`, strictly (L17).
[[nodiscard]] bool is_stale(const seed_record& seed, timestamp now);
/// `root!/path`, with the bytes of the path that are not allowed in a URI percent-encoded (C05).
[[nodiscard]] std::string member_uri(std::string_view archive_uri, std::string_view path);
/// What the relative references of a member are resolved against; `archive_base` is the base of the archive, or its address. An archive that
/// came from no URL gives `thismessage:/PATH`, so that `<>` of two members differ and the place of the archive is not in them (RFC 2557
/// section 5); others `member_uri`.
[[nodiscard]] std::string member_base(std::string_view archive_base, std::string_view path);

}  // namespace laundromat
