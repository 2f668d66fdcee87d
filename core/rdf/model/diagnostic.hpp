// Words the defects of all readers: the rule and message of a skip.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/errc.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// Names the rule of a skip. A case that cannot be repaired is skipped even if its rule only notes or repairs under the profile: it is then
/// reported as `bad_iri` where no IRI can be made, else as `broken`, and its message begins with the name of the rule. Where the profile
/// skips, the rule remains, and its meaning is the message when there is none.
inline void name_skip(errc& rule, std::string& message, wash_profile profile,
                      errc broken = errc::syntax_error) {
  if (treatment_of(rule, profile) == treatment::skip) {
    if (message.empty()) message = meaning_of(rule);
    return;
  }
  auto name = std::string(to_string(rule));
  message = message.empty() ? std::move(name) : name + ": " + message;
  rule = rule == errc::relative_iri ? errc::bad_iri : broken;
}

/// Why a relative reference is skipped: neither the document nor its user gives a base.
inline constexpr std::string_view no_base =
    "there is no base IRI: give the address of the document with --base IRI";
/// The same, when the document declares a base that cannot be used.
inline constexpr std::string_view unknown_base =
    "the base IRI is not known: its declaration could not be used";

}  // namespace laundromat
