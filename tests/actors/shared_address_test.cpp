// Tests of hosts at one address or of one registrable domain, under virtual time: they share slots.
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "tests/actors/politeness_fixture.hpp"

namespace laundromat {

/// Hosts at addresses, with a fetcher that like the real one makes no connection to an address without a free slot.
class shared_address_test : public politeness_test {
 protected:
  shared_address_test() {
    robots_by_job_ = [this](const robots_job& job) {
      const auto address = address_of(job.uri);
      auto& place = connections_.try_emplace(place_of_address(address), shared_policy{2, milliseconds{100}})
                        .first->second;
      const auto slot = place.next_allowed(time());
      const bool is_reported = job.place == place_of_address(address);
      const bool has_room = job.place == any_place || (slot && (is_reported || *slot <= time()));
      if (!is_reported) ++unknown_;
      if (has_room) {
        place.begin(time());
        place.end();
        begins_[address].push_back(time());
      }
      robots_outcome out{errc::ok, "404", 0, "", "", address, !has_room};
      return out;
    };
  }
  /// `http://n12.a7.example/`: at 192.0.2.7.
  static std::string address_of(const std::string& uri) {
    const auto at = uri.find(".a") + 2;
    return "192.0.2." + uri.substr(at, uri.find('.', at) - at);
  }
  static std::string name(int i, int address) {
    return "http://n" + std::to_string(i) + ".a" + std::to_string(address) + ".example/d";
  }
  /// Lets time pass until `asked` requests are done; each takes `takes`. Records how many requests run at one address at the same time.
  void serve_for(milliseconds time_limit, milliseconds takes, std::size_t asked = SIZE_MAX) {
    for (const auto end = time() + time_limit; time() < end; pass(milliseconds{50}, milliseconds{50})) {
      std::map<std::string, std::size_t> open;
      for (; seen_ < answers_.size(); ++seen_) {
        const auto& answer = answers_[seen_];
        if (!answer.verdict.may_go()) {
          again_.emplace(answer.verdict.not_before, answer.uri);
          ++put_off_;
          continue;
        }
        begins_[address_of(answer.uri)].push_back(answer.at);
        places_.insert(answer.verdict.place);
        under_way_.emplace_back(answer.at + takes, answer);
      }
      for (const auto& [until, answer] : under_way_) ++open[address_of(answer.uri)];
      for (const auto& [address, count] : open) most_[address] = std::max(most_[address], count);
      std::erase_if(under_way_, [&](const auto& one) {
        if (one.first > time()) return false;
        caf::anon_send(politeness_, release_atom::value,
                       request_end{one.second.verdict.permit, takes, errc::ok, "200", "",
                                   address_of(one.second.uri), false});
        ++done_;
        return true;
      });
      for (; !again_.empty() && again_.begin()->first <= time(); again_.erase(again_.begin()))
        caf::anon_send(client_, again_.begin()->second);
      if (done_ == asked) return;
    }
  }
  milliseconds least_gap(const std::string& address) {
    auto begins = begins_[address];
    std::ranges::sort(begins);
    auto least = milliseconds::max();
    for (std::size_t i = 1; i < begins.size(); ++i) least = std::min(least, begins[i] - begins[i - 1]);
    return least;
  }

  std::map<std::string, shared_schedule> connections_;
  std::map<std::string, std::vector<timestamp>> begins_;
  std::map<std::string, std::size_t> most_;
  std::set<std::string> places_;
  std::vector<std::pair<timestamp, answered>> under_way_;
  std::multimap<timestamp, std::string> again_;
  std::size_t seen_ = 0, done_ = 0, put_off_ = 0, unknown_ = 0;
};

TEST_F(shared_address_test, thousands_of_names_at_one_address_are_requested_like_one_host_R07) {
  start();
  constexpr int names = 2'000;
  for (int i = 0; i < names; ++i) caf::anon_send(client_, name(i, 7));
  serve_for(std::chrono::minutes{30}, milliseconds{400}, names);
  EXPECT_EQ(done_, static_cast<std::size_t>(names));
  EXPECT_LE(most_["192.0.2.7"], 2U);
  EXPECT_GE(least_gap("192.0.2.7"), milliseconds{100});
  EXPECT_GT(put_off_, 0U) << "requests that wait for more than a minute are put off";
  EXPECT_EQ(unknown_, static_cast<std::size_t>(names)) << "the address of each host is resolved once";
  EXPECT_EQ(places_, std::set<std::string>{"address 192.0.2.7"});
}

TEST_F(shared_address_test, hosts_at_other_addresses_do_not_wait_for_them) {
  start();
  for (int i = 0; i < 500; ++i) caf::anon_send(client_, name(i, 7));
  serve_for(seconds{5}, milliseconds{500});
  ask(name(0, 8));
  const auto asked = time();
  serve_for(seconds{5}, milliseconds{500});
  ASSERT_TRUE(is_admitted(name(0, 8)));
  EXPECT_LE(answer_to(name(0, 8))->at, asked + milliseconds{1'500}) << "robots.txt, a second, the document";
}

TEST_F(shared_address_test, the_address_of_a_host_survives_a_restart) {
  start();
  for (int i = 0; i < 20; ++i) caf::anon_send(client_, name(i, 7));
  serve_for(std::chrono::minutes{1}, milliseconds{100}, 20);
  EXPECT_EQ(stored_["n3.a7.example:80"].place, "address 192.0.2.7");
  answers_.clear();
  most_.clear();
  begins_.clear();
  seen_ = 0;
  start();
  for (int i = 0; i < 20; ++i) caf::anon_send(client_, name(i, 7) + "2");
  serve_for(std::chrono::minutes{1}, milliseconds{300}, 40);
  EXPECT_EQ(done_, 40U);
  EXPECT_LE(most_["192.0.2.7"], 2U);
  EXPECT_EQ(unknown_, 20U) << "no robots.txt is read again";
}

TEST_F(shared_address_test, own_hosts_share_no_slot) {
  for (int i = 0; i < 20; ++i) own_host("n" + std::to_string(i) + ".a7.example", 0, 1);
  start();
  for (int i = 0; i < 20; ++i) ask(name(i, 7));
  EXPECT_EQ(admitted(), 20U);
  EXPECT_EQ(answer_to(name(3, 7))->verdict.place, any_place);
}

TEST_F(shared_address_test, hosts_of_one_registrable_domain_share_slots_when_the_campaign_says_so) {
  env->settings.politeness.domain_connections = 1;
  start();
  const std::vector<std::string> uris{"http://one.a1.co.uk/d", "http://two.a1.co.uk/d",
                                      "http://three.a3.co.uk/d"};
  for (const auto& uri : uris) ask(uri);
  pass(seconds{5});
  EXPECT_TRUE(is_admitted(uris[0]));
  EXPECT_FALSE(is_admitted(uris[1])) << "a1.co.uk has one request in progress";
  EXPECT_TRUE(is_admitted(uris[2])) << "co.uk is a public suffix";
  release(uris[0]);
  pass(seconds{5});
  EXPECT_TRUE(is_admitted(uris[1]));
}

TEST_F(shared_address_test, a_slot_that_is_not_released_becomes_free_at_the_address_too) {
  env->settings.network.total_timeout_s = 60;
  env->settings.politeness.address_connections = 1;
  start();
  ask(name(1, 7));
  pass(seconds{3});
  ASSERT_TRUE(is_admitted(name(1, 7)));
  ask(name(2, 7));
  pass(seconds{140}, seconds{1});
  const auto* answer = answer_to(name(2, 7));
  ASSERT_TRUE(answer);
  if (!answer->verdict.may_go()) {
    EXPECT_EQ(answer->verdict.later, retry_rule::put_off);
    ask(name(2, 7));
    pass(seconds{5});
  }
  EXPECT_TRUE(is_admitted(name(2, 7)));
}

}  // namespace laundromat
