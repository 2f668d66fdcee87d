// Implements fault_list: records each fault with its treatment under the profile.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/fault_list.hpp"

#include <algorithm>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t longest_after = 1024;  ///< what a fault keeps of a repair

}  // namespace

bool fault_list::repair(errc rule, const char* begin, const char* end, std::string_view message,
                        std::string_view after) {
  if (is_too_much())
    return refuse(errc::statement_too_long, text_->begin, text_->end, "more defects than the limit");
  const auto done = treatment_of(rule, profile_);
  const auto kept = done == treatment::repair ? text_->tree->strings.keep(cut_text(after, longest_after))
                                              : std::string_view();
  faults_.push_back({rule, done, text_->place(begin), text_->place(end), message, kept});
  return done != treatment::skip || profile_ != wash_profile::strict;
}

bool fault_list::refuse(errc rule, const char* begin, const char* end, std::string_view message) {
  faults_.push_back(
      {rule, treatment::skip, text_->place(begin), text_->place(std::min(end, text_->end)), message, {}});
  return false;
}

}  // namespace laundromat::jsonld
