// Tells providers of their imports.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "actors/background_work.hpp"
#include "app/providers/provider_inbox.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

/// Sends a Linked Data Notification of each receipt to the inbox of its provider, with the contact, address guard and pauses of the campaign. An inbox that does
/// not answer holds up other inboxes as long as a request may take, and nothing else; it is asked again with growing pauses, and given up after
/// `most_notice_tries`. After a stop between the answer of an inbox and the journal a notification is sent again, with the same id.
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
  [[nodiscard]] bool is_stopping() const { return env_->cancelled || env_->draining; }

  environment_ptr env_;
  journal db_;
  graph_records records_;
  std::unique_ptr<polite_requester> requester_;
  std::unique_ptr<warc_store> bodies_;
  inbox_finder inboxes_;
  std::map<std::string, timestamp, std::less<>> waits_;  ///< by provider: nothing is sent before
  std::int64_t seen_ = 0;  ///< number of the last import that was looked at; 0: begin with the first one
  bool has_work_ = true;
};

}  // namespace laundromat
