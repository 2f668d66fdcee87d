// Asks one dataset about a URI: it says something, it says nothing and that means something, or nothing follows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/authority/covering_datasets.hpp"
#include "core/base/digest.hpp"
#include "core/discovery/sitemap/closed_world.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

enum class dataset_says : std::uint8_t {
  given,      ///< there are statements
  not_given,  ///< there are none, and the dataset is complete, current and of the owner
  unknown,    ///< there are none, and nothing follows
};
[[nodiscard]] std::string_view to_string(dataset_says what);

/// Statements in one clean document.
struct document_finding {
  content_digest document;
  std::string dump;              ///< the URI of the dump that it is from
  std::uint64_t as_subject = 0;  ///< statements with the URI as subject
  std::uint64_t elsewhere = 0;   ///< with the URI in another place
};

struct dataset_answer_about {
  dataset_says what{};
  closed_world_facts facts;
  std::string publisher;  ///< of the URI space, or of the dataset as its owner announces it; empty: not named
  std::vector<std::string>
      reasons;  ///< why nothing follows; also told beside statements, which may then not be all
  std::vector<document_finding> found;  ///< at most `most_findings`
  std::uint64_t documents_with_statements = 0;
};

inline constexpr std::size_t most_findings = 100;

/// How a dataset is asked.
struct closed_world_search {
  bool subjects_only = false;  ///< other places are not looked at, so that silence is `unknown`
  timestamp now{};
};

/// Looks the URI up in each clean document of each dump: as subject by the index, and where no subject is found in all other places by reading the
/// whole document. Memory: a block, `most_findings`, and the list of the documents of one dump. Errors: those of the stores.
[[nodiscard]] result<dataset_answer_about> ask_dataset(journal& from, const clean_store& store,
                                                       uri_owners& owners, const covering_dataset& dataset,
                                                       bool owner_is_known, const std::string& uri,
                                                       const closed_world_search& how);

}  // namespace laundromat
