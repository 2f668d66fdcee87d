// Checks the conditions of a negative answer.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/closed_world.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/discovery/sitemap/uri_space.hpp"

namespace laundromat {

namespace {

std::string in_words(seconds interval) {
  constexpr std::int64_t day = 86'400, hour = 3'600;
  const auto count = interval.count();
  if (count % day == 0) return number_of(static_cast<std::uint64_t>(count / day), "day");
  if (count % hour == 0) return number_of(static_cast<std::uint64_t>(count / hour), "hour");
  return number_of(static_cast<std::uint64_t>(count), "second");
}

class doubts {
 public:
  explicit doubts(const closed_world_facts& facts) : facts_(facts) {}

  std::vector<std::string> find() {
    const auto& d = facts_.dataset;
    if (!facts_.owner_is_known)
      add("no sitemap was read in whose URI space the URI is, so that its owner is not known");
    else if (!facts_.announcer_is_owner)
      add("the dataset is announced by " + facts_.announcer + ", which is not of the owner of the URI");
    if (!facts_.is_announced_now) add(facts_.announcer + " does not announce the dataset any more");
    if (!claims(d, facts_.uri))
      add(d.prefixes.empty() ? "the dataset does not say which URIs it describes (`sc:linkedDataPrefix`, "
                               "`void:uriSpace`)"
                             : "the URI is below no prefix of the dataset");
    if (d.dumps.empty()) add("the dataset has no dump");
    if (std::ranges::any_of(d.features, [](const std::string& one) { return one.ends_with("#PartialDump"); }))
      add("its dumps are partial ones (`void:feature`): they have only what has changed");
    for (const auto& dump : facts_.dumps) judge(dump);
    return std::move(found_);
  }

 private:
  void add(std::string sentence) { found_.push_back(std::move(sentence)); }

  void judge(const dump_state& dump) {
    const std::string name = "the dump " + dump.uri;
    if (!dump.is_known) return add(name + " was not fetched: it is not followed");
    if (dump.is_being_crawled) add(name + " is being crawled");
    if (!dump.is_here)
      return add(name +
                 (dump.failure.empty() ? " was not fetched yet" : " was not fetched: " + dump.failure));
    if (!dump.failure.empty())
      add(name + " could not be fetched again: " + dump.failure + "; what is here is of " +
          to_iso8601(dump.fetched));
    if (!dump.is_of_owner)
      add(name + " is not in the URI space of the URI, and in none that is joined with it");
    judge_content(dump, name);
    judge_date(dump, name);
  }

  void judge_content(const dump_state& dump, const std::string& name) {
    if (dump.failed_files > 0)
      add("of " + name + " " + number_of(dump.failed_files, "file") + " could not be washed");
    if (dump.damaged_files > 0)
      add("of " + name + " " + number_of(dump.damaged_files, "file") + " " +
          (dump.damaged_files == 1 ? "is" : "are") + " damaged");
    if (dump.skipped_bytes > 0)
      add("of " + name + " " + number_of(dump.skipped_bytes, "byte") +
          " could not be read and may have been about the URI");
    if (dump.removed_documents > 0)
      add("of " + name + " " + number_of(dump.removed_documents, "clean document") + " " +
          (dump.removed_documents == 1 ? "was" : "were") + " removed");
  }

  void judge_date(const dump_state& dump, const std::string& name) {
    const auto modified = std::max(dump.modified, facts_.dataset.modified);
    const auto seen = std::max(dump.confirmed, dump.fetched);
    if (modified > seen && modified <= facts_.now)
      add(name + " has changed on " + to_iso8601(modified) + ", as it is announced, and was fetched on " +
          to_iso8601(seen));
    auto interval = dump.change_interval ? dump.change_interval : facts_.dataset.change_interval;
    if (!interval || *interval == seconds::max()) return;
    if (*interval == seconds{0})
      add(name + " changes whenever it is requested, as it is announced");
    else if (seen + *interval < facts_.now)
      add(name + " was fetched on " + to_iso8601(seen) + ", and changes every " + in_words(*interval) +
          ", as it is announced");
  }

  const closed_world_facts& facts_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> reasons_against(const closed_world_facts& facts) {
  return doubts{facts}.find();
}

std::string negative_answer(const closed_world_facts& facts, std::string_view publisher) {
  timestamp oldest = facts.dumps.empty() ? timestamp{} : timestamp::max();
  for (const auto& dump : facts.dumps) oldest = std::min(oldest, std::max(dump.fetched, dump.confirmed));
  const auto& d = facts.dataset;
  std::string out = publisher.empty() ? std::string("Its publisher") : std::string(publisher);
  out += " has not given information about " + facts.uri;
  out += d.label.empty() ? " in the dataset " + d.key : " in the dataset labelled \"" + d.label + '"';
  return out + ", as of " + to_iso8601(oldest);
}

}  // namespace laundromat
