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

/// A specification as it was written, with the values of the lookup tables that are files, and the text of its schema.
struct bundled_spec {
  std::string name, yaml;
  std::map<std::string, std::map<std::string, std::string>> lookups;  ///< by name
  std::string schema;
};

/// Shape: texts one after the other, each with its length in bytes before it, as in `5:hello`.
[[nodiscard]] std::string to_bundle(const std::vector<bundled_spec>& specs);
/// Empty: null. Errors: `configuration` for a text that is no bundle, or has a specification that cannot be used.
[[nodiscard]] result<std::shared_ptr<const record_plans>> plans_of_bundle(std::string_view bundle);

/// The same for documents that the user names, whatever the specifications claim.
[[nodiscard]] result<std::shared_ptr<const record_plans>> plans_for_all(std::string_view bundle);

}  // namespace laundromat
