// Joins the parts of the page.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/metrics_text.hpp"

#include "app/monitoring/metric_parts.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

std::string metrics_text(const metrics_input& input) {
  metric_list out;
  const auto& engine = *input.engine;
  out.gauge("laundromat_build_info", "Always 1, with the version of the program that prints this page.", 1,
            {{"version", program_version}});
  out.gauge("laundromat_ready", "1 when /readyz answers 200, else 0.", input.readiness.ok ? 1 : 0);
  out.gauge("laundromat_journal_readable", "1 when the journal can be read, else 0.", input.kept ? 1 : 0);
  const bool is_up =
      engine.is_expected ? liveness_of(engine, input.now).ok && engine.last : input.is_engine_running;
  out.gauge("laundromat_engine_up",
            "1 when an engine works on the data folder and gives signs of life, else 0.", is_up ? 1 : 0);
  const bool is_paused = engine.last ? !engine.last->machine.trouble.empty() : input.is_paused;
  out.gauge("laundromat_work_paused",
            "1 while all work pauses because of a fault of the engine's machine, else 0.", is_paused ? 1 : 0);
  if (engine.last) {
    out.gauge("laundromat_snapshot_timestamp_seconds",
              "Unix time at which the figures of the engine have come; they come every second.",
              metric_seconds(engine.last_came.time_since_epoch()));
    add_engine_metrics(out, *engine.last);
  }
  add_data_metrics(out, input);
  if (input.server) add_server_metrics(out, *input.server);
  return out.text();
}

}  // namespace laundromat
