// All that the HTTP server answers: the API, metrics and probes, events, and what is published.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/api/api_service.hpp"
#include "app/api/reconciliation_route.hpp"
#include "app/console/console_service.hpp"
#include "app/fragments/fragment_service.hpp"
#include "app/monitoring/health.hpp"
#include "app/monitoring/metrics_source.hpp"
#include "app/published/catalogue_feed.hpp"
#include "app/published/document_service.hpp"

namespace laundromat {

struct web_settings {
  std::filesystem::path data;
  guard_settings guard;
  bool is_behind_proxy =
      false;                ///< a proxy on this machine sends the address of its client in X-Forwarded-For
  bool has_engine = false;  ///< an engine has started this process, and sends snapshots and events
  std::function<http_counts()> counts = {};  ///< of the server, for metrics; empty: there is none
  std::optional<label_index> labels = {};    ///< of the reconciliation service; nothing: there is none
};

/// May be used by several threads.
class web_service {
 public:
  explicit web_service(web_settings settings);

  /// Never throws, and answers every request.
  [[nodiscard]] http_response answer(const http_request& request);
  /// The engine has sent a snapshot.
  void note(const engine_snapshot& taken);
  /// The counts of the last snapshot, and the disk, as a server-sent event; empty before the first one.
  [[nodiscard]] std::string counts_now();
  /// Call it each minute, for the forecast of the disk.
  void watch_disk();

 private:
  [[nodiscard]] http_response route(const http_request& request);
  [[nodiscard]] http_response answer_public(const http_request& request);
  [[nodiscard]] http_response answer_monitoring(const http_request& request);
  [[nodiscard]] http_response metrics(const http_request& request);
  [[nodiscard]] http_response probe(bool is_readiness);
  [[nodiscard]] http_response answer_api(const http_request& request);
  [[nodiscard]] http_response events(const http_request& request);
  [[nodiscard]] served_engine engine();

  web_settings settings_;
  request_guard guard_;
  api_service api_;
  std::optional<reconciliation_route> reconciliation_;
  document_service documents_;
  fragment_service fragments_;
  console_service console_;
  catalogue_feed feed_;
  metrics_source metrics_;
  std::mutex mutex_;
  served_engine engine_;
};

}  // namespace laundromat
