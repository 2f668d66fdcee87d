// Implements context_stack: the stack of evaluation contexts.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/context_stack.hpp"

namespace laundromat::rdfa {

rdfa_context& context_stack::push(int inherited, const context_marks& before) {
  auto& local = contexts_.add();
  const auto& from = (*this)[inherited];
  local.base = from.base;
  local.parent_subject = from.parent_subject;
  local.parent_object = from.parent_object;
  local.first_incomplete = from.first_incomplete;
  local.end_incomplete = from.end_incomplete;
  local.lists = from.lists;
  local.outer = inherited;
  local.language = from.language;
  local.vocabulary = from.vocabulary;
  local.is_vocabulary_lost = from.is_vocabulary_lost;
  local.before = before;
  return local;
}

context_difference context_stack::differ_within(int outer_number, std::size_t prefixes) const {
  const auto& outer = (*this)[outer_number];
  auto found = context_difference::none;
  for (auto i = outer_number + 1; i < size(); ++i) {
    const auto& one = (*this)[i];
    if (one.language != outer.language || one.vocabulary != outer.vocabulary ||
        one.is_vocabulary_lost != outer.is_vocabulary_lost || one.base != outer.base ||
        prefixes > (*this)[outer_number + 1].before.prefixes)
      return context_difference::names;
    if (one.parent_object != outer.parent_object || one.end_incomplete > one.first_incomplete)
      found = context_difference::subjects;
  }
  return found;
}

bool context_stack::differs_from_outer(int number, std::size_t prefixes) const {
  const auto& local = (*this)[number];
  const auto& outer = (*this)[local.outer];
  return local.parent_object != outer.parent_object || local.vocabulary != outer.vocabulary ||
         prefixes > local.before.prefixes;
}

}  // namespace laundromat::rdfa
