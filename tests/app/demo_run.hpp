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

inline int run_demo(const std::filesystem::path& data, const std::string& layout = "files") {
  auto demo = load_campaign(LAUNDROMAT_SOURCE_DIR "/conf/demo.yaml");
  EXPECT_TRUE(demo);
  demo->data = data.string();
  demo->raw.layout = layout;
  demo->interval_s = 86'400;
  block_stop_signals();
  const auto site = serve_campaign(*demo);
  EXPECT_TRUE(site);
  return run_campaign(*demo, {true, false, true, LAUNDROMAT_PROGRAM});
}

}  // namespace laundromat
