// Any header fields and queries of clients are read; what is chosen of them is what was offered.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/http/accept.hpp"
#include "core/http/bearer_token.hpp"
#include "core/http/byte_ranges.hpp"
#include "core/http/conditions.hpp"
#include "core/http/host_check.hpp"
#include "core/http/problem.hpp"
#include "core/http/query_text.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

constexpr std::array<std::string_view, 3> offered{"application/n-quads", "text/turtle",
                                                  "text/html;charset=utf-8"};
constexpr std::array<std::string_view, 2> codings{"gzip", "identity"};
constexpr auto now = from_ms(1'750'000'000'000);

void negotiate(std::string_view text) {
  const auto ranges = parse_accept(text);
  const auto chosen = choose_media_type(offered, text);
  require(ranges.size() <= 64, "elements are bounded");
  require(chosen || !ranges.empty(), "without a valid range everything is acceptable");
  for (const auto& range : ranges)
    require(range.weight >= 0 && range.weight <= 1'000, "a weight is from 0 to 1");
  if (chosen && !ranges.empty()) {
    const auto weight = weight_of(offered.at(*chosen), ranges);
    require(weight > 0, "what is chosen is acceptable");
    for (const auto type : offered)
      require(weight_of(type, ranges) <= weight, "nothing else is liked better");
  }
  require(choose_media_type(offered, "*/*;q=0.001," + std::string{text}) || !ranges.empty(),
          "any type is acceptable");
  static_cast<void>(choose_coding(codings, text));
}

void choose_part(std::string_view text, std::uint64_t size_bytes) {
  for (const auto& field : {std::string{text}, "bytes=" + std::string{text}}) {
    const auto verdict = choose_range(field, size_bytes);
    require(!(verdict.part && verdict.is_unsatisfiable), "a range is satisfiable or not");
    if (!verdict.part) continue;
    const auto [offset, length] = *verdict.part;
    require(length > 0 && length <= size_bytes && offset <= size_bytes - length, "a part is within the file");
    const auto again = "bytes=" + std::to_string(offset) + "-" + std::to_string(offset + length - 1);
    require(choose_range(again, size_bytes) == verdict, "a part is named by its first and last byte");
  }
}

void compare(std::string_view text) {
  const selected_representation there{true, "\"a\"", now};
  for (const bool is_read : {true, false}) {
    require(evaluate({.if_match = text}, there, is_read, now) != condition_verdict::not_modified,
            "If-Match never leads to 304");
    require(evaluate({.if_none_match = text}, there, is_read, now) !=
                (is_read ? condition_verdict::failed : condition_verdict::not_modified),
            "If-None-Match leads to 304 for reads, to 412 for writes");
  }
  require(!names_etag(text, "\"a\"", true) || names_etag(text, "\"a\"", false),
          "what matches strongly matches weakly");
  static_cast<void>(allows_range({.if_range = text}, there, now));
}

void read_query(std::string_view text) {
  const auto pairs = parse_query(text);
  if (!pairs) return;
  require(pairs->size() <= query_limits{}.pairs, "pairs are bounded");
  const auto again = parse_query(write_query(*pairs),
                                 {.text_bytes = 3 * query_limits{}.text_bytes + 3 * query_limits{}.pairs});
  // A pair of two empty texts, `=`, is kept.
  require(again && *again == *pairs, "what is written is read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes), size};
  negotiate(text);
  choose_part(text, size == 0 ? 0 : std::uint64_t{bytes[0]} * 1'000);
  compare(text);
  read_query(text);
  const auto problem = to_json({.status = 400, .title = std::string{text}});
  require(problem.find_first_of("\r\n") == std::string::npos, "a problem is one line");
  const server_names names{"127.0.0.1", 80};
  require(!names_this_server(text, names) || text.find("evil") == std::string_view::npos,
          "no other name is taken for this server");
  static_cast<void>(is_cross_site({text, text, text}, names));
  if (const auto token = bearer_token(text)) require(is_same_secret(*token, *token), "a token equals itself");
  return 0;
}
