// Tests of the politeness scheduler and a fetcher in another process that ends.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/io/all.hpp>
#include <caf/scoped_actor.hpp>

#include "actors/politeness_scheduler.hpp"
#include "messages/types.hpp"

namespace laundromat {

namespace {

struct config : caf::actor_system_config {
  config() {
    add_message_types<caf::id_block::laundromat>();
    load<caf::io::middleman>();
  }
};

/// The other process: requests permits at two hosts, then one more that must wait, and writes that to its output. It releases none.
[[noreturn]] void ask_for_ever(int port_from, int ready_to) {
  std::uint16_t port = 0;
  if (::read(port_from, &port, sizeof port) != sizeof port) ::_exit(1);
  config settings;
  caf::actor_system system{settings};
  caf::scoped_actor self{system};
  const auto asked = system.middleman().remote_actor<politeness_actor>("127.0.0.1", port).value();
  for (const auto* uri : {"http://a.example/1", "http://b.example/1"})
    self->request(asked, seconds{60}, permit_atom::value, std::string{uri})
        .receive([](const permit_answer&) {}, [](const caf::error&) { ::_exit(1); });
  self->send(asked, permit_atom::value, std::string{"http://b.example/2"});
  if (::write(ready_to, "!", 1) != 1) ::_exit(1);
  for (;;) ::pause();
}

}  // namespace

TEST(remote_fetcher, its_permits_and_waiting_requests_end_with_it) {
  int ports[2], ready[2];
  ASSERT_EQ(::pipe(ports), 0);
  ASSERT_EQ(::pipe(ready), 0);
  const auto machine = ::fork();
  if (machine == 0) ask_for_ever(ports[0], ready[1]);

  config settings;
  caf::actor_system system{settings};
  auto env = std::make_shared<environment>();
  env->settings.politeness.own_hosts = {{"a.example", 0, 1}, {"b.example", 0, 1}};
  env->wall_epoch = from_ms(1'800'000'000'000);
  env->clock_epoch = system.clock().now();
  const auto journal = system.spawn([](caf::event_based_actor*) {
    return caf::behavior{[](lookup_atom, const std::string& authority) {
                           host_record known;
                           known.authority = authority;
                           return known;
                         },
                         [](save_atom, const host_record&) {}};
  });
  const auto robots = system.spawn([](caf::event_based_actor*) {
    return caf::behavior{[](const robots_job&) { return robots_outcome{errc::ok, "404", 0, {}}; }};
  });
  const auto asked =
      system.spawn(politeness_scheduler, env, caf::actor_cast<journal_actor>(journal), reporter_actor{});
  caf::anon_send(asked, pull_atom::value, caf::actor_cast<fetcher_actor>(robots));
  const auto port = system.middleman().publish(asked, 0, "127.0.0.1").value();
  ASSERT_EQ(::write(ports[1], &port, sizeof port), static_cast<ssize_t>(sizeof port));
  char word = 0;
  ASSERT_EQ(::read(ready[0], &word, 1), 1);

  caf::scoped_actor self{system};
  for (const auto* uri : {"http://a.example/3", "http://b.example/3"})
    self->send(asked, permit_atom::value, std::string{uri});
  ASSERT_EQ(::kill(machine, SIGKILL), 0);
  ::waitpid(machine, nullptr, 0);
  for (int turn = 0; turn < 2; ++turn)
    self->receive([](const permit_answer& answer) { EXPECT_EQ(answer.verdict, errc::ok); },
                  caf::after(seconds{60}) >> [] { ADD_FAILURE() << "its permit was not ended"; });
  for (const auto& one : {caf::actor_cast<caf::actor>(asked), journal, robots})
    self->send_exit(one, caf::exit_reason::kill);
  for (const int end : {ports[0], ports[1], ready[0], ready[1]}) ::close(end);
}

}  // namespace laundromat
