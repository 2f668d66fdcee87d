// What a group and its tables say in RDF, apart from their rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/csvw/metadata.hpp"
#include "core/csvw/statement_emitter.hpp"

namespace laundromat::csvw {

/// When the statements were made, for their provenance.
struct conversion_time {
  timestamp started, ended;
};

/// The group, and the node that it has. Errors: those of the sink.
[[nodiscard]] result<made_term> write_group(const table_group& group, statement_emitter& emitter);
/// A table of the group, and the node that it has.
[[nodiscard]] result<made_term> write_table(const table& description, const made_term& group,
                                            statement_emitter& emitter);
/// Who made the statements of what: the tables and the metadata. Source: Generating RDF, section 4.5.
[[nodiscard]] result<void> write_provenance(const table_group& group, const made_term& node,
                                            const conversion_time& when, statement_emitter& emitter);

}  // namespace laundromat::csvw
