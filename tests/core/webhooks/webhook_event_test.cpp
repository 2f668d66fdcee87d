// Tests of the names of events.
// SPDX-License-Identifier: Apache-2.0
#include "core/webhooks/webhook_event.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

using kind = webhook_event_kind;

TEST(webhook_event, is_asked_for_by_the_type_that_receivers_see_K04) {
  EXPECT_EQ(events_of_types({"seed_ended"}), only(kind::seed_ended));
  EXPECT_EQ(events_of_types({"needs_person"}), only(kind::needs_person) | only(kind::document_poisoned));
  EXPECT_EQ(events_of_types({"run_ended", "run_started", "run_ended"}),
            only(kind::run_started) | only(kind::run_ended));
  for (const auto* wrong : {"", "seed", "Seed_ended", "document_poisoned"})
    EXPECT_EQ(events_of_types({"run_ended", wrong}), std::nullopt) << wrong;
}

TEST(webhook_event, of_crawls_is_kept_where_refusing_hosts_are_looked_for_K04) {
  EXPECT_EQ(events_to_keep(only(kind::run_ended)), only(kind::run_ended)) << "no row for each crawl";
  EXPECT_TRUE(has(events_to_keep(*events_of_types({"needs_person"})), kind::seed_ended));
}

}  // namespace
}  // namespace laundromat
