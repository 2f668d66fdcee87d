// Metrics of the HTTP server itself, by which attacks and slow clients are seen.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/metric_parts.hpp"

namespace laundromat {

void add_server_metrics(metric_list& to, const http_counts& counts) {
  to.counter("laundromat_http_requests_total", "Requests whose head this server has read.",
             metric_number(counts.requests));
  to.counter("laundromat_http_refused_requests_total",
             "Requests that this server refused because of its limits of size, number and memory.",
             metric_number(counts.refused_requests));
  to.counter("laundromat_http_refused_connections_total",
             "Connections that this server closed at once, because there were too many.",
             metric_number(counts.refused_connections));
  to.counter("laundromat_http_timeouts_total",
             "Connections that this server closed because their client was too slow.",
             metric_number(counts.timeouts));
  to.gauge("laundromat_http_connections", "Connections of this server now.",
           metric_number(counts.connections));
  to.gauge("laundromat_http_event_streams", "Event streams of this server now.",
           metric_number(counts.event_streams));
}

}  // namespace laundromat
