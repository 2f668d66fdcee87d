// Tests of `load` with a store of the test; those with stores of others are in tests/sinks.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/net/stores/fake_store.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

const std::string load_graph = "http://e.example/g";

std::string loaded(int number) {
  return "<http://e.example/s> <http://e.example/p> \"" + std::to_string(number) + "\" .";
}

class load_command : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    const auto path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  answer load(std::vector<std::string> words, const std::string& input = {}) {
    words.insert(words.begin(), "load");
    for (const auto* word : {"--graph", load_graph.c_str(), "--attempts", "1", "--json"})
      words.emplace_back(word);
    for (const auto& [option, path] :
         {std::pair{"--graph-store", "/data"}, {"--update", "/update"}, {"--query", "/query"}}) {
      words.emplace_back(option);
      words.push_back(store_.url(path));
    }
    return ask(words, input);
  }

  temporary_folder folder_;
  std::atomic<std::size_t> fails_from_ = 1'000'000;
  test::fake_store store_{[this](std::size_t number, const auto&) {
    return number >= fails_from_ ? test::store_trouble{503} : test::store_trouble{};
  }};
};

TEST_F(load_command, sends_a_document_of_any_format_and_compares_G18) {
  const auto turtle = file("a.ttl", "@prefix e: <http://e.example/> . e:s e:p \"2\", \"1\" .");
  const auto sent = load({turtle, "--compare"});
  EXPECT_EQ(sent.code, exit_ok) << sent.err;
  EXPECT_EQ(store_.graph(load_graph), (std::set<std::string>{loaded(1), loaded(2)}));
  const auto fact = nlohmann::json::parse(sent.out);
  EXPECT_EQ(fact.at("added"), 2);
  EXPECT_EQ(fact.at("store").at("equal"), 2);
  store_.set_graph(load_graph, {loaded(1), loaded(3)});
  const auto differs = load({"-", "--compare-only"}, loaded(1) + "\n" + loaded(2) + "\n");
  EXPECT_EQ(differs.code, exit_some_failed);
  EXPECT_EQ(nlohmann::json::parse(differs.out).at("store").at("missing_examples").size(), 1U);
  const auto repaired = load({turtle, "--compare-only", "--repair"});
  EXPECT_EQ(repaired.code, exit_ok) << repaired.err;
  EXPECT_EQ(store_.graph(load_graph), (std::set<std::string>{loaded(1), loaded(2)}));
}

TEST_F(load_command, applies_a_patch_and_continues_from_its_cursor_G18) {
  std::string before, after;
  std::set<std::string> there, expected;
  for (int i = 100; i < 150; ++i) {
    if (i < 140) before += loaded(i) + "\n";
    if (i < 140) there.insert(loaded(i));
    if (i >= 110) after += loaded(i) + "\n";
    if (i >= 110) expected.insert(loaded(i));
  }
  const auto patch =
      file("patch", ask({"diff", "--format", "rdf-patch", file("a.nq", before), file("b.nq", after)}).out);
  const auto cursor = (folder_.path() / "cursor").string();
  store_.set_graph(load_graph, there);
  fails_from_ = 3;
  const std::vector<std::string> words{patch, "--patch", "--batch-statements", "4", "--cursor", cursor};
  const auto stopped = load(words);
  EXPECT_EQ(stopped.code, exit_some_failed);
  EXPECT_NE(stopped.err.find("busy"), std::string::npos) << stopped.err;
  EXPECT_TRUE(read_file(cursor).ends_with("\n2\n"));
  fails_from_ = 1'000'000;
  const auto other = load({file("other", "TX .\nTC .\n"), "--patch", "--cursor", cursor});
  EXPECT_EQ(other.code, exit_usage) << other.err;
  const auto continued = load(words);
  EXPECT_EQ(continued.code, exit_ok) << continued.err;
  EXPECT_EQ(nlohmann::json::parse(continued.out).at("requests"), 4);
  EXPECT_EQ(store_.graph(load_graph), expected);
  EXPECT_FALSE(std::filesystem::exists(cursor));
}

TEST_F(load_command, never_prints_a_secret_and_refuses_odd_options_G18) {
  store_.login = "Basic bm9ib2R5Om5vdGhpbmc=";
  setenv("LAUNDROMAT_TEST_PASSWORD", "hidden-word", 1);
  const auto document = file("a.nq", loaded(1) + "\n");
  const auto refused = load({document, "--user", "dba", "--password-env", "LAUNDROMAT_TEST_PASSWORD"});
  EXPECT_EQ(refused.code, exit_some_failed);
  EXPECT_NE(refused.err.find("refused_credentials"), std::string::npos);
  EXPECT_EQ((refused.err + refused.out).find("hidden-word"), std::string::npos);
  for (const auto& words : std::vector<std::vector<std::string>>{
           {document, "--user", "dba"},
           {document, "--password-env", "X"},
           {document, "--patch", "--compare"},
           {document, "--token-env", "X", "--user", "dba", "--password-env", "X"}})
    EXPECT_EQ(load(words).code, exit_usage) << words.back();
  EXPECT_EQ(load({(folder_.path() / "none").string()}).code == exit_ok, false);
  EXPECT_EQ(ask({"load", document, "--graph", "g", "--update", "http://e.example/"}).code, exit_usage);
}

TEST_F(load_command, says_what_is_missing_and_where_requests_belong_G18) {
  const auto none = load({(folder_.path() / "none.nt").string()});
  EXPECT_EQ(none.code, exit_not_found);
  EXPECT_EQ(std::ranges::count(none.err, '\n'), 1) << none.err;
  const auto document = file("a.nq", loaded(1) + "\n");
  EXPECT_EQ(ask({"load", document, "--graph-store", store_.url("/data")}).code, exit_usage) << "no --graph";
  // To compare, the store is only asked.
  store_.set_graph(load_graph, {loaded(1)});
  const auto same =
      ask({"load", document, "--graph", load_graph, "--compare-only", "--query", store_.url("/query")});
  EXPECT_EQ(same.code, exit_ok) << same.err;
  EXPECT_EQ(ask({"load", document, "--graph", load_graph, "--compare-only"}).code, exit_usage);
  test::fake_store strict{[](std::size_t, const auto&) { return test::store_trouble{405}; }};
  const auto wrong = ask({"load", document, "--graph", load_graph, "--graph-store", strict.url("/update")});
  EXPECT_EQ(wrong.code, exit_some_failed);
  EXPECT_NE(wrong.err.find("other addresses for the Graph Store Protocol"), std::string::npos) << wrong.err;
}

TEST_F(load_command, sends_nothing_of_a_damaged_or_unclear_input_G18) {
  const auto torn = file("torn.nq.gz", std::string{"\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\xFF\x01\xFF", 12});
  EXPECT_NE(load({torn}).code, exit_ok);
  EXPECT_NE(load({file("patch", "A <a:b> <a:b> <a:b> .\n"), "--patch"}).code, exit_ok);
  EXPECT_NE(load({file("no.rdf", "hello")}).code, exit_ok);
  EXPECT_TRUE(store_.requests().empty());
}

}  // namespace
}  // namespace laundromat
