// Exports without the statements that not every program reads, and the version of RDF that a server announces, after a crawl.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

constexpr auto odd_document =
    "<http://a.example/1> <http://a.example/p> <http://a.example/%zz> .\n"
    "<http://a.example/2> <http://a.example/p> <http://a.example/a[0]> .\n"
    "<http://a.example/3> <http://a.example/p> \"x\"@zh-classical .\n"
    "<http://a.example/4> <http://a.example/p> <http://a.example/%> .\n"
    "<http://a.example/5> <http://a.example/p> \"x\"@en .\n"
    "<http://a.example/6> <http://a.example/p> <http://a.example/a b> .\n";
constexpr auto next_document =
    "<http://a.example/7> <http://a.example/p> <http://a.example/\xEF\xBF\xBD> .\n";
constexpr auto newer_document =
    "VERSION \"1.2\"\n<http://a.example/8> <http://a.example/p> <<( <http://a.example/s> "
    "<http://a.example/p> 1 )>> .\n";

class exported_terms : public small_web {
 protected:
  /// Crawls the three documents, the last of which the server announces as RDF 1.1.
  void crawl(const std::string& more = "") {
    const auto web = folder_.path() / "web";
    std::filesystem::create_directories(web);
    std::ofstream{web / "odd.nt"} << odd_document;
    std::ofstream{web / "next.nt"} << next_document;
    std::ofstream{web / "newer.ttl"} << newer_document;
    site_options options;
    options.root = web;
    options.media_types = usual_media_types();
    options.rules.push_back({"/newer.ttl", serve_media_type{"text/turtle; charset=utf-8; version=1.1"}});
    site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/odd.nt") << '\n'
                                                << site_->url("/next.nt") << '\n'
                                                << site_->url("/newer.ttl") << '\n';
    write_campaign(more);
    child_program engine{run("")};
    EXPECT_EQ(engine.exit_code(), exit_ok) << engine.output();
  }
  answer on_data(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--data", data().string()});
    return ask(arguments);
  }
  static std::size_t lines_in(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }
};

TEST_F(exported_terms, of_which_not_every_program_reads_are_left_out_and_reported) {
  crawl();
  EXPECT_EQ(lines_in(on_data({"export"}).out), 8U);
  const auto valid = on_data({"export", "--valid-everywhere", "--graphs", "own"});
  EXPECT_EQ(valid.code, exit_ok) << valid.err;
  EXPECT_EQ(lines_in(valid.out), 3U) << valid.out;
  for (const auto* kept : {"\"x\"@en .\n", "<http://a.example/a%20b> .\n", "<<( <http://a.example/s> "})
    EXPECT_TRUE(holds(valid, kept)) << valid.out;
  EXPECT_NE(valid.err.find("5 statements left out"), std::string::npos) << valid.err;
  EXPECT_NE(valid.err.find("         2  bad_percent_code "), std::string::npos) << valid.err;
  EXPECT_NE(valid.err.find("         1  odd_iri_character "), std::string::npos) << valid.err;

  for (const std::string format : {"n-quads", "trig"}) {
    const auto file = (folder_.path() / ("valid." + format)).string();
    const auto fact = on_data({"export", "--valid-everywhere", "--json", "--format", format, "-o", file});
    EXPECT_EQ(fact.code, exit_ok) << fact.err;
    const auto report = nlohmann::json::parse(fact.out);
    EXPECT_EQ(report["documents"], 3);
    EXPECT_EQ(report["left_out"], 5);
    EXPECT_EQ(report["rules"].size(), 4U);
    EXPECT_EQ(report["rules"][0]["rule"], "bad_percent_code");
    EXPECT_EQ(report["rules"][0]["statements"], 2);
    EXPECT_EQ(report["rules"][0]["meaning"], meaning_of(errc::bad_percent_code));
  }
  const auto all = on_data({"export", "--json"});
  EXPECT_EQ(nlohmann::json::parse(all.err)["left_out"], 0);
}

TEST_F(exported_terms, of_rdf_1_2_are_written_for_readers_of_rdf_1_1_on_request_R135) {
  crawl();
  const std::vector<std::string> encoded{"export",         "--valid-everywhere", "--triple-terms",
                                         "basic-encoding", "--graphs",           "own"};
  const auto lines = on_data(encoded);
  EXPECT_EQ(lines.code, exit_ok) << lines.err;
  EXPECT_EQ(lines_in(lines.out), 2U + 1U + 4U) << lines.out;
  EXPECT_FALSE(holds(lines, "<<(")) << lines.out;
  EXPECT_TRUE(holds(lines, "#propositionFormObject> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"))
      << lines.out;
  auto turtle = encoded;
  turtle.insert(turtle.end(), {"--format", "trig"});
  const auto blocks = on_data(turtle);
  EXPECT_TRUE(holds(blocks, "propositionFormObject")) << blocks.out;
  EXPECT_FALSE(holds(blocks, "<<(")) << blocks.out;
  EXPECT_TRUE(holds(on_data({"export", "--directions", "dropped"}), "<<(")) << "the other form stays";
  EXPECT_EQ(on_data({"export", "--triple-terms", "none"}).code, exit_usage);
}

TEST_F(exported_terms, the_directions_that_an_export_drops_are_counted) {
  std::filesystem::create_directories(folder_.path() / "web");
  std::ofstream{folder_.path() / "web/d.nt"} << "<a:s> <a:p> \"x\"@ar--rtl .\n<a:s> <a:p> \"y\"@ar--rtl .\n";
  site_options options;
  options.root = folder_.path() / "web";
  options.media_types = usual_media_types();
  site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
  std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/d.nt") << '\n';
  write_campaign("");
  child_program engine{run("")};
  EXPECT_EQ(engine.exit_code(), exit_ok) << engine.output();
  for (const std::string format : {"n-quads", "trig"}) {
    const auto made = on_data({"export", "--directions", "dropped", "--graphs", "own", "--format", format});
    EXPECT_TRUE(holds(made, "\"x\"@ar")) << made.out;
    EXPECT_FALSE(holds(made, "rtl")) << made.out;
    EXPECT_NE(made.err.find("2 base directions dropped\n"), std::string::npos) << made.err;
  }
  const auto fact = on_data({"export", "--directions", "dropped", "--json"});
  EXPECT_EQ(nlohmann::json::parse(fact.err)["dropped_directions"], 2) << fact.err;
}

TEST_F(exported_terms, the_forms_of_a_campaign_are_recorded_R136) {
  crawl("washing: {triple_terms: basic-encoding, directions: dropped}\n");
  const auto seed = nlohmann::json::parse(on_data({"show", "--json", site_->url("/newer.ttl")}).out);
  const std::string entry = seed.at("newest_document");
  const auto shown = nlohmann::json::parse(on_data({"show", "--json", entry}).out);
  EXPECT_EQ(shown["triple_term_form"], "basic-encoding");
  EXPECT_EQ(shown["direction_form"], "dropped");
  const auto metadata = on_data({"show", "--format", "nq", entry});
  EXPECT_TRUE(holds(metadata, "def/tripleTermForm> \"basic-encoding\"")) << metadata.out;
  EXPECT_TRUE(holds(metadata, "def/directionForm> \"dropped\"")) << metadata.out;
}

TEST_F(exported_terms, the_version_of_a_media_type_is_recorded_and_its_conflict_is_noted) {
  crawl();
  const auto seed = nlohmann::json::parse(on_data({"show", "--json", site_->url("/newer.ttl")}).out);
  const auto shown = on_data({"show", "--json", seed.at("newest_document")});
  EXPECT_TRUE(holds(shown, "text/turtle;version=1.1")) << shown.out;
  EXPECT_TRUE(holds(shown, "means Turtle, version 1.1")) << shown.out;
  const auto errors = on_data({"errors", "--json", site_->url("/newer.ttl")});
  EXPECT_TRUE(holds(errors, R"(the document announces version \"1.2\", its media type \"1.1\")"))
      << errors.out;
  EXPECT_EQ(lines_in(on_data({"cat", site_->url("/newer.ttl")}).out), 1U);
}

}  // namespace
}  // namespace laundromat
