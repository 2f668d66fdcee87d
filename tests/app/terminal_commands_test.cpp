// Claims about every command on a terminal, given a document and names that hold all that could drive one.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/rdf/model/utf8.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// What must not arrive, in UTF-8: stated here once more, character by character.
std::vector<std::string> harmful_characters() {
  std::vector<std::string> all;
  const auto add = [&](char32_t first, char32_t last) {
    for (auto code = first; code <= last; ++code) {
      std::string one;
      append_utf8(one, code);
      all.push_back(std::move(one));
    }
  };
  add(0x01, 0x08), add(0x0B, 0x1F), add(0x7F, 0x9F);
  add(0xAD, 0xAD), add(0x61C, 0x61C), add(0x180E, 0x180E), add(0x200B, 0x200B), add(0x200E, 0x200F);
  add(0x2028, 0x202E), add(0x2060, 0x2064), add(0x2066, 0x206F), add(0xFEFF, 0xFEFF), add(0xFFF9, 0xFFFB);
  add(0xE0001, 0xE0001), add(0xE0020, 0xE007F);
  return all;
}

std::string all_of_them() {
  std::string text;
  for (const auto& one : harmful_characters()) text += one;
  return text;
}

void erase_all(std::string& text, std::string_view part) {
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at)) text.erase(at, part.size());
}

/// Nothing that drives a terminal is in what it was given, but for our own colours and the live line.
void expect_harmless(std::string text, const std::string& command) {
  for (const auto* own :
       {"\x1b[32m", "\x1b[33m", "\x1b[31m", "\x1b[34m", "\x1b[90m", "\x1b[1m", "\x1b[0m", "\r\x1b[K"})
    erase_all(text, own);
  const auto bad = find_bad_utf8(text);
  EXPECT_EQ(bad, std::string_view::npos)
      << command << ": byte " << static_cast<int>(static_cast<unsigned char>(text[bad]));
  for (const auto& one : harmful_characters())
    EXPECT_EQ(text.find(one), text.npos) << command << ": " << testing::PrintToString(one) << " in\n"
                                         << testing::PrintToString(text.substr(text.find(one), 80));
}

class terminal_commands : public testing::Test {
 protected:
  void SetUp() override {
    const auto odd = all_of_them();
    const std::string label = "<http://a.example/s> <http://a.example/p> ";
    auto iri = odd;
    std::erase_if(iri, [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
    std::ofstream{file("first.nt"), std::ios::binary} << label << "\"" << odd << "\" .\n"
                                                      << label << "<http://a.example/" << iri << "> .\n";
    std::ofstream{file("dirty.ttl"), std::ios::binary} << label << "\"" << odd << "\"@EN .\n"
                                                       << odd << " \x9B\x80 nonsense \x1b[2J .\n"
                                                       << label << "\"sock\" .\n";
    std::ofstream{file("no.txt"), std::ios::binary} << "No RDF at all. " << odd << "\x9B\n";
    std::ofstream{file(odd_name_), std::ios::binary} << label << "\"shoe\" .\n" << odd << " .\n";
    std::ofstream{file("campaign.yaml")}
        << "name: odd\ncontact: {product: OddBot, url: 'https://odd.example/', mail: odd@odd.example}\n"
           "isolation: none\nfiles: {roots: [.]}\nseeds:\n";
    std::ofstream seeds{file("campaign.yaml"), std::ios::app};
    for (const auto* name : {"first.nt", "dirty.ttl", "no.txt"}) seeds << "  - file://" << file(name) << '\n';
    seeds << "  - \"http://a.example/\\u009B\\u202E\\e\"\n";
  }

  [[nodiscard]] std::string file(const std::string& name) const { return (folder_.path() / name).string(); }

  /// What the terminal was given.
  std::string on_terminal(std::vector<std::string> arguments) {
    std::string command;
    for (const auto& one : arguments) command += one + ' ';
    arguments.insert(arguments.begin(), {LAUNDROMAT_PROGRAM, "--data", file("data")});
    child_program program{arguments, child_streams::terminal};
    EXPECT_TRUE(program.exit_code(std::chrono::seconds{300})) << command;
    expect_harmless(program.said(), command);
    return program.said();
  }

  /// The first word of each line that a pipe is given.
  std::vector<std::string> words_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {LAUNDROMAT_PROGRAM, "--data", file("data")});
    child_program program{arguments};
    EXPECT_TRUE(program.exit_code(std::chrono::seconds{300}));
    std::istringstream lines{program.said()};
    std::vector<std::string> words;
    for (std::string line; std::getline(lines, line);) words.push_back(line.substr(0, line.find(' ')));
    return words;
  }

  temporary_folder folder_;
  const std::string odd_name_ = "odd\x1b[2J\x07\xC2\x9B\xE2\x80\xAE\x9B.ttl";
};

TEST_F(terminal_commands, on_files_are_harmless) {
  for (const auto& name :
       {file("first.nt"), file("dirty.ttl"), file("no.txt"), file(odd_name_), file("gone\x1b\x9B.nt")}) {
    on_terminal({"wash", name});
    on_terminal({"wash", "--format", "turtle", name});
    on_terminal({"wash", "--json", name});
    on_terminal({"wash", "-o", file("clean"), name});
    on_terminal({"guess", name});
    on_terminal({"guess", "--json", name});
    on_terminal({"normalize", name});
    on_terminal({"robots", name, "bot", "/\x1b\x9B\u202E"});
  }
  for (const auto& ledger : fs::directory_iterator{folder_.path() / "clean"})
    for (const std::string style : {"--limit=9", "--json", "--sarif", "--quarantine"})
      if (ledger.path().string().ends_with("ledger.nq.gz"))
        on_terminal({"errors", style, "--file", ledger.path().string()});
  on_terminal({"diff", file("clean/first.nt.nq.gz"), file("clean/dirty.ttl.nq.gz")});
  on_terminal({"diff", "--json", file("clean/first.nt.nq.gz"), file("clean/dirty.ttl.nq.gz")});
  on_terminal({"config", file(odd_name_)});
  on_terminal({"\x1b[2J\u202E"});
  on_terminal({"wash", "--\x1b[2J\u202E"});
}

TEST_F(terminal_commands, what_quarantine_holds_is_seen_and_drives_nothing) {
  on_terminal({"wash", "-o", file("clean"), file("dirty.ttl")});
  const auto shown = on_terminal({"errors", "--quarantine", "--file", file("clean/dirty.ttl.ledger.nq.gz")});
  EXPECT_NE(shown.find("\\u001B[2J"), shown.npos) << shown;
  EXPECT_NE(shown.find("\\x9B"), shown.npos) << shown;
}

TEST_F(terminal_commands, on_a_data_folder_are_harmless) {
  const auto said = on_terminal({"run", "--once", file("campaign.yaml")});
  ASSERT_NE(said.find("documents washed in this run"), said.npos) << said;
  on_terminal({"add", "http://a.example/\x1b\u202E\x9B"});
  for (const std::string way : {"", "--json"}) {
    const auto ask = [&](std::vector<std::string> arguments) {
      if (!way.empty()) arguments.push_back(way);
      return on_terminal(std::move(arguments));
    };
    ask({"status"}), ask({"ls"}), ask({"ls", "--all"}), ask({"verify"});
    for (const auto& document : words_of({"ls", "--all"})) {
      if (document.size() < 8 || document.find_first_not_of("0123456789abcdef") != document.npos) continue;
      ask({"show", document}), ask({"history", document}), ask({"errors", document});
      on_terminal({"cat", document}), on_terminal({"cat", "--format", "turtle", document});
      on_terminal({"errors", "--quarantine", document});
    }
  }
  const auto exported = on_terminal({"export"});
  EXPECT_NE(exported.find("\\u009B"), exported.npos) << exported;
  on_terminal({"catalogue", file("catalogue")});
  on_terminal({"show", "\x1b\u202E\x9B"});
}

}  // namespace
}  // namespace laundromat
