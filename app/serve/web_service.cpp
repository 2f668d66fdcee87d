// Routes requests to the parts of the server.
// SPDX-License-Identifier: Apache-2.0
#include "app/serve/web_service.hpp"

#include "actors/log.hpp"
#include "app/api/http_answers.hpp"
#include "app/cluster/nodes.hpp"
#include "app/monitoring/metrics_text.hpp"
#include "app/run/waits_file.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/ip_address.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/stores/data_stores.hpp"

namespace laundromat {
namespace {

constexpr std::string_view metrics_path = "/metrics", alive_path = "/healthz", ready_path = "/readyz";

bool is_monitoring(std::string_view path) {
  return path == metrics_path || path == alive_path || path == ready_path;
}

/// The last address in X-Forwarded-For, which the proxy has added; empty when there is none.
std::string forwarded_for(const http_request& request) {
  auto last = request.field("x-forwarded-for");
  last.remove_prefix(std::min(last.size(), last.rfind(',') + 1));
  const auto begin = last.find_first_not_of(" \t");
  if (begin == last.npos) return {};
  last = last.substr(begin, last.find_last_not_of(" \t") + 1 - begin);
  const std::string address{last};
  return parse_ipv4(address) || parse_ipv6(address) ? address : std::string{};
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

/// The counts of a snapshot as a server-sent event.
std::string counts_event(const engine_snapshot& taken, const std::optional<disk_figures>& disk) {
  const auto& run = taken.run;
  json_fact fact{{"time", to_iso8601(taken.taken)},
                 {"documents", run.documents},
                 {"cleaned", run.cleaned},
                 {"failed", run.failed},
                 {"refused", run.refused},
                 {"unchanged", run.unchanged},
                 {"archives", run.archives},
                 {"statements", run.statements},
                 {"received_bytes", run.received_bytes},
                 {"ended_crawls", run.ended_crawls},
                 {"live_seeds", taken.live_seeds},
                 {"live_entries", taken.live_entries},
                 {"waiting_requests", taken.waits.requests},
                 {"draining", taken.draining},
                 {"trouble", taken.machine.trouble},
                 {"intake", taken.machine.intake}};
  if (disk) {
    fact["disk_free_bytes"] = disk->free_bytes;
    if (disk->full_in) fact["disk_full_in_s"] = disk->full_in->count();
  }
  return "event: counts\ndata: " + fact.dump(-1, ' ', false, json_fact::error_handler_t::replace) + "\n\n";
}

}  // namespace

web_service::web_service(web_settings settings)
    : settings_(std::move(settings)),
      guard_(settings_.guard),
      api_(settings_.data, guard_),
      documents_(settings_.data, settings_.guard.names.public_base),
      fragments_(settings_.data, settings_.guard.names.public_base),
      console_(settings_.data, settings_.guard.names.public_base),
      feed_(settings_.data, settings_.guard.names.public_base),
      metrics_(settings_.data, {read_nodes, read_waits}, {}) {
  if (settings_.labels) reconciliation_.emplace(*std::move(settings_.labels), "LOD Laundromat");
  engine_.is_expected = settings_.has_engine;
  engine_.since = wall_now();
}

void web_service::note(const engine_snapshot& taken) {
  const std::lock_guard lock{mutex_};
  engine_.last = taken;
  engine_.last_came = wall_now();
}

served_engine web_service::engine() {
  const std::lock_guard lock{mutex_};
  return engine_;
}

std::string web_service::counts_now() {
  const auto now = engine();
  return now.last ? counts_event(*now.last, metrics_.disk(now, wall_now())) : std::string{};
}

void web_service::watch_disk() {
  metrics_.watch_disk(wall_now());
}

http_response web_service::answer(const http_request& request) try {
  if (settings_.is_behind_proxy && is_loopback(request.client))
    if (auto client = forwarded_for(request); !client.empty()) {
      auto forwarded = request;
      forwarded.client = std::move(client);
      auto answer = route(forwarded);
      answer.client = forwarded.client;
      return answer;
    }
  return route(request);
} catch (const std::exception& why) {  // the server says 500, and no more
  log_error("a request for {} could not be answered: {}", request.path, why.what());
  throw;
}

http_response web_service::route(const http_request& request) {
  // Probes come from everywhere, often without the right Host.
  if (request.path == alive_path || request.path == ready_path) {
    auto refused = guard_.refuse_probe(request);
    return refused ? *std::move(refused) : answer_monitoring(request);
  }
  if (auto refused = guard_.refuse(request)) return *std::move(refused);
  if (is_monitoring(request.path)) return answer_monitoring(request);
  if (request.path == "*") return options_answer({"GET", "POST"});
  auto answer = answer_public(request);
  allow_reading(request, answer);
  return answer;
}

http_response web_service::answer_public(const http_request& request) {
  const auto running = guard_.begin(request);
  if (!running) return running.error();
  if (request.path.starts_with(api_prefix)) return answer_api(request);
  if (auto page = console_.answer(request)) return *std::move(page);
  if (auto page = feed_.answer(request)) return *std::move(page);
  if (auto page = fragments_.answer(request)) return *std::move(page);
  if (auto published = documents_.answer(request)) return *std::move(published);
  return problem_answer(
      404, "nothing is at this path: " + std::string{api_description_path} +
               " describes the API; the hash of a document has 64 lower-case digits, that of an entry 32");
}

http_response web_service::answer_api(const http_request& request) {
  if (!request.query.empty() && (request.path == api_events_path || request.path == api_description_path))
    return problem_answer(400, request.path + " has no parameters");
  if (request.path == api_events_path) return events(request);
  if (request.path != reconciliation_path) return api_.answer(request);
  if (reconciliation_) return reconciliation_->answer(request);
  return problem_answer(
      404,
      "this server has no labels: name a file of them in `http.labels` of the campaign, or with "
      "--labels");
}

http_response web_service::answer_monitoring(const http_request& request) {
  if (auto other = answer_other_methods(request)) return *std::move(other);
  return request.path == metrics_path ? metrics(request) : probe(request.path == ready_path);
}

http_response web_service::metrics(const http_request& request) {
  auto from = open_journal_to_read(settings_.data);
  const auto counts = settings_.counts ? std::optional{settings_.counts()} : std::nullopt;
  return text_answer(request, metrics_.print(from, engine(), counts ? &*counts : nullptr, wall_now()),
                     metrics_media_type);
}

http_response web_service::probe(bool is_readiness) {
  const auto now = wall_now();
  const auto verdict = [&] {
    if (!is_readiness) return liveness_of(engine(), now);
    auto from = open_journal_to_read(settings_.data);
    if (!from) return readiness_of(engine(), from.error(), now);
    return metrics_.readiness(*from, engine(), now);
  }();
  return {verdict.ok ? 200 : 503,
          {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}},
          verdict.fact().dump() + '\n'};
}

http_response web_service::events(const http_request& request) {
  if (auto other = answer_other_methods(request)) return *std::move(other);
  const auto now = engine();
  if (!now.is_expected)
    return problem_answer(503,
                          "no engine runs in this process, so that nothing happens: start the campaign with "
                          "`http` in its file");
  return {200,
          {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}},
          event_stream{"retry: 5000\n\n" + counts_now()}};
}

}  // namespace laundromat
