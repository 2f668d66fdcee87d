// Runs the demonstration to its end within the test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "app/campaign/campaign_file.hpp"
#include "app/run/run_engine.hpp"
#include "app/site/served_site.hpp"
#include "app/terminal/stop_signals.hpp"

namespace laundromat {

/// The documents of the demonstration as a list, with seeds that no document can announce.
inline constexpr const char* demo_seeds = LAUNDROMAT_SOURCE_DIR "/tests/app/demo-seeds.txt";

/// Runs the demonstration on its list, or, as its users do, from its one page on.
inline int run_demo(const std::filesystem::path& data, const std::string& layout = "files",
                    bool finds = false) {
  auto demo = load_campaign(LAUNDROMAT_SOURCE_DIR "/conf/demo.yaml");
  EXPECT_TRUE(demo);
  if (!finds) {
    demo->seeds.clear();
    demo->seed_files = {demo_seeds};
    demo->discovery = {};
    demo->discovery.follow.clear();
  }
  demo->data = data.string();
  demo->raw.layout = layout;
  demo->interval_s = 86'400;
  block_stop_signals();
  const auto site = serve_campaign(*demo);
  EXPECT_TRUE(site);
  run_options options;
  options.once = options.quiet = true;
  options.washer_program = LAUNDROMAT_PROGRAM;
  return run_campaign(*demo, options);
}

}  // namespace laundromat
