// Tests of the real fetcher over loopback: what it stores, follows, tries again, and refuses.
// SPDX-License-Identifier: Apache-2.0
#include "tests/actors/fetcher_fixture.hpp"

namespace laundromat {

TEST_F(fetcher_test, a_body_is_stored_as_received_under_its_file_store_path_with_its_metadata_F10) {
  const std::string body = "<a:a> <a:b> <a:c> .\r\n<a:a> <a:b> \"\xC3\xBC\" .\r\n";
  const raw_server server{http("200 OK", "Content-Type: Application/N-Triples; Charset=UTF-8\r\n", body)};
  const auto found = fetch(server.url("/data/bob.nt"));
  EXPECT_EQ(found.on, event::body_stored);
  EXPECT_EQ(found.cause, errc::ok);
  EXPECT_EQ(found.raw_path, encode_path(server.url("/data/bob.nt"), teatime).value());
  EXPECT_TRUE(found.raw_path.ends_with("+20081104-162000.nt")) << found.raw_path;
  EXPECT_NE(found.raw_path.find("/bob.nt+"), std::string::npos) << found.raw_path;
  EXPECT_EQ(read_file(raw_file(found)), body);
  EXPECT_EQ(found.wire.bytes, body.size());
  EXPECT_EQ(found.wire.chars, body.size() - 1);
  EXPECT_EQ(found.wire.lines, 2U);
  EXPECT_EQ(found.wire.newline, newline_style::crlf);
  EXPECT_EQ(found.wire.digest, sha256(body));
  EXPECT_EQ(found.media_type, "application/n-triples");
  EXPECT_EQ(found.charset, "utf-8");
  EXPECT_EQ(found.final_uri, server.url("/data/bob.nt"));
  ASSERT_EQ(found.hops.size(), 1U);
  EXPECT_EQ(found.hops[0].status, "200");
  EXPECT_EQ(found.hops[0].address, "127.0.0.1");
  EXPECT_EQ(found.hops[0].wire_bytes, body.size());
}

TEST_F(fetcher_test, an_empty_body_is_a_body) {
  const raw_server server{http("200 OK", "", "")};
  const auto found = fetch(server.url("/empty.nt"));
  EXPECT_EQ(found.on, event::body_stored);
  EXPECT_EQ(found.wire.bytes, 0U);
  EXPECT_TRUE(std::filesystem::exists(raw_file(found)));
}

TEST_F(fetcher_test, every_request_names_the_crawler_and_its_contact) {
  const raw_server server{http("200 OK", "", "x")};
  (void)fetch(server.url("/a"));
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_NE(requests[0].find("User-Agent: Laundromat/"), std::string::npos) << requests[0];
  EXPECT_NE(requests[0].find("mailto:crawl@example.org"), std::string::npos) << requests[0];
  EXPECT_NE(requests[0].find("From: crawl@example.org"), std::string::npos) << requests[0];
}

TEST_F(fetcher_test, the_links_of_a_response_are_announced) {
  const raw_server server{http(
      "200 OK", "Link: <b.ttl>; rel=\"alternate\"; type=\"text/turtle\"\r\nLink: </c>; rel=next\r\n", "x")};
  const auto found = fetch(server.url("/a"));
  ASSERT_EQ(found.announced.uris.size(), 2U);
  EXPECT_EQ(found.announced.uris[0].uri, server.url("/b.ttl"));
  EXPECT_EQ(found.announced.uris[0].kind, announced_as::alternate);
  EXPECT_EQ(found.announced.uris[1].kind, announced_as::next_page);
}

TEST_F(fetcher_test, what_its_publisher_keeps_out_is_refused_unless_the_campaign_says_otherwise) {
  const raw_server server{[](const std::string& request) {
    const auto* tag = path_of(request) == "/other" ? "X-Robots-Tag: otherbot: noindex\r\n"
                                                   : "X-Robots-Tag: laundromat: noindex\r\n";
    return http("200 OK", tag, "x");
  }};
  const auto kept_out = fetch(server.url("/a"));
  EXPECT_EQ(kept_out.on, event::refused);
  EXPECT_EQ(kept_out.cause, errc::kept_out_by_publisher);
  EXPECT_TRUE(kept_out.raw_path.empty());
  EXPECT_EQ(fetch(server.url("/other")).on, event::body_stored);
  env_->settings.robots.directives = false;
  EXPECT_EQ(fetch(server.url("/b")).on, event::body_stored);
}

TEST_F(fetcher_test, a_redirect_chain_is_recorded_hop_by_hop_and_each_hop_is_admitted_and_released) {
  const raw_server server{redirecting};
  const auto found = fetch(server.url("/to/to/c.ttl"));
  EXPECT_EQ(found.on, event::body_stored);
  ASSERT_EQ(found.hops.size(), 3U);
  EXPECT_EQ(found.hops[0].uri, server.url("/to/to/c.ttl"));
  EXPECT_EQ(found.hops[1].uri, server.url("/to/c.ttl"));
  EXPECT_EQ(found.hops[2].uri, server.url("/c.ttl"));
  EXPECT_EQ(found.hops[0].status, "302");
  EXPECT_EQ(found.final_uri, server.url("/c.ttl"));
  EXPECT_EQ(found.raw_path, encode_path(server.url("/to/to/c.ttl"), teatime).value())
      << "the seed names the file";
  wait_for_politeness_messages(server);
  const std::lock_guard lock{seen_.mutex};
  EXPECT_EQ(seen_.permit_requests, (std::vector{server.url("/to/c.ttl"), server.url("/c.ttl")}))
      << "the first hop was permitted before";
  ASSERT_GE(seen_.releases.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(seen_.releases[i].permit, i);
}

TEST_F(fetcher_test, a_redirect_without_a_usable_target_fails_for_good_and_keeps_its_hops_R16_R17) {
  const raw_server server{[](const std::string& request) {
    const auto path = path_of(request);
    if (path == "/round") return http("302 Found", "Location: /and-round\r\n", "");
    if (path == "/and-round") return http("302 Found", "Location: /round\r\n", "");
    if (path == "/file") return http("302 Found", "Location: file:///etc/passwd\r\n", "");
    if (path == "/nowhere") return http("302 Found", "", "");
    return http("302 Found", "Location: " + path + "x\r\n", "");
  }};
  struct expectation {
    const char* path;
    errc cause;
    std::size_t hops;
  };
  for (const auto& [path, cause, hops] :
       {expectation{"/round", errc::redirect_loop, 2}, expectation{"/file", errc::redirect_scheme, 1},
        expectation{"/nowhere", errc::redirect_without_location, 1},
        expectation{"/x", errc::too_many_redirects, 11}}) {
    const auto found = fetch(server.url(path));
    EXPECT_EQ(found.on, event::failed_for_good) << path;
    EXPECT_EQ(found.cause, cause) << path;
    EXPECT_EQ(found.hops.size(), hops) << path;
  }
}

TEST_F(fetcher_test, a_404_fails_for_good_and_keeps_the_answer) {
  const raw_server server{http("404 Not Found", "X-Reason: gone\r\n", "nothing here")};
  const auto found = fetch(server.url("/a"));
  EXPECT_EQ(found.on, event::failed_for_good);
  EXPECT_EQ(found.cause, errc::http_status);
  EXPECT_TRUE(found.raw_path.empty());
  ASSERT_EQ(found.hops.size(), 1U);
  EXPECT_EQ(found.hops[0].status, "404");
  EXPECT_TRUE(std::any_of(found.hops[0].headers.begin(), found.hops[0].headers.end(),
                          [](const auto& h) { return h.name == "X-Reason" && h.value == "gone"; }));
}

TEST_F(fetcher_test, a_429_is_tried_again_after_its_retry_after_which_the_politeness_scheduler_receives) {
  const raw_server server{http("429 Slow Down", "Retry-After: 120\r\n", "")};
  const auto found = fetch(server.url("/a"));
  EXPECT_EQ(found.on, event::retry_later);
  EXPECT_EQ(found.cause, errc::http_status);
  EXPECT_GE(found.not_before, teatime + seconds{120});
  EXPECT_LE(found.not_before, teatime + seconds{200});
  wait_for_politeness_messages(server);
  const std::lock_guard lock{seen_.mutex};
  ASSERT_FALSE(seen_.releases.empty());
  EXPECT_EQ(seen_.releases[0].status, "429");
  EXPECT_EQ(seen_.releases[0].retry_after, "120");
}

TEST_F(fetcher_test, a_503_is_tried_again_as_often_as_the_campaign_says_and_then_fails_for_good) {
  env_->settings.network.retries_s = {10, 20};
  const raw_server server{http("503 Busy", "", "")};
  for (const std::uint32_t attempt : {1U, 2U}) {
    const auto found = fetch(server.url("/a"), attempt);
    EXPECT_EQ(found.on, event::retry_later) << attempt;
    EXPECT_GE(found.not_before, teatime + seconds{8 * attempt});
  }
  const auto last = fetch(server.url("/a"), 3);
  EXPECT_EQ(last.on, event::failed_for_good);
  EXPECT_EQ(last.cause, errc::http_status);
}

TEST_F(fetcher_test, a_refused_connection_and_a_body_cut_short_are_tried_again) {
  std::string closed;
  {
    const raw_server gone{http("200 OK", "", "")};
    closed = gone.url("/a");
  }
  const auto refused = fetch(closed);
  EXPECT_EQ(refused.on, event::retry_later);
  EXPECT_EQ(refused.cause, errc::connection_refused);
  ASSERT_EQ(refused.hops.size(), 1U);
  EXPECT_EQ(refused.hops[0].error, errc::connection_refused);

  const raw_server cutting{raw_reply{"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", ending::close}};
  const auto cut = fetch(cutting.url("/a"));
  EXPECT_EQ(cut.on, event::retry_later);
  EXPECT_EQ(cut.cause, errc::truncated_body);
  EXPECT_TRUE(cut.raw_path.empty()) << "an incomplete body is not stored";
}

TEST_F(fetcher_test, by_default_the_address_guard_refuses_loopback_R14) {
  env_->settings.network.allow.clear();
  const raw_server server{http("200 OK", "", "x")};
  const auto found = fetch(server.url("/a"));
  EXPECT_EQ(found.on, event::refused);
  EXPECT_EQ(found.cause, errc::address_refused);
  EXPECT_EQ(server.accepted(), 0U) << "no connection was made";
}

TEST_F(fetcher_test, a_redirect_into_a_private_network_is_refused_R14) {
  const raw_server inside{http("200 OK", "", "secret")};
  const raw_server outside{http("302 Found", "Location: " + inside.url("/secret") + "\r\n", "")};
  env_->settings.network.allow = {"127.0.0.1:" + std::to_string(outside.port())};
  const auto found = fetch(outside.url("/a"));
  EXPECT_EQ(found.on, event::refused);
  EXPECT_EQ(found.cause, errc::address_refused);
  EXPECT_EQ(found.hops.size(), 2U);
  EXPECT_EQ(inside.accepted(), 0U);
}

TEST_F(fetcher_test, a_redirect_of_a_found_uri_stays_within_the_scope_R215) {
  const raw_server server{redirecting};
  env_->settings.discovery.scope = {"exclude prefix " + server.url("/private/"), "include host 127.0.0.1"};
  env_->settings.public_base = server.url("/wardrobe/");
  const auto fetch_found = [&](const std::string& path, bool is_found) {
    auto asked = job(server.url(path));
    asked.is_found = is_found;
    return ask<fetch_outcome>(asked).value();
  };
  const auto refused = fetch_found("/to/private/c.ttl", true);
  EXPECT_EQ(refused.on, event::refused);
  EXPECT_EQ(refused.cause, errc::out_of_scope);
  EXPECT_EQ(refused.detail, "redirect to " + server.url("/private/c.ttl"));
  ASSERT_EQ(refused.hops.size(), 1U) << "the redirect is recorded, its target is not requested";
  EXPECT_EQ(refused.hops[0].status, "302");
  EXPECT_TRUE(refused.raw_path.empty());
  EXPECT_EQ(fetch_found("/to/wardrobe/c.ttl", true).cause, errc::own_output);
  EXPECT_EQ(fetch_found("/to/to/c.ttl", true).on, event::body_stored);
  for (const auto& request : server.requests()) EXPECT_NE(path_of(request), "/private/c.ttl");
  EXPECT_EQ(fetch_found("/to/private/c.ttl", false).on, event::body_stored)
      << "a seed of a list may redirect anywhere";
}

TEST_F(fetcher_test, a_redirect_that_the_politeness_scheduler_refuses_is_refused) {
  seen_.verdict = {errc::robots_refused, "Disallow: /c", {}};
  const raw_server server{redirecting};
  const auto found = fetch(server.url("/to/c.ttl"));
  EXPECT_EQ(found.on, event::refused);
  EXPECT_EQ(found.cause, errc::robots_refused);
  EXPECT_EQ(found.detail, "Disallow: /c");
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(fetcher_test, a_redirect_to_a_host_that_must_wait_waits_until_its_time) {
  const auto later = teatime + std::chrono::hours{2};
  const raw_server server{redirecting};
  seen_.verdict = {errc::asked_to_wait, "elsewhere", later, 0, false, retry_rule::put_off};
  for (const std::uint32_t attempt : {1U, 99U}) {
    const auto found = fetch(server.url("/to/c.ttl"), attempt);
    EXPECT_EQ(found.on, event::put_off) << "waiting is no attempt, so it is never the last one";
    EXPECT_EQ(found.cause, errc::asked_to_wait);
    EXPECT_EQ(found.detail, "elsewhere");
    EXPECT_GE(found.not_before, later);
  }
}

TEST_F(fetcher_test, a_redirect_to_a_host_that_fails_counts_as_an_attempt_so_that_it_ends) {
  const auto later = teatime + std::chrono::hours{2};
  const raw_server server{redirecting};
  const permit_answer verdicts[] = {
      {errc::host_suspended, "5 failures", later, 0, false, retry_rule::put_off},
      {errc::tls_failed, "reading robots.txt: expired", later, 0, false, retry_rule::retry}};
  for (const auto& verdict : verdicts) {
    seen_.verdict = verdict;
    const auto first = fetch(server.url("/to/c.ttl"));
    EXPECT_EQ(first.on, event::retry_later);
    EXPECT_EQ(first.cause, verdict.verdict);
    EXPECT_EQ(first.detail, verdict.detail);
    EXPECT_GE(first.not_before, later);
    EXPECT_EQ(fetch(server.url("/to/c.ttl"), 99).on, event::failed_for_good);
  }
}

TEST_F(fetcher_test,
       no_connection_is_made_to_an_address_without_a_free_slot_and_the_politeness_scheduler_is_notified) {
  env_->settings.politeness.address_connections = 1;
  const raw_server slow{raw_reply{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789",
                                  ending::close,
                                  {},
                                  0,
                                  std::chrono::milliseconds{20}}};
  const raw_server full{http("200 OK", "", "x")};
  seen_.verdict = {errc::robots_refused, "enough", {}};
  start();
  auto first = (*self_)->request(fetcher_, deadline, job(slow.url("/a")));
  while (slow.requests().empty()) std::this_thread::yield();
  const auto second = ask<fetch_outcome>(job(full.url("/b")));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->cause, errc::robots_refused) << "a permit was requested again";
  EXPECT_TRUE(second->hops.empty()) << "no request was sent";
  EXPECT_EQ(full.accepted(), 0U);
  const auto robots = ask<robots_outcome>(robots_job{full.url("/robots.txt")});
  ASSERT_TRUE(robots);
  EXPECT_TRUE(robots->found_no_room);
  EXPECT_EQ(robots->address, "127.0.0.1");
  const auto own = ask<robots_outcome>(robots_job{full.url("/robots.txt"), std::string{any_place}});
  ASSERT_TRUE(own);
  EXPECT_FALSE(own->found_no_room) << "an own host";
  first.receive([](const fetch_outcome& done) { EXPECT_EQ(done.on, event::body_stored); },
                [](const caf::error&) { ADD_FAILURE(); });
  const std::lock_guard lock{seen_.mutex};
  const auto refused = std::ranges::find_if(seen_.releases, &request_end::found_no_room);
  ASSERT_NE(refused, seen_.releases.end());
  EXPECT_EQ(refused->address, "127.0.0.1");
  EXPECT_EQ(refused->error, errc::cancelled);
}

TEST_F(fetcher_test, a_redirect_during_a_drain_ends_the_job_without_an_outcome) {
  seen_.verdict = {errc::cancelled, "the engine stops", {}, 0, true};
  const raw_server server{redirecting};
  start();
  const auto answer = ask<fetch_outcome>(job(server.url("/to/c.ttl")));
  ASSERT_FALSE(answer) << "no outcome: " << to_string(answer->on);
  EXPECT_EQ(answer.error().code, errc::cancelled);
}

TEST_F(fetcher_test, a_redirect_to_a_host_that_is_busy_for_long_asks_again) {
  seen_.verdict = {errc::cancelled, "the host is busy", {}};
  seen_.permits_after = 3;
  const raw_server server{redirecting};
  EXPECT_EQ(fetch(server.url("/to/c.ttl")).on, event::body_stored);
  const std::lock_guard lock{seen_.mutex};
  EXPECT_EQ(seen_.permit_requests.size(), 4U);
}

TEST_F(fetcher_test, a_disk_that_is_full_is_no_fault_of_the_document) {
  std::filesystem::remove_all(folder_.path() / "raw");
  std::ofstream{folder_.path() / "raw"} << "a file instead of a folder";
  const raw_server server{http("200 OK", "", "x")};
  start();
  const auto answer = ask<fetch_outcome>(job(server.url("/a")));
  ASSERT_FALSE(answer) << "no outcome: " << to_string(answer->on);
  EXPECT_EQ(answer.error().code, errc::io_failed);
}

TEST_F(fetcher_test, a_file_is_read_below_the_roots_of_the_campaign_and_nowhere_else) {
  const auto inside = folder_.path() / "in";
  const auto outside = folder_.path() / "out";
  for (const auto& dir : {inside, outside}) {
    std::filesystem::create_directories(dir);
    std::ofstream{dir / "a.nt"} << "<a:a> <a:b> <a:c> .\n";
  }
  std::filesystem::create_symlink(outside / "a.nt", inside / "link.nt");
  env_->settings.files.roots = {inside.string()};
  const auto found = fetch("file://" + (inside / "a.nt").string());
  EXPECT_EQ(found.on, event::body_stored);
  EXPECT_EQ(read_file(raw_file(found)), "<a:a> <a:b> <a:c> .\n");
  EXPECT_EQ(found.wire.lines, 1U);
  for (const auto& path : {outside / "a.nt", inside / "link.nt", inside / ".." / "out" / "a.nt"}) {
    const auto refused = fetch("file://" + path.string());
    EXPECT_EQ(refused.on, event::refused) << path;
    EXPECT_EQ(refused.cause, errc::file_root_refused) << path;
  }
  const auto missing = fetch("file://" + (inside / "b.nt").string());
  EXPECT_EQ(missing.on, event::failed_for_good);
  EXPECT_EQ(missing.cause, errc::not_found);
}

TEST_F(fetcher_test, two_hundred_transfers_at_once_all_arrive) {
  env_->settings.pools.transfers = 64;
  std::filesystem::create_directories(folder_.path() / "web");
  for (int i = 0; i < 200; ++i)
    std::ofstream{folder_.path() / "web" / (std::to_string(i) + ".nt")} << "<a:a> <a:b> \"" << i << "\" .\n";
  site_options options;
  options.root = folder_.path() / "web";
  const auto site = site_server::start(options);
  ASSERT_TRUE(site);
  start();
  using pending = decltype((*self_)->request(fetcher_, deadline, fetch_job{}));
  std::vector<pending> asked;
  for (int i = 0; i < 200; ++i)
    asked.push_back((*self_)->request(fetcher_, deadline, job(site->url("/" + std::to_string(i) + ".nt"))));
  for (int i = 0; i < 200; ++i)
    asked[static_cast<std::size_t>(i)].receive(
        [&](const fetch_outcome& found) {
          EXPECT_EQ(found.on, event::body_stored) << i << ": " << found.detail;
          EXPECT_EQ(read_file(raw_file(found)), "<a:a> <a:b> \"" + std::to_string(i) + "\" .\n");
        },
        [&](const caf::error&) { ADD_FAILURE() << i; });
}

TEST_F(fetcher_test, it_requests_as_many_jobs_as_it_has_transfers_and_one_more_after_each) {
  env_->settings.pools.transfers = 3;
  const raw_server server{http("200 OK", "", "x")};
  start();
  for (int i = 0; i < 5; ++i) (void)fetch(server.url("/" + std::to_string(i)));
  (*self_)->send_exit(fetcher_, caf::exit_reason::user_shutdown);
  (*self_)->wait_for(fetcher_);
  (*self_)->send_exit(dispatcher_, caf::exit_reason::user_shutdown);
  (*self_)->wait_for(dispatcher_);
  EXPECT_EQ(seen_.pulls, (std::vector<std::uint64_t>{0, 0, 0, 1, 2, 3, 4, 5}));
}

TEST_F(fetcher_test, no_more_transfers_run_than_the_campaign_allows) {
  env_->settings.pools.transfers = 2;
  std::atomic<std::size_t> begun{0}, most{0};
  // Each answer takes a while, so that transfers overlap.
  const raw_server server{[&](const std::string&) {
    const auto under_way = ++begun - std::min(begun.load(), seen_.finished.load());
    if (under_way > most) most = under_way;
    auto reply = http("200 OK", "", "x");
    reply.pause = std::chrono::milliseconds{1};
    return reply;
  }};
  start();
  using pending = decltype((*self_)->request(fetcher_, deadline, fetch_job{}));
  std::vector<pending> asked;
  for (int i = 0; i < 12; ++i)
    asked.push_back((*self_)->request(fetcher_, deadline, job(server.url("/" + std::to_string(i)))));
  for (auto& one : asked) one.receive([](const fetch_outcome&) {}, [](const caf::error&) { ADD_FAILURE(); });
  EXPECT_GE(most.load(), 1U);
  EXPECT_LE(most.load(), 4U) << "two running ones, and two whose end has not reached the dispatcher";
}

TEST_F(fetcher_test, a_robots_txt_is_answered_with_its_status_its_redirects_and_its_first_512_KiB) {
  const raw_server server{[](const std::string& request) {
    const auto path = path_of(request);
    if (path == "/robots.txt") return http("301 Moved", "Location: /elsewhere.txt\r\n", "");
    if (path == "/long.txt") return http("200 OK", "", std::string(512 * 1024 - 3, '\n') + "Disallow: /x");
    if (path == "/none.txt") return http("404 Not Found", "", "no");
    if (path == "/busy.txt") return http("503 Unavailable", "retry-after: 3600\r\n", "");
    return http("200 OK", "", "User-agent: *\nDisallow: /attic\n");
  }};
  const auto moved = ask<robots_outcome>(robots_job{server.url("/robots.txt")});
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->cause, errc::ok);
  EXPECT_EQ(moved->status, "200");
  EXPECT_EQ(moved->redirects, 1U);
  EXPECT_EQ(moved->body, "User-agent: *\nDisallow: /attic\n");
  const auto cut = ask<robots_outcome>(robots_job{server.url("/long.txt")});
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->body.size(), 512U * 1024 - 4) << "without the incomplete line";
  const auto none = ask<robots_outcome>(robots_job{server.url("/none.txt")});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->cause, errc::ok);
  EXPECT_EQ(none->status, "404");
  EXPECT_EQ(none->retry_after, "");
  const auto busy = ask<robots_outcome>(robots_job{server.url("/busy.txt")});
  ASSERT_TRUE(busy);
  EXPECT_EQ(busy->status, "503");
  EXPECT_EQ(busy->retry_after, "3600");
}

TEST_F(fetcher_test, the_first_512_KiB_of_a_robots_txt_count_and_faults_after_them_do_not) {
  env_->settings.network.max_body_mib = 1;
  const std::string rules = "User-agent: *\nDisallow: /attic\n", line = "# " + std::string(62, '-') + "\n";
  std::string two_mib = rules;
  while (two_mib.size() < (2U << 20)) two_mib += line;
  const auto zeros = test::gzipped(rules + std::string(32U << 20, '\n'));
  const raw_server server{[&](const std::string& request) -> raw_reply {
    const auto path = path_of(request);
    if (path == "/announced") return http("200 OK", "", two_mib);
    if (path == "/terabyte") return {"HTTP/1.1 200 OK\r\nContent-Length: 1099511627776\r\n\r\n" + two_mib};
    if (path == "/endless") return {"HTTP/1.1 200 OK\r\n\r\n" + rules, ending::close, line, 1U << 20};
    if (path == "/cut-behind") return {"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n" + two_mib};
    return http("200 OK", "Content-Encoding: gzip\r\n", zeros);
  }};
  for (const auto* path : {"/announced", "/terabyte", "/endless", "/cut-behind", "/bomb"}) {
    const auto read = ask<robots_outcome>(robots_job{server.url(path)});
    ASSERT_TRUE(read) << path;
    EXPECT_EQ(read->cause, errc::ok) << path;
    EXPECT_EQ(read->body.substr(0, rules.size()), rules) << path;
    EXPECT_GT(read->body.size(), 512U * 1024 - 128) << path;
    EXPECT_LE(read->body.size(), 512U * 1024) << path;
  }
  EXPECT_LT(server.repeated_bytes(), 32U << 20) << "the fetcher does not wait for the end";
}

TEST_F(fetcher_test, five_redirects_of_a_robots_txt_are_followed_and_none_to_a_refused_address_R05) {
  const raw_server inside{http("200 OK", "", "User-agent: *\nAllow: /\n")};
  const raw_server server{[&](const std::string& request) {
    const auto path = path_of(request);
    if (path == "/inside") return http("302 Found", "Location: " + inside.url("/robots.txt") + "\r\n", "");
    if (path == "/0") return http("200 OK", "", "User-agent: *\nDisallow: /\n");
    return http("302 Found", "Location: /" + std::to_string(std::stoi(path.substr(1)) - 1) + "\r\n", "");
  }};
  env_->settings.network.allow = {"127.0.0.1:" + std::to_string(server.port())};
  env_->settings.politeness.own_hosts = {{"127.0.0.1", 0, 8}};
  env_->settings.politeness.address_delay_s = 0.02;  // the hops wait for their slots
  const auto read = [this](const std::string& uri) {
    auto answer = ask<robots_outcome>(robots_job{uri});
    while (answer && answer->found_no_room)
      answer = ask<robots_outcome>(robots_job{uri});  // of the request before
    return answer;
  };
  const auto five = read(server.url("/5"));
  ASSERT_TRUE(five);
  EXPECT_EQ(five->cause, errc::ok);
  EXPECT_EQ(five->redirects, 5U);
  EXPECT_EQ(five->body, "User-agent: *\nDisallow: /\n");
  const auto six = read(server.url("/6"));
  ASSERT_TRUE(six);
  EXPECT_EQ(six->cause, errc::too_many_redirects);
  EXPECT_EQ(access_from_status(six->cause, 302), robots_access::allow_all);
  const auto refused = read(server.url("/inside"));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->cause, errc::address_refused);
  EXPECT_EQ(refused->redirects, 1U);
  EXPECT_EQ(inside.accepted(), 0U);
}

TEST_F(fetcher_test, a_robots_txt_that_is_cut_within_its_first_512_KiB_fails) {
  const std::string rules = "User-agent: *\nDisallow: /attic\n";
  const raw_server server{[&](const std::string& request) -> raw_reply {
    if (path_of(request) == "/short") return {"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + rules};
    if (path_of(request) == "/both")
      return {"HTTP/1.1 200 OK\r\nContent-Length: 410\r\nContent-Length: 4200\r\n\r\n" + rules};
    const auto whole = test::gzipped(rules);
    return http("200 OK", "Content-Encoding: gzip\r\n", whole.substr(0, whole.size() / 2));
  }};
  const std::pair<const char*, errc> cases[] = {
      {"/short", errc::truncated_body}, {"/both", errc::bad_response}, {"/gzip", errc::truncated_stream}};
  for (const auto& [path, cause] : cases) {
    const auto read = ask<robots_outcome>(robots_job{server.url(path)});
    ASSERT_TRUE(read) << path;
    EXPECT_EQ(read->cause, cause) << path;
    EXPECT_EQ(access_from_status(read->cause, 200), robots_access::disallow_all) << path;
  }
}

TEST_F(fetcher_test, it_ends_with_its_dispatcher) {
  start();
  (*self_)->monitor(fetcher_);
  (*self_)->send_exit(dispatcher_, caf::exit_reason::kill);
  bool ended = false;
  (*self_)->receive([&](const caf::down_msg&) { ended = true; }, caf::after(deadline) >> [] {});
  EXPECT_TRUE(ended);
}

}  // namespace laundromat
