// What a worker of each stage is asked to do. Jobs hold names and sizes, never payload.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/outcomes.hpp"

namespace laundromat {

/// Fetches the body of a download into the raw store. The first request is already admitted by the politeness scheduler.
struct fetch_job {
  std::uint64_t lease = 0;
  record_hash entry;
  std::string uri;
  timestamp begun{};  ///< of the download; part of the path in the raw store
  std::uint32_t attempt = 1;
  content_digest previous = {};  ///< as in `parse_job`, for who washes what it fetched
  std::uint64_t permit = 0;      ///< of its first request
  std::string place = {};        ///< where that has its slot, see `permit_answer`
};

/// A leaf of so many bytes is parsed before another worker could be asked for it.
inline constexpr std::uint64_t most_ahead_bytes = 128 << 10;

/// Finds out whether an entry is an archive or a leaf.
struct unpack_job {
  std::uint64_t lease = 0;
  record_hash entry;
  view content;
  std::string charset;   ///< as the server declared it, for a download
  unpack_budget budget;  ///< what is left for the whole tree
  std::string media_type = {};
  std::string name = {};         ///< path or URI, for its extension
  std::string base_iri = {};     ///< for who parses ahead
  content_digest previous = {};  ///< of a small body, as in `parse_job`
  std::uint32_t attempt = 1;
  std::vector<stream_warning> damage = {};  ///< for who parses ahead
  std::uint64_t input_bytes = 0;            ///< likewise
};

/// Finds out the format of a leaf.
struct guess_job {
  std::uint64_t lease = 0;
  record_hash entry;
  view content;
  std::string encoding;
  std::string media_type;
  std::string name;  ///< path or URI, for its extension
  std::uint32_t attempt = 1;
};

/// Reads a leaf and writes its clean document.
struct parse_job {
  std::uint64_t lease = 0;
  record_hash entry;
  view content;
  std::string encoding;
  rdf_format format{};
  std::string base_iri;
  std::string media_type = {};   ///< as declared; RDFa's host languages differ by it
  content_digest previous = {};  ///< the clean document of the crawl before; null: there is none
  std::string charset = {};      ///< as the server declared it, for a download
  std::uint32_t attempt = 1;
  std::vector<stream_warning> damage = {};  ///< see `entry_record`
  std::uint64_t input_bytes =
      0;  ///< that came in for it: the body, of a member its share. What is kept of it is in proportion
};

/// Fetches a robots.txt for the politeness scheduler.
struct robots_job {
  std::string uri;
  std::string place = {};  ///< as in `fetch_job`
};

struct robots_outcome {
  errc cause = errc::ok;  ///< of the last hop's connection
  std::string status;     ///< of the last hop
  std::uint32_t redirects = 0;
  std::string body;         ///< at most 512 KiB, in whole lines
  std::string detail = {};  ///< of the cause
  std::string address =
      {};  ///< as in `request_end`; of the host that was asked, not of those behind redirects
  bool found_no_room = false;    ///< some address on the way has too many requests already
  std::string retry_after = {};  ///< the header of the last hop as sent
};

}  // namespace laundromat
