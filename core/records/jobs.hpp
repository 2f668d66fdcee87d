// The job of a worker of each stage. Jobs contain names and sizes, never payload.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/kept_crawl.hpp"
#include "core/records/outcomes.hpp"

namespace laundromat {

/// Fetches the body of a download into the raw store. The politeness scheduler has already given a permit for the first request.
struct fetch_job {
  std::uint64_t lease = 0;
  record_hash entry;
  std::string uri;
  timestamp begun{};  ///< of the download; part of the path in the raw store
  std::uint32_t attempt = 1;
  content_digest previous = {};  ///< as in `parse_job`, for workers that also parse the document
  std::uint64_t permit = 0;      ///< of its first request
  std::string place = {};        ///< the place where that request has its slot, see `permit_answer`
  bool may_be_repeated = false;  ///< the seed may have been crawled before, so its body may be known
  kept_crawl kept = {};          ///< of an earlier crawl: only what has changed since then is wanted
  bool is_found = false;         ///< as in `seed_record`
  bool is_sitemap = false;       ///< as in `unpack_job`, for workers that also unpack
};

/// A leaf of at most this size is parsed by the worker that unpacked it: faster than asking another worker.
inline constexpr std::uint64_t most_fused_bytes = 128 << 10;

/// Finds out whether an entry is an archive or a leaf.
struct unpack_job {
  std::uint64_t lease = 0;
  record_hash entry;
  view content;
  std::string charset;   ///< as declared by the server, for a download
  unpack_budget budget;  ///< what is left for all entries of the download
  std::string media_type = {};
  std::string name = {};         ///< path or URI, for its extension
  std::string base_iri = {};     ///< for a worker that also parses
  content_digest previous = {};  ///< of a small body, as in `parse_job`
  std::uint32_t attempt = 1;
  std::vector<stream_warning> damage = {};  ///< for a worker that also parses
  std::uint64_t input_bytes = 0;            ///< for a worker that also parses
  timestamp at = {};                        ///< as in `guess_job`
  bool is_sitemap = false;                  ///< as in `entry_record`: a list of URIs is expected
  std::string described_by = {};            ///< for a worker that also parses
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
  std::string base_iri = {};  ///< what announced relative URIs are resolved against
  timestamp at = {};        ///< when the document was taken up: until when its publisher lets it be published
  bool is_sitemap = false;  ///< as in `unpack_job`
};

/// Reads a leaf and writes its clean document.
struct parse_job {
  std::uint64_t lease = 0;
  record_hash entry;
  view content;
  std::string encoding;
  rdf_format format{};
  std::string base_iri;
  std::string media_type = {};   ///< see `known_media_type`
  content_digest previous = {};  ///< the clean document of the previous crawl; null: none
  std::string charset = {};      ///< as declared by the server, for a download
  std::uint32_t attempt = 1;
  std::vector<stream_warning> damage = {};  ///< see `entry_record`
  /// Received for it: the body, or a member's share of it. Limits of what is stored depend on it.
  std::uint64_t input_bytes = 0;
  std::string name = {};          ///< path or URI, by which a specification of records claims it
  std::string described_by = {};  ///< as in `entry_record`
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
  std::string body;              ///< at most 512 KiB, in whole lines
  std::string detail = {};       ///< of the cause
  std::string address = {};      ///< as in `request_end`; of the requested host, not of redirect targets
  bool found_no_room = false;    ///< an address on the way already has too many requests
  std::string retry_after = {};  ///< the header of the last hop as sent
};

}  // namespace laundromat
