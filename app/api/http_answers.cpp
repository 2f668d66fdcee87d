// Makes problems and texts.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/http_answers.hpp"

#include <array>
#include <optional>

#include "app/terminal/exit_code.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/base/digest.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/http/accept.hpp"

namespace laundromat {
namespace {

/// A shorter text is not worth compressing: it fits into one packet.
constexpr std::size_t least_compressed = 1'024;

/// Weak, because the text and its compressed form have the same one.
std::string weak_etag(std::string_view text) {
  constexpr std::size_t digits = 32;
  return "W/\"" + sha256(text).hex().substr(0, digits) + '"';
}

std::optional<std::string> compressed(std::string_view text) {
  string_sink out;
  block_gzip_sink gzip{out};
  if (!gzip.write(text) || !gzip.finish()) return std::nullopt;
  return std::move(out.text);
}

}  // namespace

http_response problem_answer(const http_problem& problem) {
  return {problem.status,
          {{"Content-Type", std::string{problem_media_type}}, {"Cache-Control", "no-store"}},
          to_json(problem) + '\n'};
}

http_response problem_answer(int status, std::string detail) {
  http_problem problem;
  problem.status = status;
  problem.detail = std::move(detail);
  return problem_answer(problem);
}

http_response fault_answer(const failure& why) {
  return problem_answer(why.code == errc::no_descriptors ? 503 : 500, std::string{meaning_of(why.code)});
}

http_response problem_answer(const failure& why) {
  if (why.code == errc::not_found) return problem_answer(404, message_of(why));
  if (why.code == errc::invalid_argument) return problem_answer(400, message_of(why));
  return fault_answer(why);
}

bool takes_gzip(const http_request& request) {
  constexpr std::array<std::string_view, 2> codings{"gzip", "identity"};
  const auto field = request.field("accept-encoding");
  const auto chosen = choose_coding(codings, field.empty() ? std::nullopt : std::optional{field});
  return chosen == 0U;
}

request_conditions conditions_of(const http_request& request) {
  return {request.field("if-match"), request.field("if-none-match"), request.field("if-modified-since"),
          request.field("if-unmodified-since"), request.field("if-range")};
}

http_response text_answer(const http_request& request, std::string text, std::string_view media_type) {
  http_response answer;
  answer.fields = {{"Content-Type", std::string{media_type}},
                   {"Cache-Control", "no-cache"},
                   {"Vary", "Accept-Encoding"},
                   no_guessing};
  if (request.method == "GET") {
    const auto etag = weak_etag(text);
    answer.fields.push_back({"ETag", etag});
    selected_representation there;
    there.etag = etag;
    const auto verdict = evaluate(conditions_of(request), there, true, wall_now());
    if (verdict == condition_verdict::failed)
      return problem_answer(412, "the content has another ETag: " + etag);
    if (verdict == condition_verdict::not_modified) answer.status = 304;
  }
  if (text.size() >= least_compressed && takes_gzip(request))
    if (auto small = compressed(text)) {
      answer.fields.push_back({"Content-Encoding", "gzip"});
      text = *std::move(small);
    }
  answer.body = std::move(text);
  return answer;
}

}  // namespace laundromat
