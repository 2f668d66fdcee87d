// Walks depth first, with a stack of pages instead of recursion.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/record_tree.hpp"

#include <algorithm>
#include <ostream>

#include "app/terminal/json.hpp"
#include "core/records/cause_name.hpp"
#include "core/web/uri.hpp"

namespace laundromat {
namespace {

constexpr std::size_t page_rows = 256;

colour colour_of(std::string_view status) {
  if (status == "failed") return colour::red;
  if (status == "refused") return colour::yellow;
  return status == "parsed" || status == "cleaned" || status == "depleted" ? colour::green : colour::none;
}

tree_node node_of(const seed_record& seed) {
  return {0, "seed", seed.hash.hex(), std::string(to_string(seed.current)), seed.cause, {}, seed.uri};
}

tree_node node_of(const entry_record& entry, std::size_t depth, bool is_last) {
  const bool is_download = entry.hash == entry.root;
  return {depth,
          is_download ? "download" : "entry",
          entry.hash.hex(),
          std::string(to_string(entry.current)),
          entry.cause,
          entry.detail,
          is_download ? entry.uri : entry.path,
          entry.format,
          0,
          is_last};
}

tree_node node_of(const clean_record& clean, std::size_t depth) {
  const auto* state = to_ms(clean.removed) == 0 ? "cleaned" : "removed";
  return {depth, "clean", clean.hash.hex(), state, errc::ok, {}, {}, rdf_format::unknown, clean.statements};
}

/// The children of one record, page by page.
struct level {
  record_kind parent_kind{};
  record_hash parent;
  std::uint64_t total = 0, shown = 0;
  std::vector<entry_record> page = {};
  std::size_t next = 0;
};

class walk {
 public:
  walk(journal& from, tree_limits limits, const std::function<void(const tree_node&)>& take)
      : from_(from), reader_(from), limits_(limits), take_(take) {}

  result<void> from_seed(const record_hash& hash) {
    const auto seed = from_.seed(hash);
    if (!seed) return tl::unexpected(seed.error());
    take_(node_of(*seed));
    const auto count = reader_.count_downloads(hash, limits_.crawls);
    if (!count) return tl::unexpected(count.error());
    levels_.push_back({record_kind::seed, hash, *count});
    return go_down();
  }

  result<void> from_entry(const record_hash& hash) {
    const auto entry = from_.entry(hash);
    if (!entry) return tl::unexpected(entry.error());
    if (auto taken = visit(*entry, true); !taken) return taken;
    return go_down();
  }

  result<void> from_clean(const content_digest& digest, std::size_t depth) {
    const auto clean = reader_.clean(digest);
    if (!clean) return tl::unexpected(clean.error());
    take_(node_of(*clean, depth));
    return {};
  }

 private:
  result<void> go_down() {
    while (!levels_.empty()) {
      auto& now = levels_.back();
      if (now.shown == std::min<std::uint64_t>(now.total, limits_.children) || given_ >= limits_.nodes) {
        if (const auto left = now.total - now.shown; left > 0)
          take_({levels_.size(), "more", {}, {}, errc::ok, {}, {}, rdf_format::unknown, left});
        levels_.pop_back();
        continue;
      }
      if (now.next == now.page.size())
        if (auto turned = read_next_page(now); !turned) return turned;
      if (now.page.empty()) {
        levels_.pop_back();
        continue;
      }
      const auto entry = now.page[now.next++];
      ++now.shown;
      if (auto taken = visit(entry, now.shown == now.total); !taken) return taken;
    }
    return {};
  }

  result<void> read_next_page(level& now) {
    const auto last = now.page.empty() ? std::nullopt : std::optional{now.page.back().ordinal};
    auto page =
        now.parent_kind == record_kind::seed
            ? reader_.downloads(
                  now.parent, static_cast<std::size_t>(std::min<std::uint64_t>(limits_.children, now.total)),
                  limits_.crawls)
            : reader_.children(now.parent, last, page_rows);
    if (!page) return tl::unexpected(page.error());
    now.page = *std::move(page);
    now.next = 0;
    return {};
  }

  /// Visits an entry, then its clean document or its children.
  result<void> visit(const entry_record& entry, bool is_last) {
    const auto depth = levels_.size();
    take_(node_of(entry, depth, is_last));
    ++given_;
    if (!entry.clean.is_null()) return from_clean(entry.clean, depth + 1);
    if (entry.current != status::depleted || depth >= limits_.depth) return {};
    const auto count = reader_.count_children(entry.hash);
    if (!count) return tl::unexpected(count.error());
    levels_.push_back({record_kind::entry, entry.hash, *count});
    return {};
  }

  journal& from_;
  journal_reader reader_;
  tree_limits limits_;
  const std::function<void(const tree_node&)>& take_;
  std::vector<level> levels_;
  std::size_t given_ = 0;
};

}  // namespace

result<void> walk_tree(journal& from, const record_ref& top, tree_limits limits,
                       const std::function<void(const tree_node&)>& take) {
  walk walking{from, limits, take};
  switch (top.kind) {
    case record_kind::seed:
      return walking.from_seed(top.record);
    case record_kind::entry:
      return walking.from_entry(top.record);
    case record_kind::clean:
      break;
  }
  return walking.from_clean(top.clean, 0);
}

result<record_ref> top_of_tree(journal& from, const record_ref& record) {
  if (record.kind != record_kind::entry) return record;
  const auto entry = from.entry(record.record);
  if (!entry) return tl::unexpected(entry.error());
  return record_ref{record_kind::entry, entry->root, {}};
}

result<std::vector<announcement_row>> path_above(journal& from, const record_ref& top) {
  if (top.kind == record_kind::clean) return std::vector<announcement_row>{};
  auto seed = top.record;
  if (top.kind == record_kind::entry) {
    const auto entry = from.entry(top.record);
    if (!entry) return tl::unexpected(entry.error());
    seed = entry->seed;
  }
  return announcement_reader{from}.path_to(seed);
}

namespace {

/// The host whose robots.txt, or whose usual place, an announcement is. `via` may name the robots.txt.
std::string host_behind(const announcement_row& above) {
  const auto at = above.via.find("http");
  const auto host = short_authority(at == std::string::npos ? above.uri : above.via.substr(at));
  return host ? *host : std::string{};
}

}  // namespace

tree_node node_of(const announcement_row& above, std::size_t depth) {
  const auto how = "announces as " + std::string{to_string(above.kind)};
  const auto by = above.via.empty() ? "" : " by " + above.via;
  if (above.kind == announced_as::pinged)
    return {depth, "publisher", {}, "announces by ping", errc::ok, {}, host_behind(above)};
  if (above.announcer.is_null()) return {depth, "host", {}, how + by, errc::ok, {}, host_behind(above)};
  return {depth, "seed", above.announcer.hex(), how + by, errc::ok, {}, above.announcer_uri};
}

void tree_printer::print(const tree_node& node) {
  constexpr std::size_t digits = 12;
  open_.resize(std::max<std::size_t>(node.depth, 1));
  std::string line;
  for (std::size_t i = 1; i < node.depth; ++i) line.append(open_[i] ? "│  " : "   ");
  if (node.depth > 0) line.append(node.is_last ? "└─ " : "├─ ");
  open_.resize(node.depth + 1);
  open_[node.depth] = !node.is_last;
  const auto& to = io_.out_terminal;
  if (node.kind == "more") {
    io_.out << line << painted("… " + human_count(node.count) + " more", colour::grey, to) << '\n';
    return;
  }
  io_.out << line << painted(node.kind, colour::bold, to) << ' ' << node.hash.substr(0, digits)
          << (node.hash.empty() ? "" : "  ") << painted(node.status, colour_of(node.status), to);
  if (node.cause != errc::ok) io_.out << ": " << cause_name(node.cause, node.detail);
  if (node.kind == "clean") io_.out << "  " << number_of(node.count, "statement");
  if (node.format != rdf_format::unknown) io_.out << "  " << to_string(node.format);
  if (!node.name.empty()) io_.out << "  " << harmless(node.name);
  io_.out << '\n';
}

void print_node_as_json(const tree_node& node, console& io) {
  json_fact fact{{"depth", node.depth}, {"kind", node.kind}};
  if (node.kind == "more") {
    fact["count"] = node.count;
  } else {
    if (!node.hash.empty()) fact["hash"] = node.hash;
    fact["status"] = node.status;
    if (node.cause != errc::ok) fact["cause"] = to_string(node.cause);
    if (!node.detail.empty()) fact["detail"] = node.detail;
    if (node.format != rdf_format::unknown) fact["format"] = to_string(node.format);
    if (node.kind == "clean") fact["statements"] = node.count;
    if (!node.name.empty()) fact["name"] = node.name;
  }
  print_fact(io.out, fact);
}

}  // namespace laundromat
