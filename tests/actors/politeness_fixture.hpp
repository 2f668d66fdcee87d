// A politeness scheduler under virtual time with a scripted journal, fetcher and client.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "actors/politeness_scheduler.hpp"
#include "tests/actors/virtual_time.hpp"

namespace laundromat {

struct answered {
  std::string uri;
  permit_answer verdict;
  timestamp at;
};

inline constexpr auto stranger = "http://stranger.example/a";

/// A politeness scheduler with a journal that stores hosts, a fetcher that answers robots.txt with `robots_`, and one client.
class politeness_test : public virtual_time_test {
 protected:
  politeness_test() {
    journal_ = scripted<journal_actor>({
        [this](lookup_atom, const std::string& authority) {
          auto known = stored_[authority];
          known.authority = authority;
          ++lookups_;
          return known;
        },
        [this](save_atom, const host_record& host) {
          auto kept = host;
          const auto& before = stored_[host.authority].robots;
          if (host.robots.fetched == timestamp{}) kept.robots = before;
          if (!kept.robots.body) kept.robots.body = before.body;
          stored_[host.authority] = kept;
          ++saves_;
        },
    });
    display_ = scripted<reporter_actor>(
        {[this](gauge_atom, const waiting_requests& waits) { waits_.push_back(waits); }, [](tick_atom) {}});
    fetcher_ = scripted<fetcher_actor>({[this](const robots_job& job) {
      robots_reads_.emplace_back(job.uri, time());
      return robots_by_job_ ? robots_by_job_(job) : robots_(job.uri);
    }});
  }

  /// Starts or restarts the politeness scheduler. It has only the stored states of hosts.
  void start(bool with_fetcher = true) {
    if (politeness_) kill(politeness_);
    politeness_ = keep(system().spawn(politeness_scheduler, env, journal_, display_));
    if (with_fetcher) caf::anon_send(politeness_, pull_atom::value, fetcher_);
    client_ = keep(system().spawn([this](caf::event_based_actor* self) {
      return caf::behavior{[this, self](const std::string& uri) {
        self->request(politeness_, caf::infinite, permit_atom::value, uri)
            .then([this, uri](const permit_answer& verdict) {
              answers_.push_back({uri, verdict, time()});
            });
      }};
    }));
    run();
  }
  void ask(const std::string& uri) {
    caf::anon_send(client_, uri);
    run();
  }
  void release(const std::string& uri, const std::string& status = "200", const std::string& retry_after = "",
               errc error = errc::ok) {
    caf::anon_send(
        politeness_, release_atom::value,
        request_end{answer_to(uri)->verdict.permit, milliseconds{0}, error, status, retry_after, "", false});
    run();
  }
  /// The last answer about this URI.
  const answered* answer_to(const std::string& uri) {
    const auto found =
        std::find_if(answers_.rbegin(), answers_.rend(), [&](const auto& a) { return a.uri == uri; });
    return found == answers_.rend() ? nullptr : &*found;
  }
  bool is_admitted(const std::string& uri) {
    const auto* found = answer_to(uri);
    return found && found->verdict.verdict == errc::ok;
  }
  std::size_t admitted() {
    return static_cast<std::size_t>(std::count_if(
        answers_.begin(), answers_.end(), [](const auto& a) { return a.verdict.verdict == errc::ok; }));
  }
  void own_host(const std::string& host, double delay_s, std::uint32_t connections) {
    env->settings.politeness.own_hosts.push_back({host, delay_s, connections});
  }
  static robots_outcome robots_answer(const std::string& status, const std::string& body = "",
                                      const std::string& retry_after = "") {
    return {errc::ok, status, 0, body, "", "", false, retry_after};
  }
  void forget() override {
    politeness_ = nullptr;
    journal_ = nullptr;
    fetcher_ = nullptr;
    client_ = nullptr;
  }

  std::function<robots_outcome(const std::string&)> robots_ = [](const std::string&) {
    return robots_answer("404");
  };
  std::function<robots_outcome(const robots_job&)> robots_by_job_;
  std::map<std::string, host_record> stored_;
  std::vector<std::pair<std::string, timestamp>> robots_reads_;
  std::vector<answered> answers_;
  int lookups_ = 0;  ///< of hosts in the journal
  int saves_ = 0;    ///< of hosts in the journal
  journal_actor journal_;
  fetcher_actor fetcher_;
  reporter_actor display_;
  std::vector<waiting_requests> waits_;  ///< as the reporter has received them
  politeness_actor politeness_;
  caf::actor client_;
};

}  // namespace laundromat
