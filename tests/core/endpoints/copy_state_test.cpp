// Tests of stored copies of endpoints.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/copy_state.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

copy_state some_state() {
  copy_state out;
  out.source.graph = "http://e/g";
  out.phase = copy_phase::paging;
  out.is_first_list = false;
  out.list_after = "abc";
  out.listed = {{"http://e/p q%\n", 1, 2, 3, 4}};
  out.parts.push_back({{"", 5, 6, 7, 8}, 2, {10, 11}, true, true, true, errc::endpoint_limit});
  out.wanted = {{{1, 2}, 3}};
  out.received = {{4, {5, 6}, 7, true, 8}};
  out.page_rows = 901;
  out.attempts = 2;
  out.next_id = 12;
  out.requests = 13;
  out.repeated = 14;
  out.failure = errc::http_status;
  out.detail = "http_status 400: \xc3\xa4";
  out.hosts = {
      {"e:80", {from_ms(1'700'000'000'000), errc::asked_to_wait, "http_status 503", from_ms(1), 2, {}}},
      {"f:80", {}}};
  return out;
}

}  // namespace

TEST(copy_state, is_read_as_it_was_written_R167) {
  for (const auto& state : {copy_state{}, some_state()}) {
    const auto read = read_copy(write_copy(state));
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(*read, state);
  }
}

TEST(copy_state, damaged_text_is_an_error_and_no_crash) {
  const auto text = write_copy(some_state());
  EXPECT_FALSE(read_copy(""));
  EXPECT_FALSE(read_copy("laundromat-harvest 2\n"));
  for (std::size_t cut = 0; cut + 1 < text.size(); ++cut) (void)read_copy(text.substr(0, cut));
  for (std::size_t at = 0; at < text.size(); ++at) {
    auto damaged = text;
    damaged[at] = 'x';
    (void)read_copy(damaged);
  }
  auto without_pages = some_state();
  without_pages.wanted.clear();
  EXPECT_FALSE(read_copy(write_copy(without_pages)));
  auto without_parts = some_state();
  without_parts.parts.clear();
  EXPECT_FALSE(read_copy(write_copy(without_parts)));
}

}  // namespace laundromat
