// Walks through archives with one page of members in memory per level.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/ledger_finder.hpp"

#include <limits>
#include <optional>
#include <vector>

namespace laundromat {

namespace {

constexpr std::size_t members_at_once = 256;
constexpr auto all_downloads = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());

/// An entry whose members are being read.
struct visited {
  record_hash hash;
  std::optional<std::uint64_t> after;
};

/// False for a download that runs, and for one that only confirms another.
bool has_own_result(const entry_record& download) {
  return is_final(record_kind::entry, download.current) && download.current != status::unchanged;
}

class ledger_walk {
 public:
  ledger_walk(journal& from, const std::function<result<void>(const found_entry&)>& take)
      : reader_(from), take_(take) {}

  result<void> below(const entry_record& entry) {
    if (auto shown = show(entry); !shown) return shown;
    std::vector<visited> open{{entry.hash, {}}};
    while (!open.empty()) {
      const auto top = open.back();
      const auto members = reader_.children(top.hash, top.after, members_at_once);
      if (!members) return tl::unexpected(members.error());
      if (members->empty()) {
        open.pop_back();
        continue;
      }
      open.back().after = members->back().ordinal;
      for (const auto& member : *members) {
        if (auto shown = show(member); !shown) return shown;
        if (member.clean.is_null()) open.push_back({member.hash, {}});
      }
    }
    return {};
  }

  result<void> show(const entry_record& entry) {
    const auto ledger = reader_.ledger(entry.hash);
    if (!ledger) return tl::unexpected(ledger.error());
    return take_({entry, *ledger});
  }

 private:
  journal_reader reader_;
  const std::function<result<void>(const found_entry&)>& take_;
};

}  // namespace

result<void> each_entry(journal& from, const record_ref& record, crawl_scope crawls,
                        const std::function<result<void>(const found_entry&)>& take) {
  ledger_walk walk{from, take};
  journal_reader reader{from};
  if (record.kind == record_kind::seed) {
    const auto found = reader.downloads(record.record, all_downloads, crawls);
    if (!found) return tl::unexpected(found.error());
    for (const auto& download : *found)
      if (crawls == crawl_scope::all || found->size() == 1 || has_own_result(download))
        if (auto walked = walk.below(download); !walked) return walked;
    return {};
  }
  if (record.kind == record_kind::entry) {
    const auto entry = from.entry(record.record);
    return entry ? walk.below(*entry) : tl::unexpected(entry.error());
  }
  auto sources = reader.sources(record.clean, crawls);
  if (sources && sources->empty()) sources = reader.sources(record.clean, crawl_scope::all);
  if (!sources) return tl::unexpected(sources.error());
  for (const auto& source : *sources) {
    const auto entry = from.entry(source.entry);
    if (!entry) return tl::unexpected(entry.error());
    if (auto shown = walk.show(*entry); !shown) return shown;
  }
  return {};
}

}  // namespace laundromat
