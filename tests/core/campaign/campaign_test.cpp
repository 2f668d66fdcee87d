// Tests of functions of a campaign.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/campaign.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

bool has_local_documents_when_open(const std::string& network) {
  campaign c;
  c.network.allow = {network};
  return has_local_documents(c);
}

}  // namespace

TEST(local_documents, include_files_and_the_served_folder) {
  EXPECT_FALSE(has_local_documents({}));
  campaign files;
  files.files.roots = {"/srv/dumps"};
  EXPECT_TRUE(has_local_documents(files));
  campaign served;
  served.serve.folder = "docs";
  EXPECT_TRUE(has_local_documents(served));
}

TEST(local_documents, include_loopback_addresses) {
  for (const auto* open : {"127.0.0.1:8080", "127.0.0.0/8", "127.3.0.0/16", "[::1]:80", "::1", "0.0.0.0/0",
                           "::/0", "::ffff:127.0.0.1"})
    EXPECT_TRUE(has_local_documents_when_open(open)) << open;
  for (const auto* open : {"10.0.0.0/8", "192.168.1.7:8080", "[fc00::/7]:80"})
    EXPECT_FALSE(has_local_documents_when_open(open)) << open << " is the same machine for all";
}

}  // namespace laundromat
