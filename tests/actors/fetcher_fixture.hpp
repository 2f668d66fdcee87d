// A real fetcher over loopback, with a scripted dispatcher and politeness scheduler.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/fetcher.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/scoped_actor.hpp>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include "core/web/file_store_path.hpp"
#include "core/web/robots.hpp"
#include "messages/errors.hpp"
#include "net/site_server.hpp"
#include "storage/stores/raw_store.hpp"
#include "tests/actors/engine_fixture.hpp"
#include "tests/net/gzip_text.hpp"
#include "tests/net/raw_server.hpp"
#include "tests/read_file.hpp"

namespace laundromat {

using test::ending;
using test::raw_reply;
using test::raw_server;

inline constexpr timestamp teatime = from_ms(1'225'815'600'000);  // 2008-11-04T16:20:00Z
inline constexpr auto deadline = std::chrono::seconds{60};

/// What the scripted politeness scheduler and dispatcher have received. Their threads write it, the test reads it.
struct neighbours {
  std::mutex mutex;
  std::vector<std::string> permit_requests;
  std::vector<request_end> releases;
  std::vector<std::uint64_t> pulls;  ///< the finished leases in them
  std::vector<std::uint64_t> overs;  ///< leases that ended without a pull
  std::condition_variable changed;
  std::uint32_t idle = 0;  ///< requests for jobs that can be taken back
  permit_answer verdict;
  std::size_t permits_after = 0;  ///< positive: after so many answers the politeness scheduler permits
  std::atomic<std::size_t> finished{0};
};

/// An answer that says that the connection ends with it: a client may send its next request before it sees the end.
inline raw_reply http(const std::string& status, const std::string& headers, const std::string& body) {
  return {"HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\n" + headers + "\r\n" + body,
          ending::close};
}

inline std::string path_of(const std::string& request) {
  const auto from = request.find(' ') + 1;
  return request.substr(from, request.find(' ', from) - from);
}

/// A server that answers by path: `/to/X` redirects to X.
inline raw_reply redirecting(const std::string& request) {
  const auto path = path_of(request);
  if (path.starts_with("/to/")) return http("302 Found", "Location: " + path.substr(3) + "\r\n", "");
  return http("200 OK", "Content-Type: text/turtle; charset=utf-8\r\n", "<a:a> <a:b> <a:c> .\n");
}

/// A real fetcher with a scripted dispatcher and politeness scheduler.
class fetcher_test : public ::testing::Test {
 protected:
  fetcher_test() : raw_(raw_store::at(folder_.path() / "raw").value()) {
    config_.set("scheduler.max-threads", std::size_t{2});
    system_.emplace(config_);
    env_ = std::make_shared<environment>();
    env_->settings.contact = {"Laundromat", "https://example.org/", "crawl@example.org"};
    env_->settings.network.allow = {"127.0.0.1"};
    env_->settings.politeness.address_connections = 0;
    env_->settings.politeness.address_delay_s = 0;
    env_->raw = &raw_;
    env_->wall_epoch = teatime;
    env_->clock_epoch = system_->clock().now();
    self_.emplace(*system_);
  }
  ~fetcher_test() override {
    for (const auto& actor : {fetcher_, dispatcher_, politeness_})
      if (actor) (*self_)->send_exit(actor, caf::exit_reason::kill);
    fetcher_ = dispatcher_ = politeness_ = nullptr;
    self_.reset();
    system_.reset();
  }

  void start() {
    dispatcher_ = (*self_)->spawn([this](caf::event_based_actor*) {
      return caf::behavior{[this](pull_atom, const caf::actor&, std::uint64_t lease) {
                             const std::lock_guard lock{seen_.mutex};
                             seen_.pulls.push_back(lease);
                             seen_.changed.notify_all();
                             if (lease != 0) ++seen_.finished;
                           },
                           [this](over_atom, std::uint64_t lease) {
                             const std::lock_guard lock{seen_.mutex};
                             seen_.overs.push_back(lease);
                             seen_.changed.notify_all();
                           },
                           [this](rescind_atom, const caf::actor&, std::uint32_t most) {
                             const std::lock_guard lock{seen_.mutex};
                             const auto back = std::min(most, seen_.idle);
                             seen_.idle -= back;
                             return back;
                           }};
    });
    politeness_ = (*self_)->spawn([this](caf::event_based_actor*) {
      return caf::behavior{
          [this](permit_atom, const std::string& uri) {
            const std::lock_guard lock{seen_.mutex};
            seen_.permit_requests.push_back(uri);
            if (seen_.permits_after > 0 && seen_.permit_requests.size() > seen_.permits_after)
              return permit_answer{errc::ok, "", {}, seen_.permit_requests.size()};
            auto answer = seen_.verdict;
            answer.permit = seen_.permit_requests.size();
            return answer;
          },
          [this](release_atom, const request_end& ended) {
            const std::lock_guard lock{seen_.mutex};
            seen_.releases.push_back(ended);
          },
          [](pull_atom, const fetcher_actor&) {},
          [](caf::flush_atom) { return true; },
      };
    });
    fetcher_ = make_fetcher(env_)(self_->ptr(), caf::actor_cast<dispatcher_actor>(dispatcher_),
                                  caf::actor_cast<politeness_actor>(politeness_));
  }
  fetch_job job(const std::string& uri, std::uint32_t attempt = 1) {
    return {++leases_, md5(uri), uri, teatime, attempt};
  }
  template <class Outcome, class Job>
  result<Outcome> ask(const Job& asked) {
    if (!fetcher_) start();
    result<Outcome> answer = fail(errc::internal, "no answer");
    (*self_)
        ->request(fetcher_, deadline, asked)
        .receive([&](Outcome& found) { answer = std::move(found); },
                 [&](const caf::error& e) { answer = tl::unexpected(to_failure(e, errc::internal)); });
    return answer;
  }
  fetch_outcome fetch(const std::string& uri, std::uint32_t attempt = 1) {
    auto answer = ask<fetch_outcome>(job(uri, attempt));
    EXPECT_TRUE(answer) << to_string(answer.error());
    return answer.value_or(fetch_outcome{});
  }
  /// Returns when the politeness scheduler has received all messages of earlier fetches. The fetcher sends the last of them after its answer, before
  /// the next job begins.
  void wait_for_politeness_messages(const raw_server& server) {
    (void)fetch(server.url("/sync"));
    (*self_)
        ->request(politeness_, deadline, caf::flush_atom_v)
        .receive([](bool) {}, [](const caf::error& e) { ADD_FAILURE() << caf::to_string(e); });
  }
  [[nodiscard]] std::filesystem::path raw_file(const fetch_outcome& found) const {
    return folder_.path() / "raw" / found.raw_path;
  }

  temporary_folder folder_;
  raw_store raw_;
  caf::actor_system_config config_;
  std::optional<caf::actor_system> system_;
  std::optional<caf::scoped_actor> self_;
  environment_ptr env_;
  neighbours seen_;
  caf::actor fetcher_, dispatcher_, politeness_;
  std::uint64_t leases_ = 0;
};

}  // namespace laundromat
