// Runs a campaign within a test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/campaign/campaign_file.hpp"
#include "app/run/run_engine.hpp"
#include "app/site/served_site.hpp"
#include "app/terminal/stop_signals.hpp"
#include "tests/places.hpp"

namespace laundromat {

/// Until everything is done; what the campaign serves is there meanwhile, and its seeds name the address. Returns the exit code.
inline int run_to_the_end(campaign& settings) {
  block_stop_signals();
  const auto site = serve_campaign(settings);
  EXPECT_TRUE(site);
  run_options options;
  options.once = options.quiet = true;
  options.washer_program = program_path();
  return run_campaign(settings, options);
}

/// The campaign of a file, with this data folder; -1 when it cannot be read.
inline int run_to_the_end(const std::filesystem::path& file, const std::filesystem::path& data,
                          const std::string& isolation = "process") {
  auto settings = load_campaign(file);
  EXPECT_TRUE(settings) << (settings ? "" : to_string(settings.error().front()));
  if (!settings) return -1;
  settings->data = data.string();
  settings->isolation = isolation;
  return run_to_the_end(*settings);
}

}  // namespace laundromat
