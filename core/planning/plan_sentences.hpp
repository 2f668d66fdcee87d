// Plans in plain sentences.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/time.hpp"
#include "core/planning/access_plan.hpp"

namespace laundromat {

/// `300 ms`, `45 seconds`, `1.5 hours`, `12 days`, `2.5 months`, `3.1 years`. A month has 30 days and a year 365.
[[nodiscard]] std::string span_text(milliseconds span);
/// `1.5 kB`, `10 GB`, in powers of 1,000, as transfer rates are given.
[[nodiscard]] std::string size_text(std::uint64_t bytes);
/// `the dump`, `the dump in 2 parts`, `Linked Data below http://example.org/`, `the SPARQL endpoint http://example.org/sparql`.
[[nodiscard]] std::string name_of(const planned_way& way);
/// `6,400,000 requests, about 96 GB, 2.5 months`; estimates have `about`.
[[nodiscard]] std::string cost_text(const planned_way& way);
/// What the ways that were not chosen would take, or why they are not possible; begins with a space, empty without any.
[[nodiscard]] std::string explain_others(const access_plan& plan);
/// The choice, its reason, and what the other ways would take.
[[nodiscard]] std::string explain(const access_plan& plan);

}  // namespace laundromat
