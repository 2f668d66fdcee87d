// A folder in which the program is run, with its output and its errors in different texts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/child_program.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

class program_folder : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    std::ofstream{folder_.path() / name, std::ios::binary} << text;
  }
  [[nodiscard]] bool has(const std::string& name) const {
    return std::filesystem::exists(folder_.path() / name);
  }
  [[nodiscard]] std::string read(const std::string& name) const { return read_file(folder_.path() / name); }
  [[nodiscard]] nlohmann::json read_json(const std::string& name) const {
    return nlohmann::json::parse(read(name), nullptr, false);
  }
  /// Runs `laundromat` with this command line; returns its exit code.
  int run(const std::string& arguments) {
    child_program program({"/bin/sh", "-c",
                           "cd " + folder_.path().string() + " && '" + program_path() + "' " + arguments +
                               " >out.txt 2>err.txt"});
    const auto code = program.exit_code();
    out_ = read("out.txt");
    err_ = read("err.txt");
    return code.value_or(-1);
  }
  /// Whether the errors of the last run have this text.
  [[nodiscard]] bool says(const std::string& text) const { return err_.find(text) != std::string::npos; }

  temporary_folder folder_;
  std::string out_, err_;
};

}  // namespace laundromat
