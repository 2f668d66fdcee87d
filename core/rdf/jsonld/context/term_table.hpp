// The terms of an active context, on top of those of the context that it was made from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/keyed_table.hpp"

namespace laundromat::jsonld {

struct term_definition;
using definition_ptr = std::shared_ptr<const term_definition>;

/// What is copied shares its terms with the copy, so that a context of few terms within one of many costs the few.
class term_table {
 public:
  term_table() = default;
  term_table(const term_table& other) {
    if (other.own_.size() > most_own) other.share();
    shared_ = other.shared_;
    own_ = other.own_;
  }
  term_table& operator=(const term_table&) = delete;

  /// Null when the term is not defined.
  [[nodiscard]] definition_ptr find(std::string_view term) const {
    if (const auto at = own_.find(term); at != own_.end()) return at->second;
    if (shared_ == nullptr) return nullptr;
    const auto at = shared_->find(term);
    return at == shared_->end() ? nullptr : at->second;
  }
  /// The same, as long as the term is not defined again.
  [[nodiscard]] const term_definition* look_up(std::string_view term) const {
    if (const auto at = own_.find(term); at != own_.end()) return at->second.get();
    if (shared_ == nullptr) return nullptr;
    const auto at = shared_->find(term);
    return at == shared_->end() ? nullptr : at->second.get();
  }
  void put(std::string_view term, definition_ptr definition) {
    own_.insert_or_assign(std::string(term), std::move(definition));
  }
  void erase(std::string_view term) { put(term, nullptr); }
  /// How many were defined since the last copy that shares.
  [[nodiscard]] std::size_t own_size() const { return own_.size(); }
  [[nodiscard]] std::size_t size() const { return own_.size() + (shared_ == nullptr ? 0 : shared_->size()); }
  /// What it costs to look for each term once: `probes_of`.
  [[nodiscard]] std::uint64_t probes() const {
    return probes_of(own_) + (shared_ == nullptr ? 0 : probes_of(*shared_));
  }

 private:
  using map = keyed_map<std::string, definition_ptr>;
  static constexpr std::size_t most_own = 32;

  void share() const {
    auto all = shared_ == nullptr ? std::make_shared<map>() : std::make_shared<map>(*shared_);
    for (auto& [term, definition] : own_) all->insert_or_assign(term, definition);
    shared_ = std::move(all);
    own_.clear();
  }

  mutable std::shared_ptr<const map> shared_;
  mutable map own_;  ///< null for what is defined no more
};

}  // namespace laundromat::jsonld
