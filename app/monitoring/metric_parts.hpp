// The parts of the page of metrics.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/monitoring/metric_list.hpp"
#include "app/monitoring/metrics_text.hpp"

namespace laundromat {

/// What only the engine's process knows.
void add_engine_metrics(metric_list& to, const engine_snapshot& engine);

/// What the journal, the disk and the nodes tell.
void add_data_metrics(metric_list& to, const metrics_input& input);

/// What the server of this page has done.
void add_server_metrics(metric_list& to, const http_counts& counts);

/// `404` as a label: three digits from 100 to 599, else `other`.
[[nodiscard]] std::string http_status_label(std::string_view status);

}  // namespace laundromat
