// Tests of choosing statements by the class of their subjects.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/fragments/instance_filter.hpp"
#include "tests/core/fragments/packed_document.hpp"

namespace laundromat::test {

TEST(instance_filter, takes_all_statements_about_instances_and_no_others) {
  const std::string type = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
  std::set<std::string> all, expected;
  for (int i = 0; i < 1'000; ++i) {
    const auto subject = "<x:s" + std::to_string(i) + ">";
    std::set<std::string> own{subject + " <x:a> \"" + type + "\" .", subject + " <x:p> <x:Sock> .",
                              subject + " <zzz:z> \"last\" ."};
    const bool is_sock = i % 7 == 3;
    own.insert(subject + ' ' + type + (is_sock ? " <x:Sock>" : " <x:Socks>") + (i % 2 ? " <x:g> ." : " ."));
    all.insert(own.begin(), own.end());
    if (is_sock) expected.insert(own.begin(), own.end());
  }
  const packed_document document{all};
  const auto source = make_view_source(document.packed), beside = make_view_source(document.packed);
  const line_matcher open{quad_pattern{}};
  pattern_reader reader{document.index, *source, open};
  instance_filter socks{document.index, *beside, "<x:Sock>"};
  std::set<std::string> taken;
  for (auto line = reader.next().value(); line; line = reader.next().value())
    if (socks.takes(*line).value()) taken.emplace(*line);
  EXPECT_EQ(taken, expected);
}

TEST(instance_filter, takes_nothing_where_there_is_no_instance) {
  const packed_document document{{"<x:a> <x:p> <x:Sock> .", "<x:b> <x:p> \"x\" ."}};
  const auto beside = make_view_source(document.packed);
  instance_filter socks{document.index, *beside, "<x:Sock>"};
  EXPECT_FALSE(socks.takes("<x:a> <x:p> <x:Sock> .").value());
  EXPECT_FALSE(socks.takes("<x:b> <x:p> \"x\" .").value());
}

}  // namespace laundromat::test
