// Tests of lists, trees, exports, catalogues and checks of the results of the demonstration.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/publish/part_files.hpp"
#include "app/records/document_options.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/discovery/catalogue/document_announcements.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/segments/segment_files.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/app/demo_run.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<nlohmann::json> facts_of(const answer& a) {
  std::vector<nlohmann::json> facts;
  for (const auto& line : lines_of(a.out)) facts.push_back(nlohmann::json::parse(line));
  return facts;
}

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream{path, std::ios::binary} << bytes;
}

std::string gunzip(const fs::path& file) {
  warning_log warnings;
  return read_all(*make_gzip_source(open_file_source(file).value(), warnings), 1 << 20).value();
}

/// Runs the demonstration once for all tests, which must not change the results.
class published_documents : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    data_ = std::make_unique<temporary_folder>();
    (void)run_demo(data_->path());
  }
  static void TearDownTestSuite() { data_.reset(); }

  static answer on_data(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--data", data_->path().string()});
    return ask(arguments);
  }
  static std::vector<nlohmann::json> list(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"ls", "--json"});
    const auto listed = on_data(arguments);
    EXPECT_EQ(listed.code, exit_ok) << listed.err;
    return facts_of(listed);
  }
  static std::vector<fs::path> clean_files() {
    std::vector<fs::path> files;
    for (const auto& one : fs::recursive_directory_iterator{data_layout{data_->path()}.clean()})
      if (one.is_regular_file()) files.push_back(one.path());
    std::ranges::sort(files);
    return files;
  }

  static inline std::unique_ptr<temporary_folder> data_;
};

TEST_F(published_documents, ls_filters_by_properties_and_defects_of_documents) {
  const auto all = list({});
  ASSERT_EQ(all.size(), 19U);
  const auto count = [&](auto holds) {
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), holds));
  };
  EXPECT_EQ(list({"--format", "turtle"}).size(),
            count([](const auto& d) { return d["format"] == "Turtle"; }));
  EXPECT_EQ(list({"--min-statements", "5", "--max-statements", "12"}).size(),
            count([](const auto& d) { return d["statements"] >= 5 && d["statements"] <= 12; }));
  EXPECT_EQ(list({"--min-bytes", "500"}).size(), count([](const auto& d) { return d["bytes"] >= 500; }));
  EXPECT_EQ(list({"--max-bytes", "500"}).size(), count([](const auto& d) { return d["bytes"] <= 500; }));
  EXPECT_EQ(list({"--min-defects", "1"}).size(), count([](const auto& d) { return d["defects"] > 0; }));
  EXPECT_EQ(list({"--host", "127.0.0.1"}).size(), all.size());
  EXPECT_EQ(list({"--host", all[0]["authority"]}).size(), all.size());
  EXPECT_TRUE(list({"--host", "127.0.0"}).empty()) << "a host, not the beginning of one";
  EXPECT_TRUE(list({"--since", "2100-01-01"}).empty());
  EXPECT_TRUE(list({"--until", "2000-01-01T00:00Z"}).empty());
  EXPECT_EQ(list({"--since", "2000-01-01", "--until", "2100-01-01"}).size(), all.size());
  EXPECT_EQ(list({"--same-as", all[0]["clean"]}).size(),
            count([&](const auto& d) { return d["clean"] == all[0]["clean"]; }));
  for (const auto& same : list({"--same-as", all[0]["clean"]})) EXPECT_EQ(same["same"], "exact");
  EXPECT_FALSE(all[0].contains("same"));
  EXPECT_TRUE(list({"--rule", "illegal_utf8"}).size() < all.size());
}

TEST_F(published_documents, ls_sorts_by_any_column_both_ways) {
  for (const std::string by : {"statements", "bytes", "defects", "uri", "format", "host", "date"})
    for (const bool with_host : {false, true}) {
      std::vector<std::string> asked{"--sort", by};
      if (with_host) asked.insert(asked.end(), {"--host", "127.0.0.1"});
      auto there = list(asked);
      asked.emplace_back("--reverse");
      auto back = list(asked);
      ASSERT_EQ(there.size(), 19U) << by;
      std::ranges::reverse(back);
      EXPECT_EQ(there, back) << by;
      if (by == "statements" || by == "bytes" || by == "defects") {
        EXPECT_TRUE(std::ranges::is_sorted(there, std::greater{}, [&](const auto& d) {
          return d[by].template get<int>();
        })) << by;
      }
      if (by == "uri") {
        EXPECT_TRUE(std::ranges::is_sorted(
            there, {}, [](const auto& d) { return d["uri"].template get<std::string>(); }));
      }
    }
  EXPECT_EQ(list({"--sort", "bytes", "--limit", "3"}).size(), 3U);
}

TEST_F(published_documents, ls_prints_the_requested_columns_and_refuses_unknown_words) {
  const auto table = lines_of(on_data({"ls", "--columns", "statements,host", "--limit", "2"}).out);
  ASSERT_GE(table.size(), 3U);
  EXPECT_EQ(table[0], "statements  host");
  for (const auto& wrong : std::vector<std::vector<std::string>>{{"--columns", "colour"},
                                                                 {"--sort", "colour"},
                                                                 {"--rule", "colour"},
                                                                 {"--since", "yesterday"},
                                                                 {"--until", "2026-13-01"}}) {
    auto asked = wrong;
    asked.insert(asked.begin(), "ls");
    EXPECT_EQ(on_data(asked).code, exit_usage) << wrong[1];
  }
}

TEST(timestamp_texts, are_read_as_utc_to_the_minute_or_second) {
  EXPECT_EQ(to_iso8601(*timestamp_from_text("2026-11-20")), "2026-11-20T00:00:00.000Z");
  EXPECT_EQ(to_iso8601(*timestamp_from_text("2026-11-20T12:30")), "2026-11-20T12:30:00.000Z");
  EXPECT_EQ(to_iso8601(*timestamp_from_text("2024-02-29T23:59:59Z")), "2024-02-29T23:59:59.000Z");
  for (const auto* wrong :
       {"", "2026", "2026-02-29", "2026-11-20T", "2026-11-20T24:00", "2026-11-20 12:00", "2026-11-20T12:60",
        "2026-11-20T12:30:61", "2026-11-20Z", "2026-11-20T12:30+01:00"})
    EXPECT_FALSE(timestamp_from_text(wrong)) << wrong;
}

TEST_F(published_documents, show_prints_the_tree_of_a_seed_down_to_its_clean_documents) {
  const auto all = list({"--all"});
  const auto attic = std::ranges::find_if(all, [](const auto& d) {
    return d["status"] == "depleted" && d["uri"].template get<std::string>().ends_with("attic.tar.gz");
  });
  ASSERT_NE(attic, all.end());
  const auto tree = facts_of(on_data({"show", "--tree", "--json", (*attic)["entry"]}));
  ASSERT_GT(tree.size(), 3U);
  EXPECT_EQ(tree[0]["kind"], "download");
  EXPECT_EQ(tree[0]["depth"], 0);
  std::size_t members = 0, clean = 0;
  for (const auto& node : tree) {
    members += node["kind"] == "entry";
    clean += node["kind"] == "clean";
  }
  EXPECT_EQ(members, static_cast<std::size_t>(std::ranges::count_if(all, [&](const auto& d) {
              return d["uri"].template get<std::string>().find("attic.tar.gz!/") != std::string::npos;
            })));
  EXPECT_GT(clean, 0U);
  const auto drawn = on_data({"show", (*attic)["entry"]}).out;
  EXPECT_NE(drawn.find("\ntree\ndownload "), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("└─ "), std::string::npos) << drawn;
}

TEST_F(published_documents, export_writes_each_content_once_with_the_graph_of_its_document) {
  std::map<std::string, std::uint64_t> statements;
  for (const auto& document : list({"--min-statements", "1"}))
    statements[document["clean"]] = document["statements"];
  const auto exported = on_data({"export"});
  ASSERT_EQ(exported.code, exit_ok) << exported.err;
  std::map<std::string, std::uint64_t> found;
  for (const auto& line : lines_of(exported.out)) {
    const auto at = line.rfind("<https://lodlaundromat.org/id/");
    if (at != std::string::npos) ++found[line.substr(at + 30, 64)];
  }
  for (const auto& [document, count] : found) EXPECT_LE(count, statements[document]);
  std::uint64_t sum = 0;
  for (const auto& [document, count] : statements) sum += count;
  EXPECT_EQ(lines_of(exported.out).size(), sum);
  EXPECT_EQ(on_data({"export"}).out, exported.out);
  const auto& [first, count] = *statements.begin();
  EXPECT_EQ(on_data({"export", first, first, "--graphs", "own"}).out, on_data({"cat", first}).out);
  EXPECT_EQ(on_data({"export", first, "--min-bytes", "7"}).code, exit_usage);
  EXPECT_EQ(on_data({"export", "--format", "turtle"}).code, exit_usage);
  EXPECT_EQ(on_data({"export", "--graphs", "some"}).code, exit_usage);
  EXPECT_NE(on_data({"export", first, "--format", "trig"}).out.find(first), std::string::npos)
      << "the graph, with or without a prefix";
}

TEST_F(published_documents, export_fills_files_and_parts_that_add_up_to_the_stream) {
  const temporary_folder to;
  const auto stream = on_data({"export"}).out;
  ASSERT_EQ(on_data({"export", "-o", to.path() / "all.nq"}).code, exit_ok);
  EXPECT_EQ(read_file(to.path() / "all.nq"), stream);
  ASSERT_EQ(on_data({"export", "-o", to.path() / "all.nq.gz"}).code, exit_ok);
  EXPECT_EQ(gunzip(to.path() / "all.nq.gz"), stream);
  ASSERT_EQ(on_data({"export", "-o", to.path() / "parts/", "--split", "3000"}).code, exit_ok);
  std::string together;
  std::size_t parts = 0;
  for (; fs::exists(to.path() / "parts" / ("part-0000" + std::to_string(parts + 1) + ".nq.gz")); ++parts) {
    const auto part = gunzip(to.path() / "parts" / ("part-0000" + std::to_string(parts + 1) + ".nq.gz"));
    EXPECT_TRUE(part.ends_with(" .\n"));
    together += part;
  }
  EXPECT_GT(parts, 2U);
  EXPECT_EQ(together, stream);
  EXPECT_EQ(on_data({"export", "-o", to.path() / "parts/"}).code, exit_usage)
      << "parts of two exports do not mix";
}

TEST_F(published_documents, export_replaces_a_file_only_when_it_is_complete) {
  const temporary_folder to;
  const auto file = to.path() / "old.nq", link = to.path() / "link.nq";
  write_file(file, "old");
  fs::create_symlink(file, link);
  ASSERT_EQ(on_data({"export", "-o", link}).code, exit_ok);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(file), on_data({"export"}).out);
  EXPECT_EQ(on_data({"export", "-o", "/dev/full"}).code, exit_disk);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  write_file(file, "old");
  {
    part_files cut{{.path = file, .extension = {}}};
    ASSERT_TRUE(cut.write("<a:s> <a:p>"));
  }
  EXPECT_EQ(read_file(file), "old");
  write_file(to.path() / ".laundromat-unplaced-9", "of an export that was killed");
  ASSERT_EQ(on_data({"export", "-o", to.path() / "old.nq", "--min-bytes", "999999999"}).code, exit_ok);
  EXPECT_EQ(read_file(file), "");
  EXPECT_EQ(std::distance(fs::directory_iterator{to.path()}, fs::directory_iterator{}), 2);
}

TEST_F(published_documents, a_catalogue_lists_every_document_and_its_manifest_holds) {
  const temporary_folder to;
  const auto folder = (to.path() / "catalogue").string();
  const auto made = on_data({"catalogue", folder, "--base", "http://a.example/c/"});
  ASSERT_EQ(made.code, exit_ok) << made.err;
  const auto fact = nlohmann::json::parse(read_file(folder + "/catalogue.json"));
  std::set<std::string> clean, listed;
  for (const auto& document : list({"--min-statements", "1"})) clean.insert(document["clean"]);
  for (const auto& resource : fact["resources"]) listed.insert(resource["name"]);
  EXPECT_EQ(listed, clean);
  EXPECT_EQ(fact["documents"], clean.size());
  const auto turtle = read_file(folder + "/catalogue.ttl"), graph = read_file(folder + "/catalogue.nq");
  for (const auto& hash : clean) {
    EXPECT_NE(graph.find("<http://a.example/c/data/" + hash.substr(0, 2) + "/" + hash + "/data.nq.gz>"),
              std::string::npos);
    EXPECT_TRUE(fs::exists(folder + "/data/" + hash.substr(0, 2) + "/" + hash + "/meta.json"));
    EXPECT_TRUE(fs::exists(folder + "/documents/" + hash.substr(0, 2) + ".html"));
  }
  EXPECT_NE(turtle.find("void:documents"), std::string::npos);
  EXPECT_EQ(read_file(folder + "/index.html").find("http"), std::string::npos) << "nothing from elsewhere";
  const auto checked = on_data({"verify", "--catalogue", folder});
  EXPECT_EQ(checked.code, exit_ok) << checked.out;
  EXPECT_EQ(on_data({"catalogue", folder, "--base", "http://a.example/c/"}).code, exit_ok)
      << "replaces the older one";
  const auto newer = read_file(folder + "/catalogue.nq");
  write_file(folder + "/catalogue.nq", newer + " ");
  const auto broken = on_data({"verify", "--catalogue", folder, "--json"});
  EXPECT_EQ(broken.code, exit_some_failed);
  EXPECT_EQ(facts_of(broken)[0]["file"], folder + "/catalogue.nq");
  write_file(folder + "/catalogue.nq", newer);
  write_file(folder + "/note.txt", "x");
  const auto more = on_data({"verify", "--catalogue", folder, "--json"});
  EXPECT_EQ(more.code, exit_ok);
  EXPECT_EQ(facts_of(more)[0], (nlohmann::json{{"file", folder + "/note.txt"}, {"unknown", true}}));
  const auto manifest = read_file(folder + "/SHA256SUMS");
  for (const std::size_t at : {0U, 64U, 70U}) {
    auto changed = manifest;
    changed[at] = changed[at] == '1' ? '2' : '1';
    write_file(folder + "/SHA256SUMS", changed);
    const auto flipped = on_data({"verify", "--catalogue", folder, "--json"});
    EXPECT_EQ(flipped.code, exit_some_failed);
    EXPECT_EQ(facts_of(flipped)[0]["file"], folder + "/SHA256SUMS") << "byte " << at << '\n' << flipped.out;
  }
  EXPECT_EQ(on_data({"catalogue", data_->path().string()}).code, exit_usage) << "no folder of something else";
}

TEST_F(published_documents, a_catalogue_announces_its_documents_to_other_engines_R210) {
  const temporary_folder to;
  const auto folder = (to.path() / "catalogue").string();
  ASSERT_EQ(on_data({"catalogue", folder, "--base", "http://a.example/c/"}).code, exit_ok);
  std::set<std::string> documents, announced;
  for (const auto& document : list({"--min-statements", "1"})) {
    const std::string hash = document["clean"];
    documents.insert("http://a.example/c/data/" + hash.substr(0, 2) + "/" + hash + "/data.nq.gz");
  }
  const auto graph = make_memory_source(read_file(folder + "/catalogue.nq"));
  const auto found = announced_by(*graph, {"http://a.example/c/catalogue.ttl", {}});
  ASSERT_TRUE(found);
  for (const auto& one : found->uris)
    if (one.kind == announced_as::dump) announced.insert(one.uri);
  EXPECT_EQ(announced, documents);
}

TEST_F(published_documents, verify_passes_and_reports_unknown_files) {
  const auto well = on_data({"verify"});
  EXPECT_EQ(well.code, exit_ok) << well.out;
  EXPECT_NE(well.out.find("no failures"), std::string::npos) << well.out;
  EXPECT_EQ(facts_of(on_data({"verify", "--json"})).back()["files"], clean_tree(data_->path()).size())
      << "every file was read";
  const auto extra_file = clean_files().front().parent_path() / "note.txt";
  const auto elsewhere = data_layout{data_->path()}.clean() / "ab" / "cdef";
  write_file(extra_file, "x");
  fs::create_directories(elsewhere);
  const auto more = on_data({"verify", data_->path().string(), "--json"});
  EXPECT_EQ(more.code, exit_ok);
  std::set<std::string> unknown;
  for (const auto& fact : facts_of(more))
    if (fact.value("unknown", nlohmann::json{}) == true) unknown.insert(fact["file"]);
  EXPECT_EQ(unknown, (std::set<std::string>{extra_file.string(), elsewhere.string()}));
  {
    auto engine = data_folder::open(data_->path());
    ASSERT_TRUE(engine && engine->begin_work());
    EXPECT_EQ(on_data({"verify", "--remove-unknown"}).code, exit_locked);
    EXPECT_TRUE(fs::exists(extra_file));
  }
  const auto known = clean_files().size() - 1;
  const auto swept = on_data({"verify", "--remove-unknown", "--json"});
  EXPECT_EQ(swept.code, exit_ok);
  EXPECT_EQ(facts_of(swept).back()["removed"], 2);
  EXPECT_EQ(clean_files().size(), known);
  EXPECT_FALSE(fs::exists(elsewhere));
  EXPECT_TRUE(fs::exists(data_layout{data_->path()}.running_mark()))
      << "the engine that was cut off is not forgotten";
  fs::remove(data_layout{data_->path()}.running_mark());
  EXPECT_EQ(on_data({"verify", "--remove-unknown"}).code, exit_ok);
  EXPECT_FALSE(fs::exists(data_layout{data_->path()}.running_mark()));
}

TEST_F(published_documents, an_empty_export_is_reported) {
  const auto none = on_data({"export", "--host", "nope"});
  EXPECT_EQ(none.code, exit_ok);
  EXPECT_NE(none.err.find("no document with a statement was selected"), std::string::npos) << none.err;
}

TEST_F(published_documents, verify_names_the_file_in_which_one_byte_was_changed) {
  auto db = journal_of(data_->path());
  const auto document = journal_reader{db}.clean(journal_reader{db}.all_clean()->front()).value();
  const auto file = data_->path() / segment_path(segment_kind::clean, document.place.serial);
  const auto whole = read_file(file);
  const auto first = document.place.offset_bytes, last = first + document.place.length_bytes - 1;
  for (const auto at : {first, first + 5, first + 9, first + (last - first) / 3, first + (last - first) / 2,
                        last - 9, last - 3, last}) {
    auto changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0xFF);
    write_file(file, changed);
    const auto checked = on_data({"verify", "--json"});
    write_file(file, whole);
    EXPECT_EQ(checked.code, exit_some_failed);
    const auto facts = facts_of(checked);
    ASSERT_EQ(facts.size(), 2U) << file << " byte " << at << '\n' << checked.out;
    EXPECT_EQ(facts[0]["file"], file.string());
    EXPECT_EQ(facts[0]["offset"], first);
    EXPECT_EQ(facts[0]["clean"], document.hash.hex());
  }
  fs::rename(file, file.string() + ".away");
  const auto missing = facts_of(on_data({"verify", "--json"}));
  fs::rename(file.string() + ".away", file);
  EXPECT_EQ(missing[0]["problem"], "is missing");
  EXPECT_EQ(missing.size(), 18U) << "15 documents, their segment, the unknown file, and the sum";
}

}  // namespace
}  // namespace laundromat
