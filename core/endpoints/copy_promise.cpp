// Says what the result of a copy is worth.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/copy_promise.hpp"

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

std::string list_of(const std::vector<std::string>& predicates) {
  std::string out;
  for (const auto& one : predicates)
    out += (out.empty() ? "" : ", ") + (one.empty() ? std::string{"all"} : one);
  return out;
}

}  // namespace

copy_promise promise_of(const copy_state& state) {
  copy_promise out;
  for (const auto& part : state.parts) {
    if (part.failure != errc::ok || !part.is_received) {
      out.failed.push_back(part.sum.predicate);
      continue;
    }
    out.triples += part.sum.triples;
    out.blank_triples += part.sum.blank_triples;
    if (part.is_unsettled) out.unsettled.push_back(part.sum.predicate);
    if (part.is_changing) out.changing.push_back(part.sum.predicate);
  }
  out.is_complete = state.phase == copy_phase::ended && state.failure == errc::ok && out.failed.empty() &&
                    out.unsettled.empty();
  out.is_one_state = out.is_complete && out.changing.empty();
  return out;
}

std::string promise_text(const copy_state& state) {
  const auto promise = promise_of(state);
  if (state.phase != copy_phase::ended) return "The harvest has not ended.";
  if (state.failure != errc::ok)
    return "The harvest ended early: " + std::string{to_string(state.failure)} +
           (state.detail.empty() ? "" : ", " + state.detail) + ".";
  std::string out;
  if (promise.is_one_state)
    out = number_of(promise.triples, "triple") + " of one state: " +
          (state.has_hash_sums ? "the checksums" : "the numbers of triples and their lengths") +
          " of each predicate were the same before and after.";
  else if (promise.is_complete)
    out =
        "Each triple that was there all the time has been received. The triples of these predicates changed "
        "meanwhile and are of several states: " +
        list_of(promise.changing) + ".";
  else
    out = "The harvest is not complete.";
  if (!promise.unsettled.empty())
    out += " The endpoint counted other numbers of triples than it gave, for: " + list_of(promise.unsettled) +
           ".";
  if (!promise.failed.empty())
    out += " These predicates could not be received: " + list_of(promise.failed) + ".";
  if (promise.blank_triples > 0)
    out += " " + number_of(promise.blank_triples, "triple") +
           " with blank nodes: a node with triples on several pages is a node on each of them, unless the "
           "endpoint keeps its labels, as Virtuoso does.";
  return out;
}

}  // namespace laundromat
