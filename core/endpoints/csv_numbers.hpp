// Numbers in the CSV results of a copy, and answers that cannot be read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/endpoints/endpoint_copy.hpp"

namespace laundromat {

/// A whole number, also one that is written as a decimal; nothing for anything else. The sum over no rows is empty or 0.
[[nodiscard]] std::optional<std::uint64_t> number_in(const std::map<std::string, std::string>& row,
                                                     const std::string& name);

/// The columns n, len, blank and, if wanted, sum; the predicate stays empty. Nothing when one is missing or no number.
[[nodiscard]] std::optional<predicate_sum> sum_in(const std::map<std::string, std::string>& row,
                                                  bool has_hash_sums);

/// Says that the answer of this step cannot be read.
inline void note_broken(copy_step& step, std::string detail) {
  step.verdict = {answer_worth::broken, errc::bad_response, std::move(detail)};
}

}  // namespace laundromat
