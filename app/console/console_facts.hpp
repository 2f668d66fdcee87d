// What the pages of the console show: the answers of the API, which are those of the commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/terminal/json.hpp"
#include "core/base/time.hpp"

namespace laundromat {

struct console_answer {
  std::vector<json_fact> rows;  ///< of an object one
  std::string next;             ///< the place of the next page; empty: there is none
  bool is_cut = false;          ///< there is more than a page shows
  std::string problem;          ///< why there is no answer; empty: there is one

  /// The object; an empty one where there is none.
  [[nodiscard]] json_fact object() const { return rows.empty() ? json_fact::object() : rows.front(); }
};

/// An answer, and when it was counted.
struct counted_answer {
  console_answer answer;
  timestamp at{};
};

class counted_answers;

/// Asks routes of the API by their names, without a connection.
class console_facts {
 public:
  explicit console_facts(std::filesystem::path data);

  /// At most some thousand rows. `query` as in a URL; `values`: the parts of the path that are in braces.
  [[nodiscard]] console_answer ask(std::string_view route, const std::string& query = {},
                                   const std::vector<std::string>& values = {}) const;
  /// The same for what counts all documents: as it was counted last, and nothing where that lasts until `until` for the first time.
  [[nodiscard]] std::optional<counted_answer> ask_counted(const std::string& route, const std::string& query,
                                                          const std::vector<std::string>& values,
                                                          std::chrono::steady_clock::time_point until) const;
  /// The values that a parameter of a route may have, as its command proposes them; none: any.
  [[nodiscard]] static std::vector<std::string> choices(std::string_view route, std::string_view parameter);

  [[nodiscard]] const std::filesystem::path& data() const { return data_; }

 private:
  std::filesystem::path data_;
  std::shared_ptr<counted_answers> counted_;
};

}  // namespace laundromat
