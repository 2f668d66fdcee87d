// Reads the journal, nodes.json and the file system.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/data_figures.hpp"

#include <sys/statvfs.h>

#include <algorithm>

#include "storage/files/posix_file.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

std::uint64_t number_in(const json_fact& object, const char* name) {
  if (!object.is_object()) return 0;
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string text_in(const json_fact& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

const json_fact& member(const json_fact& object, const char* name) {
  static const json_fact none;
  const auto found = object.find(name);
  return object.is_object() && found != object.end() ? *found : none;
}

/// A node that joins again while its former connection still counts has two rows, and no series may come twice.
void add_node(std::vector<node_figures>& to, node_figures one) {
  const auto same = std::ranges::find(to, one.name, &node_figures::name);
  if (same == to.end()) {
    if (to.size() < most_named_nodes) to.push_back(std::move(one));
    return;
  }
  same->slots += one.slots;
  same->leases += one.leases;
  same->finished += one.finished;
}

/// The states that a node can have; another one is counted as the last.
std::string known_state(const std::string& state) {
  return state == "in" ? "in" : state == "leaving" ? "leaving" : "backing_off";
}

}  // namespace

result<kept_figures> read_kept_figures(journal& from) {
  journal_reader reader{from};
  auto records = reader.counts();
  if (!records) return tl::unexpected(records.error());
  const auto documents = reader.totals();
  if (!documents) return tl::unexpected(documents.error());
  return kept_figures{*std::move(records), *documents};
}

result<queue_figures> read_queue_figures(journal& from, std::size_t top_hosts, timestamp now) {
  journal_reader reader{from};
  queue_figures out;
  const auto due = reader.due_seeds(now);
  if (!due) return tl::unexpected(due.error());
  out.due_seeds = *due;
  auto seeds = reader.standings(now);
  if (!seeds) return tl::unexpected(seeds.error());
  out.seeds = *std::move(seeds);
  const auto waiting = reader.waiting_hosts(now);
  if (!waiting) return tl::unexpected(waiting.error());
  for (const auto& host : *waiting) ++out.paused_hosts[host.cause];
  auto hosts = hosts_in(from, "", top_hosts, now);
  if (!hosts) return tl::unexpected(hosts.error());
  out.hosts = *std::move(hosts);
  for (std::size_t i = 0; i < out.segment_bytes.size(); ++i) {
    const auto ends = from.segments(static_cast<segment_kind>(i + 1));
    if (!ends) return tl::unexpected(ends.error());
    for (const auto& end : *ends) out.segment_bytes[i] += end.bytes;
  }
  return out;
}

std::optional<cluster_figures> cluster_figures_of(const json_fact& nodes) {
  if (!nodes.is_object()) return std::nullopt;
  cluster_figures out;
  const auto& leases = member(nodes, "leases");
  out.granted = number_in(leases, "granted");
  out.finished = number_in(leases, "finished");
  out.expired = number_in(leases, "expired");
  out.crashed = number_in(leases, "crashed");
  out.late_results = number_in(leases, "late_results");
  out.refused = number_in(nodes, "refused");
  for (const auto& node : member(nodes, "nodes")) {
    if (!node.is_object()) continue;
    node_figures one{text_in(node, "name"), known_state(text_in(node, "state")),
                     number_in(member(node, "slots"), "parse"), 0, number_in(node, "finished")};
    for (const auto& held : member(node, "holds"))
      one.leases += held.is_number_unsigned() ? held.get<std::uint64_t>() : 0;
    ++out.by_state[one.state];
    add_node(out.nodes, std::move(one));
  }
  return out;
}

result<disk_figures> read_disk(const std::filesystem::path& data) {
  struct statvfs found {};
  if (::statvfs(data.c_str(), &found) != 0) return fail_errno("get the free space of", data);
  disk_figures out;
  out.size_bytes = std::uint64_t{found.f_blocks} * found.f_frsize;
  out.free_bytes = std::uint64_t{found.f_bavail} * found.f_frsize;
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code missing;
    const auto bytes = std::filesystem::file_size(data_layout{data}.journal().string() + suffix, missing);
    if (!missing) out.journal_bytes += bytes;
  }
  return out;
}

}  // namespace laundromat
