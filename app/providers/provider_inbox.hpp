// Finds the inbox of a provider: in the registry, in its VoID file, or in the Link header of that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "app/providers/send_notification.hpp"
#include "core/providers/stored_provider.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

/// Used by one thread. What it reads from outlives it.
class inbox_finder {
 public:
  /// `bodies` has the heads of answers; null: there are none.
  inbox_finder(journal& db, const clean_store& documents, warc_store* bodies, polite_requester& requester);

  /// The inbox, an empty URI for none: that of the registry; else the first `ldp:inbox` of the VoID file or of a dataset in it; else a link to one in the head of the answer
  /// that brought the file. A head that is stored nowhere is requested, once for each content of the VoID file, unless the file could not be read just now. A file that came from another host than the
  /// provider's names no inbox. Errors: those of the journal and the store, and `cancelled`; a request that fails finds none.
  [[nodiscard]] result<provider_inbox> find(const stored_provider& provider);

 private:
  struct answer_head {
    bool is_known = false;
    std::string inbox;
  };
  [[nodiscard]] result<answer_head> of_stored_answers(const stored_provider& provider);
  [[nodiscard]] result<std::string> of_request(const stored_provider& provider, const std::string& content);

  journal& db_;
  const clean_store& documents_;
  warc_store* bodies_;
  polite_requester& requester_;
  struct asked_head {
    std::string content, inbox;
  };
  std::map<std::string, asked_head, std::less<>> asked_;  ///< by provider
};

}  // namespace laundromat
