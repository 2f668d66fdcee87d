// A few documents served by the test, and a campaign for them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <optional>
#include <random>

#include "net/site_server.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

class small_web : public ::testing::Test {
 protected:
  /// Incompressible statements of about 90 bytes, deterministic by name.
  static std::string statements(std::size_t bytes, std::uint32_t number) {
    std::mt19937_64 random{number};
    std::string out;
    while (out.size() < bytes) {
      out += "<http://a.example/" + std::to_string(random()) + "> <http://a.example/p> \"";
      for (int i = 0; i < 2; ++i) out += std::to_string(random());
      out += "\" .\n";
    }
    return out;
  }
  void serve(int documents, std::size_t bytes, milliseconds delay = {}) {
    const auto web = folder_.path() / "web";
    std::filesystem::create_directories(web);
    site_options options;
    options.root = web;
    options.media_types = usual_media_types();
    for (int i = 0; i < documents; ++i) {
      const auto name = std::to_string(i) + ".nt";
      std::ofstream{web / name} << statements(bytes, static_cast<std::uint32_t>(i));
      if (delay > milliseconds{0}) options.rules.push_back({'/' + name, serve_delay{delay}});
    }
    site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    std::ofstream seeds{folder_.path() / "seeds.txt"};
    for (int i = 0; i < documents; ++i) seeds << site_->url('/' + std::to_string(i) + ".nt") << '\n';
    write_campaign("");
  }
  void write_campaign(const std::string& more) {
    std::ofstream{campaign()}
        << "name: test\n"
           "contact: {product: Test, url: https://example.org/, mail: crawl@example.org}\n"
           "seed_files: [seeds.txt]\n"
           "network:\n  allow: [127.0.0.1]\n"
           "politeness:\n  own_hosts:\n    - {host: 127.0.0.1, delay_s: 0, connections: 4}\n"
        << more;
  }
  [[nodiscard]] std::string campaign() const { return (folder_.path() / "test.yaml").string(); }
  [[nodiscard]] std::filesystem::path data(const std::string& name = "data") const {
    return folder_.path() / name;
  }
  /// The command line of `run`, in a shell that first runs `before`.
  [[nodiscard]] std::vector<std::string> run(const std::string& before, const std::string& options = "--once",
                                             const std::string& name = "data") const {
    return {"/bin/sh", "-c",
            before + " exec " + program_path() + " --data " + data(name).string() + " run " + campaign() +
                ' ' + options};
  }

  temporary_folder folder_;
  std::unique_ptr<site_server> site_;
};

}  // namespace laundromat
