// Tests of `slice`: from dumps of any format to archives, and what goes wrong on the way.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "app/records/clean_document.hpp"
#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/small_disk.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

class slice_command : public testing::Test {
 protected:
  std::string file(const std::string& name, std::string_view text) {
    const auto path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  std::string slices() { return (folder_.path() / "slices").string(); }

  /// The program, with temporary files in a folder of the test.
  child_program slice(std::vector<std::string> words) {
    fs::create_directories(folder_.path() / "temporary");
    std::vector<std::string> all{"/usr/bin/env", "TMPDIR=" + (folder_.path() / "temporary").string(),
                                 program_path(), "slice"};
    all.insert(all.end(), words.begin(), words.end());
    return child_program{all};
  }
  [[nodiscard]] bool is_tidy() const { return fs::is_empty(folder_.path() / "temporary"); }

  /// The text of a gzip file.
  static std::string text_of(const fs::path& path) {
    warning_log warnings;
    auto source = open_clean_file(path.string(), warnings);
    auto text = source ? read_all(**source, std::uint64_t{1} << 30) : result<std::string>{};
    EXPECT_TRUE(text && warnings.rows().empty()) << path;
    return text ? *text : std::string{};
  }
  /// The files of all tars, as the program `tar` extracts them.
  std::map<std::string, std::string> extracted() {
    std::map<std::string, std::string> found;
    const auto to = folder_.path() / "extracted";
    fs::remove_all(to);
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(slices()))
      if (entry.path().filename().string().ends_with(".tar.gz")) {
        child_program tar{{"/usr/bin/env", "tar", "-xzf", entry.path().string(), "-C", to.string()}};
        EXPECT_EQ(tar.exit_code(), 0) << tar.output();
      }
    for (const auto& entry : fs::recursive_directory_iterator(to)) {
      if (!entry.is_regular_file()) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      found[fs::relative(entry.path(), to).string()] = text.str();
    }
    return found;
  }
  std::vector<std::string> names_of_slices() {
    std::vector<std::string> names;
    if (fs::exists(slices()))
      for (const auto& entry : fs::directory_iterator(slices()))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }

  temporary_folder folder_;
};

TEST_F(slice_command, cuts_a_dump_of_any_format_into_tars_that_tar_reads_M15_M21) {
  const auto dump = file(
      "dump.ttl", "@prefix e: <http://e.example/> . e:b e:p e:a, \"1\" . e:A e:p e:b . e:a e:p <../../x> .");
  auto ran =
      slice({dump, "--by", "subject", "--base", "http://e.example/y/z", "--documents", "2", "-o", slices()});
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
  EXPECT_TRUE(
      ran.output().ends_with("4 statements: 3 documents of 4 statements in 2 archives in " + slices() + "\n"))
      << ran.output();
  EXPECT_EQ(extracted(), (std::map<std::string, std::string>{
                             {"slices-00001/http%3A%2F%2Fe.example%2F%41.nt",
                              "<http://e.example/A> <http://e.example/p> <http://e.example/b> .\n"},
                             {"slices-00001/http%3A%2F%2Fe.example%2Fa.nt",
                              "<http://e.example/a> <http://e.example/p> <http://e.example/x> .\n"},
                             {"slices-00002/http%3A%2F%2Fe.example%2Fb.nt",
                              "<http://e.example/b> <http://e.example/p> \"1\" .\n"
                              "<http://e.example/b> <http://e.example/p> <http://e.example/a> .\n"}}));
  EXPECT_EQ(text_of(fs::path{slices()} / "documents.tsv.gz"),
            "slices-00001/http%3A%2F%2Fe.example%2F%41.nt\thttp://e.example/A\t1\t\n"
            "slices-00001/http%3A%2F%2Fe.example%2Fa.nt\thttp://e.example/a\t1\t\n"
            "slices-00002/http%3A%2F%2Fe.example%2Fb.nt\thttp://e.example/b\t2\t\n");
  EXPECT_TRUE(is_tidy());
}

TEST_F(slice_command, follows_the_blank_nodes_of_a_washed_dump_M17_M18_M19) {
  const auto dump = file("dump.ttl", "@prefix e: <http://e.example/> . e:a e:p [ e:q [ e:r e:b ] ] .");
  for (const auto* by : {"cbd", "scbd", "msg"}) {
    fs::remove_all(slices());
    auto ran = slice({dump, "--by", by, "--prefix", "http://e.example/a", "-o", slices()});
    EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
    const auto text = extracted().at("slices-00001/http%3A%2F%2Fe.example%2Fa.nt");
    EXPECT_EQ(std::ranges::count(text, '\n'), 3) << text;
  }
}

TEST_F(slice_command, takes_several_parts_as_one_dump_M11_M21) {
  const auto one = file("1.nt",
                        "<http://e.example/a> <http://e.example/p> \"1\" .\n<http://e.example/a> "
                        "<http://e.example/p> \"2\" .\n");
  const auto other = file("2.ttl", "<http://e.example/a> <http://e.example/p> \"2\", \"3\" .\n");
  auto ran = slice({one, other, "--by", "subject", "--json", "-o", slices()});
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
  EXPECT_NE(ran.output().find("\"statements\":3,\"documents\":1,\"archives\":1,\"placed\":3,\"left_out\":0"),
            std::string::npos)
      << ran.output();
  EXPECT_TRUE(is_tidy());
}

TEST_F(slice_command, writes_the_documents_that_the_fourth_term_names_M20_M13) {
  const auto dump = file("dump.nq",
                         "<http://e.example/a> <http://e.example/p> \"1\" <http://e.example/doc/1> .\n"
                         "<http://e.example/a> <http://e.example/p> \"1\" <http://e.example/doc/2> .\n"
                         "<http://e.example/a> <http://e.example/p> \"2\" .\n");
  auto ran = slice({dump, "--by", "graph", "-o", slices()});
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
  EXPECT_NE(ran.output().find("1 statement without a graph that names a document: in no document"),
            std::string::npos)
      << ran.output();
  const std::string text = "<http://e.example/a> <http://e.example/p> \"1\" .\n";
  EXPECT_EQ(extracted(),
            (std::map<std::string, std::string>{{"slices-00001/http%3A%2F%2Fe.example%2Fdoc%2F1.nt", text},
                                                {"slices-00001/http%3A%2F%2Fe.example%2Fdoc%2F2.nt", text}}));
}

TEST_F(slice_command, writes_a_warc_that_wash_reads_M21) {
  const auto dump = file("dump.nt",
                         "<http://e.example/a> <http://e.example/p> \"1\" .\n<http://e.example/b> "
                         "<http://e.example/p> <http://e.example/a> .\n");
  auto ran = slice({dump, "--by", "subject-object", "--format", "warc", "-o", slices()});
  ASSERT_EQ(ran.exit_code(), exit_ok) << ran.output();
  child_program washed{{program_path(), "wash", slices() + "/slices-00001.warc.gz"}};
  EXPECT_EQ(washed.exit_code(), exit_ok) << washed.output();
  const auto& text = washed.output();
  EXPECT_NE(text.find("http://e.example/a: N-Triples, 2 statements"), std::string::npos) << text;
  EXPECT_NE(text.find("http://e.example/b: N-Triples, 1 statement"), std::string::npos) << text;
}

TEST_F(slice_command, writes_a_warc_that_cdx_indexes_M21) {
  const auto dump = file("dump.nt",
                         "<http://e.example/a> <http://e.example/p> \"1\" .\n<http://e.example/b> "
                         "<http://e.example/p> <http://e.example/a> .\n");
  ASSERT_EQ(ask({"slice", dump, "--by", "subject", "--format", "warc", "-o", slices()}).code, exit_ok);
  const auto warc = slices() + "/slices-00001.warc.gz";
  EXPECT_EQ(text_of(warc).find("WARC-Date: never"), std::string::npos);
  const auto index = ask({"cdx", warc});
  EXPECT_EQ(index.code, exit_ok) << index.err;
  EXPECT_EQ(index.err, "");
  EXPECT_TRUE(holds(index, "example,e)/a 19900101")) << index.out;
  EXPECT_EQ(std::ranges::count(index.out, '\n'), 2) << index.out;
  const auto none = ask({"cdx", slices() + "/documents.tsv.gz"});
  EXPECT_NE(none.err, "") << "it says why there is no line";
}

TEST_F(slice_command, says_why_nothing_was_cut_and_how_to_name_a_format_M21) {
  const auto dump = file("dump.nt", "<http://e.example/a> <http://e.example/p> \"1\" .\n");
  const auto prefix =
      ask({"slice", dump, "--by", "subject", "--prefix", "http://o.example/", "-o", slices()});
  EXPECT_EQ(prefix.code, exit_ok);
  EXPECT_NE(prefix.err.find("begins with http://o.example/"), std::string::npos) << prefix.err;
  fs::remove_all(slices());
  const auto graph = ask({"slice", dump, "--by", "graph", "-o", slices()});
  EXPECT_NE(graph.err.find("--by graph is for N-Quads and TriG"), std::string::npos) << graph.err;
  EXPECT_EQ(ask({"slice", dump, "--by", "cbd", "-o", "-"}).code, exit_usage);
  auto words = slice({file("words.txt", "to be or not to be\n"), "--by", "subject", "-o", slices() + "/2"});
  EXPECT_NE(words.exit_code(), exit_ok);
  EXPECT_NE(words.output().find("--from-format names a format"), std::string::npos) << words.output();
}

TEST_F(slice_command, skips_and_reports_defects_as_wash_does_M21) {
  const auto damaged = file("dump.nt",
                            "<http://e.example/a> <http://e.example/p> \"1\" .\nno statement at "
                            "all\n<http://e.example/b> <http://e.example/p> \"1\" .\n");
  auto ran = slice({damaged, "--by", "subject", "-o", slices()});
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
  EXPECT_NE(ran.output().find("skipped"), std::string::npos) << ran.output();
  EXPECT_EQ(extracted().size(), 2U);

  auto other =
      slice({damaged, file("words.txt", "to be or not to be\n"), "--by", "subject", "-o", slices() + "/2"});
  EXPECT_EQ(other.exit_code(), exit_some_failed) << other.output();
  EXPECT_TRUE(fs::exists(slices() + "/2/slices-00001.tar.gz")) << "the other part is sliced";
  EXPECT_TRUE(is_tidy());
}

TEST_F(slice_command, marks_cut_documents_and_exits_with_1_M21) {
  std::string text = "<http://e.example/a> <http://e.example/p> _:0 .\n";
  for (int i = 0; i < 20'000; ++i)
    text += "_:" + std::to_string(i) + " <http://e.example/p> _:" + std::to_string(i + 1) + " .\n";
  auto ran = slice({file("dump.nt", text), "--by", "cbd", "--memory-mib", "16", "-o", slices()});
  EXPECT_EQ(ran.exit_code(), exit_some_failed) << ran.output();
  EXPECT_NE(ran.output().find("1 document cut"), std::string::npos) << ran.output();
  EXPECT_TRUE(text_of(fs::path{slices()} / "documents.tsv.gz").ends_with("\thttp://e.example/a\t1\tcut\n"));
}

TEST_F(slice_command, refuses_what_it_cannot_do_M21) {
  const auto dump = file("dump.nt", "<http://e.example/a> <http://e.example/p> \"1\" .\n");
  EXPECT_EQ(ask({"slice", dump, "-o", slices()}).code, exit_usage) << "a method must be named";
  EXPECT_EQ(ask({"slice", dump, "--by", "colour", "-o", slices()}).code, exit_usage);
  EXPECT_EQ(ask({"slice", dump, "--by", "cbd"}).code, exit_usage) << "a folder must be named";
  EXPECT_EQ(ask({"slice", (folder_.path() / "missing.nt").string(), "--by", "cbd", "-o", slices()}).code,
            exit_not_found);
  EXPECT_EQ(ask({"slice", dump, "--by", "cbd", "--from-format", "bread", "-o", slices()}).code, exit_usage);
  EXPECT_TRUE(names_of_slices().empty());
  ASSERT_EQ(ask({"slice", dump, "--by", "cbd", "-o", slices()}).code, exit_ok);
  const auto again = ask({"slice", dump, "--by", "cbd", "-o", slices()});
  EXPECT_EQ(again.code, exit_usage);
  EXPECT_NE(again.err.find("already contains slices"), std::string::npos);
  EXPECT_EQ(ask({"slice", dump, "--by", "cbd", "-o", dump}).code, exit_usage) << "the folder is a file";
}

TEST_F(slice_command, leaves_no_incomplete_archive_on_a_full_disk_M21) {
  const small_disk disk{slices(), 1};
  if (!disk.is_there()) GTEST_SKIP() << "no file system may be mounted here: run as root";
  std::string text;
  std::uint64_t state = 1;
  for (int i = 0; i < 60'000; ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    text += "<http://e.example/" + std::to_string(state) + "> <http://e.example/p> \"" +
            std::to_string(state * 3) + "\" .\n";
  }
  auto ran = slice({file("dump.nt", text), "--by", "subject", "-o", slices()});
  EXPECT_EQ(ran.exit_code(), exit_disk) << ran.output();
  EXPECT_NE(ran.output().find("no_space"), std::string::npos) << ran.output();
  for (const auto& name : names_of_slices()) {
    EXPECT_TRUE(name.starts_with("slices-")) << name;
    EXPECT_EQ(std::ranges::count(text_of(fs::path{slices()} / name), '\n'), 10'000) << name << " is whole";
  }
  EXPECT_TRUE(is_tidy());
}

}  // namespace
}  // namespace laundromat
