// Tests of the whole engine: the demonstration, files, signals, and kills.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "app/campaign/campaign_file.hpp"
#include "app/site/served_site.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/wash/wash_files.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/web/uri.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/data_folder.hpp"
#include "storage/warc/warc_place.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/app/demo_run.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

std::string gunzip(const std::string& bytes) {
  warning_log warnings;
  auto source = make_gzip_source(make_memory_source(bytes), warnings);
  return read_all(*source, 1 << 20).value();
}

/// Whether a ledger has the digest in its name.
bool is_whole_ledger(const std::string& name, const std::string& bytes) {
  return name.find("/ledger-") != name.npos &&
         name.ends_with("/ledger-" + sha256(gunzip(bytes)).hex().substr(0, 16) + ".nq.gz");
}

/// `content_type` of each document, by its address.
std::map<std::string, std::string> content_types(const fs::path& data) {
  std::map<std::string, std::string> out;
  auto db = journal_of(data);
  const auto rows = journal_reader{db}.documents({}, 1'000).value();
  for (const auto& row : rows) {
    const auto printed = ask({"--data", data.string(), "show", "--format", "json", row.entry.hex()});
    EXPECT_EQ(printed.code, exit_ok) << printed.err;
    const auto fact = nlohmann::json::parse(printed.out);
    out[row.uri.substr(row.uri.find('/', 7))] = fact.value("content_type", "");
  }
  return out;
}

TEST(engine, the_head_of_an_answer_is_printed_from_where_it_is_stored) {
  const temporary_folder files, segments;
  (void)run_demo(files.path(), "files");
  (void)run_demo(segments.path(), "warc");
  const auto types = content_types(files.path());
  EXPECT_EQ(types, content_types(segments.path()));
  EXPECT_TRUE(
      std::ranges::any_of(types, [](const auto& one) { return one.second.starts_with("text/turtle"); }));
}

TEST(engine, the_demonstration_is_washed_to_its_end_with_every_document_accounted_for) {
  const temporary_folder data;
  EXPECT_EQ(run_demo(data.path()), exit_some_failed) << "some of it is broken on purpose";
  const tally expected{{"seed added", 22},
                       {"seed refused relative_uri", 2},
                       {"seed refused scheme_refused", 1},
                       {"entry depleted", 2},
                       {"entry parsed", 19},
                       {"entry failed redirect_loop", 1},
                       {"entry failed http_status", 2},
                       {"entry failed non_rdf_format", 2},
                       {"entry refused robots_refused", 1},
                       {"clean cleaned", 15}};
  EXPECT_EQ(tally_of(data.path()), expected);
  EXPECT_EQ(journal_of(data.path()).published_as().value().publisher,
            (publisher_facts{"LaundromatDemo", "https://suds.example/about-the-crawl"}));
  std::size_t documents = 0, ledgers = 0;
  for (const auto& [path, bytes] : clean_tree(data.path())) {
    documents += path.ends_with("/data.nq.gz") ? 1 : 0;
    ledgers += is_whole_ledger(path, bytes) ? 1 : 0;
  }
  EXPECT_EQ(documents, 15U);
  EXPECT_GT(ledgers, 0U);
  EXPECT_EQ(clean_tree(data.path()).size(), documents + ledgers)
      << "each clean document with its ledgers, and nothing besides: index and metadata of small ones are "
         "not stored";
  EXPECT_EQ(clean_folders(data.path()).size(), 2U) << "one segment of documents, and one of ledgers";
}

TEST(engine, the_demonstration_finds_everything_from_one_page_on) {
  const temporary_folder listed, found;
  (void)run_demo(listed.path());
  EXPECT_EQ(run_demo(found.path(), "files", true), exit_some_failed) << "some of it is broken on purpose";
  const auto documents_of = [](const fs::path& data) {
    auto db = journal_of(data);
    std::set<std::string> uris;
    EXPECT_TRUE(journal_reader{db}.each_seed({}, {}, [&](const seed_row& row) {
      const auto path = split_uri(row.seed.uri).path;
      if (row.has_document) uris.emplace(path.ends_with("/%73ocks.nq") ? "/socks.nq" : path);
      return true;
    }));
    return uris;
  };
  auto all = documents_of(found.path());
  for (const auto& uri : documents_of(listed.path())) EXPECT_TRUE(all.contains(uri)) << uri;
  for (const auto* way : {"/void.ttl", "/catalogue.ttl", "/sitemap.xml", "/"})
    EXPECT_TRUE(all.contains(way)) << way;
}

/// The numbers of statements of all clean documents. Their bytes contain the port of the run.
std::multiset<std::uint64_t> statements_of(const fs::path& data) {
  auto db = journal_of(data);
  std::multiset<std::uint64_t> found;
  const auto documents = journal_reader{db}.kept_documents(1'000'000).value();
  for (const auto& one : documents) found.insert(one.clean.statements);
  return found;
}

TEST(engine, with_warc_segments_the_same_is_washed) {
  const temporary_folder files, segments;
  (void)run_demo(files.path());
  (void)run_demo(segments.path(), "warc");
  EXPECT_EQ(tally_of(files.path()), tally_of(segments.path()));
  EXPECT_EQ(statements_of(files.path()), statements_of(segments.path()));
  std::size_t warcs = 0;
  for (const auto& item : fs::recursive_directory_iterator{data_layout{segments.path()}.raw()})
    if (item.is_regular_file()) {
      EXPECT_NE(warc_serial_in(item.path().filename().string()), 0U) << item.path();
      ++warcs;
    }
  EXPECT_EQ(warcs, 1U);
  const auto index = ask({"--data", segments.path().string(), "cdx"});
  EXPECT_EQ(index.code, exit_ok);
  EXPECT_NE(index.out.find("/robots.txt\""), std::string::npos) << index.out;
  EXPECT_NE(index.out.find("\"status\":\"404\""), std::string::npos) << index.out;
}

TEST(engine, the_same_document_by_four_ways_is_one_clean_document_with_four_sources) {
  const temporary_folder data;
  (void)run_demo(data.path());
  auto db = journal_of(data.path());
  journal_reader reader{db};
  std::set<std::string> found;
  std::set<content_digest> clean;
  const auto rows = reader.documents({}, 100).value();
  for (const auto& row : rows)
    for (const auto* name : {"/machines.nt", "/machines-again.nt", "/machines.nt.gz", "/old/machines"})
      if (row.uri.ends_with(name)) {
        found.insert(name);
        clean.insert(row.clean);
      }
  EXPECT_EQ(found.size(), 4U);
  ASSERT_EQ(clean.size(), 1U);
  EXPECT_GE(reader.sources(*clean.begin())->size(), 4U);
}

TEST(engine, a_second_run_at_once_has_nothing_to_do_and_changes_nothing) {
  const temporary_folder data;
  (void)run_demo(data.path());
  const auto before = tally_of(data.path());
  const auto tree = clean_tree(data.path());
  EXPECT_EQ(run_demo(data.path()), exit_ok) << "nothing failed in this run, for nothing was due";
  EXPECT_EQ(tally_of(data.path()), before);
  EXPECT_EQ(clean_tree(data.path()), tree);
}

TEST(engine, a_missing_journal_is_refused_and_no_document_is_lost) {
  const temporary_folder data;
  ASSERT_EQ(run_demo(data.path()), exit_some_failed);
  const data_layout layout{data.path()};
  const auto tree = clean_folders(data.path());
  ASSERT_FALSE(tree.empty());
  for (const bool is_there : {true, false}) {
    for (const auto* rest : {"", "-wal", "-shm"}) fs::remove(layout.journal().string() + rest);
    if (is_there) std::ofstream{layout.journal()};
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(run_demo(data.path()), exit_disk);
    const auto errors = ::testing::internal::GetCapturedStderr();
    EXPECT_NE(errors.find("journal_missing"), std::string::npos) << errors;
    EXPECT_FALSE(fs::exists(layout.running_mark())) << "nothing was begun";
    for (const auto& words : {std::vector<std::string>{"verify", "--remove-unknown"},
                              std::vector<std::string>{"add", "http://a.example/new"}}) {
      std::vector<std::string> all{"--data", data.path().string()};
      all.insert(all.end(), words.begin(), words.end());
      EXPECT_NE(ask(all).code, exit_ok) << words[0];
    }
    EXPECT_EQ(clean_folders(data.path()), tree);
  }
}

TEST(engine, a_data_folder_belongs_to_one_engine_at_a_time) {
  const temporary_folder data;
  const auto held = data_folder::open(data.path());
  ASSERT_TRUE(held);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_demo(data.path()), exit_locked);
  EXPECT_NE(::testing::internal::GetCapturedStderr().find(
                "laundromat: another engine (process " + std::to_string(::getpid()) + ") runs on " +
                data.path().string() + ": stop it with kill -INT " + std::to_string(::getpid()) +
                ", or name another folder with --data\n"),
            std::string::npos);
}

// --- files ---

/// Files to wash, and the output about them.
class washing : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& bytes) {
    const auto path = folder_.path() / name;
    std::ofstream{path, std::ios::binary} << bytes;
    return path.string();
  }
  static wash_options only(std::vector<std::string> inputs) {
    wash_options options;
    options.inputs = std::move(inputs);
    return options;
  }
  int wash(const wash_options& options) {
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const auto code = wash_files(options);
    out_ = ::testing::internal::GetCapturedStdout();
    err_ = ::testing::internal::GetCapturedStderr();
    return code;
  }
  [[nodiscard]] std::string folder(const std::string& name) const { return (folder_.path() / name).string(); }

  temporary_folder folder_;
  std::string out_, err_;
};

constexpr auto two_lines =
    "<http://a.example/a> <http://a.example/p> \"1\" .\n"
    "<http://a.example/b> <http://a.example/p> \"2\" .\n";

TEST_F(washing, clean_statements_go_to_standard_output_and_the_summary_to_standard_error) {
  const auto input =
      file("a.ttl", "@prefix a: <http://a.example/> .\na:b a:p \"2\" .\na:a a:p \"1\" , \"1\" .\n");
  EXPECT_EQ(wash(only({input})), exit_ok);
  EXPECT_EQ(out_, two_lines);
  EXPECT_NE(err_.find("a.ttl: Turtle, 2 statements, 1 duplicate, 0 defects"), std::string::npos) << err_;
}

TEST_F(washing, results_in_a_folder_have_the_names_of_their_files_and_equal_names_do_not_collide) {
  fs::create_directories(folder_.path() / "x");
  const auto one = file("a.nt", two_lines);
  const auto two = file("x/a.nt", "<http://a.example/x> <http://a.example/p> \"x\" .\n");
  auto options = only({one, two});
  options.output = folder("out");
  EXPECT_EQ(wash(options), exit_ok);
  EXPECT_EQ(gunzip(read_file(folder_.path() / "out" / "a.nt.nq.gz")), two_lines);
  EXPECT_EQ(gunzip(read_file(folder_.path() / "out" / "a.nt-2.nq.gz")),
            "<http://a.example/x> <http://a.example/p> \"x\" .\n");
}

TEST_F(washing, an_archive_is_washed_member_by_member_and_members_that_are_not_rdf_are_named) {
  auto options = only({source_path("conf/demo-web/attic.tar.gz")});
  options.output = folder("out");
  EXPECT_EQ(wash(options), exit_some_failed);
  EXPECT_NE(err_.find("README.txt: non_rdf_format"), std::string::npos) << err_;
  std::set<std::string> names;
  for (const auto& found : fs::directory_iterator{options.output})
    names.insert(found.path().filename().string());
  std::set<std::string> expected;
  for (const std::string stem : {"attic.tar.gz!_attic_attic.nt", "attic.tar.gz!_attic_season.zip!_season.ttl",
                                 "attic.tar.gz!_attic_season.zip!_winter_found.nt"})
    expected.insert({stem + ".nq.gz", stem + ".meta.nq.gz", stem + ".meta.json"});
  EXPECT_EQ(names, expected);
}

TEST_F(washing, a_given_format_is_used_and_an_unknown_one_is_a_usage_error) {
  const auto input = file("a.txt", two_lines);
  auto options = only({input});
  options.format = "turtle";
  EXPECT_EQ(wash(options), exit_ok);
  EXPECT_EQ(out_, two_lines);
  EXPECT_NE(err_.find("Turtle"), std::string::npos) << err_;
  options.format = "turtel";
  EXPECT_EQ(wash(options), exit_usage);
  EXPECT_NE(err_.find("n-triples"), std::string::npos) << "it names those that there are: " << err_;
}

TEST_F(washing, a_base_resolves_relative_references) {
  auto options = only({file("a.ttl", "<x> <#p> <> .\n")});
  options.base = "http://a.example/dir/doc";
  options.format = "turtle";
  EXPECT_EQ(wash(options), exit_ok);
  EXPECT_EQ(out_, "<http://a.example/dir/x> <http://a.example/dir/doc#p> <http://a.example/dir/doc> .\n");
}

TEST_F(washing, a_missing_file_is_reported_and_the_others_are_washed) {
  EXPECT_EQ(wash(only({folder("no.nt"), file("a.nt", two_lines)})), exit_not_found);
  EXPECT_NE(err_.find("no.nt: no such file"), std::string::npos) << err_;
  EXPECT_EQ(out_, two_lines);
}

TEST_F(washing, json_goes_to_standard_error_and_counts_every_defect) {
  auto options = only({file("a.nt", std::string{two_lines} + "nonsense\n")});
  options.json = true;
  EXPECT_EQ(wash(options), exit_ok);
  EXPECT_EQ(out_, two_lines);
  EXPECT_NE(err_.find("\"statements\":2"), std::string::npos) << err_;
  EXPECT_NE(err_.find("\"line\":3"), std::string::npos) << err_;
}

TEST_F(washing, the_profile_determines_the_repairs) {
  auto options = only({file("a.nt", "<http://a.example/a b> <http://a.example/p> \"x\" .\n")});
  EXPECT_EQ(wash(options), exit_ok);
  EXPECT_EQ(out_, "<http://a.example/a%20b> <http://a.example/p> \"x\" .\n");
  EXPECT_NE(err_.find("repaired"), std::string::npos) << err_;
  options.profile = "strict";
  EXPECT_EQ(wash(options), exit_ok);
  EXPECT_EQ(out_, "");
  EXPECT_NE(err_.find("skipped"), std::string::npos) << err_;
}

// --- processes ---

/// A web of documents, some equal, some damaged, some slow, and a campaign for it.
class processes : public ::testing::Test {
 protected:
  void serve(int documents, milliseconds delay, const std::set<int>& slow) {
    const auto web = folder_.path() / "web";
    fs::create_directories(web);
    site_options options;
    options.root = web;
    options.media_types = usual_media_types();
    for (int i = 0; i < documents; ++i) {
      const auto name = "/" + std::to_string(i) + ".nt";
      std::ofstream out{web / name.substr(1)};
      for (int line = 0; line < 20; ++line)
        out << "_:b" << line << " <http://a.example/p" << 20 - line << "> \"" << (i % 10 == 0 ? 0 : i)
            << "\" .\n";
      if (i % 7 == 0) out << "this is no statement\n";
      if (slow.contains(i)) options.rules.push_back({name, serve_delay{delay}});
    }
    site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    write_campaign(documents);
  }
  void write_campaign(int documents) {
    std::ofstream seeds{folder_.path() / "seeds.txt"};
    for (int i = 0; i < documents; ++i) seeds << site_->url("/" + std::to_string(i) + ".nt") << '\n';
    std::ofstream{campaign()}
        << "name: test\n"
           "contact: {product: Test, url: https://example.org/, mail: crawl@example.org}\n"
           "seed_files: [seeds.txt]\n"
           "network:\n  allow: [127.0.0.1]\n"
           "politeness:\n  own_hosts:\n    - {host: 127.0.0.1, delay_s: 0, connections: 4}\n";
  }
  [[nodiscard]] std::string campaign() const { return (folder_.path() / "test.yaml").string(); }
  [[nodiscard]] fs::path data(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::vector<std::string> run(const std::string& name, bool once) const {
    std::vector<std::string> command{program_path(), "--data", data(name).string(), "run", campaign()};
    if (once) command.emplace_back("--once");
    return command;
  }
  std::uint64_t parsed(const std::string& name) { return tally_of(data(name))["entry parsed"]; }

  temporary_folder folder_;
  std::unique_ptr<site_server> site_;
};

std::set<int> all_of(int n) {
  std::set<int> out;
  for (int i = 0; i < n; ++i) out.insert(i);
  return out;
}

TEST_F(processes, after_a_first_signal_work_in_progress_is_finished_and_the_next_run_completes_R84) {
  serve(40, milliseconds{100}, all_of(40));
  child_program first{run("data", false)};
  ASSERT_TRUE(first.prints("parsed ", 3)) << first.output();
  first.signal(SIGTERM);
  const auto code = first.exit_code(std::chrono::seconds{35});
  ASSERT_TRUE(code) << first.output();
  EXPECT_EQ(*code, exit_interrupted) << first.output();
  EXPECT_LT(parsed("data"), 40U);
  EXPECT_FALSE(fs::exists(data_layout{data("data")}.running_mark())) << "it stopped in order";
  child_program second{run("data", true)};
  ASSERT_TRUE(second.exit_code()) << second.output();
  EXPECT_EQ(second.exit_code(), exit_ok) << second.output();
  EXPECT_EQ(parsed("data"), 40U);
  EXPECT_EQ(tally_of(data("data"))["seed added"], 40U);
}

TEST_F(processes, each_fact_has_its_time_and_the_log_level_selects_other_lines) {
  serve(2, milliseconds{0}, {});
  const auto printed_at = [this](const std::string& level) {
    auto command = run(level, true);
    command.insert(command.end(), {"--log-level", level});
    child_program program{command};
    EXPECT_TRUE(program.exit_code()) << program.output();
    return program.output();
  };
  const auto errors = printed_at("error"), everything = printed_at("debug");
  const std::regex fact{R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z parsed +http)"};
  EXPECT_TRUE(std::regex_search(errors, fact)) << errors;
  EXPECT_EQ(errors.find(" info: "), std::string::npos) << errors;
  EXPECT_NE(everything.find(" info: seed list: 2 new"), std::string::npos) << everything;
  EXPECT_NE(everything.find(" debug: entry "), std::string::npos) << everything;
  EXPECT_NE(everything.find(" claimed: unarchiving http"), std::string::npos) << everything;
}

TEST_F(processes, a_fact_in_json_names_time_hash_format_and_bytes) {
  serve(1, milliseconds{0}, {});
  auto command = run("data", true);
  command.emplace_back("--json");
  child_program program{command};
  ASSERT_TRUE(program.exit_code()) << program.output();
  std::istringstream lines{program.output()};
  nlohmann::json parsed;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('{') && line.find("\"statements_stored\"") != std::string::npos)
      parsed = nlohmann::json::parse(line);
  ASSERT_TRUE(parsed.is_object()) << program.output();
  EXPECT_EQ(parsed["status"], "parsed");
  EXPECT_EQ(parsed["format"], "N-Triples");
  EXPECT_GT(parsed["bytes"].get<std::uint64_t>(), 0U);
  EXPECT_EQ(parsed["statements"], 20);
  EXPECT_EQ(parsed["hash"].get<std::string>().size(), 32U);
  EXPECT_TRUE(parsed["time"].get<std::string>().ends_with('Z')) << parsed;
}

TEST_F(processes, a_second_signal_ends_at_once_and_loses_nothing) {
  serve(6, milliseconds{3'000}, {0, 1, 2, 3, 4, 5});
  child_program first{run("data", false)};
  ASSERT_TRUE(first.prints("seed list:")) << first.output();
  first.signal(SIGINT);
  ASSERT_TRUE(first.prints("stopping: ")) << first.output();
  first.signal(SIGINT);
  EXPECT_EQ(first.exit_code(std::chrono::seconds{10}), 130) << first.output();
  EXPECT_LT(parsed("data"), 6U);
  child_program second{run("data", true)};
  ASSERT_TRUE(second.exit_code()) << second.output();
  EXPECT_EQ(second.exit_code(), exit_ok) << second.output();
  EXPECT_EQ(parsed("data"), 6U);
}

TEST_F(processes, killed_again_and_again_the_clean_documents_are_those_of_an_uninterrupted_run_R58) {
  constexpr int documents = 200;
  serve(documents, milliseconds{1'000}, {0, 1, 2});
  child_program whole{run("whole", true)};
  ASSERT_TRUE(whole.exit_code()) << whole.output();
  EXPECT_EQ(whole.exit_code(), exit_ok) << whole.output();
  ASSERT_EQ(parsed("whole"), std::uint64_t{documents});

  for (const std::size_t after : {5U, 30U, 60U}) {
    child_program killed{run("killed", true)};
    ASSERT_TRUE(killed.prints("parsed ", after)) << killed.output();
    killed.signal(SIGKILL);
    EXPECT_EQ(killed.exit_code(), 128 + SIGKILL);
    EXPECT_GE(parsed("killed"), after) << "what was said was stored";
    EXPECT_LT(parsed("killed"), std::uint64_t{documents});
  }
  child_program last{run("killed", true)};
  ASSERT_TRUE(last.exit_code()) << last.output();
  EXPECT_EQ(last.exit_code(), exit_ok) << last.output();
  EXPECT_EQ(tally_of(data("killed")), tally_of(data("whole"))) << "no seed is lost and nothing is done twice";
  const auto tree = clean_tree(data("killed"));
  EXPECT_EQ(tree, clean_tree(data("whole")));
  const auto ledgers =
      std::ranges::count_if(tree, [&](const auto& file) { return is_whole_ledger(file.first, file.second); });
  EXPECT_EQ(ledgers, (documents + 6) / 7 - (documents - 1) / 70)
      << "each dirty document has its ledger, those of the same bytes one, and none is torn";
}

}  // namespace
}  // namespace laundromat
