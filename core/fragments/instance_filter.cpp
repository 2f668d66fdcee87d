// Joins instances and statements by their subjects.
// SPDX-License-Identifier: Apache-2.0
#include "core/fragments/instance_filter.hpp"

namespace laundromat {

namespace {

quad_pattern instances_of(std::string_view class_term) {
  quad_pattern pattern;
  pattern.of(position::predicate) = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
  pattern.of(position::object) = class_term;
  return pattern;
}

std::string_view subject_of(std::string_view line) {
  return line.substr(0, line.find(' '));
}

}  // namespace

instance_filter::instance_filter(const block_index& index, byte_source& compressed,
                                 std::string_view class_term)
    : matcher_(instances_of(class_term)), reader_(index, compressed, matcher_) {}

result<bool> instance_filter::takes(std::string_view line) {
  const auto subject = subject_of(line);
  while (!has_begun_ || (instance_ && *instance_ < subject)) {
    has_begun_ = true;
    const auto found = reader_.next();
    if (!found) return tl::unexpected(found.error());
    instance_ = *found ? std::optional{std::string{subject_of(**found)}} : std::nullopt;
  }
  return instance_ == subject;
}

}  // namespace laundromat
