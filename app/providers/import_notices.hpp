// Tells providers of their imports.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "actors/background_work.hpp"
#include "app/providers/provider_inbox.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

/// Sends a Linked Data Notification of each receipt to the inbox of its provider, with the contact, address guard and pauses of the campaign. An inbox that does
/// not answer holds up other inboxes for two requests at most, and nothing else. It rests longer after each failure, and as long as it asks; what waits for it is
/// given up after `most_notice_tries` of one import. Where nothing was sent, because of the operator or because its host has asked to wait, no try is counted. All of
/// this is in the journal. After a stop between the answer of an inbox and the journal a notification is sent again, with the same id.
class import_notices final : public background_work {
 public:
  /// `db` is a connection of its own. `bodies`: see `inbox_finder`.
  import_notices(environment_ptr env, journal db, std::unique_ptr<polite_requester> requester,
                 std::unique_ptr<warc_store> bodies);

  /// Sends what can be sent now. Errors: those of the journal.
  [[nodiscard]] result<void> step(timestamp now) override;
  [[nodiscard]] bool has_work() const override { return has_work_; }

 private:
  /// The notice after a try. Errors: faults of this machine, and `cancelled`.
  [[nodiscard]] result<import_notice> tell(const stored_provider& provider, const graph_import& import,
                                           timestamp now);
  /// Logs that a notice was not sent, and gives up all that waits for an inbox that has failed too often.
  [[nodiscard]] result<void> put_off(const stored_provider& provider, std::int64_t import,
                                     const import_notice& notice);
  [[nodiscard]] bool is_stopping() const { return env_->cancelled || env_->draining; }

  environment_ptr env_;
  journal db_;
  graph_records records_;
  std::unique_ptr<polite_requester> requester_;
  std::unique_ptr<warc_store> bodies_;
  inbox_finder inboxes_;
  std::int64_t seen_ = 0;  ///< number of the last import that was looked at; 0: begin with the first one
  bool has_work_ = true;
};

}  // namespace laundromat
