// Gathers the facts about the dumps of a dataset, then searches their documents.
// SPDX-License-Identifier: Apache-2.0
#include "app/authority/closed_world_answer.hpp"

#include <algorithm>
#include <set>

#include "app/authority/found_statements.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace {

record_hash seed_of(const std::string& uri) {
  return seed_hash(uri.substr(0, uri.find('#')));
}

class dataset_search {
 public:
  dataset_search(journal& from, const clean_store& store, uri_owners& owners, const closed_world_search& how)
      : from_(from), store_(store), owners_(owners), how_(how) {}

  result<dataset_answer_about> ask(const covering_dataset& dataset, bool owner_is_known,
                                   const std::string& uri) {
    auto& facts = out_.facts;
    facts.uri = uri;
    facts.dataset = dataset.row.dataset;
    facts.announcer = dataset.announcer;
    facts.is_announced_now = dataset.is_announced_now;
    facts.announcer_is_owner = dataset.announcer_is_owner;
    facts.owner_is_known = owner_is_known;
    facts.now = how_.now;
    for (const auto& dump : facts.dataset.dumps) {
      if (auto added = add_dump(dump); !added) return tl::unexpected(added.error());
      if (auto searched = search(dump, false); !searched) return tl::unexpected(searched.error());
    }
    if (out_.documents_with_statements == 0 && !how_.subjects_only) {
      seen_.clear();
      for (const auto& dump : facts.dataset.dumps)
        if (auto searched = search(dump, true); !searched) return tl::unexpected(searched.error());
    }
    out_.publisher = owners_.of(uri).publisher;
    if (out_.publisher.empty() && dataset.announcer_is_owner) out_.publisher = facts.dataset.publisher;
    if (owners_.problem()) return tl::unexpected(*owners_.problem());
    conclude();
    return std::move(out_);
  }

 private:
  result<void> add_dump(const std::string& dump) {
    announcement_reader reader{from_};
    auto state = reader.dump(dump);
    if (!state) return tl::unexpected(state.error());
    const auto address = reader.address(seed_of(dump));
    if (!address) return tl::unexpected(address.error());
    const auto owner = owners_.of(out_.facts.uri).owner;
    state->is_of_owner = !owner.empty() && owners_.of(address->empty() ? dump : *address).owner == owner;
    out_.facts.dumps.push_back(*std::move(state));
    return {};
  }

  result<void> search(const std::string& dump, bool mentions) {
    const auto documents = announcement_reader{from_}.documents(seed_of(dump));
    if (!documents) return tl::unexpected(documents.error());
    for (const auto& one : *documents) {
      if (one.statements == 0 || !seen_.insert(one.hash).second) continue;
      const auto clean = journal_reader{from_}.clean(one.hash);
      if (!clean) return tl::unexpected(clean.error());
      if (clean->removed != timestamp{}) continue;  // a reason against an answer
      document_finding finding{one.hash, dump};
      auto& count = mentions ? finding.elsewhere : finding.as_subject;
      const auto take = [&](std::string_view) -> result<void> {
        ++count;
        return {};
      };
      auto read = (mentions ? find_mentions : find_subject)(store_, one.hash, out_.facts.uri, take);
      if (!read) return read;
      if (count == 0) continue;
      ++out_.documents_with_statements;
      if (out_.found.size() < most_findings) out_.found.push_back(std::move(finding));
    }
    return {};
  }

  void conclude() {
    out_.reasons = reasons_against(out_.facts);
    if (how_.subjects_only && out_.documents_with_statements == 0)
      out_.reasons.emplace_back("only subjects were looked at: the URI may be an object of statements");
    out_.what = out_.documents_with_statements > 0 ? dataset_says::given
                : out_.reasons.empty()             ? dataset_says::not_given
                                                   : dataset_says::unknown;
  }

  journal& from_;
  const clean_store& store_;
  uri_owners& owners_;
  const closed_world_search& how_;
  dataset_answer_about out_;
  std::set<content_digest> seen_;  ///< dumps may have the same document, in several formats
};

}  // namespace

std::string_view to_string(dataset_says what) {
  switch (what) {
    case dataset_says::given:
      return "given";
    case dataset_says::not_given:
      return "not given";
    case dataset_says::unknown:
      return "unknown";
  }
  return "";
}

result<dataset_answer_about> ask_dataset(journal& from, const clean_store& store, uri_owners& owners,
                                         const covering_dataset& dataset, bool owner_is_known,
                                         const std::string& uri, const closed_world_search& how) {
  return dataset_search{from, store, owners, how}.ask(dataset, owner_is_known, uri);
}

}  // namespace laundromat
