// The specifications of records that are in force, and which of them claims a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/extraction/read/record_plan.hpp"

namespace laundromat {

/// In the order of their priority.
class record_plans {
 public:
  void add(std::shared_ptr<const record_plan> plan) { plans_.push_back(std::move(plan)); }
  /// The user names the documents: what specifications claim does not matter.
  void ignore_claims() { ignores_claims_ = true; }
  [[nodiscard]] bool is_empty() const { return plans_.empty(); }
  [[nodiscard]] const std::vector<std::shared_ptr<const record_plan>>& all() const { return plans_; }
  /// The first one that claims a document by its media type, and its name or address. Null: none does. A specification that names neither
  /// URIs nor media types claims all; where it names both, both must fit.
  [[nodiscard]] const record_plan* find(const document_hints& document) const;

 private:
  std::vector<std::shared_ptr<const record_plan>> plans_;
  bool ignores_claims_ = false;
};

}  // namespace laundromat
