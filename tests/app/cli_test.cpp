// Tests of the command line: help, exit codes, and commands without a journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/cli.hpp"

#include <gtest/gtest.h>
#include <fstream>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "app/campaign/campaign_keys.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/base/digest.hpp"
#include "core/campaign/campaign.hpp"
#include "core/extraction/model/data_format.hpp"
#include "core/lifecycle/print.hpp"
#include "core/rdf/model/taxonomy.hpp"
#include "messages/build_id.hpp"
#include "tests/app/ask.hpp"
#include "tests/net/gzip_text.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

std::vector<std::string> commands() {
  std::istringstream help{ask({"--help"}).out};
  std::vector<std::string> names;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line == "Subcommands:") listed = true;
    if (!line.starts_with("  ") || !listed || line.starts_with("   ")) continue;
    if (line.starts_with("  laundromat")) break;
    names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

TEST(cli, help_of_every_command_shows_an_example) {
  EXPECT_GE(commands().size(), 14U);
  EXPECT_NE(ask({"--help"}).out.find("Exit codes"), std::string::npos);
  for (const auto& name : commands()) {
    const auto help = ask({name, "--help"});
    EXPECT_EQ(help.code, exit_ok) << name;
    EXPECT_NE(help.out.find("Example:\n  laundromat " + name), std::string::npos) << name << help.out;
  }
}

TEST(cli, a_wrong_command_line_is_exit_code_2) {
  EXPECT_EQ(ask({}).code, exit_usage);
  EXPECT_EQ(ask({"--nonsense"}).code, exit_usage);
  EXPECT_EQ(ask({"run"}).code, exit_usage);
  EXPECT_EQ(ask({"lifecycle", "--format", "png"}).code, exit_usage);
  const auto typo = ask({"lifecycel"});
  EXPECT_EQ(typo.code, exit_usage);
  EXPECT_NE(typo.err.find("did you mean `lifecycle`"), std::string::npos) << typo.err;
}

TEST(cli, refusals_show_control_characters_of_arguments_as_escapes) {
  const temporary_folder folder;
  const auto evil = folder.path().string() + "/x\x1b[2J\nERROR: y";
  for (const auto& name : commands()) {
    if (name == "site") continue;  // it would serve a folder that another command creates
    const std::vector<std::vector<std::string>> lines{{name, evil},
                                                      {name, evil, evil},
                                                      {name, "--data", evil},
                                                      {name, "--format", evil},
                                                      {name, "--" + evil}};
    for (const auto& line : lines) {
      const auto said = ask(line).err;
      EXPECT_EQ(said.find('\x1b'), std::string::npos) << name << ": " << said;
      EXPECT_EQ(said.find("\nERROR"), std::string::npos) << name << ": " << said;
    }
  }
}

TEST(cli, the_nearest_command_and_option_are_suggested_at_any_position) {
  const std::pair<std::vector<std::string>, std::string> mistakes[] = {
      {{"--data", "x", "staus"}, "unknown command `staus`; did you mean `status`?"},
      {{"--data=x", "staus"}, "unknown command `staus`; did you mean `status`?"},
      {{"--dta", "x", "status"}, "unknown option `--dta`; did you mean `--data`?"},
      {{"ls", "--limt", "3"}, "unknown option `--limt`; did you mean `--limit`?"},
      {{"--data", "x", "ls", "--limt=3"}, "unknown option `--limt`; did you mean `--limit`?"},
      {{"ls", "--dat", "x"}, "unknown option `--dat`; did you mean `--data`?"},
      {{"wash", "--profle", "strict"}, "unknown option `--profle`; did you mean `--profile`?"},
      {{"version"}, "unknown command `version`; did you mean `--version`?"},
      {{"zzz"}, "unknown command `zzz`; `laundromat --help` lists the commands"},
      {{"ls", "--zzzzzz"}, "unknown option `--zzzzzz`; --help lists the options"},
      {{"errors", "x", "--rule", "foo"},
       "`foo` is not a defect rule; `laundromat errors --list-rules` names all"},
      {{"cluster", "intit"}, "unknown command `intit`; did you mean `init`?"},
      {{"cluster", "init", "--foldr", "x"}, "unknown option `--foldr`; did you mean `--folder`?"},
      {{"wash", "-lead.ttl"},
       "`-lead.ttl` is parsed as options: for a file of that name write `./-lead.ttl` or `-- -lead.ttl`"},
  };
  for (const auto& [arguments, expected] : mistakes) {
    const auto answer = ask(arguments);
    EXPECT_EQ(answer.code, exit_usage) << expected;
    EXPECT_EQ(answer.err, "laundromat: " + expected + '\n');
    EXPECT_EQ(answer.out, "");
  }
}

TEST(cli, the_version_names_the_build_the_commit_and_the_libraries) {
  const auto version = ask({"--version"});
  EXPECT_EQ(version.code, exit_ok);
  EXPECT_TRUE(std::regex_search(
      version.out,
      std::regex{
          R"(^laundromat \d+\.\d+\.\d+ \(\w[^,]*, \w+ [\d.]+, \w+, commit ([0-9a-f]{12}(-dirty)?|unknown)\)\n)"}))
      << version.out;
  EXPECT_NE(version.out.find("cluster build " + std::string(build_id())), std::string::npos) << version.out;
  const auto facts = nlohmann::json::parse(ask({"--version", "--json"}).out);
  EXPECT_EQ(facts["version"], program_version);
  EXPECT_EQ(facts["cluster_build"], build_id());
  for (const auto* name : {"CAF", "libcurl", "OpenSSL", "libarchive", "SQLite", "libxml2", "zstd", "ISA-L"}) {
    ASSERT_TRUE(facts["libraries"].contains(name)) << name;
    const std::string number = facts["libraries"][name];
    EXPECT_TRUE(std::regex_match(number, std::regex{R"(\d+\.\d+.*)"})) << name << ' ' << number;
    EXPECT_NE(version.out.find(number), std::string::npos) << name;
  }
  EXPECT_EQ(ask({"--json", "--version"}).out, ask({"--version", "--json"}).out);
}

TEST(cli, formats_lists_all_seven_and_which_have_a_reader) {
  std::istringstream rows{ask({"formats", "--json"}).out};
  std::vector<std::string> washed, others, records;
  for (std::string line; std::getline(rows, line);) {
    const auto row = nlohmann::json::parse(line);
    if (row.at("kind") == "records") {
      EXPECT_FALSE(row.contains("washed")) << line;
      records.push_back(row["key"]);
      continue;
    }
    EXPECT_EQ(row["kind"], "rdf") << line;
    (row["washed"].get<bool>() ? washed : others).push_back(row["key"]);
    EXPECT_EQ(row.at("host_languages").empty(), row["key"] != "rdfa") << line;
  }
  EXPECT_EQ(washed.size() + others.size(), 7U);
  EXPECT_EQ(records.size(), data_format_table().size());
  EXPECT_TRUE(std::ranges::find(washed, "turtle") != washed.end());
}

TEST(cli, errors_lists_every_rule_with_its_treatments) {
  std::istringstream lines{ask({"errors", "--list-rules", "--json"}).out};
  const auto table = ask({"errors", "--list-rules"}).out;
  auto row = defect_rules().begin();
  for (std::string line; std::getline(lines, line); ++row) {
    ASSERT_NE(row, defect_rules().end());
    const auto fact = nlohmann::json::parse(line);
    EXPECT_EQ(fact["rule"], to_string(row->rule));
    EXPECT_EQ(fact["strict"], to_string(row->strict));
    EXPECT_EQ(fact["standard"], to_string(row->standard));
    EXPECT_EQ(fact["max_recall"], to_string(row->max_recall));
    EXPECT_NE(table.find(meaning_of(row->rule)), std::string::npos) << line;
  }
  EXPECT_EQ(row, defect_rules().end());
}

TEST(cli, the_lifecycle_page_matches_the_table) {
  EXPECT_EQ(ask({"lifecycle", "--format", "page"}).out, lifecycle_page());
  EXPECT_EQ(ask({"lifecycle"}).out, statuses_as_table() + "\n" + lifecycle_as_table());
}

TEST(cli, config_prints_the_defaults_and_names_problems_with_their_line) {
  EXPECT_EQ(ask({"config", "--defaults"}).out, default_campaign_yaml());
  const auto missing = ask({"config", "/nonexistent/x.yaml"});
  EXPECT_EQ(missing.code, exit_not_found);
  EXPECT_TRUE(missing.err.starts_with("/nonexistent/x.yaml:1: cannot be read")) << missing.err;
  const auto anonymous = ask({"run", source_path("conf/default.yaml")});
  EXPECT_EQ(anonymous.code, exit_usage);
  EXPECT_NE(anonymous.err.find("contact.url: a crawl needs a contact page"), std::string::npos)
      << anonymous.err;
}

TEST(cli, a_missing_file_is_exit_code_4_and_an_invalid_one_2) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"config"},
                                                  {"run"},
                                                  {"add", "--file"},
                                                  {"guess"},
                                                  {"robots"},
                                                  {"sitemap"},
                                                  {"errors", "--file"},
                                                  {"diff", "/dev/null"},
                                                  {"site"},
                                                  {"site", "/tmp", "--rules"}}) {
    auto missing = command, wrong = command;
    missing.emplace_back("/nonexistent/x");
    wrong.emplace_back(command[0] == "site" && command.size() == 1 ? "/dev/null" : "/tmp");
    if (command[0] == "robots") {
      for (auto* words : {&missing, &wrong}) {
        words->emplace_back("Agent");
        words->emplace_back("/path");
      }
    }
    EXPECT_EQ(ask(missing).code, exit_not_found) << command[0];
    if (command[0] == "diff" || command.size() == 3) continue;
    EXPECT_EQ(ask(wrong).code, exit_usage) << command[0];
  }
}

TEST(cli, robots_names_the_rule_that_decides) {
  const auto verdict =
      ask({"robots", "-", "socks", "/a/b", "/c"}, "User-agent: *\nDisallow: /a\nAllow: /a/b/c\n");
  EXPECT_EQ(verdict.code, exit_some_failed);
  EXPECT_EQ(verdict.out, "verdict  path  deciding rule\nrefused  /a/b  Disallow: /a\nallowed  /c    none\n");
  EXPECT_NE(
      ask({"robots", "-", "socks", "/"}, "User-agent: *\nCrawl-delay: 0\n").out.find("Crawl-delay: none\n"),
      std::string::npos);
  EXPECT_EQ(ask({"robots", "/nonexistent", "socks", "/"}).code, exit_not_found);
}

TEST(cli, no_rule_is_made_in_a_folder_that_no_engine_has_used) {
  const temporary_folder folder;
  const auto data = (folder.path() / "mistyped").string();
  for (const auto* command : {"pause", "resume", "exclude", "retry", "remove", "ping"}) {
    const auto refused = ask({"--data", data, command, "http://a.example/"});
    EXPECT_EQ(refused.code, exit_not_found) << command << refused.err;
  }
  EXPECT_FALSE(std::filesystem::exists(data));
}

TEST(cli, sitemap_prints_what_is_announced_and_what_is_wrong) {
  const std::string body =
      "<urlset "
      "xmlns:sc='http://sw.deri.org/2007/07/sitemapextension'><sc:authority>http://e.example/#us</"
      "sc:authority>"
      "<url><loc>/a</loc><lastmod>2005-01-01</lastmod><changefreq>never</changefreq></url>\n"
      "<sc:dataset><sc:datasetLabel>Socks</sc:datasetLabel><sc:dataDump>http://e.example/socks.nt</"
      "sc:dataDump></sc:dataset></urlset>";
  const auto shown = ask({"sitemap", "-", "--base", "http://e.example/sitemap.xml"}, body);
  EXPECT_EQ(shown.code, 0);
  EXPECT_EQ(shown.out,
            "Format: sitemap\nPublished by: http://e.example/#us\n"
            "announced as  URI                        dataset  modified                  changes\n"
            "page          http://e.example/a                  2005-01-01T00:00:00.000Z  never\n"
            "dump          http://e.example/socks.nt  Socks\n"
            "description   http://e.example/#us\n"
            "dataset  label  dumps  endpoints  samples  prefixes\n"
            "Socks    Socks  1\n"
            "line  defect              what is wrong\n"
            "   1  announcement_value  `loc` is relative; it is resolved\n");
  const auto facts = ask({"sitemap", "-", "--json", "--base", "http://e.example/sitemap.xml"}, body).out;
  EXPECT_NE(
      facts.find(
          R"({"format":"sitemap","is_rdf":false,"authority":"http://e.example/#us","uris":3,"datasets":1,"defects":1,"left_out":0})"),
      std::string::npos)
      << facts;
  EXPECT_NE(
      facts.find(
          R"("uri":"http://e.example/a","dataset":null,"by":"loc","media_type":null,"modified":"2005-01-01T00:00:00.000Z","change_interval_s":"never")"),
      std::string::npos)
      << facts;
  EXPECT_EQ(ask({"sitemap", "-"}, "<html>").code, exit_some_failed);
  const auto zipped = ask({"sitemap", "-"}, test::gzipped("http://e.example/z\n"));
  EXPECT_EQ(zipped.code, 0);
  EXPECT_NE(zipped.out.find("http://e.example/z"), std::string::npos) << zipped.out;
}

TEST(cli, normalize_shows_six_steps_and_the_hash_L12_L13_L14_L15_L16) {
  const auto steps = ask({"normalize", "HTTP://Example.ORG/%7euser/../a%2eb"}).out;
  EXPECT_EQ(std::count(steps.begin(), steps.end(), '\n'), 7);
  EXPECT_NE(steps.find("5     remove_dot_segments          http://example.org/a.b\n"), std::string::npos)
      << steps;
  EXPECT_NE(ask({"normalize", "--json", "http://example.org/a.b"})
                .out.find("\"hash\":\"" + md5("http://example.org/a.b").hex()),
            std::string::npos);
}

TEST(cli, guess_names_layers_encoding_and_format_of_the_demonstration) {
  struct expected {
    std::string file, layers, encoding, format;
  };
  const expected files[] = {{"machines.nt", "", "UTF-8", "N-Triples"},
                            {"machines.nt.gz", "gzip", "UTF-8", "N-Triples"},
                            {"socks.nq", "", "UTF-8", "N-Quads"},
                            {"menu.ttl.xz", "xz", "UTF-8", "Turtle"},
                            {"programmes.trig.bz2", "bzip2", "UTF-8", "TriG"},
                            {"house.rdf", "", "UTF-8", "RDF/XML"},
                            {"house-latin1.rdf", "", "ISO-8859-1", "RDF/XML"},
                            {"about.html", "", "UTF-8", "RDFa"},
                            {"customers.jsonld", "", "UTF-8", "JSON-LD"},
                            {"guestbook-latin1.nt", "", "windows-1252", "N-Triples"},
                            {"prices-utf16.ttl", "", "UTF-16LE", "Turtle"},
                            {"opening-hours.html", "", "UTF-8", "not RDF"}};
  for (const auto& f : files) {
    const auto guessed = ask({"guess", "--json", source_path("conf/demo-web/") + f.file});
    const auto fact = nlohmann::json::parse(guessed.out);
    EXPECT_EQ(fact["layers"], f.layers) << f.file;
    EXPECT_EQ(fact["encoding"], f.encoding) << f.file;
    EXPECT_EQ(fact["format"], f.format) << f.file;
    EXPECT_EQ(guessed.code, f.format == "not RDF" ? exit_some_failed : exit_ok) << f.file;
  }
  const auto torn =
      nlohmann::json::parse(ask({"guess", "--json", source_path("conf/demo-web/torn.nt.gz")}).out);
  EXPECT_EQ(torn["warnings"][0]["rule"], "truncated_stream");
  EXPECT_EQ(torn["warnings"][0]["count"], 1);
  const auto archive =
      nlohmann::json::parse(ask({"guess", "--json", source_path("conf/demo-web/attic.tar.gz")}).out);
  EXPECT_EQ(archive["archive"], "tar");
  EXPECT_EQ(archive["members"].size(), 5U);
  EXPECT_EQ(ask({"guess", "/nonexistent"}).code, exit_not_found);
  const auto piped =
      ask({"guess", "--json", "-"}, "<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n");
  EXPECT_EQ(nlohmann::json::parse(piped.out)["format"], "N-Triples");
}

TEST(cli, add_reports_the_result_for_each_uri_L18_D01_D02_D03_D04_D05) {
  const temporary_folder data;
  const auto added = ask({"add", "--data", data.path().string(), "http://a.example/x", "HTTP://A.example/%78",
                          "socks/left.ttl", "mailto:x@a.example", "http://http://a.example/"});
  EXPECT_EQ(added.code, exit_some_failed);
  std::istringstream lines{added.out};
  std::vector<std::string> answers;
  for (std::string line; std::getline(lines, line);)
    answers.push_back(line.substr(34, line.find(' ', 34) - 34));
  EXPECT_EQ(answers, (std::vector<std::string>{"new", "known", "relative", "refused", "refused"}))
      << added.out;
  EXPECT_NE(added.out.find("did you mean http://a.example/ ?"), std::string::npos) << added.out;
  EXPECT_EQ(ask({"--data", data.path().string(), "add", "http://a.example/x"}).code, exit_ok);
}

TEST(cli, add_names_the_interval_and_priority_that_a_known_seed_keeps) {
  const temporary_folder folder;
  const auto data = folder.path().string();
  EXPECT_EQ(ask({"add", "--data", data, "http://a.example/", "--interval", "86400"}).code, exit_ok);
  const auto again = ask({"add", "--data", data, "http://a.example/", "--interval", "60", "--priority", "3"});
  EXPECT_NE(again.out.find("http://a.example/  (interval stays 86,400 s, priority 0)\n"), std::string::npos)
      << again.out;
  const auto fact = nlohmann::json::parse(ask({"add", "--data", data, "http://a.example/", "--json"}).out);
  EXPECT_EQ(fact["interval_s"], 86'400);
  EXPECT_EQ(fact["priority"], 0);
}

TEST(cli, help_as_a_command_prints_the_help) {
  EXPECT_EQ(ask({"help"}).out, ask({"--help"}).out);
  EXPECT_EQ(ask({"help", "run"}).out, ask({"run", "--help"}).out);
}

TEST(cli, an_unusable_data_folder_is_reported_under_the_name_that_gave_it) {
  const temporary_folder folder;
  const auto file = (folder.path() / "ff").string();
  std::ofstream{file} << "not a folder\n";
  const auto message = ": `" + file + "` is a file: write the name of a folder";
  for (const std::string command : {"run", "config"}) {
    const auto answer = ask({command, "no.yaml", "--data", file});
    EXPECT_EQ(answer.code, exit_usage) << command;
    EXPECT_NE(answer.err.find("laundromat: --data" + message), std::string::npos) << answer.err;
  }
  ::setenv("LAUNDROMAT_DATA", file.c_str(), 1);
  const auto named = ask({"run", "no.yaml"});
  ::unsetenv("LAUNDROMAT_DATA");
  EXPECT_NE(named.err.find("laundromat: LAUNDROMAT_DATA" + message), std::string::npos) << named.err;
}

TEST(cli, the_variable_names_the_data_folder_without_an_option) {
  const temporary_folder folder;
  const auto kept = (folder.path() / "kept").string(), given = (folder.path() / "given").string();
  ::setenv("LAUNDROMAT_DATA", kept.c_str(), 1);
  EXPECT_EQ(ask({"add", "http://a.example/"}).code, exit_ok);
  EXPECT_EQ(ask({"--data", given, "add", "http://a.example/"}).code, exit_ok);
  const auto left = ask({"leave"});
  ::unsetenv("LAUNDROMAT_DATA");
  EXPECT_TRUE(std::filesystem::exists(kept + "/journal.sqlite"));
  EXPECT_TRUE(std::filesystem::exists(given + "/journal.sqlite"));
  EXPECT_EQ(left.err.find(kept), std::string::npos) << "a machine that joined has a folder of its own";
}

}  // namespace
}  // namespace laundromat
