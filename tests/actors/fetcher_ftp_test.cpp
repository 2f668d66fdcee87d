// Tests of the real fetcher with files that come by FTP.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/gzip.hpp"
#include "tests/actors/fetcher_fixture.hpp"
#include "tests/net/ftp_server.hpp"

namespace laundromat {

namespace {

using test::ftp_faults;
using test::ftp_server;

const std::string some_triples = "<http://a.example/> <p:p> <o:o> .\n";

}  // namespace

/// Bodies are files, or records of WARC segments.
class fetcher_ftp_test : public fetcher_test, public testing::WithParamInterface<bool> {
 protected:
  fetcher_ftp_test() {
    env_->settings.network.ftp = true;
    if (GetParam()) {
      EXPECT_TRUE(raw_.write_segments({}, {"laundry", "software: test\r\n"}));
    }
  }
  [[nodiscard]] std::string body(const std::string& raw_path) {
    auto source = raw_.open(raw_path);
    return source ? read_all(**source, 1 << 24).value_or("unreadable") : to_string(source.error());
  }
};

INSTANTIATE_TEST_SUITE_P(layouts, fetcher_ftp_test, testing::Bool());

TEST_P(fetcher_ftp_test, a_file_is_stored_with_its_digest_and_its_hop_R207) {
  const ftp_server server{{{"data/x.nt", some_triples}}};
  const auto found = fetch(server.url("/data/x.nt"));
  EXPECT_EQ(found.on, event::body_stored) << found.detail;
  EXPECT_EQ(body(found.raw_path), some_triples);
  EXPECT_EQ(found.wire.digest, sha256(some_triples));
  ASSERT_EQ(found.hops.size(), 1U);
  EXPECT_EQ(found.hops[0].uri, server.url("/data/x.nt"));
  EXPECT_EQ(found.hops[0].status, "226");
  if (!GetParam()) return;
  warning_log warnings;
  const auto text = make_gzip_source(
      make_memory_source(read_file(folder_.path() / "raw" / raw_.segments().file_name(1))), warnings);
  const auto records = read_all(*text, 1 << 24).value();
  EXPECT_NE(records.find("WARC-Type: resource\r\n"), records.npos) << "no HTTP is invented";
  EXPECT_NE(records.find("WARC-Target-URI: " + server.url("/data/x.nt") + "\r\n"), records.npos);
}

TEST_P(fetcher_ftp_test, a_large_file_is_stored_as_well) {
  std::string large;
  while (large.size() < 9'000'000)
    large.append("<http://a.example/").append(std::to_string(large.size())).append("> <p:p> <o:o> .\n");
  const ftp_server server{{{"x.nt", large}}};
  const auto found = fetch(server.url("/x.nt"));
  EXPECT_EQ(found.on, event::body_stored) << found.detail;
  EXPECT_EQ(found.wire.digest, sha256(large));
  EXPECT_EQ(sha256(body(found.raw_path)), sha256(large));
}

TEST_P(fetcher_ftp_test, the_same_bytes_are_unchanged) {
  const ftp_server server{{{"x.nt", some_triples}}};
  auto again = job(server.url("/x.nt"));
  again.kept.download = md5("before");
  again.kept.uri = server.url("/x.nt");
  again.kept.body = sha256(some_triples);
  const auto found = ask<fetch_outcome>(again);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->on, event::not_modified) << found->detail;
}

TEST_P(fetcher_ftp_test, without_opt_in_ftp_is_refused_also_as_the_target_of_a_redirect_R207) {
  const ftp_server server{{{"x.nt", some_triples}}};
  const raw_server web{http("302 Found", "Location: " + server.url("/x.nt") + "\r\n", "")};
  const auto found = fetch(web.url("/a"));
  EXPECT_EQ(found.on, event::body_stored) << found.detail;
  EXPECT_EQ(body(found.raw_path), some_triples);
  EXPECT_EQ(found.hops.size(), 2U);
  env_->settings.network.ftp = false;
  const auto refused = fetch(server.url("/x.nt"));
  EXPECT_EQ(refused.on, event::refused);
  EXPECT_EQ(refused.cause, errc::scheme_refused);
  EXPECT_EQ(fetch(web.url("/b")).cause, errc::redirect_scheme);
}

TEST_P(fetcher_ftp_test, a_folder_is_refused_with_words_R207) {
  const ftp_server server{{}};
  const auto found = fetch(server.url("/data/"));
  EXPECT_EQ(found.on, event::refused);
  EXPECT_EQ(found.detail, "an FTP URI that ends in `/` names a folder, and folders are not listed");
}

TEST_P(fetcher_ftp_test, a_missing_file_fails_and_its_server_is_not_blamed) {
  const ftp_server server{{}};
  const auto found = fetch(server.url("/x.nt"));
  EXPECT_EQ(found.on, event::failed_for_good);
  EXPECT_EQ(found.cause, errc::http_status);
  EXPECT_EQ(found.detail, "550 No such file");
  const raw_server web{http("200 OK", "", "x")};
  wait_for_politeness_messages(web);
  const std::lock_guard lock{seen_.mutex};
  ASSERT_FALSE(seen_.releases.empty());
  EXPECT_EQ(seen_.releases[0].error, errc::ok);
  EXPECT_EQ(seen_.releases[0].status, "");
}

TEST_P(fetcher_ftp_test, what_fails_for_now_is_tried_again) {
  ftp_faults faults;
  faults.is_full = true;
  const ftp_server full{{}, faults};
  EXPECT_EQ(fetch(full.url("/x.nt")).on, event::retry_later);
  faults = {};
  faults.cuts_data = true;
  const ftp_server cutting{{{"x.nt", some_triples}}, faults};
  const auto found = fetch(cutting.url("/x.nt"));
  EXPECT_EQ(found.on, event::retry_later);
  EXPECT_EQ(found.cause, errc::truncated_body);
  EXPECT_EQ(found.raw_path, "");
}

}  // namespace laundromat
