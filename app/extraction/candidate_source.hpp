// Which entities may be meant by a name: from a service, or from a file of labels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/reconciliation/reconciliation_client.hpp"

namespace laundromat {

/// Scores are from 0 to 100, or as a service gives them.
class candidate_source {
 public:
  virtual ~candidate_source() = default;
  /// The answer for each name, with at most so many candidates, whose ids are IRIs where that is known. Errors: those of the service, with its
  /// address: no name has an answer.
  [[nodiscard]] virtual result<std::vector<reconciliation_answer>> find(const std::vector<std::string>& names,
                                                                        std::uint32_t most) = 0;
  /// How many names are asked for at a time.
  [[nodiscard]] virtual std::size_t batch() const = 0;
};

struct candidate_service {
  std::string url;
  std::string contact;     ///< a mail address, by which the owner of the service can ask
  std::string type;        ///< id of the type of entities; empty: any
  std::size_t batch = 10;  ///< names of one request
  std::uint64_t answer_bytes =
      std::uint64_t{4} << 20;  ///< most of an answer, whose JSON in memory needs some 30 times of them
  std::chrono::milliseconds deadline{60'000};  ///< of one request, without the pauses before it
  std::function<bool()> is_stopping;
};

/// A service of the Reconciliation Service API, asked politely: its robots.txt, one request at a time with a pause, Retry-After, and a
/// deadline for each. Its manifest is read before the first query, also behind redirects, which lead to this machine only when the service is on it.
[[nodiscard]] std::unique_ptr<candidate_source> make_candidate_service(candidate_service service);

/// Whether the host of a URI is `localhost` or a loopback address.
[[nodiscard]] bool is_on_this_machine(std::string_view uri);

/// A file of labels, see `read_label_file`, whose errors it has.
[[nodiscard]] result<std::unique_ptr<candidate_source>> read_candidate_labels(const std::string& file);

}  // namespace laundromat
