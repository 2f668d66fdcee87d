// Prints all defect rules, and what each profile does about them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/cli.hpp"

namespace laundromat {

/// As a table, or one JSON object per line with the advice for the publisher too.
void list_rules(bool as_json, console& io);

}  // namespace laundromat
