// Runs the demonstration to its end within the test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "app/campaign/campaign_file.hpp"
#include "app/run/run_engine.hpp"
#include "app/site/served_site.hpp"
#include "app/terminal/stop_signals.hpp"
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
  block_stop_signals();
  const auto site = serve_campaign(*demo);
  EXPECT_TRUE(site);
  run_options options;
  options.once = options.quiet = true;
  options.washer_program = program_path();
  return run_campaign(*demo, options);
}

}  // namespace laundromat
