// A data folder that a small campaign has filled, with something for each route to say.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/ask.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat::test {

/// The documents of the demonstration, a bulletin that changes between its two crawls, a publisher with an endpoint, and a provider of the registry.
/// It is filled once per process: who changes something works on a `copy_of_filled_folder`.
class filled_folder {
 public:
  [[nodiscard]] static const filled_folder& get();

  [[nodiscard]] const std::filesystem::path& data() const { return data_; }
  /// The URL of a document of the campaign, `/socks.nq`.
  [[nodiscard]] std::string url(const std::string& path) const { return site_ + path; }
  /// `127.0.0.1:PORT` of the documents.
  [[nodiscard]] std::string host() const { return site_.substr(site_.find("://") + 3); }
  [[nodiscard]] const std::string& bulletin_hash() const { return bulletin_; }

 private:
  filled_folder();
  void write_site() const;

  temporary_folder folder_;
  std::filesystem::path data_ = folder_.path() / "data";
  std::string site_, bulletin_;
};

/// A copy that a test may change.
class copy_of_filled_folder {
 public:
  copy_of_filled_folder();
  [[nodiscard]] const std::filesystem::path& data() const { return data_; }

 private:
  temporary_folder folder_;
  std::filesystem::path data_ = folder_.path() / "data";
};

/// What a command prints about a data folder.
[[nodiscard]] answer ask_about(const std::filesystem::path& data, std::vector<std::string> words);
/// The lines of a text, each of them one JSON value.
[[nodiscard]] std::vector<nlohmann::ordered_json> json_lines(const std::string& text);

}  // namespace laundromat::test
