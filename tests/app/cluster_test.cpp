// Tests of cluster commands, and of bundles with which a campaign may listen.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/campaign/campaign_file.hpp"
#include "app/cluster/cluster_bundle.hpp"
#include "app/cluster/cluster_folder.hpp"
#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using std::chrono::days;

timestamp now() {
  return std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
}

std::vector<nlohmann::json> facts_in(const std::string& lines) {
  std::vector<nlohmann::json> facts;
  std::istringstream in{lines};
  for (std::string line; std::getline(in, line);) facts.push_back(nlohmann::json::parse(line));
  return facts;
}

struct cluster : testing::Test {
  answer init(std::vector<std::string> more = {}) { return run("init", std::move(more)); }
  answer invite(const std::string& name, std::vector<std::string> more = {}) {
    more.insert(more.begin(), name);
    return run("invite", std::move(more));
  }
  answer run(const std::string& part, std::vector<std::string> more) {
    std::vector<std::string> all{"cluster", part, "--folder", folder.string()};
    all.insert(all.end(), more.begin(), more.end());
    return ask(all);
  }

  temporary_folder outside;
  fs::path folder = outside.path() / "cluster";
};

TEST_F(cluster, init_makes_a_ca_and_the_bundle_of_the_engine_readable_only_by_the_owner) {
  const auto made = init();
  EXPECT_EQ(made.code, exit_ok) << made.err;
  EXPECT_NE(
      made.out.find("listen: {address: 0.0.0.0, port: 4711, bundle: " + (folder / "engine.pem").string()),
      std::string::npos)
      << made.out;
  EXPECT_NE(made.out.find("laundromat cluster invite NAME --folder " + folder.string()), std::string::npos)
      << made.out;
  EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
  std::set<std::string> names;
  for (const auto& file : fs::directory_iterator{folder}) {
    names.insert(file.path().filename());
    if (file.is_regular_file()) {
      EXPECT_EQ(file.status().permissions(), fs::perms::owner_read | fs::perms::owner_write) << file.path();
    }
  }
  EXPECT_EQ(names, (std::set<std::string>{"ca.key", "ca.pem", "engine.pem", "invited"}));
  const auto bundle = cluster_bundle::open(folder / "engine.pem", now());
  ASSERT_TRUE(bundle) << to_string(bundle.error());
  EXPECT_EQ(bundle->facts().name, "engine");
}

TEST_F(cluster, init_overwrites_nothing) {
  ASSERT_EQ(init().code, exit_ok);
  const auto before = read_file(folder / "ca.key");
  const auto again = init();
  EXPECT_EQ(again.code, exit_usage);
  EXPECT_NE(again.err.find("exists and is not changed"), std::string::npos) << again.err;
  EXPECT_EQ(read_file(folder / "ca.key"), before);
  EXPECT_EQ(std::distance(fs::directory_iterator{outside.path()}, {}), 1);
  std::ofstream{outside.path() / "file"} << "kept";
  EXPECT_EQ(ask({"cluster", "init", "--folder", outside.path() / "file"}).code, exit_usage);
  EXPECT_EQ(read_file(outside.path() / "file"), "kept");
  EXPECT_EQ(ask({"cluster", "init", "--folder", "."}).code, exit_usage);
  EXPECT_EQ(ask({"cluster", "init", "--folder", ""}).code, exit_usage);
  EXPECT_EQ(ask({"cluster", "init", "--folder", outside.path() / "in/new/folders/"}).code, exit_ok);
}

TEST_F(cluster, invite_makes_one_file_and_prints_the_next_steps) {
  ASSERT_EQ(init().code, exit_ok);
  const auto invited = invite("washer-1.example.org");
  EXPECT_EQ(invited.code, exit_ok) << invited.err;
  const auto bundle = (folder / "washer-1.example.org.pem").string();
  EXPECT_NE(invited.out.find("\n  scp " + bundle +
                             " washer-1.example.org:\n"
                             "  ssh washer-1.example.org laundromat join HOST:PORT --bundle "
                             "washer-1.example.org.pem\n  rm " +
                             bundle + "\n"),
            std::string::npos)
      << invited.out;
  const auto elsewhere = (outside.path() / "bundle.pem").string();
  EXPECT_EQ(invite("washer-2", {"--output", elsewhere, "--days", "7"}).code, exit_ok);
  const auto opened = cluster_bundle::open(elsewhere, now());
  ASSERT_TRUE(opened) << to_string(opened.error());
  EXPECT_EQ(opened->facts().name, "washer-2");
  EXPECT_LE(opened->facts().until, now() + days{7});
  EXPECT_EQ(fs::status(elsewhere).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const auto engine = cluster_bundle::open(folder / "engine.pem", now());
  ASSERT_TRUE(engine);
  EXPECT_TRUE(perform_handshake(opened->files(), engine->files(), now()));
}

TEST_F(cluster, join_empties_only_its_own_folder_and_leave_signals_no_engine) {
  ASSERT_EQ(init().code, exit_ok);
  ASSERT_EQ(invite("node-1").code, exit_ok);
  const auto data = outside.path() / "laundry";
  fs::create_directories(data / "clean");
  std::ofstream{data / "clean/document"} << "kept";
  const auto join = [&] {
    return ask({"--data", data, "join", "127.0.0.1:9", "--bundle", folder / "node-1.pem"});
  };
  EXPECT_EQ(join().code, exit_usage);
  EXPECT_EQ(read_file(data / "clean/document"), "kept");
  std::ofstream{data / "joined.mark"};
  std::ofstream{data / "journal.sqlite"};
  EXPECT_EQ(join().code, exit_usage) << "an engine ran there since";
  EXPECT_EQ(read_file(data / "clean/document"), "kept");
  fs::remove(data / "joined.mark");
  const auto left = ask({"--data", data, "leave"});
  EXPECT_EQ(left.code, exit_not_found);
  EXPECT_EQ(left.out, "") << "there is nothing to wait for";
  EXPECT_NE(left.err.find("no `join` runs with the folder " + data.string()), std::string::npos) << left.err;
}

TEST_F(cluster, leave_succeeds_when_the_machine_has_already_left) {
  const auto joined = outside.path() / "joined";
  fs::create_directories(joined);
  std::ofstream{joined / "joined.mark"};
  const auto left = ask({"--data", joined, "leave"});
  EXPECT_EQ(left.code, exit_ok) << left.err;
}

TEST_F(cluster, join_refuses_an_impossible_number_of_slots) {
  for (const auto* option : {"--slots", "--transfers"})
    EXPECT_EQ(ask({"join", "127.0.0.1:9", "--bundle", "none.pem", option, "100000"}).code, exit_usage);
  EXPECT_EQ(ask({"join", "127.0.0.1:9", "--bundle", "none.pem", "--slots", "0"}).code, exit_usage);
}

TEST_F(cluster, a_valid_invitation_is_repeated_only_on_request) {
  ASSERT_EQ(init().code, exit_ok);
  ASSERT_EQ(invite("alpha").code, exit_ok);
  const auto twice = invite("alpha", {"--output", outside.path() / "second.pem"});
  EXPECT_EQ(twice.code, exit_usage);
  EXPECT_NE(twice.err.find("alpha is invited already, until "), std::string::npos) << twice.err;
  EXPECT_FALSE(fs::exists(outside.path() / "second.pem"));
  const auto in_the_way = invite("alpha", {"--again"});
  EXPECT_EQ(in_the_way.code, exit_usage);
  EXPECT_NE(in_the_way.err.find("alpha.pem exists"), std::string::npos) << in_the_way.err;
  EXPECT_EQ(facts_in(run("show", {"--json"}).out).size(), 3U) << "what was not handed out is not on record";
  EXPECT_EQ(invite("alpha", {"--again", "--output", outside.path() / "second.pem"}).code, exit_ok);
  EXPECT_EQ(facts_in(run("show", {"--json"}).out).size(), 4U);
}

TEST_F(cluster, an_expired_invitation_is_repeated_without_request) {
  ASSERT_TRUE(make_cluster(folder, {"engine", {}, machine_days, false}, now() - days{10}));
  ASSERT_TRUE(invite_to_cluster(folder, {"alpha", {}, days{5}, false}, now() - days{9}));
  const auto facts = facts_in(run("show", {"--json"}).out);
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[1]["name"], "alpha");
  EXPECT_EQ(facts[1]["state"], "expired");
  EXPECT_EQ(invite("alpha", {"--output", outside.path() / "second.pem"}).code, exit_ok);
}

TEST_F(cluster, show_lists_the_ca_and_the_invited_machines_by_name) {
  ASSERT_EQ(init({"--name", "wasch.example.org"}).code, exit_ok);
  const auto invited = facts_in(invite("alpha", {"--json"}).out).at(0);
  EXPECT_EQ(invited["bundle"], (folder / "alpha.pem").string());
  fs::remove(folder / "alpha.pem");
  const auto facts = facts_in(run("show", {"--json"}).out);
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[0]["role"], "ca");
  EXPECT_EQ(facts[1]["name"], "alpha");
  EXPECT_EQ(facts[1]["serial"], invited["serial"]);
  EXPECT_EQ(facts[1]["until"], invited["until"]);
  EXPECT_EQ(facts[2]["name"], "wasch.example.org");
  for (const auto& fact : facts) EXPECT_EQ(fact["state"], "valid");
  const auto table = run("show", {}).out;
  EXPECT_TRUE(
      table.starts_with("name                role     state  from        until       serial\n"
                        "laundromat cluster  ca       valid  "))
      << table;
  EXPECT_NE(table.find("\nalpha               machine  valid  "), std::string::npos) << table;
}

TEST_F(cluster, invalid_requests_are_refused_with_a_reason) {
  const auto nowhere = invite("alpha");
  EXPECT_EQ(nowhere.code, exit_not_found);
  EXPECT_NE(nowhere.err.find("make one with `laundromat cluster init`"), std::string::npos) << nowhere.err;
  EXPECT_EQ(run("show", {}).code, exit_not_found);
  EXPECT_EQ(init({"--name", "No Host"}).code, exit_usage);
  EXPECT_FALSE(fs::exists(folder));
  ASSERT_EQ(init().code, exit_ok);
  for (const auto name : {"No Host", "../alpha", "ca", "-"}) {
    const auto refused = invite(name);
    EXPECT_EQ(refused.code, exit_usage) << name;
  }
  EXPECT_EQ(invite("alpha", {"--days", "0"}).code, exit_usage);
  EXPECT_EQ(invite("alpha", {"--days", "3651"}).code, exit_usage);
  EXPECT_EQ(ask({"cluster"}).code, exit_usage);
  fs::permissions(folder / "ca.key", fs::perms::group_read, fs::perm_options::add);
  const auto open = invite("alpha");
  EXPECT_EQ(open.code, exit_usage);
  EXPECT_NE(open.err.find("ca.key is secret and accessible to other users (mode 0640): type `chmod 600"),
            std::string::npos)
      << open.err;
  EXPECT_EQ(run("show", {}).code, exit_ok) << "reading a journal needs no key";
}

TEST_F(cluster, help_is_complete) {
  for (const auto part : {"init", "invite", "show"}) {
    const auto help = ask({"cluster", part, "--help"});
    EXPECT_EQ(help.code, exit_ok);
    EXPECT_NE(help.out.find(std::string{"Example:\n  laundromat cluster "} + part), std::string::npos)
        << help.out;
    EXPECT_NE(help.out.find("--folder DIR"), std::string::npos) << help.out;
  }
}

/// A campaign next to the folder of the cluster that listens with `bundle`, named on its line 4.
struct listening : cluster {
  read_from_file<campaign> load(const std::string& bundle) {
    std::ofstream{outside.path() / "x.yaml"}
        << "contact: {product: Wash-Bot, url: \"https://example.org/\", mail: a@example.org}\n"
           "listen:\n  port: 4711\n  bundle: "
        << bundle << "\nseeds: [\"http://example.org/\"]\n";
    return load_campaign(outside.path() / "x.yaml");
  }
  std::string refused(const std::string& bundle) {
    const auto loaded = load(bundle);
    if (loaded || loaded.error().size() != 1) return "not one problem";
    EXPECT_EQ(loaded.error()[0].line, 4U);
    return loaded.error()[0].message;
  }
  fs::path write(const std::string& name, const std::string& text) {
    const auto path = outside.path() / name;
    std::ofstream{path} << text;
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    return path;
  }
};

TEST_F(listening, with_a_bundle_next_to_the_campaign_is_accepted) {
  ASSERT_EQ(init().code, exit_ok);
  const auto loaded = load("cluster/engine.pem");
  ASSERT_TRUE(loaded) << to_string(loaded.error().front());
  EXPECT_EQ(loaded->listen.bundle, (folder / "engine.pem").string());
  EXPECT_EQ(loaded->listen.address, "127.0.0.1");
  EXPECT_EQ(loaded->listen.port, 4711);
  EXPECT_EQ(ask({"config", outside.path() / "x.yaml"}).code, exit_ok);
}

TEST_F(listening, as_in_the_example_campaign_on_two_machines_is_accepted) {
  fs::copy(source_path("conf"), outside.path() / "conf", fs::copy_options::recursive);
  const auto campaign = outside.path() / "conf/two-machines.yaml";
  EXPECT_NE(ask({"config", campaign}).err.find("`laundromat cluster init`"), std::string::npos);
  ASSERT_EQ(ask({"cluster", "init", "--folder", outside.path() / "conf/cluster"}).code, exit_ok);
  const auto answer = ask({"config", campaign});
  EXPECT_EQ(answer.code, exit_ok) << answer.err;
}

TEST_F(listening, with_an_invalid_bundle_is_refused_at_the_line_that_names_it) {
  ASSERT_TRUE(make_cluster(folder, {"engine", {}, days{5}, false}, now() - days{6}));
  const auto bundle = read_file(folder / "engine.pem");
  const auto other = outside.path() / "other";
  ASSERT_TRUE(make_cluster(other, {"engine", {}, machine_days, false}, now()));
  const auto sound = read_file(other / "engine.pem");
  const auto key_at = sound.find("-----BEGIN PRIVATE KEY");
  const struct {
    std::string bundle, expected;
  } cases[]{
      {"nowhere.pem", "listen.bundle: open " + (outside.path() / "nowhere.pem").string()},
      {"nowhere.pem", "name the file that `laundromat cluster init`"},
      {"cluster", "is not a regular file"},
      {"cluster/engine.pem", "cluster/engine.pem: the certificate of engine expired on "},
      {"cluster/ca.pem", "ca.pem: holds no private key"},
      {write("torn.pem", sound.substr(0, sound.size() / 2)), "torn.pem: is cut off or damaged"},
      {write("stolen.pem", read_file(other / "ca.pem") + read_file(other / "ca.key")), "is a CA certificate"},
      {write("mixed.pem", sound.substr(0, key_at) + bundle.substr(bundle.find("-----BEGIN PRIVATE KEY"))),
       "belongs to another certificate"},
      {write("foreign.pem", bundle.substr(0, bundle.find("-----BEGIN TRUSTED")) +
                                sound.substr(sound.find("-----BEGIN TRUSTED"))),
       "is not signed by the CA"},
  };
  for (const auto& c : cases)
    EXPECT_NE(refused(c.bundle).find(c.expected), std::string::npos) << c.bundle << ": " << refused(c.bundle);
  fs::permissions(other / "engine.pem", fs::perms::others_read, fs::perm_options::add);
  EXPECT_NE(refused("other/engine.pem")
                .find("is secret and accessible to other users (mode 0604): type `chmod 600"),
            std::string::npos);
  const auto run = ask({"run", outside.path() / "x.yaml"});
  EXPECT_EQ(run.code, exit_usage);
  EXPECT_TRUE(run.err.starts_with((outside.path() / "x.yaml").string() + ":4: listen.bundle: ")) << run.err;
}

TEST_F(listening, continues_when_the_bundle_is_removed_or_damaged) {
  ASSERT_EQ(init().code, exit_ok);
  const auto opened = cluster_bundle::open(folder / "engine.pem", now());
  ASSERT_TRUE(opened);
  std::ofstream{folder / "engine.pem"} << "spoilt";
  EXPECT_TRUE(perform_handshake(opened->files(), opened->files(), now()));
  fs::remove_all(folder);
  EXPECT_TRUE(perform_handshake(opened->files(), opened->files(), now()));
}

}  // namespace
}  // namespace laundromat
