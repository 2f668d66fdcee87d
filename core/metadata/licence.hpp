// Finds the statements that state a licence.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace laundromat {

/// Whether a predicate relates a work to its licence: dct:license, cc:license, xhv:license, schema:license by either scheme. Not dct:rights,
/// nor dc:rights: they are about more than licences.
[[nodiscard]] bool states_licence(std::string_view predicate);

/// The IRIs of the licences that canonical N-Quads with one subject state about it, in byte order, each once. Literals are left out: they
/// cannot be looked up.
[[nodiscard]] std::set<std::string> stated_licences(std::string_view lines, std::string_view subject);

}  // namespace laundromat
