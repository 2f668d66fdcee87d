// Tests of `wash` as a process: signals, temporary files, exit codes and messages.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/terminal/exit_code.hpp"
#include "net/site_server.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/small_disk.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

class wash_process : public ::testing::Test {
 protected:
  wash_process() { fs::create_directory(scratch()); }
  [[nodiscard]] fs::path scratch() const { return folder_.path() / "scratch"; }
  /// A shell with `program` in its path, and a folder for temporary files.
  [[nodiscard]] child_program shell(const std::string& script) const {
    return child_program{{"/bin/bash", "-c",
                          "export TMPDIR='" + scratch().string() + "'; cd '" + folder_.path().string() +
                              "'; laundromat() { '" + program_path() + "' \"$@\"; }; " + script}};
  }

  temporary_folder folder_;
};

TEST_F(wash_process, removes_its_files_when_a_signal_stops_it) {
  const auto pipe = folder_.path() / "pipe.nt";
  for (const int number : {SIGINT, SIGTERM}) {
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    auto washing = shell("exec '" + program_path() + "' wash pipe.nt -o clean");
    std::ofstream writer{pipe};  // blocks until the program reads, when its folder exists
    EXPECT_FALSE(fs::is_empty(scratch()));
    washing.signal(number);
    EXPECT_EQ(washing.exit_code(seconds{20}), exit_interrupted);
    EXPECT_TRUE(fs::is_empty(scratch()));
    fs::remove(pipe);
  }
}

TEST_F(wash_process, removes_the_files_of_a_killed_process_and_keeps_those_of_a_running_one) {
  const auto pipe = folder_.path() / "pipe.nt";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto folders = [&] {
    return std::distance(fs::directory_iterator{scratch()}, fs::directory_iterator{});
  };
  auto killed = shell("exec '" + program_path() + "' wash pipe.nt -o clean");
  {
    std::ofstream writer{pipe};
    killed.signal(SIGKILL);
    EXPECT_EQ(killed.exit_code(seconds{20}), 128 + SIGKILL);
  }
  EXPECT_EQ(folders(), 1);
  auto living = shell("exec '" + program_path() + "' wash pipe.nt -o clean");
  {
    std::ofstream writer{pipe};
    EXPECT_EQ(folders(), 1) << "that of the killed one went";
    auto other = shell("echo '<a:s> <a:p> <a:o> .' | laundromat wash - -o clean");
    EXPECT_EQ(other.exit_code(seconds{20}), 0) << other.output();
    EXPECT_EQ(folders(), 1);
    writer << "<a:s> <a:p> <a:o> .\n";
  }
  EXPECT_EQ(living.exit_code(seconds{20}), 0) << living.output();
  EXPECT_TRUE(fs::is_empty(scratch()));
}

TEST_F(wash_process, names_a_missing_folder) {
  auto washing = shell(
      "echo '<a:s> <a:p> <a:o> .' > a.nt; TMPDIR=/nonexistent laundromat wash a.nt; echo code $?; "
      "laundromat wash a.nt --ledger none/l; echo code $?; touch file; laundromat wash a.nt -o file/x");
  EXPECT_EQ(washing.exit_code(seconds{20}), exit_disk);
  EXPECT_TRUE(washing.prints("/nonexistent", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("TMPDIR", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("code " + std::to_string(exit_not_found), 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("Not a directory", 1, seconds{1})) << washing.output();
  EXPECT_FALSE(fs::exists(folder_.path() / "none"));
}

TEST_F(wash_process, tells_a_mistake_and_what_to_write_without_the_name_of_an_error) {
  const auto output_of = [this](const std::string& words) {
    auto washing = shell("echo '<a:s> <a:p> <a:o> .' > a.nt; echo hello > readme.txt; " + words);
    (void)washing.exit_code(seconds{20});
    return washing.output();
  };
  const std::pair<std::string, std::string> mistakes[] = {
      {"laundromat wash a.nt -o a.nt; echo code $?",
       "laundromat: -o a.nt is a file: name a folder, which may be new"},
      {"laundromat wash a.nt -o a.nt; echo code $?", "code 2"},
      {"laundromat wash readme.txt",
       "; `laundromat guess FILE` explains it, --format names a format, and `laundromat records FILE` reads "
       "a table"},
      {"laundromat errors --file a.nt", "; `laundromat wash FILE --ledger LEDGER` makes a ledger"},
      {"echo '@prefix a: <b:> .' > dirty.ttl; laundromat diff dirty.ttl a.nt",
       "; wash it first: `laundromat wash FILE > FILE.nq`"},
      {"laundromat wash a.nt --base x.nt", "write it as in http://example.org/data"},
  };
  for (const auto& [words, expected] : mistakes)
    EXPECT_NE(output_of(words).find(expected), std::string::npos) << words << '\n' << output_of(words);
}

TEST_F(wash_process, takes_a_format_by_key_extension_or_media_type) {
  for (const std::string format :
       {"n-triples", "nt", "ntriples", "application/n-triples", "TTL", "text/turtle"}) {
    auto washing = shell("echo '<a:s> <a:p> <a:o> .' | laundromat wash - --format " + format);
    EXPECT_EQ(washing.exit_code(seconds{20}), exit_ok) << washing.output();
  }
}

TEST_F(wash_process, removes_sidecar_files_of_a_document_that_cannot_be_placed) {
  auto washing = shell(
      "printf '<a:s> <a:p> <a:o> .\nbad\n' > a.nt; laundromat wash a.nt -o good 2> /dev/null; "
      "mkdir -p clean/a.nt.nq.gz/x; laundromat wash a.nt -o clean --ledger l; laundromat wash a.nt -o clean; "
      "echo code $?; "
      "cp -r good other; laundromat wash a.nt -o other --ledger l 2> /dev/null");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0);
  EXPECT_TRUE(washing.prints("code " + std::to_string(exit_disk), 1, seconds{1})) << washing.output();
  const auto files_in = [this](const char* folder) {
    return std::distance(fs::directory_iterator{folder_.path() / folder}, fs::directory_iterator{});
  };
  EXPECT_EQ(files_in("good"), 4);
  EXPECT_EQ(files_in("clean"), 1);
  EXPECT_EQ(files_in("other"), 3) << "the ledger of before is of no document that is there";
  EXPECT_TRUE(fs::exists(folder_.path() / "l"));
}

TEST_F(wash_process, survives_a_file_size_limit) {
  auto washing = shell(
      "for i in $(seq 20000); do echo \"<a:$i> <a:p> \\\"$RANDOM$RANDOM$RANDOM\\\" .\"; done > a.nt; "
      "(ulimit -f 16; laundromat wash a.nt -o clean); echo code $?");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0);
  EXPECT_TRUE(washing.prints("code " + std::to_string(exit_some_failed), 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("File too large", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(fs::is_empty(folder_.path() / "clean"));
}

TEST_F(wash_process, refuses_one_ledger_for_two_documents_before_it_begins) {
  auto washing = shell("echo '<a:s> <a:p> <a:o> .' > a.nt; laundromat wash a.nt a.nt --ledger l");
  EXPECT_EQ(washing.exit_code(seconds{20}), exit_usage);
  EXPECT_EQ(washing.output().find("<a:s>"), std::string::npos) << washing.output();
}

TEST_F(wash_process, names_the_lost_members_of_an_archive) {
  const std::string attic = "'" + source_path("conf/demo-web/attic.tar.gz") + "'";
  auto washing = shell("head -c 100 " + attic +
                       " > half.tar.gz; laundromat wash half.tar.gz; echo code $?; "
                       "laundromat wash half.tar.gz --json -o clean | cat; echo code ${PIPESTATUS[0]}");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0);
  EXPECT_TRUE(washing.prints("code 1", 2, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("half.tar.gz: tar, 1 member, 2 defects", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("  byte 100: truncated_stream, skipped", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("\"rule\":\"archive_damaged\"", 1, seconds{1})) << washing.output();
}

TEST_F(wash_process, reports_a_truncated_ledger_as_text_and_json) {
  auto washing = shell(
      "(echo '<a:s> <a:p> <a:o> .'; yes '<' | head -n 60000) > cut.nt 2> /dev/null; laundromat wash cut.nt "
      "--ledger l 2>&1; laundromat wash cut.nt "
      "--json "
      "-o clean | tail -c 300000 | tr ',{}' '\n\n\n' | grep -E "
      "'rows_left_out|bytes_left_out|copied_to|mixed_bytes|"
      "unterminated\":60000'; echo code $?");
  EXPECT_EQ(washing.exit_code(seconds{60}), 0);
  EXPECT_TRUE(washing.prints("code 0", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("60,000 defects", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("the ledger is truncated: 3", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("only the ranges are listed", 1, seconds{1})) << washing.output();
  for (const auto* fact :
       {"rows_left_out", "bytes_left_out", "copied_to", "mixed_bytes", "unterminated\":60000"})
    EXPECT_TRUE(washing.prints(fact, 1, seconds{1})) << fact << washing.output();
}

TEST_F(wash_process, counts_bytes_where_damage_has_no_line) {
  auto washing = shell("laundromat wash '" + source_path("conf/demo-web/torn.nt.gz") + "' 2>&1 >/dev/null");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0);
  EXPECT_TRUE(washing.prints("truncated_stream, skipped", 1, seconds{1})) << washing.output();
  EXPECT_EQ(washing.output().find("line 1, column 1: truncated_stream"), std::string::npos)
      << washing.output();
}

TEST_F(wash_process, shows_line_breaks_and_tabs_as_they_are_escaped) {
  auto washing =
      shell(R"(printf '<a:s> <a:p> "a\nb\tc" .\n' > one.ttl; laundromat wash one.ttl 2>&1 >/dev/null)");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0);
  EXPECT_TRUE(washing.prints(R"("a\nb\tc")", 1, seconds{1})) << washing.output();
}

TEST_F(wash_process, fails_on_what_was_done_not_on_what_a_rule_may_do) {
  // `its:dir` without a version is only noted, by a rule whose treatment is to skip.
  auto washing = shell(
      "echo '<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
      "xmlns:e=\"http://e.example/\" "
      "xmlns:its=\"http://www.w3.org/2005/11/its\"><rdf:Description rdf:about=\"http://e.example/s\" "
      "its:dir=\"rtl\" "
      "e:p=\"o\"/></rdf:RDF>' > noted.rdf; laundromat wash noted.rdf --fail-on repair; echo code $?");
  EXPECT_EQ(washing.exit_code(seconds{20}), exit_ok);
  EXPECT_NE(washing.output().find("code 0"), std::string::npos) << washing.output();
  EXPECT_NE(washing.output().find("missing_version, kept: its:dir has no effect"), std::string::npos)
      << washing.output();
}

TEST_F(wash_process, refuses_a_base_that_no_reference_resolves_against_and_takes_parameters_of_a_media_type) {
  auto washing = shell(
      "echo '<#s> <#p> <#o> .' > a.ttl; for base in 'http://e/ x' 'http://e/<x>' foo; do laundromat wash "
      "--base \"$base\" "
      "a.ttl > /dev/null; echo base $?; done; laundromat wash --base http://e/\xc3\xa9 a.ttl; echo wide $?; "
      "laundromat wash --format 'text/turtle; version=1.2' a.ttl; echo type $?");
  EXPECT_EQ(washing.exit_code(seconds{20}), exit_ok);
  const auto said = washing.output();
  for (const auto* line : {"http://e/ x is not an absolute IRI", "wide 0", "type 0"})
    EXPECT_NE(said.find(line), std::string::npos) << line << said;
  EXPECT_EQ(said.find("base 0"), std::string::npos) << said;
}

TEST_F(wash_process, fails_on_skips_or_repairs_on_request) {
  auto washing = shell(
      "echo '<a:s> <a:p> <a:o> .' > good.nt; echo '<a:s> <a:p> \"x\"@EN .' > mended.nt; echo bad > bad.txt; "
      "cat good.nt bad.txt > skipped.nt; for document in good mended skipped; do for on in none repair skip; "
      "do "
      "laundromat wash $document.nt --fail-on $on > /dev/null 2>&1; echo $document $on $?; done; "
      "laundromat wash $document.nt > /dev/null 2>&1; echo $document today $?; done; "
      "laundromat wash good.nt --fail-on note");
  EXPECT_EQ(washing.exit_code(seconds{20}), exit_usage);
  for (const auto* line : {"good none 0", "good repair 0", "good skip 0", "good today 0", "mended none 0",
                           "mended repair 1", "mended skip 0", "mended today 0", "skipped none 0",
                           "skipped repair 1", "skipped skip 1", "skipped today 0"})
    EXPECT_TRUE(washing.prints(line, 1, seconds{1})) << line << '\n' << washing.output();
}

TEST_F(wash_process, distinguishes_missing_files_from_unwashable_ones) {
  const auto code_of = [this](const std::string& words) {
    auto washing = shell("laundromat wash " + words);
    return std::pair{washing.exit_code(seconds{20}), washing.output()};
  };
  EXPECT_EQ(code_of("nope.ttl").first, exit_not_found);
  EXPECT_EQ(code_of("/tmp").first, exit_usage);
  for (const auto* uri : {"ftp://example.org/x", "file:///tmp/x.ttl", "mailto:fred@example.org"}) {
    const auto [code, output] = code_of(uri);
    EXPECT_EQ(code, exit_usage) << uri;
    EXPECT_NE(output.find("only http and https URLs are fetched"), std::string::npos) << output;
  }
  auto colon = shell("echo '<a:s> <a:p> <a:o> .' > bc:d.nt; laundromat wash bc:d.nt");
  EXPECT_EQ(colon.exit_code(seconds{20}), 0) << "a file may have such a name";
}

TEST_F(wash_process, creates_no_folder_for_reading_and_explains_how_to_get_contexts) {
  auto missing = shell("echo '<a:s> <a:p> <a:o> .' > a.nt; laundromat wash a.nt --contexts nodir");
  EXPECT_EQ(missing.exit_code(seconds{20}), exit_not_found);
  EXPECT_TRUE(missing.prints("--contexts", 1, seconds{1})) << missing.output();
  EXPECT_FALSE(fs::exists(folder_.path() / "nodir"));
  auto unread = shell(
      "echo '{\"@context\": \"http://x.example/c\", \"a\": \"b\"}' > a.jsonld; laundromat wash a.jsonld");
  EXPECT_EQ(unread.exit_code(seconds{20}), 0);
  for (const auto* word : {"--contexts", "washing.contexts", "--fetch-contexts", "washing.fetch_contexts"})
    EXPECT_TRUE(unread.prints(word, 1, seconds{1})) << unread.output();
}

TEST_F(wash_process, fetches_local_contexts_only_for_local_documents) {
  const auto web = folder_.path() / "web";
  fs::create_directory(web);
  site_options options;
  options.root = web;
  options.media_types = usual_media_types();
  const auto site = site_server::start(std::move(options)).value();
  std::ofstream{web / "c.jsonld"} << R"({"@context": {"a": "http://x.example/a"}})";
  std::ofstream{web / "d.jsonld"} << R"({"@context": ")" << site.url("/c.jsonld")
                                  << R"(", "@id": "http://x.example/s", "a": "b"})";
  auto served = shell("laundromat wash --fetch-contexts " + site.url("/d.jsonld"));
  EXPECT_EQ(served.exit_code(seconds{20}), 0);
  EXPECT_TRUE(served.prints("<http://x.example/a> \"b\"", 1, seconds{1})) << served.output();
  auto local = shell("laundromat wash --fetch-contexts web/d.jsonld");
  EXPECT_EQ(local.exit_code(seconds{20}), 0);
  EXPECT_TRUE(local.prints("context_unavailable", 1, seconds{1})) << local.output();
}

TEST_F(wash_process, keeps_several_folders_apart_and_washes_no_result_again) {
  auto washing = shell(
      "mkdir -p a/in b; echo '<a:s> <a:p> <a:o> .' | tee a/good.ttl > b/good.ttl; cp b/good.ttl a/in; "
      "laundromat wash -r a ./b -o out --json; ls -R out; cd a; laundromat wash -r . -o .; "
      "laundromat wash -r . -o . ; laundromat wash -r . -o sub; laundromat wash -r . -o sub2; "
      "mkdir ../none; laundromat wash -r ../none --fail-on skip");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0);
  const auto root = folder_.path();
  for (const auto* name : {"out/a/good.ttl.nq.gz", "out/a/in/good.ttl.nq.gz", "out/b/good.ttl.nq.gz"})
    EXPECT_TRUE(fs::exists(root / name)) << name << washing.output();
  EXPECT_TRUE(washing.prints("\"output\":\"out/b/good.ttl.nq.gz\"", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("2 files: 2 documents", 4, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("6 files that an earlier wash made are left out", 1, seconds{1}))
      << washing.output();
  EXPECT_TRUE(washing.prints("../none: this folder contains no file", 1, seconds{1})) << washing.output();
}

TEST_F(wash_process, prints_documents_of_any_size_in_the_order_of_the_inputs) {
  auto washing = shell(
      "for n in 2 60000 1; do seq $n | sed \"s/.*/<a$n:s> <a:p> \\\"&, some text\\\" ./\" > $n.nt; done; "
      "echo "
      "nothing > bad.nt; "
      "laundromat wash 2.nt bad.nt 60000.nt 1.nt -o - 2>/dev/null > printed; "
      "for n in 2 60000 1; do laundromat wash $n.nt -o out 2>/dev/null; zcat out/$n.nt.nq.gz; done | cmp - "
      "printed && "
      "cut -d: -f1 printed | uniq | tr '\\n' ' '; ls -A scratch");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  EXPECT_EQ(washing.output(), "<a2 <a60000 <a1 ");
}

TEST_F(wash_process, replaces_earlier_results_and_links_at_their_place) {
  auto washing = shell(
      "echo '<a:s> <a:p> <a:o> .' > n.nt; mkdir out; echo old > target; ln -s ../target out/n.nt.nq.gz; "
      "echo old > out/n.nt.meta.json; laundromat wash n.nt -o out 2>/dev/null; cat target; zcat "
      "out/n.nt.nq.gz; "
      "readlink out/n.nt.nq.gz || echo no link; "
      "grep -c triples out/n.nt.meta.json; ls -A out | wc -l");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  EXPECT_TRUE(washing.prints("old\n<a:s> <a:p> <a:o> .\nno link\n", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("\n3\n", 1, seconds{1})) << washing.output();
}

TEST_F(wash_process, removes_the_ledger_of_an_earlier_document_in_every_folder) {
  auto washing = shell(
      "mkdir -p in/a in/b; printf '<a:s> <a:p> <a:o> .\nbad\n' | tee in/n.nt in/a/n.nt > in/b/n.nt; "
      "laundromat wash -r in -o out; find out -name '*.ledger.nq.gz' | wc -l; "
      "echo '<a:s> <a:p> <a:o> .' | tee in/n.nt in/a/n.nt > in/b/n.nt; laundromat wash -r in -o out; "
      "find out -name '*.ledger.nq.gz' | wc -l; find out -type f | wc -l");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  EXPECT_TRUE(washing.prints("\n3\n", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("\n0\n9\n", 1, seconds{1})) << washing.output();
}

TEST_F(wash_process, washes_the_same_file_to_the_same_document_wherever_it_lies) {
  auto washing = shell(
      "mkdir -p in/.a in/b; echo '<> <a:p> <#o> .' | tee in/n.ttl in/.a/n.ttl > in/b/n.ttl; "
      "for name in in/n.ttl ./in/n.ttl in//n.ttl in/b/../n.ttl \"$PWD/in/n.ttl\" in/.a/n.ttl in/b/n.ttl; do "
      "laundromat wash $name 2> /dev/null; done; laundromat wash -r in in/ ./in 2> /dev/null");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  EXPECT_TRUE(washing.prints("<thismessage:/> <a:p> <thismessage:/#o> .\n", 16, seconds{1}))
      << washing.output();
}

TEST_F(wash_process, gives_each_member_of_a_local_archive_a_base_of_its_own) {
  auto washing = shell(
      "mkdir -p d/in; echo '<> <a:p> <#o> .' | tee d/in/n.ttl > d/m.ttl; tar cf b.tar -C d in/n.ttl; "
      "tar cf a.tar -C d m.ttl -C .. b.tar; mkdir other; cp a.tar other/z.tar; "
      "for name in a.tar other/z.tar; do laundromat wash $name 2> /dev/null; done; "
      "laundromat wash a.tar --base http://h/a.tar 2> /dev/null");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  EXPECT_TRUE(washing.prints("<thismessage:/m.ttl> <a:p> <thismessage:/m.ttl#o> .\n", 2, seconds{1}))
      << washing.output();
  EXPECT_TRUE(washing.prints("<thismessage:/b.tar!/in/n.ttl> <a:p> <thismessage:/b.tar!/in/n.ttl#o> .\n", 2,
                             seconds{1}))
      << washing.output();
  EXPECT_TRUE(washing.prints("<http://h/a.tar!/m.ttl> <a:p> <http://h/a.tar!/m.ttl#o> .\n", 1, seconds{1}))
      << washing.output();
}

TEST_F(wash_process, says_the_base_and_the_forms_of_rdf_1_1_in_its_metadata) {
  auto washing = shell(
      "printf '<> <a:p> \"x\"@ar--rtl .\\n' > used.ttl; printf '<a:s> <a:p> <a:o> .\\n' > unused.ttl; "
      "laundromat wash used.ttl unused.ttl -o out 2> /dev/null > /dev/null; "
      "grep -c base_iri out/*.meta.json; zcat out/used.ttl.meta.nq.gz | grep -o 'baseIri> <[^>]*>'; "
      "laundromat wash used.ttl -o coded --directions i18n-datatype 2> /dev/null > /dev/null; "
      "grep direction_form coded/used.ttl.meta.json");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  for (const auto* text : {"out/unused.ttl.meta.json:0\n", "out/used.ttl.meta.json:1\n",
                           "baseIri> <thismessage:/>\n", "\"direction_form\": \"i18n-datatype\""})
    EXPECT_TRUE(washing.prints(text, 1, seconds{1})) << text << washing.output();
}

TEST_F(wash_process, reads_a_page_without_media_type_as_xhtml_by_its_name) {
  auto washing = shell(
      "page='<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><link rel=\"next\" "
      "href=\"b\"/></head></html>'; "
      "printf '%s' \"$page\" > x.xhtml; printf '%s' \"$page\" > x.html; tar cf x.tar x.xhtml; "
      "for file in x.xhtml x.html x.tar; do laundromat wash $file -o - 2> /dev/null; done");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  EXPECT_TRUE(
      washing.prints("> <http://www.w3.org/1999/xhtml/vocab#next> <thismessage:/b> .\n", 2, seconds{1}))
      << washing.output();
  EXPECT_TRUE(washing.prints("<thismessage:/x.xhtml> <http", 1, seconds{1})) << washing.output();
}

/// From one statement to a document that several threads wash in parts.
TEST_F(wash_process, names_documents_of_any_size_by_what_sha256sum_prints) {
  auto washing = shell(
      "for n in 1 400 90000; do seq $n | sed 's/.*/<a:s> <a:p> \"&, some text in no order\" ./' > $n.nt; "
      "laundromat wash $n.nt -o out --threads 4; sum=$(zcat out/$n.nt.nq.gz | sha256sum); "
      "grep -c \"\\\"value\\\": \\\"${sum%% *}\\\"\" out/$n.nt.meta.json; "
      "zcat out/$n.nt.nq.gz | wc -l; done");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  for (const auto* lines : {"1\n1\n", "1\n400\n", "1\n90000\n"})
    EXPECT_TRUE(washing.prints(lines, 1, seconds{1})) << washing.output();
}

/// Triple terms with blank nodes and directions, in a document that several threads wash in parts, and in Turtle of the same.
TEST_F(wash_process, washes_large_documents_of_rdf_1_2_to_one_digest) {
  auto washing = shell(
      "seq 70000 | sed 's,.*,_:b& <a:says> <<( _:b& <a:p> \"some text & here\"@ar--rtl )>> .,' > n.nt; "
      "for more in '--threads 1' '--threads 4 --memory-mib 16'; do laundromat wash n.nt -o out $more; "
      "zcat out/n.nt.nq.gz | tee lines | sha256sum; done; wc -l < lines; "
      "laundromat wash lines --format nq -o again; zcat again/lines.nq.gz | cmp - lines && echo same lines");
  EXPECT_EQ(washing.exit_code(seconds{60}), 0) << washing.output();
  EXPECT_TRUE(washing.prints("70000\n", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("same lines", 1, seconds{1})) << washing.output();
  const auto digest = washing.output().find("  -\n");
  ASSERT_NE(digest, std::string::npos) << washing.output();
  EXPECT_TRUE(washing.prints(washing.output().substr(digest - 64, 64) + "  -\n", 2, seconds{1}))
      << washing.output();
}

TEST_F(wash_process, keeps_a_document_and_the_sidecar_files_of_another_apart) {
  auto washing = shell(
      "echo '<a:s> <a:p> <a:o> .' > n.nt; echo '<b:s> <b:p> <b:o> .' > n.nt.meta; cp n.nt.meta n.nt.ledger; "
      "laundromat wash n.nt -o out; cp out/n.nt.meta.nq.gz before; "
      "laundromat wash n.nt.meta n.nt.ledger -o out --format nt; cmp before out/n.nt.meta.nq.gz; zcat "
      "out/n.nt.meta_.nq.gz");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  EXPECT_TRUE(washing.prints("<b:s> <b:p> <b:o> .", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(fs::exists(folder_.path() / "out/n.nt.ledger_.nq.gz"));
  EXPECT_FALSE(fs::exists(folder_.path() / "out/n.nt.ledger.nq.gz"));
}

TEST_F(wash_process, never_replaces_its_input_by_the_ledger) {
  auto washing = shell(
      "echo '<a:s> <a:p> <a:o> .' > n.nt; laundromat wash n.nt --ledger ./n.nt; echo code $?; cat n.nt");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0);
  EXPECT_TRUE(washing.prints("is one of the inputs, and would be lost", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("code 2\n<a:s> <a:p> <a:o> .", 1, seconds{1})) << washing.output();
}

TEST_F(wash_process, shows_control_characters_of_folders_as_escapes) {
  auto washing = shell(
      "e=$'\\e[31m\\nFAKE'; echo '<a:s> <a:p> <a:o> .' > n.nt; laundromat wash n.nt --contexts \"$e\"; "
      "laundromat wash n.nt -o \"/proc/$e\"; TMPDIR=\"/none/$e\" laundromat wash - < n.nt");
  EXPECT_NE(washing.exit_code(seconds{20}), 0);
  EXPECT_TRUE(washing.prints("\\u001B[31m", 3, seconds{1})) << washing.output();
  EXPECT_EQ(washing.output().find('\x1b'), std::string::npos) << washing.output();
  EXPECT_EQ(washing.output().find("\nFAKE"), std::string::npos) << washing.output();
}

TEST_F(wash_process, stops_copying_input_without_an_end_before_the_disk_is_full) {
  const small_disk disk{scratch() / "small", 20};
  if (!disk.is_there()) GTEST_SKIP() << "no file system may be mounted here: run as root";
  auto washing =
      shell("export TMPDIR=\"$TMPDIR/small\"; yes '<a:s> <a:p> <a:o> .' | laundromat wash - --format nt");
  EXPECT_EQ(washing.exit_code(seconds{60}), exit_disk) << washing.output();
  EXPECT_TRUE(washing.prints("5.0 MiB stay free", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints("TMPDIR", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(fs::is_empty(scratch() / "small"));
}

TEST_F(wash_process, washes_all_files_below_a_folder_into_the_same_folders) {
  auto washing = shell(
      "mkdir -p in/a/b in/c elsewhere; for name in top a/one a/b/two elsewhere; do "
      "echo \"<a:$name> <a:p> <a:o> .\" > in/$name.nt 2> /dev/null; done; echo '<a:s> <a:p> <a:o> .' > "
      "elsewhere/x.nt; "
      "ln -s ../../elsewhere in/a/folder; ln -s ../../elsewhere/x.nt in/c/file.nt; "
      "laundromat wash -r in -o in/out; echo code $?; laundromat wash -r in -o in/out --json | tail -1; "
      "(cd in/out && find . -name '*.nq.gz' ! -name '*meta*' | LC_ALL=C sort | tr '\n' ' '); "
      "laundromat wash in");
  EXPECT_EQ(washing.exit_code(seconds{30}), exit_usage);
  EXPECT_TRUE(washing.prints("code 0", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(
      washing.prints("4 files: 4 documents, 4 statements, 0 duplicates, 0 defects; 0 failed", 1, seconds{1}))
      << washing.output();
  EXPECT_TRUE(washing.prints("{\"defects\":0,\"documents\":4,\"duplicates\":0,\"failed\":0,\"files\":4,", 1,
                             seconds{1}))
      << washing.output() << "a file in the output folder is no input";
  EXPECT_TRUE(washing.prints("./a/b/two.nt.nq.gz ./a/one.nt.nq.gz ./elsewhere.nt.nq.gz ./top.nt.nq.gz ", 1,
                             seconds{1}))
      << washing.output() << "links are not followed";
  EXPECT_TRUE(washing.prints("wash all of them with -r", 1, seconds{1})) << washing.output();
}

TEST_F(wash_process, explains_how_to_name_a_file_that_looks_like_options) {
  auto washing = shell(
      "echo '<a:s> <a:p> <a:o> .' > -output.nt; laundromat wash -output.nt; echo code $?; "
      "laundromat wash ./-output.nt > one && laundromat wash -- -output.nt > two && cmp one two");
  EXPECT_EQ(washing.exit_code(seconds{20}), 0) << washing.output();
  EXPECT_TRUE(washing.prints("code 2", 1, seconds{1})) << washing.output();
  EXPECT_TRUE(washing.prints(
      "`-output.nt` is parsed as options: for a file of that name write `./-output.nt`", 1, seconds{1}))
      << washing.output();
  EXPECT_FALSE(fs::exists(folder_.path() / "utput.nt")) << "it is no -o utput.nt";
}

TEST_F(wash_process, ends_without_message_or_files_when_the_reader_is_gone) {
  {
    std::ofstream document{folder_.path() / "large.nt"};
    for (int i = 100'000; i < 400'000; ++i) document << "<a:" << i << "> <a:p> <a:o> .\n";
  }
  auto washing = shell("laundromat wash large.nt 2>said | head -1; echo code ${PIPESTATUS[0]}");
  EXPECT_EQ(washing.exit_code(seconds{60}), 0);
  EXPECT_TRUE(washing.prints("code " + std::to_string(exit_interrupted), 1, seconds{1}));
  EXPECT_EQ(fs::file_size(folder_.path() / "said"), 0U);
  EXPECT_TRUE(fs::is_empty(scratch()));
}

}  // namespace
}  // namespace laundromat
