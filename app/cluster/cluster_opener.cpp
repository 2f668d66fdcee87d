// Publishes the coordinator through the cluster proxy.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/cluster_opener.hpp"

#include <mutex>

#include "actors/cluster/file_server.hpp"
#include "actors/log.hpp"
#include "app/cluster/cluster_proxy.hpp"
#include "app/cluster/nodes.hpp"
#include "app/cluster/proxied_doorman.hpp"

namespace laundromat {

namespace {

std::string place(const std::string& address, std::uint16_t port) {
  const bool is_ipv6 = address.find(':') != address.npos;
  return (is_ipv6 ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

/// Objects with the lifetime of the coordinator: the port, and the file of nodes once the port is known.
struct open_port {
  std::unique_ptr<cluster_proxy> proxy;
  std::mutex mutex;
  std::unique_ptr<nodes_file> file;
};

}  // namespace

std::function<result<std::vector<caf::actor>>(caf::local_actor*, const engine_services&)> cluster_opener(
    environment_ptr env, int bundle, std::string program) {
  return [env, bundle, program](caf::local_actor* engine,
                                const engine_services& services) -> result<std::vector<caf::actor>> {
    const auto& listen = env->settings.listen;
    const auto shown = std::make_shared<open_port>();
    const cluster_observer observer = [shown](const lease_scheduler& book, timestamp now) {
      const std::lock_guard lock(shown->mutex);
      if (shown->file) shown->file->write(book, now);
    };
    const auto file_server = spawn_file_server(engine, env);
    const auto coordinator = spawn_coordinator(engine, env, services, file_server, observer);
    auto proxy =
        cluster_proxy::start({program,
                              listen.address,
                              listen.port,
                              bundle,
                              {coordinator->id(), file_server->id(), services.politeness_scheduler->id()}});
    if (!proxy)
      return fail(proxy.error().code, "worker nodes cannot join at " + place(listen.address, listen.port) +
                                          ": " + proxy.error().detail +
                                          "; write another `listen.port` or `listen.address`");
    const auto port = (*proxy)->port();
    if (auto published = publish_behind_proxy(engine->system(), coordinator, port, (*proxy)->channel());
        !published)
      return tl::unexpected(published.error());
    shown->proxy = std::move(*proxy);
    {
      const std::lock_guard lock(shown->mutex);
      shown->file = std::make_unique<nodes_file>(env->settings.data, place(listen.address, port));
    }
    log_info("worker nodes can join at {}", place(listen.address, port));
    return std::vector{caf::actor_cast<caf::actor>(coordinator), caf::actor_cast<caf::actor>(file_server)};
  };
}

}  // namespace laundromat
