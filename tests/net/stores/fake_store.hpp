// A SPARQL store for tests: Graph Store Protocol, INSERT DATA, DELETE DATA, COUNT and CONSTRUCT, with faults on request.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace laundromat::test {

/// What the store does instead of, or beside, what it is asked.
struct store_trouble {
  int status = 0;         ///< answers with it and does nothing; 0: no trouble
  std::string body = {};  ///< of that answer
  std::string retry_after = {};
  bool does_it_first = false;  ///< does what it is asked, and the answer is lost or says `status`
  bool cuts = false;           ///< closes the connection without an answer
};

struct seen_request {
  std::string method, target, media_type, authorization;
  std::size_t bytes = 0;
};

/// Listens on 127.0.0.1 at a port that the system chooses. Graphs are sets of lines of N-Triples.
class fake_store {
 public:
  /// Called for each request that changes or reads something, with its number from 1.
  using troublemaker = std::function<store_trouble(std::size_t number, const seen_request& request)>;
  /// Called for each line that is added or removed: false refuses the whole request with 400.
  using line_judge = std::function<bool(const std::string& line)>;

  explicit fake_store(troublemaker trouble = {});
  ~fake_store();
  fake_store(const fake_store&) = delete;
  fake_store& operator=(const fake_store&) = delete;

  [[nodiscard]] std::string url(const std::string& path) const;
  [[nodiscard]] std::set<std::string> graph(const std::string& iri) const;
  void set_graph(const std::string& iri, std::set<std::string> lines);
  [[nodiscard]] std::vector<seen_request> requests() const;

  // Set before the first request.
  line_judge accepts_line;
  line_judge keeps_line;        ///< false: an added line is lost without a word
  std::string login;            ///< `Basic …` or `Bearer …`; others get 401
  std::string digest_password;  ///< of the user `dba`, by Digest
  std::size_t most_rows = 0;    ///< answers are cut silently after so many statements; 0: never

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat::test
