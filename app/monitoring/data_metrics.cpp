// Metrics of the journal, the disk and the nodes.
// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <set>

#include "app/monitoring/metric_parts.hpp"

namespace laundromat {

namespace {

/// Sums of rows that differ in what is no label.
template <class Key>
void add_sums(metric_list& to, const char* name, const char* help, const std::map<Key, std::uint64_t>& sums,
              const char* first, const char* second) {
  for (const auto& [key, sum] : sums)
    to.gauge(name, help, metric_number(sum), {{first, key.first}, {second, key.second}});
}

void add_records(metric_list& to, const kept_figures& kept) {
  using two_labels = std::pair<std::string, std::string>;
  std::map<two_labels, std::uint64_t> by_status, by_cause;
  std::map<std::string, std::uint64_t> by_http_status;
  for (const auto& row : kept.records) {
    const std::string kind{to_string(row.kind)};
    by_status[{kind, std::string{to_string(row.current)}}] += row.count;
    if (row.cause == errc::ok) continue;
    by_cause[{kind, std::string{to_string(row.cause)}}] += row.count;
    if (row.cause == errc::http_status) by_http_status[http_status_label(row.http_status)] += row.count;
  }
  add_sums(to, "laundromat_records", "Records of the present by kind and status.", by_status, "kind",
           "status");
  add_sums(to, "laundromat_record_causes",
           "Records of the present that failed, were refused or lost members, by kind and cause.", by_cause,
           "kind", "cause");
  for (const auto& [status, sum] : by_http_status)
    to.gauge("laundromat_record_http_statuses",
             "Records that failed because of an HTTP status, by that status.", metric_number(sum),
             {{"http_status", status}});
  to.gauge("laundromat_clean_documents", "Distinct clean documents.",
           metric_number(kept.documents.documents));
  to.gauge("laundromat_clean_statements", "Statements of the distinct clean documents.",
           metric_number(kept.documents.statements));
  to.gauge("laundromat_clean_bytes", "Bytes of the distinct clean documents as canonical N-Quads.",
           metric_number(kept.documents.bytes));
  to.gauge("laundromat_defects", "Defects of the sources of the clean documents.",
           metric_number(kept.documents.defects));
}

void add_hosts(metric_list& to, const host_list& hosts) {
  to.gauge("laundromat_hosts", "Hosts that have seeds in the queue, or were requested.",
           metric_number(hosts.all));
  std::set<std::string> names;  // as they are cut: no series may come twice
  for (const auto& host : hosts.rows) {
    const auto [name, is_new] =
        names.insert(label_text(host.authority.empty() ? "files of this machine" : host.authority));
    if (!is_new) continue;
    const metric_label label{"host", *name};
    to.gauge("laundromat_host_queued_seeds", "Due seeds of the hosts with the longest queues.",
             metric_number(host.queued), {label});
    to.gauge("laundromat_host_live_downloads", "Downloads in progress of the same hosts.",
             metric_number(host.live), {label});
    to.gauge("laundromat_host_failures", "Network failures in a row of the same hosts.", host.state.failures,
             {label});
    to.gauge("laundromat_host_documents", "Documents that were received from the same hosts.",
             metric_number(host.used.documents), {label});
  }
}

void add_queue(metric_list& to, const queue_figures& queue) {
  to.gauge("laundromat_due_seeds", "Seeds that may be crawled now; at most a million are counted.",
           metric_number(queue.due_seeds));
  for (const auto& [standing, sum] : queue.seeds) {
    std::string name{to_string(standing)};
    std::ranges::replace(name, ' ', '_');
    to.gauge("laundromat_seeds", "Seeds by the result of their newest crawl.", metric_number(sum.count),
             {{"standing", name}});
  }
  for (const auto& [cause, sum] : queue.paused_hosts)
    to.gauge("laundromat_paused_hosts",
             "Hosts to which requests pause, by cause; ok: the pause of the campaign.", metric_number(sum),
             {{"cause", to_string(cause)}});
  add_hosts(to, queue.hosts);
  constexpr std::array kinds{"clean", "ledger", "delta", "raw"};
  static_assert(kinds.size() == std::tuple_size_v<decltype(queue.segment_bytes)>);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    to.gauge(
        "laundromat_segment_bytes",
        "Bytes of segments by what they hold. Large documents have files of their own and are not counted.",
        metric_number(queue.segment_bytes[i]), {{"part", kinds[i]}});
}

void add_disk(metric_list& to, const disk_figures& disk) {
  to.gauge("laundromat_disk_size_bytes", "Size of the file system of the data folder.",
           metric_number(disk.size_bytes));
  to.gauge("laundromat_disk_free_bytes", "Free space of the file system of the data folder.",
           metric_number(disk.free_bytes));
  to.gauge("laundromat_journal_bytes", "Size of the files of the journal.",
           metric_number(disk.journal_bytes));
  to.gauge("laundromat_disk_full_in_seconds",
           "Time until the reserve of the disk is reached, by the last hour; +Inf when that is not in sight.",
           disk.full_in ? metric_seconds(*disk.full_in) : std::numeric_limits<double>::infinity());
}

void add_leases(metric_list& to, const cluster_figures& cluster) {
  constexpr const char* name = "laundromat_node_leases_total";
  constexpr const char* help = "Leases of worker nodes since the engine started, by what became of them.";
  to.counter(name, help, metric_number(cluster.granted), {{"event", "granted"}});
  to.counter(name, help, metric_number(cluster.finished), {{"event", "finished"}});
  to.counter(name, help, metric_number(cluster.expired), {{"event", "expired"}});
  to.counter(name, help, metric_number(cluster.crashed), {{"event", "crashed"}});
  to.counter(name, help, metric_number(cluster.late_results), {{"event", "late_result"}});
}

void add_nodes(metric_list& to, const cluster_figures& cluster) {
  for (const char* state : {"in", "leaving", "backing_off"}) {
    const auto found = cluster.by_state.find(state);
    to.gauge("laundromat_nodes", "Worker nodes by state.",
             found == cluster.by_state.end() ? 0 : metric_number(found->second), {{"state", state}});
  }
  for (const auto& node : cluster.nodes) {
    to.gauge("laundromat_node_slots", "Documents that a worker node parses at once.",
             metric_number(node.slots), {{"node", node.name}});
    to.gauge("laundromat_node_jobs", "Jobs that a worker node has.", metric_number(node.leases),
             {{"node", node.name}});
    to.counter("laundromat_node_finished_jobs_total", "Jobs that a worker node has finished since it joined.",
               metric_number(node.finished), {{"node", node.name}});
  }
  add_leases(to, cluster);
  to.counter("laundromat_nodes_refused_total", "Machines that were refused as worker nodes.",
             metric_number(cluster.refused));
}

}  // namespace

void add_data_metrics(metric_list& to, const metrics_input& input) {
  if (input.kept) add_records(to, *input.kept);
  if (input.queue) add_queue(to, *input.queue);
  if (input.disk) add_disk(to, *input.disk);
  if (input.cluster) add_nodes(to, *input.cluster);
}

}  // namespace laundromat
