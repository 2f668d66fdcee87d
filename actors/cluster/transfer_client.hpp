// Carries files between a joined machine and its engine, and waits for them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/scoped_actor.hpp>

#include "core/base/byte_source.hpp"
#include "messages/cluster_interfaces.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// One thread's transfer client. Errors: those of `remote_files` and of the local disk; `cancelled` when the engine does not answer.
class transfer_client {
 public:
  transfer_client(caf::actor_system& system, file_server_actor file_server);

  /// Writes the body, or the published document, to `to`; answers its size.
  [[nodiscard]] result<std::uint64_t> bring(const lease_id& lease, bool is_body, byte_sink& to);
  /// Sends a staged file with all that stands beside it; answers its name at the engine.
  [[nodiscard]] result<std::string> deliver(const lease_id& lease, const clean_store& from,
                                            std::string_view staged);
  /// Sends a body that was fetched here.
  [[nodiscard]] result<void> deliver_body(const lease_id& lease, byte_source& from);
  [[nodiscard]] result<std::string> load_context(std::string_view iri);

 private:
  /// The file server answers in the order in which it is asked.
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
