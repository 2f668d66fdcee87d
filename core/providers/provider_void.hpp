// What the VoID file of a provider says of its dumps, and which rules it breaks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/time.hpp"
#include "core/providers/void_rule.hpp"

namespace laundromat {

/// What a dump has: all statements of the provider, or those about the subjects that changed.
enum class dump_extent : std::uint8_t { full, partial };

/// A dataset that can be harvested.
struct provider_dataset {
  /// Its IRI. Of the only one, if that is a blank node, the URI of the file; of another blank node the URI of its first dump, or, if others have that
  /// key, too, the URI of its first dump that no other dataset has. No other dataset of the file has it. It does not depend on the names of blank nodes.
  std::string key;
  timestamp modified{};
  dump_extent extent = dump_extent::partial;
  std::vector<std::string> dumps;    ///< in the order of their URIs; together they are one
  std::vector<std::string> formats;  ///< IRIs of http://www.w3.org/ns/formats/, hints only

  friend bool operator==(const provider_dataset&, const provider_dataset&) = default;
};

struct void_violation {
  void_rule rule{};
  std::string dataset;  ///< its IRI; empty: the file
  std::string value;    ///< what breaks the rule, if anything does

  friend bool operator==(const void_violation&, const void_violation&) = default;
};

struct provider_void {
  std::vector<provider_dataset> datasets;
  std::vector<void_violation> violations;
};

/// Reads the lines of a clean document. Subjects may come in any order. Memory: the statements that it uses, up to `most_bytes`.
class provider_void_reader {
 public:
  static constexpr std::size_t most_datasets = 1'000, most_values = 1'000;  ///< of a dataset
  static constexpr std::size_t most_dumps = 10'000;                         ///< of the file
  static constexpr std::size_t most_bytes = std::size_t{16} << 20;
  static constexpr std::size_t most_violations = 100;  ///< of datasets that are reported

  /// Takes a line, without its line feed.
  void add(std::string_view line);
  /// Judges the datasets of the file `uri`. `now`: for dates in the future, which may be two days ahead.
  [[nodiscard]] provider_void finish(const std::string& uri, timestamp now) const;

 private:
  struct described {
    std::string subject;
    bool is_dataset = false, is_blank = false, has_too_many = false;
    std::vector<std::string> modified, features, dumps, text_dumps;
  };
  described* find_or_add(std::string_view subject);

  std::vector<described> all_;
  keyed_map<std::string, std::size_t> places_;
  std::size_t bytes_ = 0;
  bool has_too_many_ = false;
};

/// Whether a dataset is to be harvested.
enum class harvest_verdict : std::uint8_t {
  first,  ///< it was never harvested
  newer,  ///< the provider has set a later `dcterms:modified` since, also when nothing has changed
  same,
  older  ///< the date moved backwards: nothing is harvested, so that it is not harvested for ever
};
/// A harvested date of the future was a mistake of the provider: any other one is newer.
[[nodiscard]] harvest_verdict verdict_of(const provider_dataset& dataset, std::optional<timestamp> harvested,
                                         timestamp now);

}  // namespace laundromat
