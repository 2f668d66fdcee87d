// Providers on a served folder, with a registry and a campaign that harvests them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/campaign_run.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

inline constexpr std::string_view full_dump = "http://schema.geolink.org/dev/voc/harvester#FullDump";
inline constexpr std::string_view partial_dump = "http://lod.dataone.org/glharvest#PartialDump";

class harvest_site : public testing::Test {
 protected:
  harvest_site() {
    std::filesystem::create_directories(folder() / "site");
    write("site.rules", "");
    write("campaign.yaml",
          "name: test\ndata: data\ncontact: {product: Test, url: https://example.org/, mail: a@example.org}\n"
          "serve: {folder: site, rules: site.rules}\n"
          "politeness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 8}, {host: localhost, "
          "delay_s: 0, connections: 8}]}\n"
          "network: {retries_s: [], allow: [127.0.0.1, '[::1]']}\ndiscovery: {follow: []}\n"
          "harvest:\n  registry: registry.yaml\n  graph_base: http://e.example/graphs/\n");
  }

  [[nodiscard]] const std::filesystem::path& folder() const { return temporary_.path(); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder() / name).parent_path());
    std::ofstream{folder() / name, std::ios::binary} << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const { return read_file(folder() / name); }
  /// Writes the VoID file of a provider with one dataset.
  void describe(const std::string& provider, const std::string& modified, std::string_view extent,
                const std::string& dump) const {
    write("site/" + provider + "/void.ttl",
          "<#d> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"" + modified +
              "\" ; <http://rdfs.org/ns/void#feature> <" + std::string{extent} +
              "> ; <http://rdfs.org/ns/void#dataDump> <" + dump + "> .\n");
  }
  /// Writes the same registry entry for each provider.
  void enlist(const std::set<std::string>& providers) const {
    std::string text = "# kept comment\n";
    for (const auto& one : providers) text += one + ":\n  void: '{serve}/" + one + "/void.ttl' # its file\n";
    write("registry.yaml", text);
  }
  /// Runs the campaign to its end. Returns its exit code.
  int run() const {
    return run_to_the_end(folder() / "campaign.yaml", data());
  }
  [[nodiscard]] std::filesystem::path data() const { return folder() / "data"; }
  [[nodiscard]] answer ask_about(std::vector<std::string> words) const {
    words.insert(words.end(), {"--data", data().string()});
    return ask(words);
  }
  /// The statements of a graph, without the name of the graph; of a version, or of the newest.
  [[nodiscard]] std::set<std::string> graph(const std::string& reference) const {
    const auto printed = ask_about({"export", "--providers", reference});
    EXPECT_EQ(printed.code, 0) << printed.err;
    std::set<std::string> lines;
    std::istringstream text{printed.out};
    const auto end = " <http://e.example/graphs/" + reference.substr(0, reference.find('@')) + "> .";
    for (std::string line; std::getline(text, line);) {
      EXPECT_TRUE(line.ends_with(end)) << line;
      lines.insert(line.substr(0, line.size() - std::min(line.size(), end.size())));
    }
    return lines;
  }
  static std::string says(const std::string& subject, const std::string& object) {
    return "<http://e.example/" + subject + "> <http://e.example/p> \"" + object + "\"";
  }
  static std::string line(const std::string& subject, const std::string& object) {
    return says(subject, object) + " .\n";
  }

 private:
  temporary_folder temporary_;
};

}  // namespace laundromat
