// How far the copy of a SPARQL endpoint is: a plain value that can be stored as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/result.hpp"
#include "core/web/politeness.hpp"

namespace laundromat {

/// What is copied.
struct copy_source {
  std::string graph = {};  ///< IRI of the named graph; empty: the default graph
  friend bool operator==(const copy_source&, const copy_source&) = default;
};

struct copy_limits {
  std::uint64_t page_rows = 8'000;   ///< wanted in a page; below the 10,000 rows that public endpoints give
  std::uint64_t fewest_rows = 50;    ///< a page that is expected to have fewer is not divided further
  std::uint64_t predicates = 1'000;  ///< rows of one list of predicates
  std::uint32_t attempts = 4;        ///< for the same query
  std::uint32_t rounds = 3;          ///< copies of a predicate whose data changed meanwhile
  friend bool operator==(const copy_limits&, const copy_limits&) = default;
};

/// Triples with one predicate: number and checksums, by which a change is noticed.
struct predicate_sum {
  std::string predicate;  ///< empty: all of them, where the endpoint cannot list its predicates
  std::uint64_t triples = 0;
  std::uint64_t hash_sum =
      0;  ///< sum of numbers from the hashes of the triples; 0 where it is too much for the endpoint
  std::uint64_t length_sum = 0;     ///< of the characters of objects
  std::uint64_t blank_triples = 0;  ///< with a blank node as subject or object

  friend bool operator==(const predicate_sum&, const predicate_sum&) = default;
};

/// Triples whose hash begins with eight hexadecimal digits from `first` to `last`, both included.
struct hash_range {
  std::uint32_t first = 0, last = 0xffff'ffff;

  [[nodiscard]] bool is_whole() const { return first == 0 && last == 0xffff'ffff; }
  [[nodiscard]] std::uint64_t width() const { return std::uint64_t{last} - first + 1; }
  friend bool operator==(const hash_range&, const hash_range&) = default;
};

/// A page of the current predicate that has been received.
struct received_page {
  std::uint64_t id = 0;  ///< names it for the caller, who keeps it
  hash_range range;
  std::uint64_t rows = 0;      ///< different triples
  bool is_counted = false;     ///< the endpoint counted as many
  std::uint32_t attempts = 0;  ///< requests whose rows were not as many as the endpoint counted
  friend bool operator==(const received_page&, const received_page&) = default;
};

/// A page that is to be requested.
struct wanted_page {
  hash_range range;
  std::uint32_t attempts = 0;
  friend bool operator==(const wanted_page&, const wanted_page&) = default;
};

/// The triples with one predicate.
struct copied_part {
  predicate_sum sum;  ///< when its first page of this round was requested
  std::uint32_t round = 1;
  std::vector<std::uint64_t> pages;  ///< ids of its received pages
  bool is_received = false;
  bool is_unsettled = false;  ///< pages and counts did not agree, also not when they were repeated
  bool is_changing = false;   ///< its sums still changed after the last round
  errc failure = errc::ok;    ///< why it could not be received
  friend bool operator==(const copied_part&, const copied_part&) = default;
};

/// What is requested next.
///
///     listing ──► paging ◄──► counting ──► listing again ──► ended
///        │          ▲                          │
///        │          └──── a sum has changed ───┘
///        └─► totalling (no list: time-out) ──► paging
enum class copy_phase : std::uint8_t {
  listing = 1,    ///< the predicates with their sums
  totalling = 2,  ///< the number of all triples
  paging = 3,     ///< the pages of a predicate
  counting = 4,   ///< how many triples a page should have
  ended = 5,
};

/// When a host may be requested again, so that a copy that is continued stays polite.
struct endpoint_host {
  std::string authority;  ///< see `authority_key`
  host_state state;       ///< its Crawl-delay is not stored: robots.txt is read again
  friend bool operator==(const endpoint_host&, const endpoint_host&) = default;
};

struct copy_state {
  copy_source source;
  copy_limits limits;
  copy_phase phase = copy_phase::listing;
  bool has_hash_sums = true;  ///< false after a list with them was too much
  bool is_first_list = true;
  std::string list_after;  ///< hash of the last predicate of the list so far
  std::vector<predicate_sum> listed;
  std::vector<copied_part> parts;
  std::uint64_t current = 0;  ///< index of the part that is received
  std::vector<wanted_page> wanted;
  std::vector<received_page> received;
  std::uint64_t page_rows = 0;  ///< smaller than that of the limits once the endpoint cut a page; 0: as there
  std::uint32_t attempts = 0;   ///< of the current list or count
  std::uint64_t next_id = 1;
  std::uint64_t requests = 0, repeated = 0;  ///< sent, and those whose answer was not used
  errc failure = errc::ok;                   ///< why the copy ended early
  std::string detail;
  std::vector<endpoint_host> hosts;  ///< that were requested

  friend bool operator==(const copy_state&, const copy_state&) = default;
};

/// The state as lines of text, for a journal or a file.
[[nodiscard]] std::string write_copy(const copy_state& state);
/// Errors: `announcement_syntax` for text that `write_copy` did not write.
[[nodiscard]] result<copy_state> read_copy(std::string_view text);

}  // namespace laundromat
