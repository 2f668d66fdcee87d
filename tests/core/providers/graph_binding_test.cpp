// Tests of who may write to the graph of a provider.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/graph_binding.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(graph_binding, lets_only_the_registered_host_write_to_a_graph_G21) {
  struct row {
    const char *registered, *final_uri, *refusal;
  };
  constexpr auto* stranger = "the graph belongs to p.example, and the file came from q.example";
  for (const auto& [registered, final_uri, refusal] : {
           row{"http://p.example/void.ttl", "http://p.example/void.ttl", ""},
           row{"http://p.example/void.ttl", "http://P.example:80/new/void", ""},
           row{"http://p.example/void.ttl", "https://p.example/void.ttl", ""},
           row{"http://p.example/void.ttl", "http://q.example/void.ttl", stranger},
           row{"http://p.example/void.ttl", "http://p.example@q.example/void.ttl", stranger},
           row{"http://p.example/void.ttl", "http://p.example:8080/void.ttl",
               "the graph belongs to p.example, and the file came from p.example:8080"},
           row{"https://p.example/void.ttl", "http://p.example/void.ttl",
               "the file is registered with https, and came by plain http from http://p.example/void.ttl"},
           row{"http://p.example/void.ttl", "file:///void.ttl", "file:///void.ttl names no host"},
           row{"http://p.example/void.ttl", "", " names no host"},
       })
    EXPECT_EQ(refuse_source(registered, final_uri).value_or(""), refusal) << final_uri;
}

TEST(graph_binding, knows_a_redirect_from_https_to_plain_http_G21) {
  EXPECT_TRUE(is_downgraded("https://p.example/dump", "http://q.example/dump"));
  EXPECT_TRUE(is_downgraded("HTTPS://p.example/dump", "HTTP://p.example/dump"));
  EXPECT_FALSE(is_downgraded("https://p.example/dump", "https://q.example/dump"));
  EXPECT_FALSE(is_downgraded("http://p.example/dump", "http://q.example/dump"));
}

}  // namespace
}  // namespace laundromat
