// Writes, reads and prints nodes.json.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/nodes.hpp"

#include "app/terminal/terminal.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

std::filesystem::path path_in(const std::filesystem::path& data) {
  return data / "nodes.json";
}

json_fact describe(const node_id& id, const registered_node& node, const lease_scheduler& book,
                   timestamp now) {
  json_fact slots = json_fact::object(), holds = json_fact::object();
  for (const auto which : all_stages) {
    const std::string name{to_string(which)};
    slots[name] = node.handshake.slots[index_of(which)];
    holds[name] = std::ranges::count_if(book.leases().held_by(id), [&](const lease_id& lease) {
      return book.leases().find(lease)->work.which == which;
    });
  }
  return {{"name", node.handshake.name},
          {"number", id.number},
          {"since", to_iso8601(node.since)},
          {"state", node.is_leaving            ? "leaving"
                    : node.backoff_until > now ? "backing off"
                                               : "in"},
          {"slots", slots},
          {"holds", holds},
          {"finished", node.finished},
          {"free_memory_bytes", node.handshake.free_memory_bytes}};
}

std::uint64_t sum_of(const json_fact& by_stage) {
  std::uint64_t sum = 0;
  for (const auto& one : by_stage) sum += one.get<std::uint64_t>();
  return sum;
}

std::string busy_with(const json_fact& holds) {
  std::string words;
  for (const auto& [name, count] : holds.items())
    if (count.get<std::uint64_t>() > 0)
      words += (words.empty() ? "" : ", ") + std::to_string(count.get<std::uint64_t>()) + " " + name;
  return words.empty() ? "nothing" : words;
}

}  // namespace

nodes_file::nodes_file(std::filesystem::path data, std::string address)
    : path_(path_in(data)), address_(std::move(address)) {}

nodes_file::~nodes_file() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void nodes_file::write(const lease_scheduler& book, timestamp now) {
  json_fact nodes = json_fact::array();
  for (const auto& [id, node] : book.nodes()) nodes.push_back(describe(id, node, book, now));
  const auto& counts = book.counts();
  json_fact all{{"address", address_},
                {"leases",
                 {{"granted", counts.granted},
                  {"finished", counts.finished},
                  {"expired", counts.expired},
                  {"crashed", counts.crashed},
                  {"late_results", counts.stale}}},
                {"refused", counts.refused},
                {"nodes", nodes}};
  auto text = all.dump(1);
  if (text == written_) return;
  all["at"] = to_iso8601(now);
  if (const auto folder = safe_folder::named(path_.parent_path()))
    (void)folder->put(path_.filename(), all.dump(1) + '\n');
  written_ = std::move(text);
}

json_fact read_nodes(const std::filesystem::path& data) {
  if (!data_folder::holder(data)) return nullptr;
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  const auto folder = safe_folder::named(data);
  const auto text =
      folder ? folder->head_of(path_in(data).filename(), most_bytes).value_or("") : std::string{};
  auto nodes = json_fact::parse(text, nullptr, false);
  return nodes.is_object() ? nodes : json_fact(nullptr);
}

void print_nodes(const json_fact& nodes, console& io) {
  text_table table{{{"node"},
                    {"state"},
                    {"since"},
                    {"slots", text_table::align::right},
                    {"working on"},
                    {"done", text_table::align::right}}};
  for (const auto& node : nodes["nodes"])
    table.add_row({node["name"], node["state"], node["since"], human_count(node["slots"]["parse"]),
                   busy_with(node["holds"]), human_count(node["finished"])});
  io.out << "joined at " << nodes["address"].get<std::string>() << ": "
         << number_of(nodes["nodes"].size(), "machine") << '\n';
  if (!table.is_empty()) table.print(io.out, io.out_terminal);
  const auto& leases = nodes["leases"];
  io.out << "leases            " << human_count(leases["granted"]) << " granted, "
         << human_count(leases["finished"]) << " done, "
         << human_count(sum_of({leases["expired"], leases["crashed"]})) << " lost; "
         << number_of(leases["late_results"], "result") << " too late; "
         << number_of(nodes["refused"], "machine") << " refused\n";
}

}  // namespace laundromat
