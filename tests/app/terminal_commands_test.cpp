// Tests of every command on a terminal, with a document and names that contain control characters.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "core/rdf/model/utf8.hpp"
#include "tests/app/child_program.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// The forbidden characters in UTF-8, listed independently of the program.
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

/// Whether the output has no control sequences except colours and the live line.
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
    std::ofstream{file("robots.txt"), std::ios::binary} << "User-agent: bot\nDisallow: /" << odd << "\n"
                                                        << odd << "\n";
    std::ofstream{file("sitemap.xml"), std::ios::binary}
        << "<urlset xmlns:sc='http://sw.deri.org/2007/07/sitemapextension'><sc:authority>http://a.example/"
        << iri << "</sc:authority><url><loc>http://a.example/" << iri << "</loc><lastmod>" << odd
        << "</lastmod></url><sc:dataset><sc:datasetLabel>" << odd
        << "</sc:datasetLabel><sc:dataDump>http://a.example/" << iri << "</sc:dataDump></sc:dataset></" << iri
        << "></urlset>";
    std::ofstream{file("campaign.yaml")}
        << "name: odd\ncontact: {product: OddBot, url: 'https://odd.example/', mail: odd@odd.example}\n"
           "isolation: none\nfiles: {roots: [.]}\nseeds:\n";
    std::ofstream seeds{file("campaign.yaml"), std::ios::app};
    for (const auto* name : {"first.nt", "dirty.ttl", "no.txt"}) seeds << "  - file://" << file(name) << '\n';
    seeds << "  - \"http://a.example/\\u009B\\u202E\\e\"\n";
  }

  [[nodiscard]] std::string file(const std::string& name) const { return (folder_.path() / name).string(); }

  /// The output to the terminal.
  std::string on_terminal(std::vector<std::string> arguments) {
    std::string command;
    for (const auto& one : arguments) command += one + ' ';
    arguments.insert(arguments.begin(), {program_path(), "--data", file("data")});
    child_program program{arguments, child_streams::terminal};
    EXPECT_TRUE(program.exit_code(std::chrono::seconds{300})) << command;
    expect_harmless(program.output(), command);
    return program.output();
  }

  /// The lines of the output to a pipe.
  std::vector<std::string> lines_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {program_path(), "--data", file("data")});
    child_program program{arguments};
    EXPECT_TRUE(program.exit_code(std::chrono::seconds{300}));
    std::istringstream output{program.output()};
    std::vector<std::string> lines;
    for (std::string line; std::getline(output, line);) lines.push_back(line);
    return lines;
  }
  /// The commands listed after `Subcommands:`.
  std::vector<std::string> commands_of_help() {
    std::vector<std::string> commands;
    bool is_below = false;
    for (const auto& line : lines_of({"--help"})) {
      if (line == "Subcommands:") is_below = true;
      if (is_below && line.empty()) break;
      if (is_below && line.starts_with("  ") && line[2] != ' ')
        commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return commands;
  }
  std::vector<std::string> documents() {
    std::vector<std::string> found;
    for (const auto& line : lines_of({"ls", "--all"})) {
      const auto word = line.substr(0, line.find(' '));
      if (word.size() >= 8 && word.find_first_not_of("0123456789abcdef") == word.npos) found.push_back(word);
    }
    return found;
  }
  void ask_of_each_document(const std::string& command, const std::vector<std::vector<std::string>>& ways) {
    for (const auto& document : documents())
      for (auto arguments : ways) {
        arguments.insert(arguments.begin(), command);
        arguments.push_back(document);
        on_terminal(arguments);
      }
    on_terminal({command, odd_word_});
  }
  void ask_of_files(const std::string& command, const std::vector<std::vector<std::string>>& ways) {
    for (const auto& name :
         {file("first.nt"), file("dirty.ttl"), file("no.txt"), file(odd_name_), file("gone\x1b\x9B.nt")})
      for (auto arguments : ways) {
        arguments.insert(arguments.begin(), command);
        arguments.push_back(name);
        on_terminal(arguments);
      }
  }
  void serve_one_request() {
    child_program site{{program_path(), "site", folder_.path().string()}, child_streams::terminal};
    ASSERT_TRUE(site.prints("http://127.0.0.1:")) << site.output();
    ASSERT_TRUE(site.prints("\n")) << site.output();
    const auto port = std::stoi(site.output().substr(site.output().find("127.0.0.1:") + 10));
    const int to = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ASSERT_EQ(::connect(to, reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
    const std::string asked = "GET /here%1B%5B2J%C2%9B" + odd_word_ + " HTTP/1.1\r\nHost: a" + odd_word_ +
                              "\r\nUser-Agent: \x1b[2J\r\nConnection: close\r\n\r\n";
    EXPECT_EQ(::send(to, asked.data(), asked.size(), MSG_NOSIGNAL), static_cast<ssize_t>(asked.size()));
    for (char answered[512]; ::read(to, answered, sizeof answered) > 0;) {
    }
    ::close(to);
    site.signal(SIGTERM);
    EXPECT_TRUE(site.exit_code());
    expect_harmless(site.output(), "site");
  }

  /// The arguments for each command, in the order of the help, so that `run` is first.
  std::map<std::string, std::function<void()>> cases() {
    const auto ask = [this](const std::vector<std::vector<std::string>>& all) {
      return [this, all] {
        for (const auto& arguments : all) on_terminal(arguments);
      };
    };
    const auto of_documents = [this](const std::string& command, std::vector<std::vector<std::string>> ways) {
      return [this, command, ways] { ask_of_each_document(command, ways); };
    };
    const auto of_files = [this](const std::string& command, std::vector<std::vector<std::string>> ways) {
      return [this, command, ways] { ask_of_files(command, ways); };
    };
    const auto clean = file("clean/first.nt.nq.gz"), other = file("clean/dirty.ttl.nq.gz");
    return {
        {"run",
         [this] {
           const auto output = on_terminal({"run", "--once", file("campaign.yaml")});
           ASSERT_NE(output.find("documents washed in this run"), output.npos) << output;
           on_terminal({"run", file(odd_name_)});
         }},
        {"wash",
         [this, of_files] {
           of_files("wash", {{}, {"--format", "turtle"}, {"--json"}, {"-o", file("clean")}})();
           on_terminal({"wash", "http://127.0.0.1:1/" + odd_word_});
           on_terminal({"wash", "-r", folder_.path().string(), "-o", file("washed")});
           on_terminal({"wash", "--\x1b[2J\u202E"});
         }},
        {"records",
         [this, of_files] {
           of_files("records", {{}, {"--to", "csv"}, {"--json"}, {"--repair", "-o", file("repaired")}})();
           on_terminal({"records", "--undo", odd_word_});
           on_terminal({"records", file(odd_name_), file("first.nt"), "--infer", odd_word_});
         }},
        {"reconcile",
         ask({{"reconcile", file("first.nt"), "--key", odd_word_, "--decisions", file("same.tsv")},
              {"reconcile", file(odd_name_), "--compare", odd_word_ + ":0", "--decisions", odd_word_},
              {"reconcile", odd_word_, "--key", "a", "--with", odd_word_, "--decisions", file("same.tsv")}})},
        {"add", ask({{"add", "http://a.example/" + odd_word_}, {"add", odd_word_}})},
        {"reload", ask({{"reload"}, {"reload", odd_word_}})},
        {"pause", ask({{"pause", "host-" + odd_word_},
                       {"pause", "a.example", "--reason", odd_word_},
                       {"pause", "--list"}})},
        {"resume", ask({{"resume", odd_word_}, {"resume", "a.example"}})},
        {"exclude", ask({{"exclude", "http://b.example/" + odd_word_, "--reason", odd_word_},
                         {"exclude", odd_word_},
                         {"exclude", "--list"},
                         {"exclude", "--list", "--json"}})},
        {"retry", ask({{"retry", odd_word_}, {"retry", "--failed"}})},
        {"remove", ask({{"remove", odd_word_}, {"remove", "http://a.example/" + odd_word_}})},
        {"ping", ask({{"ping", "http://a.example/" + odd_word_}, {"ping", odd_word_}})},
        {"hosts", ask({{"hosts"}, {"hosts", "--json"}, {"hosts", odd_word_}})},
        {"report", ask({{"report", "seeds"},
                        {"report", "hosts"},
                        {"report", "mime"},
                        {"report", "codes"},
                        {"report", odd_word_}})},
        {"quality", ask({{"quality"},
                         {"quality", "--json"},
                         {"quality", odd_word_},
                         {"quality", "a.example", "--format", odd_word_}})},
        {"about", ask({{"about", "http://a.example/" + odd_word_}, {"about", odd_word_, "--json"}})},
        {"datasets", ask({{"datasets"}, {"datasets", "--json"}})},
        {"plan", ask({{"plan", file("sitemap.xml")}, {"plan", odd_word_}, {"plan", file(odd_name_)}})},
        {"harvest",
         [this] {
           for (const auto& endpoint : {odd_word_, "http://127.0.0.1:1/" + odd_word_}) {
             on_terminal({"harvest", endpoint, "--campaign", file("campaign.yaml")});
             on_terminal({"harvest", endpoint, "--campaign", file("campaign.yaml"), "--state",
                          file("harvest") + odd_word_});
           }
           on_terminal(
               {"harvest", "http://127.0.0.1:1/", "--campaign", file("campaign.yaml"), "--graph", odd_word_});
           on_terminal({"harvest", "http://127.0.0.1:1/", "--campaign", file(odd_name_)});
         }},
        {"providers",
         ask({{"providers"}, {"providers", odd_word_}, {"providers", odd_word_, "--bind", odd_word_}})},
        {"restore", ask({{"restore", odd_word_},
                         {"restore", odd_word_ + "@" + odd_word_},
                         {"restore", odd_word_ + "@1"}})},
        {"authority",
         ask({{"authority", "http://a.example/" + odd_word_}, {"authority", odd_word_, "--json"}})},
        {"lookup", ask({{"lookup", "http://a.example/" + odd_word_}, {"lookup", odd_word_, "--json"}})},
        {"endpoint", ask({{"endpoint", "http://a.example/" + odd_word_}, {"endpoint", odd_word_, "--json"}})},
        {"closed-world", ask({{"closed-world", "http://a.example/" + odd_word_},
                              {"closed-world", "http://a.example/s", "--dataset", odd_word_},
                              {"closed-world", odd_word_, "--json"}})},
        {"load",
         ask({{"load", file("dirty.ttl"), "--graph", odd_word_, "--graph-store", "http://127.0.0.1:1/"},
              {"load", file(odd_name_), "--graph", "http://a.example/g", "--graph-store",
               "http://127.0.0.1:1/" + odd_word_},
              {"load", file("dirty.ttl"), "--graph", "http://a.example/g", "--graph-store", odd_word_}})},
        {"slice", ask({{"slice", file("dirty.ttl"), "--by", "subject", "-o", file("sliced") + odd_word_},
                       {"slice", file(odd_name_), "--by", odd_word_, "-o", file("sliced")},
                       {"slice", odd_word_, "--by", "cbd", "-o", file("sliced")}})},
        {"cdx", ask({{"cdx"}, {"cdx", file(odd_name_)}, {"cdx", odd_word_}})},
        {"status", ask({{"status"}, {"status", "--json"}})},
        {"manual", ask({{"manual", odd_word_}})},
        {"completions", ask({{"completions", odd_word_}})},
        {"ls", ask({{"ls"},
                    {"ls", "--all"},
                    {"ls", "--all", "--json"},
                    {"ls", "--seeds"},
                    {"ls", "--seeds", "--json"},
                    {"ls", "--host", odd_word_}})},
        {"search", ask({{"search", "odd*"}, {"search", "ttl", "--json"}, {"search", odd_word_}})},
        {"show", of_documents("show", {{}, {"--json"}, {"--tree"}, {"--format", "ttl"}})},
        {"history", of_documents("history", {{}, {"--json"}})},
        {"errors",
         [this, of_documents] {
           of_documents(
               "errors",
               {{}, {"--lines"}, {"--lines", "--json"}, {"--json"}, {"--sarif"}, {"--quarantine"}})();
           for (const auto& ledger : fs::directory_iterator{folder_.path() / "clean"})
             for (const std::string style : {"--limit=9", "--json", "--sarif", "--quarantine"})
               if (ledger.path().string().ends_with("ledger.nq.gz"))
                 on_terminal({"errors", style, "--file", ledger.path().string()});
         }},
        {"cat", of_documents("cat", {{},
                                     {"--format", "turtle"},
                                     {"--format", "trig"},
                                     {"--subject", "http://a.example/s"},
                                     {"--subject", "http://a.example/" + odd_word_}})},
        {"query", ask({{"query", "?s ?p ?o"},
                       {"query", "?s ?p ?o", "--json"},
                       {"query", "?s ?p ?o", "--class", odd_word_},
                       {"query", "?s ?p \"" + odd_word_ + "\""},
                       {"query", odd_word_}})},
        {"where", ask({{"where", "http://a.example/s"},
                       {"where", "http://a.example/s", "--json"},
                       {"where", "http://a.example/" + odd_word_},
                       {"where", odd_word_}})},
        {"labels", ask({{"labels", odd_word_},
                        {"labels", "odd*"},
                        {"labels", "odd*", "--json"},
                        {"labels", "odd", "--language", odd_word_},
                        {"labels", "odd", "--document", odd_word_}})},
        {"namespaces", ask({{"namespaces"},
                            {"namespaces", "--json"},
                            {"namespaces", "http://a.example/"},
                            {"namespaces", "http://a.example/" + odd_word_}})},
        {"diff",
         [this, of_documents, clean, other] {
           of_documents("diff", {{}, {"--json"}})();
           for (const std::string way :
                {"--json", "--format=rdf-patch", "--format=sparql", "--format=nquads"})
             on_terminal({"diff", way, clean, other});
         }},
        {"export",
         [this] {
           const auto exported = on_terminal({"export"});
           EXPECT_NE(exported.find("\\u009B"), exported.npos) << exported;
           on_terminal({"export", "--format", "trig"});
         }},
        {"catalogue",
         ask({{"catalogue", file("catalogue")}, {"catalogue", file("no.txt") + odd_word_ + "/x/y"}})},
        {"backup", ask({{"backup", file("copy") + odd_word_}, {"backup", file("copy") + odd_word_}})},
        {"compact",
         ask({{"compact", "--dry-run"}, {"compact", "--json"}, {"compact", "--below", odd_word_}})},
        {"verify", ask({{"verify"}, {"verify", "--json"}, {"verify", file("catalogue")}})},
        {"normalize",
         [of_files, this] {
           of_files("normalize", {{}, {"--json"}})();
           on_terminal({"normalize", "http://a.example/" + odd_word_});
         }},
        {"guess", of_files("guess", {{}, {"--json"}})},
        {"formats", ask({{"formats"}})},
        {"robots",
         [this] {
           for (const auto& name : {file("dirty.ttl"), file("robots.txt"), file(odd_name_)})
             on_terminal({"robots", name, "bot" + odd_word_, "/" + odd_word_});
         }},
        {"sitemap",
         [this] {
           for (const auto& name : {file("sitemap.xml"), file("dirty.ttl"), file(odd_name_)})
             on_terminal({"sitemap", name, "--base", "http://a.example/" + odd_word_});
           on_terminal({"sitemap", file("sitemap.xml"), "--json"});
         }},
        {"lifecycle", ask({{"lifecycle"}})},
        {"config",
         ask({{"config", file(odd_name_)}, {"config", file("campaign.yaml")}, {"config", odd_word_}})},
        {"cluster", ask({{"cluster", "init", "--folder", file("cluster\x1b\u202E")},
                         {"cluster", "invite", odd_word_, "--folder", file("cluster\x1b\u202E")},
                         {"cluster", "invite", "node-1", "--folder", file("cluster\x1b\u202E")},
                         {"cluster", "show", "--folder", file("cluster\x1b\u202E")}})},
        {"join", ask({{"join", "127.0.0.1:1", "--bundle", file(odd_name_)},
                      {"join", odd_word_ + ":1", "--bundle", file("cluster\x1b\u202E/node-1.pem")}})},
        {"leave", ask({{"leave"}})},
        {"serve", ask({{"serve", file(odd_name_)},
                       {"serve", "--token-file", file(odd_name_)},
                       {"serve", "--labels", file(odd_name_)},
                       {"serve", "--requests-per-second", odd_word_}})},
        {"site", [this] { serve_one_request(); }},
    };
  }

  temporary_folder folder_;
  const std::string odd_word_ = "\x1b[2J\u202E\x9B";
  const std::string odd_name_ = "odd\x1b[2J\x07\xC2\x9B\xE2\x80\xAE\x9B.ttl";
};

TEST_F(terminal_commands, of_the_help_have_harmless_output) {
  const auto known = cases();
  const auto commands = commands_of_help();
  ASSERT_EQ(commands.size(), known.size());
  for (const auto& command : commands) {
    const auto found = known.find(command);
    ASSERT_NE(found, known.end()) << command << " has no case: what does it print of strangers?";
    found->second();
  }
  on_terminal({odd_word_});
}

TEST_F(terminal_commands, quarantine_is_printed_with_control_characters_escaped) {
  on_terminal({"wash", "-o", file("clean"), file("dirty.ttl")});
  const auto shown = on_terminal({"errors", "--quarantine", "--file", file("clean/dirty.ttl.ledger.nq.gz")});
  EXPECT_NE(shown.find("\\u001B[2J"), shown.npos) << shown;
  EXPECT_NE(shown.find("\\x9B"), shown.npos) << shown;
}

}  // namespace
}  // namespace laundromat
