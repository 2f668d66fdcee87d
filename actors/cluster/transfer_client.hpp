// Transfers files between a worker node and its engine, and blocks until they are complete.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/scoped_actor.hpp>

#include "core/base/byte_source.hpp"
#include "messages/cluster_interfaces.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// The transfer client of one thread. Errors: those of `remote_files` and of the local disk; `cancelled` when the engine does not answer.
class transfer_client {
 public:
  transfer_client(caf::actor_system& system, file_server_actor file_server);

  /// Writes the body or the clean document of the lease to `to`. Returns its size.
  [[nodiscard]] result<std::uint64_t> receive(const lease_id& lease, bool is_body, byte_sink& to);
  /// Sends a staged document with all its parts; its label is its name here.
  [[nodiscard]] result<void> deliver(const lease_id& lease, const clean_store& from, std::string_view staged);
  /// Sends a body that this node has fetched.
  [[nodiscard]] result<void> deliver_body(const lease_id& lease, byte_source& from);
  [[nodiscard]] result<std::string> load_context(std::string_view iri);

 private:
  /// Sends a request. The file server answers requests in their order.
  template <class... Words>
  void ask(Words&&... words);
  template <class Answer>
  [[nodiscard]] result<Answer> take_answer();
  template <class Give>
  [[nodiscard]] result<void> send(byte_source& from, Give give);

  caf::scoped_actor self_;
  file_server_actor file_server_;
  bool is_gone_ = false;
};

}  // namespace laundromat
