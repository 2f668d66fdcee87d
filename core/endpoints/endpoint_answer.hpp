// What an answer of a SPARQL endpoint is worth: complete, cut, given up, or to be requested again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// An answer as it was received.
struct endpoint_answer {
  errc cause = errc::ok;  ///< of the transfer; `ok` when the endpoint answered with `http_status`
  int http_status = 0;
  std::string sql_state = {};  ///< the header X-SQL-State of Virtuoso
  std::optional<seconds> retry_after = {};
  std::string body = {};
  std::string detail = {};  ///< of `cause`
};

/// The worth of an answer.
enum class answer_worth : std::uint8_t {
  good = 1,      ///< can be used; whether it is complete, only a count tells
  too_much = 2,  ///< the endpoint gave up or cut the answer: request less
  later = 3,     ///< the endpoint is busy
  broken = 4,    ///< the answer did not arrive as it was sent: request it again
  refused = 5,   ///< the endpoint does not accept the query, or the client
};

struct answer_verdict {
  answer_worth worth = answer_worth::good;
  errc code = errc::ok;  ///< `endpoint_limit` when it is too much
  std::string detail = {};
};

/// Judges by HTTP status, transfer and the messages of Virtuoso, which are the same for a SELECT and a CONSTRUCT:
///   200 with `X-SQL-State: S1TAT`   an anytime query was interrupted: a part of the result
///   500 `Virtuoso S1T00 …`          the transaction timed out
///   500 `Virtuoso 42000 … estimated execution time`
///   500 `Virtuoso 22023 … SR353`    more rows to sort than it sorts
///   400 and other 4xx               the query or the client is refused
/// 408, 504 and 509, and a time-out of the transfer, count as too much; 429 and 503 as busy.
[[nodiscard]] answer_verdict judge_answer(const endpoint_answer& answer);

/// The number of different triples in N-Triples; nothing when a line is no triple, as when an error message ends the body.
[[nodiscard]] std::optional<std::uint64_t> count_triples(std::string_view body);

/// The rows of a CSV result, each by the names of the first line (SPARQL 1.1 Query Results CSV, RFC 4180). Nothing for a row with another number
/// of fields, for an open quotation mark, and where a `needed` column is missing, as in any other text.
[[nodiscard]] std::optional<std::vector<std::map<std::string, std::string>>> read_csv(
    std::string_view text, std::initializer_list<std::string_view> needed = {});

}  // namespace laundromat
