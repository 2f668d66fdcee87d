// Specifications of records as one text, which is sent to the processes and machines that wash.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/mapping/record_plans.hpp"

namespace laundromat {

/// A specification as it was written, with the texts of the files that it names.
struct bundled_spec {
  std::string name, yaml;
  std::map<std::string, std::map<std::string, std::string>>
      lookups;  ///< values of tables that are files, by name
  std::string schema;
  std::string rml = {};
  std::vector<std::string> places =
      {};  ///< the URIs of the files of its `documents.seeds`, with `*` for a part of a name
};

/// Makes a specification ready, whose files are read. `places`: as in `bundled_spec`.
/// Errors: what cannot be used, with the lines of the specification; what is wrong in its RML mapping has the line of `rml`, and names that of the mapping.
[[nodiscard]] tl::expected<claiming_spec, std::vector<line_problem>> make_claiming_spec(
    record_spec spec, std::vector<std::string> places = {});

/// Shape: texts one after the other, each with its length in bytes before it, as in `5:hello`.
[[nodiscard]] std::string to_bundle(const std::vector<bundled_spec>& specs);
/// Empty: null. Errors: `configuration` for a text that is no bundle, or has a specification that cannot be used.
[[nodiscard]] result<std::shared_ptr<const record_plans>> plans_of_bundle(std::string_view bundle);

/// The same for documents that the user names, whatever the specifications claim.
[[nodiscard]] result<std::shared_ptr<const record_plans>> plans_for_all(std::string_view bundle);

}  // namespace laundromat
