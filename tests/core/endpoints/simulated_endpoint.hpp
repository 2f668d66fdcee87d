// A SPARQL endpoint in memory, with the limits of a public one, for tests of copying it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/endpoints/endpoint_copy.hpp"

namespace laundromat::test {

/// Answers what a request asks for, without reading its query. Each triple has a random hash.
class simulated_endpoint {
 public:
  std::uint64_t most_rows = 10'001;  ///< of a page; the rest is cut without a word, as Virtuoso does
  std::uint64_t most_list_rows = 10'001;
  std::uint64_t most_work = 1'000'000'000;  ///< triples in the range of a page or count; more times out
  bool knows_hash_sums = true, can_list = true;
  std::function<void(std::uint64_t)> before = [](std::uint64_t) {
  };  ///< called with the number of the request

  void add(const std::string& predicate, const std::string& subject, const std::string& object) {
    const auto line = "<" + subject + "> <" + predicate + "> \"" + object + "\" .";
    triples_[predicate].insert(
        {line, static_cast<std::uint32_t>(std::hash<std::string>{}(line)*0x9E37'79B1U)});
  }
  void add_many(const std::string& predicate, int count, int from = 0) {
    for (int i = from; i < from + count; ++i)
      add(predicate, "http://e/s" + std::to_string(i), std::to_string(i * 7));
  }
  void remove_some(const std::string& predicate, int count) {
    auto& all = triples_[predicate];
    for (int i = 0; i < count && !all.empty(); ++i) {
      removed_.insert(all.begin()->first);
      all.erase(all.begin());
    }
    if (all.empty()) triples_.erase(predicate);
  }
  [[nodiscard]] const std::set<std::string>& removed() const { return removed_; }
  [[nodiscard]] std::set<std::string> all() const {
    std::set<std::string> out;
    for (const auto& [predicate, triples] : triples_)
      for (const auto& [line, hash] : triples) out.insert(line);
    return out;
  }

  endpoint_answer answer(const copy_request& request) {
    before(++requests_);
    if (request.phase == copy_phase::listing) return list(request);
    if (request.phase == copy_phase::totalling)
      return csv("\"n\",\"len\",\"blank\"\n" + sums(matching("", {})) + "\n");
    const auto found = matching(request.predicate, request.range);
    if (found.size() > most_work) return timed_out();
    if (request.phase == copy_phase::counting) return csv("\"n\"\n" + std::to_string(found.size()) + "\n");
    std::string body = found.empty() ? "# Empty NT\n" : "";
    for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), most_rows); ++i)
      body += found[i].first + "\n";
    return {errc::ok, 200, "", {}, body};
  }
  [[nodiscard]] std::uint64_t requests() const { return requests_; }

  static endpoint_answer timed_out() {
    return {errc::ok, 500, "", {}, "Virtuoso S1T00 Error SR171: Transaction timed out\n\nSPARQL query:\n"};
  }

 private:
  using rows = std::vector<std::pair<std::string, std::uint32_t>>;

  static endpoint_answer csv(std::string body) { return {errc::ok, 200, "", {}, std::move(body)}; }
  static std::string sums(const rows& found) {
    std::uint64_t length = 0;
    for (const auto& one : found) length += one.first.size();
    return std::to_string(found.size()) + "," + std::to_string(length) + ",0";
  }
  [[nodiscard]] rows matching(const std::string& predicate, hash_range range) const {
    rows out;
    for (const auto& [name, triples] : triples_)
      if (predicate.empty() || name == predicate)
        for (const auto& one : triples)
          if (one.second >= range.first && one.second <= range.last) out.emplace_back(one);
    return out;
  }
  endpoint_answer list(const copy_request& request) const {
    const bool with_sums = request.query.find("?sum") != std::string::npos;
    if (!can_list || (with_sums && !knows_hash_sums)) return timed_out();
    // The key of a predicate is its name in reverse, for an order of its own.
    std::map<std::string, std::string> by_key;
    for (const auto& [name, triples] : triples_) by_key[std::string{name.rbegin(), name.rend()}] = name;
    std::string body = with_sums ? "p,key,n,len,blank,sum\n" : "p,key,n,len,blank\n";
    std::uint64_t count = 0;
    for (const auto& [key, name] : by_key) {
      if (key <= request.list_after || ++count > most_list_rows) continue;
      const auto found = matching(name, {});
      std::uint64_t hashes = 0;
      for (const auto& one : found) hashes += one.second;
      body += name + "," + key + "," + sums(found) + (with_sums ? "," + std::to_string(hashes) : "") + "\n";
    }
    return csv(body);
  }

  std::map<std::string, std::set<std::pair<std::string, std::uint32_t>>> triples_;
  std::set<std::string> removed_;
  std::uint64_t requests_ = 0;
};

/// A client that keeps pages as it is told to. Its pages are small, so that little data needs many.
struct copy_client {
  copy_client() {
    state.limits.page_rows = 800;
    state.limits.fewest_rows = 20;
  }

  std::map<std::uint64_t, std::string> pages;
  copy_state state;

  /// Runs until the end, at most `most` requests. The state is written and read between two requests.
  void run(simulated_endpoint& endpoint, std::uint64_t most = 2'000) {
    for (std::uint64_t i = 0; i < most; ++i) {
      endpoint_copy copy{read_copy(write_copy(state)).value()};
      const auto request = copy.next();
      if (!request) return;
      const auto answer = endpoint.answer(*request);
      const auto step = copy.take(answer);
      if (step.keep_as) pages[*step.keep_as] = answer.body;
      for (const auto id : step.drop) pages.erase(id);
      state = copy.state();
    }
  }
  [[nodiscard]] std::set<std::string> triples() const {
    std::set<std::string> out;
    for (const auto& [id, body] : pages) {
      for (std::size_t at = 0; at < body.size();) {
        const auto end = body.find('\n', at);
        if (body[at] != '#') out.insert(body.substr(at, end - at));
        at = end + 1;
      }
    }
    return out;
  }
};

}  // namespace laundromat::test
