// Runs the demonstration to its end within the test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "app/campaign/campaign_file.hpp"
#include "tests/app/campaign_run.hpp"
#include "tests/places.hpp"

namespace laundromat {

/// Runs the demonstration on its list, or, as its users do, from its one page on.
inline int run_demo(const std::filesystem::path& data, const std::string& layout = "files",
                    bool finds = false) {
  auto demo = load_campaign(source_path("conf/demo.yaml"));
  EXPECT_TRUE(demo);
  if (!finds) {  // the documents as a list, with seeds that no document can announce
    demo->seeds.clear();
    demo->seed_files = {source_path("tests/app/demo-seeds.txt")};
    demo->discovery = {};
    demo->discovery.follow.clear();
  }
  demo->data = data.string();
  demo->raw.layout = layout;
  demo->interval_s = 86'400;
  return run_to_the_end(*demo);
}

}  // namespace laundromat
