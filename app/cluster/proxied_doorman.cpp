// A CAF doorman that receives accepted connections over a channel.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/proxied_doorman.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <caf/io/basp_broker.hpp>
#include <caf/io/doorman.hpp>
#include <caf/io/middleman.hpp>
#include <caf/io/network/acceptor_impl.hpp>
#include <caf/io/network/default_multiplexer.hpp>
#include <caf/send.hpp>

#include "actors/log.hpp"
#include "app/terminal/terminal.hpp"
#include "storage/sharing/descriptor_channel.hpp"

namespace laundromat {

namespace {

/// CAF's acceptor policy: reads one connection from the channel when it is readable.
class passed_socket {
 public:
  explicit passed_socket(file_descriptor channel) : channel_(std::move(channel)) {}

  bool try_accept(caf::io::network::native_socket& made, caf::io::network::native_socket) {
    auto frame = channel_.receive();
    if (!frame || frame->text.empty()) return false;
    if (frame->text != "connection") {
      log_warning("{}", harmless(frame->text));
      return false;
    }
    made = frame->file.is_open() ? ::fcntl(frame->file.get(), F_DUPFD_CLOEXEC, 0) : -1;
    return made >= 0;
  }

 private:
  descriptor_channel channel_;
};

class proxied_doorman final : public caf::io::doorman {
 public:
  using multiplexer = caf::io::network::default_multiplexer;

  /// CAF closes `watched`.
  proxied_doorman(multiplexer& at, int watched, file_descriptor channel, std::uint16_t port)
      : doorman(caf::io::network::accept_hdl_from_socket(watched)),
        acceptor_(at, watched, std::move(channel)),
        port_(port) {}

  bool new_connection() override {
    const auto socket = acceptor_.accepted_socket();
    if (detached()) {
      ::close(socket);
      return false;
    }
    auto& at = acceptor_.backend();
    auto scribe = at.new_scribe(socket);
    const auto handle = scribe->hdl();
    parent()->add_scribe(std::move(scribe));
    return doorman::new_connection(&at, handle);
  }
  void graceful_shutdown() override {
    acceptor_.graceful_shutdown();
    detach(&acceptor_.backend(), false);
  }
  void launch() override { acceptor_.start(this); }
  std::string addr() const override { return ""; }
  std::uint16_t port() const override { return port_; }
  void add_to_loop() override { acceptor_.activate(this); }
  void remove_from_loop() override { acceptor_.passivate(); }

 private:
  caf::io::network::acceptor_impl<passed_socket> acceptor_;
  std::uint16_t port_;
};

}  // namespace

result<void> publish_behind_proxy(caf::actor_system& system, const coordinator_actor& coordinator,
                                  std::uint16_t port, int channel) {
  const int watched = ::fcntl(channel, F_DUPFD_CLOEXEC, 0);
  file_descriptor read{::fcntl(channel, F_DUPFD_CLOEXEC, 0)};
  if (watched < 0 || !read.is_open()) return fail_errno("watch", "the channel of the cluster's port");
  auto& at = static_cast<caf::io::network::default_multiplexer&>(system.middleman().backend());
  caf::io::doorman_ptr door = caf::make_counted<proxied_doorman>(at, watched, std::move(read), port);
  auto broker = system.middleman().named_broker<caf::io::basp_broker>(caf::atom("BASP"));
  caf::anon_send(broker, caf::publish_atom::value, std::move(door), port,
                 caf::actor_cast<caf::strong_actor_ptr>(coordinator), system.message_types(coordinator));
  return {};
}

}  // namespace laundromat
