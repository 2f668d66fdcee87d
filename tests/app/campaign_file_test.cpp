// Tests of campaign files: accepted keys, refused values, and messages.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/campaign_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "app/campaign/campaign_keys.hpp"
#include "app/campaign/seed_file.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/base/edit_distance.hpp"
#include "tests/app/ask.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

constexpr std::string_view contact =
    "contact: {product: Wash-Bot, url: \"https://example.org/\", mail: a@example.org}\n";

std::vector<file_problem> problems_of(std::string_view text) {
  const auto c = read_campaign(text, "x.yaml");
  return c ? std::vector<file_problem>{} : c.error();
}

struct refused_case {
  std::string_view text;  ///< the text after the contact on line 1
  std::size_t line;
  std::string_view contains;
};

TEST(campaign_file, a_value_that_is_read_reaches_its_field) {
  const auto c = read_campaign(
      std::string{contact} +
          "name: socks\npublic_base: https://data.example/lod/\nseeds:\n  - https://example.org/a\n  - {uri: "
          "b, interval_s: 7, priority: -2}\n"
          "politeness:\n  own_hosts:\n    - 127.0.0.1\n    - {host: 'h:8080', delay_s: 0.5, connections: 9}\n"
          "network: {retries_s: [1, 2], allow: ['127.0.0.1', '10.0.0.0/8']}\n",
      "x.yaml");
  ASSERT_TRUE(c) << to_string(c.error().front());
  EXPECT_EQ(c->name, "socks");
  EXPECT_EQ(c->public_base, "https://data.example/lod/");
  EXPECT_EQ(c->seeds, (std::vector<campaign_seed>{{"https://example.org/a", 0, 0}, {"b", 7, -2}}));
  EXPECT_EQ(c->politeness.own_hosts,
            (std::vector<campaign::own_host>{{"127.0.0.1", 0, 1}, {"h:8080", 0.5, 9}}));
  EXPECT_EQ(c->network.retries_s, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(c->network.allow.size(), 2U);
}

TEST(campaign_file, invalid_values_are_refused_with_their_line) {
  const refused_case cases[] = {
      {"politness:\n  delay_s: 2\n", 2, "unknown section `politness`; the nearest is `politeness`"},
      {"delay_s: 2\n", 2, "the nearest is `politeness.delay_s`"},
      {"network:\n  max_redirect: 2\n", 3,
       "the nearest is `network.max_redirects`, a whole number from 0 to 50"},
      {"seeds:\n  - uri: a\n    interval: 5\n", 4, "the nearest is `interval_s`"},
      {"robots: {expiry_h: 25}\n", 2,
       "`robots.expiry_h` is a whole number of hours from 1 to 24, and this is `25`"},
      {"network: {retries_s: 60}\n", 2, "; write `retries_s: [60]`"},
      {"interval_s: 1d\n", 2, "; write 86400"},
      {"seeds:\n  - a\n  - {uri: b, interval: 5}\n", 4, "unknown key `seeds.2.interval`"},
      {"network:\n\tallow: []\n", 3, "the line begins with a tab: write spaces"},
      {"interval_s: -1\n", 2, "and this is `-1`"},
      {"interval_s: 1.5\n", 2, "and this is `1.5`"},
      {"interval_s: \"60\"\n", 2, "is a whole number"},
      {"interval_s: 0x10\n", 2, "is a whole number"},
      {"politeness: {delay_s: nan}\n", 2, "is a number of seconds"},
      {"politeness: {adaptive: yes}\n", 2, "is true or false, and this is `yes`"},
      {"seeds: https://example.org/\n", 2, "is a list of seeds"},
      {"seeds: https://example.org/\n", 2, "; write `seeds: [https://example.org/]`"},
      {"network: [1]\n", 2, "is a section with keys, not a list"},
      {"name: a\nname: b\n", 3, "is given twice (first on line 2)"},
      {"politeness: {delay_s: 0.5}\n", 2, "politeness.own_hosts"},
      {"network:\n  allow:\n    - 10.0.0.0/8\n    - localhost\n", 5, "`localhost` is not a network address"},
      {"politeness:\n  own_hosts:\n    - host: http://x/\n", 4, "is not a host"},
      {"washing: {profile: lenient}\n", 2, "`lenient` is not a profile"},
      {"raw: {layout: segments}\n", 2, "`segments` is not a layout"},
      {"seeds: ['{serve}/a']\n", 2, "serve.folder"},
      {"seeds:\n  - priority: 3\n", 3, "a seed needs a URI"},
      {"public_base: data.example.org/\n", 2, "`data.example.org/` is not a folder on the Web"},
      {"public_base: https://data.example.org\n", 2, "ends with a slash"},
      {"public_base: https://data.example.org/?set=/\n", 2, "ends with a slash"},
      {"public_base: 'https://data.example.org/a b/'\n", 2, "is not a folder on the Web"},
      {"listen: {port: 65536}\n", 2, "`listen.port` is a whole number from 0 to 65535, and this is `65536`"},
      {"listen: {port: -1}\n", 2, "and this is `-1`"},
      {"listen: {port: any}\n", 2, "and this is `any`"},
      {"listen:\n  port: 4711\n", 2, "listen.bundle: worker nodes need certificates to join"},
      {"listen:\n  address: 0.0.0.0\n", 2, "`laundromat cluster init`"},
      {"listen:\n  bundle: x.pem\n  address: localhost\n", 4, "`localhost` is not an address: write"},
      {"name: &a x\ndata: *a\n", 2, "an anchor"},
      {"data: *a\n", 2, "anchor"},
      {"name: !!python/object x\n", 2, "a tag"},
      {"<<: {name: x}\n", 2, "unknown section `<<`"},
      {"---\nname: x\n", 1, "more than one document"},
      {"name: [\n", 3, "is not YAML"},
  };
  for (const auto& c : cases) {
    const auto problems = problems_of(std::string{contact} + std::string{c.text});
    ASSERT_EQ(problems.size(), 1U) << c.text << (problems.empty() ? "" : to_string(problems.back()));
    EXPECT_EQ(problems[0].line, c.line) << c.text << problems[0].message;
    EXPECT_NE(problems[0].message.find(c.contains), std::string::npos) << c.text << problems[0].message;
  }
}

TEST(campaign_file, labels_are_indexed_or_not_or_some_Q76) {
  const auto choice_of = [](const std::string& text) {
    const auto c = read_campaign(std::string{contact} + text, "x.yaml");
    EXPECT_TRUE(c) << to_string(c.error().front());
    return c ? c->index.labels : label_choice{};
  };
  EXPECT_EQ(choice_of(""), label_choice{});
  EXPECT_EQ(choice_of("index: {labels: true}\n"), label_choice{});
  EXPECT_EQ(choice_of("index: {labels: false}\n"), label_choice{false});
  EXPECT_EQ(choice_of("index:\n  labels: ['x:a', 'http://e.example/name']\n"),
            (label_choice{true, {"x:a", "http://e.example/name"}}));
  const refused_case cases[] = {
      {"index: {labels: yes}\n", 2, "`index.labels` is true, false, or a list of IRIs, and this is `yes`"},
      {"index: {labels: 1}\n", 2, "is true, false, or a list of IRIs"},
      {"index: {labels: {a: b}}\n", 2, "is true, false, or a list of IRIs"},
      {"index:\n  labels: http://e.example/name\n", 3, "; write `labels: [http://e.example/name]`"},
      {"index: {labels: []}\n", 2, "write `true` for the usual properties, or `false` for no index"},
      {"index:\n  labels:\n    - x:a\n    - name\n", 5,
       "`name` is not the IRI of a property: write for example `http://www.w3.org/2000/01/rdf-schema#label`"},
      {"index:\n  labels: ['<http://e.example/name>']\n", 3, "is not the IRI of a property"},
      {"index:\n  labels: ['http://e.example/a name']\n", 3, "is not the IRI of a property"},
      {"index:\n  label: true\n", 3, "the nearest is `index.labels`"},
  };
  for (const auto& c : cases) {
    const auto problems = problems_of(std::string{contact} + std::string{c.text});
    ASSERT_EQ(problems.size(), 1U) << c.text << (problems.empty() ? "" : to_string(problems.back()));
    EXPECT_EQ(problems[0].line, c.line) << c.text << problems[0].message;
    EXPECT_NE(problems[0].message.find(c.contains), std::string::npos) << c.text << problems[0].message;
  }
}

TEST(campaign_file, all_problems_are_reported_at_once_in_the_order_of_lines) {
  const auto problems = problems_of("pools:\n  parsers: 0\nlimts: 3\ncontact:\n  mail: nobody\n");
  std::vector<std::size_t> lines;
  for (const auto& p : problems) lines.push_back(p.line);
  EXPECT_EQ(lines, (std::vector<std::size_t>{2, 3, 4, 4, 5}));
  EXPECT_TRUE(to_string(problems[0]).starts_with("x.yaml:2: ")) << to_string(problems[0]);
}

TEST(campaign_file, an_anonymous_crawl_is_refused_R11) {
  EXPECT_EQ(problems_of("name: x\n").size(), 3U);
  EXPECT_EQ(problems_of("").size(), 3U);
  EXPECT_TRUE(problems_of(contact).empty());
  const auto c = read_campaign(contact, "x.yaml");
  EXPECT_EQ(user_agent(c->contact, "1.2"), "Wash-Bot/1.2 (+https://example.org/; mailto:a@example.org)");
}

TEST(campaign_file, yaml_bombs_are_refused_early_R56) {
  std::string laughs = "a: &a [x,x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'l'; ++c)
    laughs +=
        std::string{c} + ": &" + c + " [*" + char(c - 1) + ",*" + char(c - 1) + ",*" + char(c - 1) + "]\n";
  EXPECT_EQ(problems_of(laughs).at(0).line, 1U);
  EXPECT_EQ(problems_of("name: x\na: &a [*a]\n").at(0).line, 2U);
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "[";
  EXPECT_NE(problems_of(deep).at(0).message.find("20 levels"), std::string::npos);
  EXPECT_NE(problems_of("name: x\nseeds: " + std::string(30, '[') + std::string(30, ']'))
                .at(0)
                .message.find("20 levels"),
            std::string::npos);
  EXPECT_NE(problems_of(std::string((1U << 20U) + 1, '#')).at(0).message.find("larger than"),
            std::string::npos);
}

TEST(campaign_file, a_file_that_is_not_a_campaign_reports_a_bounded_number_of_problems) {
  std::string keys;
  for (int i = 0; i < 20'000; ++i) keys += "k" + std::to_string(i) + ": 1\n";
  const auto problems = problems_of(keys);
  EXPECT_LT(problems.size(), 1'100U);
  EXPECT_EQ(problems.back().line, 1'001U);
  EXPECT_NE(problems.back().message.find("check that this is a campaign file"), std::string::npos)
      << problems.back().message;
}

TEST(campaign_file, every_seed_of_the_demonstration_exists_or_is_missing_on_purpose) {
  const std::filesystem::path conf = source_path("conf");
  const auto demo = load_campaign(conf / "demo.yaml");
  ASSERT_TRUE(demo) << to_string(demo.error().front());
  const std::set<std::string> missing{"/old/machines", "/round", "/closed.ttl", "/left-sock.nt",
                                      "/./%73ocks.nq"};
  constexpr std::string_view served = "{serve}";
  listed_seeds listed{demo->seeds, {source_path("tests/app/demo-seeds.txt")}};
  std::size_t seeds = 0;
  for (auto next = listed.next(); next && *next; next = listed.next(), ++seeds) {
    const auto& seed = **next;
    EXPECT_EQ(seed_to_crawl(*demo, seed).interval_s, demo->interval_s);
    if (!seed.uri.starts_with(served)) continue;
    const auto path = seed.uri.substr(served.size());
    EXPECT_EQ(std::filesystem::exists(demo->serve.folder + path), !missing.contains(path)) << path;
  }
  EXPECT_GT(seeds, missing.size());
}

/// Campaigns with the contact on line 1, in a temporary folder.
struct placed : testing::Test {
  std::vector<file_problem> problems_of_file(const std::string& text,
                                             const std::optional<std::string>& data = {}) {
    std::ofstream{file_, std::ios::binary} << contact << text;
    const auto loaded = load_campaign(file_, data);
    return loaded ? std::vector<file_problem>{} : loaded.error();
  }
  /// The only problem, if it is reported at that line of the campaign.
  std::string problem(const std::string& text, std::size_t line,
                      const std::optional<std::string>& data = {}) {
    const auto all = problems_of_file(text, data);
    if (all.size() != 1) return std::to_string(all.size()) + " problems";
    EXPECT_EQ(all[0].file, file_.string());
    EXPECT_EQ(all[0].line, line) << all[0].message;
    return all[0].message;
  }
  static bool contains(const std::string& message, std::string_view part) {
    return message.find(part) != std::string::npos;
  }

  temporary_folder folder_;
  const std::filesystem::path file_ = folder_.path() / "x.yaml";
  const std::string data_ = "data: " + (folder_.path() / "laundry").string() + "\n";
};

TEST_F(placed, a_campaign_without_seeds_is_refused_unless_its_data_folder_has_some) {
  const auto none = problem(data_ + "seeds: []\n", 3);
  EXPECT_TRUE(contains(none, "no seed: write URIs under `seeds:`")) << none;
  EXPECT_TRUE(contains(problem(data_, 1), "no seed"));
  EXPECT_TRUE(problems_of_file(data_ + "seeds: ['http://example.org/']\n").empty());
  const auto other = (folder_.path() / "other").string();
  EXPECT_EQ(ask({"add", "--data", other, "http://example.org/"}).code, exit_ok);
  EXPECT_TRUE(problems_of_file(data_, other).empty()) << "an engine carries on with what `add` put there";
}

TEST_F(placed, items_of_all_lists_are_counted_from_1_in_messages) {
  const std::string seeds = data_ + "seeds: ['http://example.org/']\n";
  const auto store = problem(seeds +
                                 "harvest:\n  registry: none.yaml\n  stores:\n"
                                 "    - {name: a, graph_store: 'http://a.example/'}\n"
                                 "    - {name: b, graph_store: nonsense}\n",
                             8);
  EXPECT_TRUE(store.starts_with("harvest.stores.2.graph_store: ")) << store;
  const auto host = problem(seeds + "hosts:\n  - {host: a.example, user: me, password_file: none}\n", 5);
  EXPECT_TRUE(host.starts_with("hosts.1.password_file: ")) << host;
  std::ofstream{folder_.path() / "registry.yaml"} << "one: {void: 'http://a.example/void'}\n";
  const auto password = problem(seeds +
                                    "harvest:\n  registry: registry.yaml\n  stores:\n"
                                    "    - {name: a, graph_store: 'http://a.example/'}\n"
                                    "    - {name: b, graph_store: 'http://a.example/', user: me, "
                                    "password_file: none}\n",
                                8);
  EXPECT_TRUE(password.starts_with("harvest.stores.2.password_file: ")) << password;
}

TEST_F(placed, names_of_stores_have_no_spaces_because_files_have_one_in_a_line) {
  for (const auto* name : {"'my store'", "\"a\\nb\"", "'triples optional'"}) {
    const auto found = problem(
        data_ + "seeds: ['http://example.org/']\nharvest:\n  registry: none.yaml\n  stores:\n    - {name: " +
            name + ", graph_store: 'http://a.example/'}\n",
        7);
    EXPECT_TRUE(contains(found, "harvest.stores.1.name: the name of a store has no spaces")) << found;
  }
}

TEST_F(placed, file_seeds_without_roots_are_refused) {
  const auto message = problem(data_ + "seeds:\n  - http://example.org/\n  - FILE:///tmp/socks.ttl\n", 5);
  EXPECT_TRUE(
      contains(message, "`FILE:///tmp/socks.ttl` is on this machine, and `files.roots` allows no folder"))
      << message;
  EXPECT_TRUE(problems_of_file(data_ + "seeds: ['file:///tmp/socks.ttl']\nfiles: {roots: [/tmp]}\n").empty());
}

TEST_F(placed, an_impossible_data_folder_is_refused) {
  constexpr auto seeds = "seeds: ['http://example.org/']\n";
  std::ofstream{folder_.path() / "file"} << "x";
  const auto file = (folder_.path() / "file").string();
  EXPECT_TRUE(contains(problem(std::string{"data: \"\"\n"} + seeds, 2), "data: is empty"));
  EXPECT_TRUE(contains(problem("data: " + file + "\n" + seeds, 2), "is a file: write the name of a folder"));
  EXPECT_TRUE(contains(problem("data: " + file + "/below/it\n" + seeds, 2),
                       "cannot be created, because `" + file + "` is a file"));
  EXPECT_TRUE(contains(problem(data_ + seeds, 2, file), "is a file")) << "--data is looked at, too";
  if (::geteuid() == 0) return;  // root may write everywhere
  std::filesystem::create_directory(folder_.path() / "closed");
  std::filesystem::permissions(folder_.path() / "closed", std::filesystem::perms::owner_read);
  EXPECT_TRUE(contains(problem("data: " + (folder_.path() / "closed/new").string() + "\n" + seeds, 2),
                       "is not writable for you"));
}

TEST_F(placed, a_data_folder_that_is_not_writable_is_refused) {
  const auto message = problem("data: /proc/laundry\nseeds: ['http://example.org/']\n", 2);
  EXPECT_TRUE(contains(message, "data: `/proc/laundry` cannot be created")) << message;
  EXPECT_TRUE(contains(message, "write another folder")) << message;
  EXPECT_TRUE(problems_of_file(data_ + "seeds: ['http://example.org/']\n").empty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder_.path()}, {}), 1) << "nothing is left";
}

TEST_F(placed, folders_for_reading_must_exist) {
  const auto with_seed = data_ + "seeds: ['http://example.org/']\n";
  const auto missing =
      "`" + (folder_.path() / "nope").string() + "` does not exist: write the path of a folder";
  for (const std::string text :
       {"serve: {folder: nope}\n", "files:\n  roots: [nope]\n", "washing: {contexts: nope}\n"}) {
    const auto message = problem(with_seed + text, text.find("roots") == std::string::npos ? 4 : 5);
    EXPECT_TRUE(contains(message, missing)) << message;
  }
  EXPECT_TRUE(contains(problem(with_seed + "serve: {folder: x.yaml}\n", 4), "is not a folder"));
  EXPECT_TRUE(contains(problem(with_seed + "serve: {folder: ., rules: nope}\n", 4), "serve.rules: "));
  EXPECT_TRUE(problems_of_file(with_seed + "washing: {contexts: nope, fetch_contexts: true}\n").empty())
      << "what is fetched is kept there";
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "nope"));
}

TEST_F(placed, a_file_seed_outside_all_roots_is_refused) {
  const auto message = problem(data_ + "files: {roots: [.]}\nseeds:\n  - file:///etc/socks.ttl\n", 5);
  EXPECT_TRUE(contains(message, "`file:///etc/socks.ttl` is in no folder of `files.roots`")) << message;
  EXPECT_TRUE(
      problems_of_file(data_ + "files: {roots: [.]}\nseeds: ['file://" + file_.string() + "']\n").empty());
}

TEST_F(placed, config_tells_when_more_problems_may_follow) {
  const auto more = file_.string() + ": more problems may be found when these are repaired\n";
  std::ofstream{file_} << contact << data_ << "seeds: 3\n";
  EXPECT_TRUE(contains(ask({"config", file_.string()}).err, more));
  std::ofstream{file_} << contact << data_ << "seed_files: [nope]\n";
  EXPECT_TRUE(contains(ask({"config", file_.string()}).err, more));
  std::ofstream{file_} << contact << data_ << "seeds: []\n";
  EXPECT_FALSE(contains(ask({"config", file_.string()}).err, more)) << "all checks ran";
  EXPECT_TRUE(
      contains(ask({"config", folder_.path().string()}).err, "is a folder: write the name of a file"));
}

TEST_F(placed, seeds_that_are_never_fetched_are_counted) {
  std::ofstream{file_} << contact << data_ << "seeds: [a/b.ttl, 'ftp://example.org/x']\n";
  const auto message = ask({"config", file_.string()}).out;
  EXPECT_TRUE(contains(message, "2 seeds, 1 relative and 1 refused: none can be fetched")) << message;
  std::ofstream{file_} << contact << data_ << "seeds: [a/b.ttl, 'http://example.org/x']\n";
  EXPECT_TRUE(contains(ask({"config", file_.string()}).out, "2 seeds, 1 relative, which is never fetched"));
}

TEST_F(placed, a_seed_file_that_cannot_be_read_is_reported_where_the_campaign_names_it) {
  const auto message = problem(data_ + "seed_files:\n  - x.yaml.missing\n", 4);
  EXPECT_TRUE(
      contains(message, "x.yaml.missing`: no such file; write the path of a file with one URI per line"))
      << message;
  EXPECT_TRUE(contains(problem(data_ + "seed_files: [.]\n", 3), "a folder"));
}

read_from_file<std::vector<campaign_seed>> seeds_in(const std::string& text, const std::string& file) {
  std::vector<campaign_seed> seeds;
  const auto read = read_seeds(seed_file{std::make_unique<std::istringstream>(text), file},
                               [&](const campaign_seed& seed, std::size_t) { seeds.push_back(seed); });
  if (!read) return tl::unexpected(read.error());
  return seeds;
}

TEST(campaign_file, a_space_in_a_line_of_a_seed_file_is_refused) {
  const auto wrong = seeds_in("http://a.example/\nhttp://a.example/x 60\n", "list.txt");
  ASSERT_FALSE(wrong);
  ASSERT_EQ(wrong.error().size(), 1U);
  EXPECT_EQ(to_string(wrong.error()[0]),
            "list.txt:2: a space in the URI: write a TAB before the interval, or %20 for a space");
}

TEST(campaign_file, a_seed_file_has_intervals_and_priorities_after_tabs) {
  const auto seeds =
      seeds_in("# socks\r\nhttps://example.org/a#b\r\n\nhttps://example.org/c\t60\nd\t\t-4", "s.txt");
  ASSERT_TRUE(seeds);
  EXPECT_EQ(*seeds, (std::vector<campaign_seed>{
                        {"https://example.org/a#b", 0, 0}, {"https://example.org/c", 60, 0}, {"d", 0, -4}}));
  const auto wrong = seeds_in("a\tsoon\nb\n\t5\nc\t1\t2\t3\n", "s.txt");
  ASSERT_FALSE(wrong);
  ASSERT_EQ(wrong.error().size(), 3U);
  EXPECT_EQ(wrong.error()[1].line, 3U);
}

TEST(campaign_file, a_line_of_a_seed_file_has_a_greatest_length_and_later_lines_are_read) {
  const std::string longest(seed_file::longest_line, 'x');
  const auto seeds = seeds_in(longest + "\nhttp://a.example/", "s.txt");
  ASSERT_TRUE(seeds) << to_string(seeds.error()[0]);
  EXPECT_EQ(seeds->size(), 2U);
  const auto wrong = seeds_in("\n" + longest + "x\na b\n", "s.txt");
  ASSERT_FALSE(wrong);
  ASSERT_EQ(wrong.error().size(), 2U);
  EXPECT_EQ(to_string(wrong.error()[0]),
            "s.txt:2: the line has more than 65,536 bytes: write one URI per line");
  EXPECT_EQ(wrong.error()[1].line, 3U);
}

TEST(campaign_file, a_seed_file_with_many_bad_lines_is_not_read_to_its_end) {
  std::string text;
  for (std::size_t i = 0; i < 2 * most_problems; ++i) text += "a b\n";
  const auto wrong = seeds_in(text, "s.txt");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().size(), most_problems);
  EXPECT_TRUE(wrong.error().back().hides_others);
}

TEST_F(placed, the_lines_of_seed_files_are_checked_and_stay_in_the_files) {
  std::ofstream{folder_.path() / "list"} << "http://a.example/\nhttp://a.example/ 60\n";
  const auto problems = problems_of_file(data_ + "seed_files: [list]\n");
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].file, (folder_.path() / "list").string());
  EXPECT_EQ(problems[0].line, 2U);
  std::ofstream{folder_.path() / "list"} << "http://a.example/\nfile:///etc/socks.ttl\n";
  const auto outside = problems_of_file(data_ + "files: {roots: [.]}\nseed_files: [list]\n");
  ASSERT_EQ(outside.size(), 1U);
  EXPECT_TRUE(to_string(outside[0]).starts_with((folder_.path() / "list").string() + ":2: `file:///etc/"));
  std::ofstream{folder_.path() / "list"} << "http://a.example/\n";
  EXPECT_TRUE(problems_of_file(data_ + "seed_files: [list]\n").empty());
  const auto c = load_campaign(file_);
  ASSERT_TRUE(c);
  EXPECT_TRUE(c->seeds.empty()) << "a list may be longer than the memory";
  EXPECT_EQ(c->seed_files, std::vector{(folder_.path() / "list").string()});
}

TEST_F(placed, the_seeds_of_a_pipe_are_kept_because_it_is_read_once) {
  const auto pipe = folder_.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer{[&] { std::ofstream{pipe} << "http://a.example/\n"; }};
  std::ofstream{file_} << contact << data_ << "seed_files: [pipe]\n";
  const auto c = load_campaign(file_);
  writer.join();
  ASSERT_TRUE(c);
  EXPECT_EQ(c->seeds, (std::vector<campaign_seed>{{"http://a.example/", 0, 0}}));
  EXPECT_TRUE(c->seed_files.empty());
}

TEST(campaign_file, the_served_port_is_put_into_seeds_and_allowed) {
  auto c = read_campaign(std::string{contact} + "serve: {folder: web}\nseeds: ['{serve}/a', 'http://x/']\n",
                         "x.yaml");
  ASSERT_TRUE(c);
  set_served_port(*c, 4711);
  EXPECT_EQ(seed_to_crawl(*c, c->seeds[0]).uri, "http://127.0.0.1:4711/a");
  EXPECT_EQ(seed_to_crawl(*c, c->seeds[1]).uri, "http://x/");
  EXPECT_EQ(c->network.allow, std::vector<std::string>{"127.0.0.1:4711"});
}

TEST(campaign_file, the_keys_that_a_reload_changes_are_named_with_both_values) {
  campaign before, after;
  EXPECT_TRUE(changed_keys(before, after).empty());
  after.politeness.delay_s = 2.5;
  after.network.retries_s = {1, 2};
  after.hosts.emplace_back().host = "example.org";
  const auto changes = changed_keys(before, after);
  ASSERT_EQ(changes.size(), 3U);
  const auto has = [&](const std::string& text) { return std::ranges::find(changes, text) != changes.end(); };
  EXPECT_TRUE(has("politeness.delay_s from " + std::string{"1"} + " to 2.5"));
  EXPECT_TRUE(has("network.retries_s from [60, 900, 14400] to [1, 2]"));
  EXPECT_TRUE(has("hosts")) << "headers of hosts may be secret";
}

TEST(campaign_file, the_default_file_in_conf_is_current) {
  std::ifstream file{source_path("conf/default.yaml")};
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), default_campaign_yaml()) << "run: laundromat config --defaults > conf/default.yaml";
}

TEST(campaign_file, the_default_file_lacks_only_the_contact) {
  const auto problems = problems_of(default_campaign_yaml());
  ASSERT_EQ(problems.size(), 3U);
  for (const auto& p : problems) EXPECT_TRUE(p.message.starts_with("contact.")) << to_string(p);
}

TEST(campaign_file, every_key_is_in_the_default_file_and_has_a_meaning) {
  const auto text = default_campaign_yaml();
  for (const auto& key : campaign_keys()) {
    EXPECT_NE(text.find(key.path.substr(key.path.rfind('.') + 1)), std::string::npos) << key.path;
    EXPECT_FALSE(key.meaning.empty()) << key.path;
    EXPECT_EQ(std::ranges::count(campaign_keys(), key.path, &key_rule<campaign>::path), 1) << key.path;
  }
}

TEST(campaign, address_rules_are_addresses_and_ranges) {
  for (auto good : {"127.0.0.1", "10.0.0.0/8", "127.0.0.1:80", "::1", "[::1]:80", "fe80::/10",
                    "2001:db8:0:0:0:0:0:1", "[fd00::]"})
    EXPECT_TRUE(is_address_rule(good)) << good;
  for (auto bad : {"", "localhost", "10.0.0", "10.0.0.256", "10.0.0.0/33", "127.0.0.1:65536", "127.0.0.1:",
                   "1::2::3", "::1/129", "[::1", "12345::", ":", "1:2", "10.0.0.1/", "2001:db8"})
    EXPECT_FALSE(is_address_rule(bad)) << bad;
}

TEST(edit_distance, counts_insertions_removals_and_replacements) {
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("same", "same"), 0U);
}

}  // namespace
}  // namespace laundromat
