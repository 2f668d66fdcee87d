// Prints clusters as a table, or one object for each as JSON.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/reconcile_report.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <utility>

#include "app/terminal/json.hpp"

namespace laundromat {

namespace {

/// The decisions by their pairs.
class known_decisions {
 public:
  explicit known_decisions(std::span<const duplicate_decision> all) {
    for (const auto& one : all) by_pair_.emplace(std::pair(one.one, one.other), &one);
  }
  [[nodiscard]] const duplicate_decision* find(const std::string& one, const std::string& other) const {
    const auto found = by_pair_.find({one, other});
    return found == by_pair_.end() ? nullptr : found->second;
  }

 private:
  std::map<std::pair<std::string, std::string>, const duplicate_decision*> by_pair_;
};

class findings_printer {
 public:
  findings_printer(const reconcile_findings& found, const duplicate_options& rules,
                   std::span<const duplicate_decision> joined, const decided_groups& decided, console& io)
      : found_(found), rules_(rules), known_(joined), joined_(joined), decided_(decided), io_(io) {}

  void print_table() const {
    text_table table({{"cluster", text_table::align::right},
                      {"one"},
                      {"other"},
                      {"score", text_table::align::right},
                      {"why"},
                      {"decision"}});
    const auto proposed = undecided_pairs(found_.duplicates, rules_);
    std::set<std::pair<std::string, std::string>> shown;
    for (std::size_t c = 0; c < found_.duplicates.clusters.size(); ++c)
      for (const auto p : found_.duplicates.clusters[c].pairs) {
        const auto& pair = proposed[p];
        const auto why = found_.duplicates.pairs[p].is_exact ? "equal keys" : pair.reasons;
        table.add_row(
            {std::to_string(c + 1), pair.one, pair.other, pair.score, why_of(pair, why), verdict_of(pair)});
        shown.emplace(pair.one, pair.other);
      }
    for (const auto& pair : found_.candidates) {
      table.add_row({"", pair.one, pair.other, pair.score, why_of(pair, pair.reasons), verdict_of(pair)});
      shown.emplace(pair.one, pair.other);
    }
    for (const auto& pair : joined_)
      if (pair.verdict == duplicate_verdict::implied && !shown.contains({pair.one, pair.other}))
        table.add_row({"", pair.one, pair.other, "", pair.reasons, std::string(name_of(pair.verdict))});
    if (!table.is_empty()) table.print(io_.out, io_.out_terminal);
    print_sum();
    print_limits();
  }

  void print_json() const {
    for (std::size_t c = 0; c < found_.duplicates.clusters.size(); ++c) {
      const auto& cluster = found_.duplicates.clusters[c];
      json_fact fact{{"cluster", c + 1}, {"ids", cluster.ids}, {"pairs", json_fact::array()}};
      for (const auto p : cluster.pairs) fact["pairs"].push_back(pair_json(found_.duplicates.pairs[p]));
      print_fact(io_.out, fact);
    }
    for (const auto& one : found_.candidates)
      print_fact(io_.out, {{"candidate", {one.one, one.other}},
                           {"score", one.score},
                           {"why", one.reasons},
                           {"decision", verdict_of(one)}});
    for (const auto& one : joined_)
      if (one.verdict == duplicate_verdict::implied)
        print_fact(io_.out, {{"implied", {one.one, one.other}}, {"why", one.reasons}});
    json_fact sum{{"records", found_.records},
                  {"pairs", found_.duplicates.pairs.size()},
                  {"clusters", found_.duplicates.clusters.size()},
                  {"candidates", found_.candidates.size()},
                  {"decisions",
                   {{"undecided", count(duplicate_verdict::undecided)},
                    {"same", count(duplicate_verdict::same)},
                    {"different", count(duplicate_verdict::different)},
                    {"implied", count(duplicate_verdict::implied)}}},
                  {"unanswered", found_.unanswered},
                  {"without_id", found_.without_id},
                  {"repeated_ids", found_.duplicates.repeated_ids},
                  {"skipped_blocks", json_fact::array()},
                  {"skipped_block_count", found_.duplicates.skipped_block_count},
                  {"pairs_left_out", found_.duplicates.pairs_left_out},
                  {"contradictions", json_fact::array()}};
    for (const auto& one : decided_.contradictions) sum["contradictions"].push_back(one.chain);
    for (const auto& one : found_.duplicates.skipped_blocks)
      sum["skipped_blocks"].push_back({{"block", one.block}, {"records", one.records}});
    print_fact(io_.out, sum);
  }

  /// A contradiction is of the file, and is reported in every case.
  void print_contradictions() const {
    for (const auto& one : decided_.contradictions) {
      std::string chain;
      for (const auto& id : one.chain) chain += (chain.empty() ? "" : " = ") + id;
      io_.err << "laundromat: a contradiction: " << harmless(one.one) << " and " << harmless(one.other)
              << " are decided to be different, but " << harmless(chain)
              << ": nothing is made of these records until one of the decisions is changed\n";
    }
  }

 private:
  [[nodiscard]] std::string verdict_of(const duplicate_decision& pair) const {
    const auto* decided = known_.find(pair.one, pair.other);
    return std::string(name_of(decided ? decided->verdict : duplicate_verdict::undecided));
  }
  /// Of an implied pair the chain of ids.
  [[nodiscard]] std::string why_of(const duplicate_decision& pair, const std::string& why) const {
    const auto* decided = known_.find(pair.one, pair.other);
    return decided && decided->verdict == duplicate_verdict::implied ? decided->reasons : why;
  }
  [[nodiscard]] json_fact pair_json(const duplicate_pair& pair) const {
    json_fact reasons = json_fact::array();
    for (const auto& reason : pair.reasons)
      reasons.push_back({{"field", rules_.fields[reason.field].name}, {"score", reason.score}});
    const auto* decided = known_.find(pair.one, pair.other);
    return {{"one", pair.one},
            {"other", pair.other},
            {"exact", pair.is_exact},
            {"score", pair.score},
            {"reasons", std::move(reasons)},
            {"block", pair.block},
            {"decision", name_of(decided ? decided->verdict : duplicate_verdict::undecided)}};
  }
  [[nodiscard]] std::uint64_t count(duplicate_verdict verdict) const {
    return static_cast<std::uint64_t>(std::ranges::count(joined_, verdict, &duplicate_decision::verdict));
  }
  void print_sum() const {
    io_.err << number_of(found_.records, "record") << ", "
            << number_of(found_.duplicates.pairs.size(), "pair") << " in "
            << number_of(found_.duplicates.clusters.size(), "cluster");
    if (!found_.candidates.empty()) io_.err << ", " << number_of(found_.candidates.size(), "candidate");
    io_.err << "; decided: " << human_count(count(duplicate_verdict::same)) << " same, "
            << human_count(count(duplicate_verdict::different)) << " different, "
            << human_count(count(duplicate_verdict::undecided)) << " undecided";
    if (const auto implied = count(duplicate_verdict::implied); implied > 0)
      io_.err << ", " << human_count(implied) << " implied";
    io_.err << '\n';
  }
  void print_limits() const {
    const auto& all = found_.duplicates;
    if (found_.unanswered > 0)
      io_.err << number_of(found_.unanswered, "name") << " not answered, as "
              << harmless(found_.first_unanswered) << ": run the command again\n";
    if (found_.without_id > 0)
      io_.err << number_of(found_.without_id, "record")
              << " without an id compared with no other: name another field with --id\n";
    if (!all.repeated_ids.empty())
      io_.err << number_of(all.repeated_ids.size(), "record")
              << " left out, whose id another record has: " << harmless(all.repeated_ids.front())
              << (all.repeated_ids.size() > 1 ? ", …\n" : "\n");
    if (all.skipped_block_count > 0)
      io_.err << number_of(all.skipped_block_count, "block") << " with too many records not compared, as of "
              << harmless(all.skipped_blocks.front().block) << ": choose another --block\n";
    if (all.pairs_left_out > 0)
      io_.err << number_of(all.pairs_left_out, "pair") << " left out: raise --threshold\n";
  }

  const reconcile_findings& found_;
  const duplicate_options& rules_;
  known_decisions known_;
  std::span<const duplicate_decision> joined_;
  const decided_groups& decided_;
  console& io_;
};

}  // namespace

void print_findings(const reconcile_findings& found, const duplicate_options& rules,
                    std::span<const duplicate_decision> joined, const decided_groups& decided, bool json,
                    console& io) {
  const findings_printer printer(found, rules, joined, decided, io);
  json ? printer.print_json() : printer.print_table();
  printer.print_contradictions();
}

}  // namespace laundromat
