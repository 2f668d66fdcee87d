// Publishing over TLS.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/cluster_opener.hpp"

#include <spdlog/spdlog.h>

#include <caf/openssl/all.hpp>
#include <mutex>

#include "actors/cluster/freight.hpp"
#include "app/cluster/nodes.hpp"

namespace laundromat {

namespace {

std::string place(const std::string& address, std::uint16_t port) {
  const bool is_ipv6 = address.find(':') != address.npos;
  return (is_ipv6 ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

/// The file of nodes, once the port is known.
struct shown_nodes {
  std::mutex mutex;
  std::unique_ptr<nodes_file> file;
};

}  // namespace

std::function<result<std::vector<caf::actor>>(caf::local_actor*, const colleagues&)> cluster_opener(
    environment_ptr env) {
  return [env](caf::local_actor* engine, const colleagues& team) -> result<std::vector<caf::actor>> {
    const auto& listen = env->settings.listen;
    const auto shown = std::make_shared<shown_nodes>();
    const cluster_observer observer = [shown](const lease_book& book, timestamp now) {
      const std::lock_guard lock(shown->mutex);
      if (shown->file) shown->file->write(book, now);
    };
    const auto freight = spawn_freight(engine, env);
    const auto lender = spawn_lender(engine, env, team, freight, observer);
    const auto port = caf::openssl::publish(lender, listen.port, listen.address.c_str(), true);
    if (!port)
      return fail(errc::configuration, "other machines cannot join at " + place(listen.address, listen.port) +
                                           ": " + engine->system().render(port.error()) +
                                           "; write another `listen.port` or `listen.address`");
    {
      const std::lock_guard lock(shown->mutex);
      shown->file = std::make_unique<nodes_file>(env->settings.data, place(listen.address, *port));
    }
    spdlog::info("other machines join at {}", place(listen.address, *port));
    return std::vector{caf::actor_cast<caf::actor>(lender), caf::actor_cast<caf::actor>(freight)};
  };
}

}  // namespace laundromat
