// What an outcome changes in its record, and what it must not change.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/absorb.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

constexpr timestamp noon = from_ms(1'225'815'600'000);

entry_record washed_before() {
  entry_record e;
  e.current = status::downloading;
  e.content = {"old", {{layer_kind::gzip, 0}}};
  e.base_uri = "http://own.example/old";
  e.media_type = "text/old";
  e.charset = "old";
  e.size_bytes = 1;
  e.clean = sha256("old");
  return e;
}

TEST(absorb, a_stored_body_sets_its_path_and_the_declarations_of_the_server) {
  auto e = washed_before();
  fetch_outcome found;
  found.on = event::body_stored;
  found.ended = noon;
  found.raw_path = "new";
  found.final_uri = "http://own.example/new";
  found.media_type = "text/turtle";
  found.charset = "utf-8";
  found.wire.bytes = 42;
  found.hops.emplace_back().uri = found.final_uri;
  found.hops.back().headers = {{"Link", "<meta.json>; rel=describedby"}};
  absorb(e, found);
  EXPECT_EQ(e.content, (view{"new", {}})) << "the chain of an earlier body is removed";
  EXPECT_EQ(e.base_uri, "http://own.example/new");
  EXPECT_EQ(e.media_type, "text/turtle");
  EXPECT_EQ(e.charset, "utf-8");
  EXPECT_EQ(e.size_bytes, 42U);
  EXPECT_EQ(e.described_by, "http://own.example/meta.json");
  EXPECT_EQ(e.ended, noon);
  EXPECT_EQ(e.current, status::downloading) << "only advance changes a status";
}

TEST(absorb, a_fetch_without_a_body_keeps_other_fields_and_sets_cause_and_next_attempt) {
  for (const auto on : {event::retry_later, event::failed_for_good, event::not_modified, event::refused}) {
    auto e = washed_before();
    fetch_outcome found;
    found.on = on;
    found.cause = errc::http_status;
    found.detail = "503";
    found.raw_path = "half";
    found.not_before = noon;
    absorb(e, found);
    EXPECT_EQ(e.content, washed_before().content);
    EXPECT_EQ(e.base_uri, washed_before().base_uri);
    EXPECT_EQ(e.cause, errc::http_status);
    EXPECT_EQ(e.detail, "503");
    EXPECT_EQ(e.not_before, noon);
  }
}

TEST(absorb, a_later_success_clears_cause_and_next_attempt_of_a_failure) {
  auto e = washed_before();
  fetch_outcome failed;
  failed.on = event::retry_later;
  failed.cause = errc::connection_reset;
  failed.detail = "cut";
  failed.not_before = noon;
  absorb(e, failed);
  fetch_outcome stored;
  stored.on = event::body_stored;
  absorb(e, stored);
  EXPECT_EQ(e.cause, errc::ok);
  EXPECT_EQ(e.detail, "");
  EXPECT_EQ(e.not_before, timestamp{});
}

TEST(absorb, a_leaf_and_an_archive_set_their_layers_and_a_failure_does_not) {
  for (const auto on : {event::leaf_found, event::children_found, event::failed_for_good}) {
    auto e = washed_before();
    unpack_outcome found;
    found.on = on;
    found.content = {"old", {{layer_kind::xz, 0}}};
    found.encoding = "UTF-8";
    absorb(e, found);
    EXPECT_EQ(e.content, on == event::failed_for_good ? washed_before().content : found.content);
    EXPECT_EQ(e.encoding, "UTF-8");
  }
}

TEST(absorb, a_guess_sets_the_format) {
  auto e = washed_before();
  guess_outcome found;
  found.on = event::format_found;
  found.format = rdf_format::trig;
  absorb(e, found);
  EXPECT_EQ(e.format, rdf_format::trig);
}

TEST(absorb, only_stored_statements_set_a_clean_document) {
  for (const auto on : {event::statements_stored, event::failed_for_good}) {
    auto e = washed_before();
    parse_outcome found;
    found.on = on;
    found.clean.hash = sha256("new");
    absorb(e, found);
    EXPECT_EQ(e.clean, sha256(on == event::statements_stored ? "new" : "old"));
  }
}

}  // namespace
}  // namespace laundromat
