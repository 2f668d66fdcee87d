// Decides about the health of server and engine.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/health.hpp"

namespace laundromat {

json_fact health_verdict::fact() const {
  json_fact out{{"status", ok ? "ok" : "unavailable"}, {"reason", reason}};
  if (silence) out["snapshot_age_s"] = std::chrono::duration<double>(*silence).count();
  return out;
}

health_verdict liveness_of(const served_engine& engine, timestamp now) {
  if (!engine.is_expected) return {true, "the server answers; it has no engine"};
  const auto silence = engine.silence(now);
  if (silence >= longest_engine_silence)
    return {false, "the engine has sent no sign of life for 30 seconds or longer", silence};
  return {true, engine.last ? "server and engine run" : "the server answers; the engine starts", silence};
}

health_verdict readiness_of(const served_engine& engine, const std::optional<failure>& journal,
                            timestamp now) {
  auto out = liveness_of(engine, now);
  if (!out.ok) return out;
  const auto refuse = [&](const char* why) {
    out.ok = false;
    out.reason = why;
    return out;
  };
  if (journal) return refuse("the journal cannot be read");
  if (!engine.is_expected) {
    out.reason = "the journal can be read; there is no engine";
    return out;
  }
  if (!engine.last) return refuse("the engine starts");
  if (engine.last->draining) return refuse("the engine stops: it finishes work in progress");
  if (!engine.last->machine.trouble.empty())
    return refuse("all work pauses because of a fault of the engine's machine: see `laundromat status`");
  out.reason = engine.last->machine.intake.empty()
                   ? "the engine works, and the journal can be read"
                   : "the engine works, but begins no new crawl for want of disk: see `laundromat status`";
  return out;
}

}  // namespace laundromat
