// Accounts for the bytes of a start tag.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/evaluation/statement_output.hpp"

namespace laundromat::rdfa {

/// Gives each byte of a tag that was evaluated its kind: parts that were lost are quarantine, the rest is a statement when the tag states
/// something, else syntax. Where it is only an item of lists, or the start of a literal (`collects`), it waits for these.
void account_tag(const raw_tag& tag, bool collects, const statement_output& output, evaluator& evaluation,
                 byte_account& account);

}  // namespace laundromat::rdfa
