// Configures CAF for a process that communicates with others.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/cluster_system.hpp"

#include <sys/resource.h>

#include <caf/io/middleman.hpp>
#include <caf/openssl/manager.hpp>

#include "actors/cluster/coordinator.hpp"
#include "messages/types.hpp"
#include "net/cluster/tls_errors.hpp"

namespace laundromat {

actor_config::actor_config() {
  add_message_types<caf::id_block::laundromat>();
  set("scheduler.max-threads", std::size_t{2});
  set("scheduler.max-throughput", std::size_t{300});
  // Idle workers sleep until there is work: polling would use processor time that the washing needs.
  set("scheduler.policy", caf::atom("sharing"));
}

namespace {

/// CAF ends the process when the system refuses a descriptor.
void take_all_descriptors() {
  rlimit descriptors{};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return;
  descriptors.rlim_cur = descriptors.rlim_max;
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &descriptors));
}

}  // namespace

void be_met(caf::actor_system_config& config) {
  take_all_descriptors();
  config.load<caf::io::middleman>();
  config.set("middleman.heartbeat-interval", caf::timespan{report_interval});
  config.set("middleman.connection-timeout", caf::timespan{longest_silence});
}

void use_tls(caf::actor_system_config& config, const tls_files& files) {
  be_met(config);
  keep_tls_errors_apart();
  config.load<caf::openssl::manager>();
  config.set("openssl.certificate", files.certificate);
  config.set("openssl.key", files.key);
  config.set("openssl.cafile", files.ca);
}

}  // namespace laundromat
