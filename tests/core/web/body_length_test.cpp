// Tests of the end of a body, by its head alone.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/body_length.hpp"

#include "tests/core/web/body_length_cases.hpp"

namespace laundromat::test {
namespace {

std::string verdict_on(const body_length_case& c) {
  std::vector<std::string> lengths, codings;
  std::vector<std::string>* last = nullptr;
  for (const auto& field : c.fields) {
    if (field.starts_with(' ')) {
      if (last != nullptr) last->back() += field;
      continue;
    }
    const auto colon = field.find(':');
    const auto is_named = [&](char first) { return (field.front() | 0x20) == first; };
    last = is_named('c') ? &lengths : is_named('t') ? &codings : nullptr;
    if (last != nullptr) last->push_back(field.substr(colon + 1));
  }
  const auto space = c.status_line.find(' ');
  const auto version = c.status_line.substr(5, space - 5);
  const auto judged =
      judge_body_length(std::stoi(c.status_line.substr(space)), static_cast<std::uint32_t>(version[0] - '0'),
                        version.ends_with(".1") ? 1 : 0, lengths, codings);
  if (!judged) return std::string{to_string(judged.error().code)};
  static constexpr const char* kinds[] = {"at_once", "bytes", "last_chunk", "stream", "connection"};
  std::string out = kinds[static_cast<std::size_t>(judged->end)];
  if (judged->announced == beyond_any_length) return out + " beyond";
  return judged->announced ? out + " " + std::to_string(*judged->announced) : out;
}

}  // namespace

TEST(body_length, is_that_of_the_head_and_a_contradictory_head_is_an_error_rfc9112_6_3) {
  const auto cases = body_length_cases();
  ASSERT_GT(cases.size(), 50U);
  for (const auto& c : cases) EXPECT_EQ(verdict_on(c), c.verdict) << c.name;
}

TEST(body_length, an_error_shows_the_sent_value_without_control_characters) {
  const std::vector<std::string> differing{"410", "4200"}, odd{std::string(90, '\x1b')};
  EXPECT_EQ(judge_body_length(200, 1, 1, differing, {}).error().detail,
            "Content-Length is both \"410\" and \"4200\"");
  EXPECT_EQ(judge_body_length(200, 1, 1, odd, {}).error().detail,
            "Content-Length is \"" + std::string(40, '?') + "...\", which is not a length");
}

TEST(body_length, a_readable_head_with_a_contradiction_has_a_note) {
  const std::vector<std::string> three{"3"}, chunked{"chunked"};
  EXPECT_EQ(judge_body_length(200, 1, 1, three, chunked)->note, "Transfer-Encoding overrules Content-Length");
  EXPECT_EQ(judge_body_length(200, 1, 0, {}, chunked)->note, "HTTP/1.0 has no transfer codings");
  EXPECT_EQ(judge_body_length(200, 1, 1, {}, chunked)->note, "");
  EXPECT_EQ(judge_body_length(200, 1, 1, three, {})->note, "");
}

TEST(body_length, no_interim_response_has_a_body_rfc9112_6_3) {
  const std::vector<std::string> three{"3"};
  for (const auto status : {100, 103, 199, 204, 304})
    EXPECT_EQ(judge_body_length(status, 1, 1, three, {})->end, body_end::at_once) << status;
  for (const auto status : {99, 200, 205, 303, 305})
    EXPECT_NE(judge_body_length(status, 1, 1, three, {})->end, body_end::at_once) << status;
}

}  // namespace laundromat::test
