// Announces one dataset of a catalogue in JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/discovery/announcement.hpp"

namespace laundromat {

/// The announcements of a catalogue, to which datasets are added.
class json_dataset_sink {
 public:
  json_dataset_sink(std::string_view address, announcements& found, const announcement_limits& limits)
      : address_(address), found_(found), limits_(limits) {}

  /// A package of CKAN, with `resources`.
  void add_ckan_package(const nlohmann::json& package, std::uint64_t line);
  /// A dataset in the JSON of DCAT, with `distribution`.
  void add_dcat_dataset(const nlohmann::json& dataset, std::uint64_t line);
  /// A member of the LOD Cloud.
  void add_cloud_entry(const nlohmann::json& entry, std::uint64_t line);

  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  /// A file or page of a dataset.
  struct way {
    std::string uri, media_type;
    std::string_view by;
    announced_as kind{};
    timestamp modified{};
    std::uint64_t bytes = 0;
  };

  void finish(announced_dataset one, std::vector<way> ways);
  void add_cloud_files(const nlohmann::json& entry, const char* key, announced_as kind,
                       std::vector<way>& ways);

  std::string address_;
  announcements& found_;
  const announcement_limits& limits_;
  std::uint64_t count_ = 0;
};

/// Whether an object looks like one of them.
[[nodiscard]] bool is_ckan_package(const nlohmann::json& value);
[[nodiscard]] bool is_dcat_dataset(const nlohmann::json& value);
[[nodiscard]] bool is_cloud_entry(const nlohmann::json& value);

}  // namespace laundromat
