// Tests of harvests: providers add, change and remove, by full and partial dumps, and some break the rules.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "core/base/digest.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

using harvest_run_test = harvest_site;

TEST_F(harvest_run_test, two_providers_have_a_graph_each_that_follows_their_dumps_G01_G06_G13_G14_G15) {
  enlist({"one", "two"});
  describe("one", "2026-01-01T00:00:00Z", full_dump, "dump.nt");
  describe("two", "2026-01-01", partial_dump, "dump.ttl");
  write("site/one/dump.nt", line("a", "1") + line("b", "1"));
  write("site/two/dump.ttl", line("x", "1") + line("y", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (lines{says("a", "1"), says("b", "1")}));
  EXPECT_EQ(graph("two"), (lines{says("x", "1"), says("y", "1")}));

  // A full dump replaces; a partial one changes only the subjects that it names.
  describe("one", "2026-01-02T00:00:00Z", full_dump, "dump.nt");
  describe("two", "2026-01-02", partial_dump, "dump.ttl");
  write("site/one/dump.nt", line("b", "2") + line("c", "1"));
  write("site/two/dump.ttl", line("y", "2") + line("z", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (lines{says("b", "2"), says("c", "1")}));
  EXPECT_EQ(graph("two"), (lines{says("x", "1"), says("y", "2"), says("z", "1")}));
  EXPECT_EQ(graph("two@1"), (lines{says("x", "1"), says("y", "1")}));
  const auto plain = ask_about({"export", "--providers", "two", "--graphs", "none"}).out;
  EXPECT_NE(ask_about({"history", "two", "--json"}).out.find(sha256(plain).hex()), std::string::npos)
      << "the digest is of the whole";
  EXPECT_EQ(read("registry.yaml"),
            "# kept comment\none:\n  void: '{serve}/one/void.ttl' # its file\n  modified: "
            "2026-01-02T00:00:00.000Z\n"
            "two:\n  void: '{serve}/two/void.ttl' # its file\n  modified: 2026-01-02T00:00:00.000Z\n");

  // A provider is added while the others stay as they are; what is not announced is not imported.
  enlist({"one", "three", "two"});
  describe("three", "2026-01-01", partial_dump, "dump.nt");
  write("site/three/dump.nt", line("t", "1"));
  write("site/one/dump.nt", line("c", "9"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("three"), lines{says("t", "1")});
}

TEST_F(harvest_run_test, what_has_not_changed_is_not_harvested_and_an_older_date_neither_G04_G11_D75) {
  enlist({"one"});
  describe("one", "2026-02-01T10:00:00+02:00", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  write("site/one/dump.nt", line("a", "2"));
  describe("one", "2026-02-01T08:00:00Z", partial_dump, "dump.nt");  // the same moment
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  describe("one", "2025-02-01T08:00:00Z", partial_dump, "dump.nt");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  EXPECT_NE(ask_about({"providers", "one"}).out.find("moved backwards"), std::string::npos);
  describe("one", "2026-02-01T08:00:01Z", partial_dump, "dump.nt");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
  // An import that changes nothing makes no version, and is recorded.
  describe("one", "2026-03-01T08:00:00Z", partial_dump, "dump.nt");
  EXPECT_EQ(run(), 0);
  EXPECT_NE(ask_about({"history", "one"}).out.find("unchanged"), std::string::npos);
  EXPECT_EQ(ask_about({"diff", "one@1", "one@2", "--stat"}).out, "1 removed, 1 added\n");
}

TEST_F(harvest_run_test, a_missing_modified_in_the_registry_forces_a_harvest_G02_G04) {
  enlist({"one"});
  describe("one", "2026-02-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  write("site/one/dump.nt", line("a", "2"));
  enlist({"one"});  // the operator removes `modified`
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
}

TEST_F(harvest_run_test, several_datasets_and_dumps_are_one_graph_with_a_date_each_G04_G07_G12_G13) {
  enlist({"one"});
  const auto dataset = [](const std::string& name, const std::string& modified, const std::string& dumps) {
    return "<#" + name + "> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"" +
           modified + "\" ; <http://rdfs.org/ns/void#feature> <" + std::string{full_dump} +
           "> ; <http://rdfs.org/ns/void#dataDump> " + dumps + " .\n";
  };
  write("site/one/void.ttl",
        dataset("a", "2026-01-01", "<a1.nt>, <a2.rdf>") + dataset("b", "2026-01-03", "<b.nt>"));
  write("site/one/a1.nt", line("a", "1"));
  write("site/one/a2.rdf",
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
        "xmlns:e=\"http://e.example/\"><rdf:Description "
        "rdf:about=\"http://e.example/a\"><e:p>2</e:p></rdf:Description></rdf:RDF>");
  write("site/one/b.nt", line("b", "1") + line("c", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (lines{says("a", "1"), says("a", "2"), says("b", "1"), says("c", "1")}));
  const auto registry = read("registry.yaml");
  EXPECT_NE(registry.find("  datasets:\n"), std::string::npos) << registry;
  EXPECT_NE(registry.find("void.ttl#a\": 2026-01-01T00:00:00.000Z\n"), std::string::npos) << registry;
  EXPECT_NE(registry.find("void.ttl#b\": 2026-01-03T00:00:00.000Z\n"), std::string::npos) << registry;
  // A full dump of one dataset leaves the subjects of the other.
  write("site/one/void.ttl",
        dataset("a", "2026-01-01", "<a1.nt>, <a2.rdf>") + dataset("b", "2026-01-04", "<b.nt>"));
  write("site/one/b.nt", line("b", "2"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (lines{says("a", "1"), says("a", "2"), says("b", "2")}));
}

TEST_F(harvest_run_test, a_provider_writes_to_its_own_graph_only_G21_D74) {
  enlist({"one", "two"});
  describe("one", "2026-01-01", partial_dump, "dump.nq");
  describe("two", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nq", line("a", "1") + says("b", "1") + " <http://e.example/graphs/one> .\n" +
                                says("x", "stolen") + " <http://e.example/graphs/two> .\n");
  write("site/two/dump.nt", line("x", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (lines{says("a", "1"), says("b", "1")}));
  EXPECT_EQ(graph("two"), lines{says("x", "1")});
  const auto history = ask_about({"history", "one", "--json"}).out;
  EXPECT_NE(history.find("\"foreign_statements\":1"), std::string::npos) << history;
  EXPECT_NE(history.find("http://e.example/graphs/two"), std::string::npos) << history;
}

TEST_F(harvest_run_test, a_void_file_from_a_stranger_changes_nothing_G21) {
  enlist({"one"});
  describe("one", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  const auto port = read("data/serve.port");
  describe("stranger", "2026-05-01", full_dump, "dump.nt");
  write("site/stranger/dump.nt", line("a", "stolen"));
  write("site.rules", "/one/void.ttl redirect http://localhost:" +
                          port.substr(0, port.find_first_not_of("0123456789")) + "/stranger/void.ttl 302\n");
  EXPECT_EQ(run(), exit_some_failed);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  const auto shown = ask_about({"providers"}).out;
  EXPECT_NE(shown.find("the graph belongs to"), std::string::npos) << shown;
  EXPECT_NE(ask_about({"history", "one"}).out.find("refused"), std::string::npos);
}

TEST_F(harvest_run_test, a_graph_is_bound_to_its_first_location_until_the_operator_confirms_another_G21) {
  enlist({"one"});
  describe("one", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  describe("other", "2026-02-01", partial_dump, "dump.nt");
  write("site/other/dump.nt", line("a", "2"));
  write("registry.yaml", "one:\n  void: '{serve}/other/void.ttl'\n");
  EXPECT_EQ(run(), exit_some_failed);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  const auto shown = ask_about({"providers"}).out;
  const auto at = shown.find("--bind ");
  ASSERT_NE(at, std::string::npos) << shown;
  const auto uri = shown.substr(at + 7, shown.find('`', at) - at - 7);
  EXPECT_EQ(ask_about({"providers", "one", "--bind", uri}).code, 0);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
}

TEST_F(harvest_run_test, a_dump_that_cannot_be_read_leaves_the_graph_and_is_recorded_G12_D73) {
  enlist({"one"});
  write("site/one/void.ttl",
        "<#d> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"2026-01-01\" ; "
        "<http://rdfs.org/ns/void#dataDump> <there.nt>, <missing.nt> .\n");
  write("site/one/there.nt", line("a", "1"));
  EXPECT_NE(run(), 0);
  EXPECT_EQ(ask_about({"export", "--providers"}).out, "");
  const auto history = ask_about({"history", "one"}).out;
  EXPECT_NE(history.find("failed"), std::string::npos) << history;
  EXPECT_NE(history.find("missing.nt"), std::string::npos) << history;
  const auto detail = ask_about({"providers", "one"}).out;
  EXPECT_NE(detail.find("no_extent"), std::string::npos) << detail;
  EXPECT_EQ(read("registry.yaml").find("modified"), std::string::npos);
}

TEST_F(harvest_run_test, a_full_dump_with_skipped_statements_removes_no_absent_subject_G15) {
  enlist({"one"});
  describe("one", "2026-01-01", full_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1") + line("b", "1"));
  EXPECT_EQ(run(), 0);
  describe("one", "2026-01-02", full_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2") + "<http://e.example/b> <http://e.example/p> .\n");
  (void)run();
  EXPECT_EQ(graph("one"), (lines{says("a", "2"), says("b", "1")}));
}

TEST_F(harvest_run_test, an_empty_document_is_nothing_and_an_empty_full_dump_leaves_the_graph_G12_G15) {
  enlist({"one"});
  write("site/one/void.ttl",
        "<#d> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"2026-01-01\" ; "
        "<http://rdfs.org/ns/void#dataDump> <a.nt>, <empty.nt> .\n");
  write("site/one/a.nt", line("a", "1"));
  write("site/one/empty.nt", "# nothing\n");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  describe("one", "2026-01-02", full_dump, "empty.nt");
  (void)run();
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  EXPECT_NE(ask_about({"history", "one"}).out.find("no statement"), std::string::npos);
}

TEST_F(harvest_run_test,
       a_full_dump_removes_nothing_that_partial_dumps_or_other_graphs_may_have_brought_G15_D74) {
  enlist({"one"});
  const auto publish = [&](const std::string& modified) {
    const auto dataset = [](const std::string& name, const std::string& at, std::string_view extent) {
      return "<#" + name + "> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"" +
             at + "\" ; <http://rdfs.org/ns/void#feature> <" + std::string{extent} +
             "> ; <http://rdfs.org/ns/void#dataDump> <" + name + ".nq> .\n";
    };
    write("site/one/void.ttl",
          dataset("full", modified, full_dump) + dataset("part", "2026-01-01", partial_dump));
  };
  write("site/one/full.nq", line("a", "1"));
  write("site/one/part.nq", line("p", "1"));
  publish("2026-01-01");
  EXPECT_EQ(run(), 0);
  write("site/one/full.nq", line("a", "2"));
  publish("2026-01-02");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (lines{says("a", "2"), says("p", "1")}));
  describe("one", "2026-01-03", full_dump, "full.nq");
  write("site/one/full.nq", says("x", "1") + " <http://e.example/graphs/two> .\n");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (lines{says("a", "2"), says("p", "1")}));
}

TEST_F(harvest_run_test, a_dataset_that_is_announced_no_more_is_in_no_later_full_dump_G13_G15) {
  enlist({"one"});
  const auto publish = [&](const std::string& name, const std::string& modified) {
    write("site/one/void.ttl",
          "<#" + name + "> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"" +
              modified + "\" ; <http://rdfs.org/ns/void#feature> <" + std::string{full_dump} +
              "> ; <http://rdfs.org/ns/void#dataDump> <" + name + ".nt> .\n");
  };
  write("site/one/old.nt", line("withdrawn", "1"));
  publish("old", "2026-01-01");
  EXPECT_EQ(run(), 0);
  write("site/one/new.nt", line("a", "1"));
  publish("new", "2026-01-02");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
}

TEST_F(harvest_run_test, commands_that_write_beside_a_running_harvest_lose_nothing_when_it_is_killed_G12) {
  enlist({"one"});
  describe("one", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n");
  {
    child_program engine{
        {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
    ASSERT_TRUE(engine.prints("the graph of one: imported")) << engine.output();
    for (const std::vector<std::string>& words : {std::vector<std::string>{"pause", "x.example"},
                                                  {"restore", "one@0"},
                                                  {"harvest", "one", "--now"},
                                                  {"providers"}}) {
      EXPECT_EQ(ask_about(words).code, 0) << words[0];
    }
    describe("one", "2026-01-02", partial_dump, "dump.nt");
    write("site/one/dump.nt", line("a", "2"));
    ASSERT_TRUE(engine.prints("the graph of one: imported", 2)) << engine.output();
    engine.signal(SIGKILL);
    (void)engine.exit_code();
  }
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
  EXPECT_EQ(graph("one@2"), lines{});
  EXPECT_EQ(ask_about({"verify"}).code, 0);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
}

TEST_F(harvest_run_test, an_iri_that_no_yaml_key_can_be_costs_only_the_written_time_D78) {
  enlist({"one", "two"});
  const std::string name(1'500, 'x');
  const auto dataset = [](const std::string& iri, const std::string& dump) {
    return "<" + iri +
           "> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"2026-01-01\" ; "
           "<http://rdfs.org/ns/void#dataDump> <" +
           dump + "> .\n";
  };
  write("site/one/void.ttl", dataset("#a", "a.nt") + dataset("#" + name, "b.nt"));
  write("site/one/a.nt", line("a", "1"));
  write("site/one/b.nt", line("b", "1"));
  describe("two", "2026-01-01", partial_dump, "dump.nt");
  write("site/two/dump.nt", line("t", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (lines{says("a", "1"), says("b", "1")}));
  EXPECT_EQ(run(), 0) << "the registry can still be read";
  EXPECT_EQ(graph("two"), lines{says("t", "1")});
}

TEST_F(harvest_run_test, a_version_is_restored_and_exported_as_files_G17_G19) {
  enlist({"one", "two"});
  describe("one", "2026-01-01", partial_dump, "dump.nt");
  describe("two", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  write("site/two/dump.nt", line("x", "1"));
  EXPECT_EQ(run(), 0);
  describe("one", "2026-01-02", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(ask_about({"restore", "one@1"}).code, 0);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  EXPECT_EQ(graph("one@2"), lines{says("a", "2")});
  EXPECT_EQ(ask_about({"restore", "one@9"}).code, exit_not_found);
  EXPECT_EQ(ask_about({"restore", "one@0"}).code, 0);
  EXPECT_EQ(graph("one"), lines{});
  EXPECT_EQ(ask_about({"restore", "one@3"}).code, 0);
  const auto target = (folder() / "out").string() + "/";
  EXPECT_EQ(ask_about({"export", "--providers", "-o", target}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(target + "one.nq.gz") && std::filesystem::exists(target + "two.nq.gz"));
  EXPECT_EQ(ask_about({"export", "--providers", "-o", (folder() / "all.trig").string()}).code, 0);
  const auto trig = read("all.trig");
  EXPECT_NE(trig.find("http://e.example/graphs/one"), std::string::npos) << trig;
  const auto patch = ask_about({"diff", "one@1", "one@2", "--format", "rdf-patch"}).out;
  EXPECT_NE(patch.find("D " + says("a", "1")), std::string::npos) << patch;
  EXPECT_NE(patch.find("A " + says("a", "2")), std::string::npos) << patch;
}

TEST_F(harvest_run_test, each_import_has_a_receipt_in_two_formats_G22) {
  enlist({"one"});
  describe("one", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  const auto json = read("data/receipts/one/1.json");
  for (const auto* part :
       {"\"outcome\": \"imported\"", "\"added\": 1", "\"modified\": \"2026-01-01T00:00:00.000Z\""})
    EXPECT_NE(json.find(part), std::string::npos) << json;
  EXPECT_NE(read("data/receipts/one/1.nt").find("<http://www.w3.org/ns/prov#Activity>"), std::string::npos);
}

TEST_F(harvest_run_test, a_registry_with_an_error_is_reported_with_its_line_and_the_last_one_stays_D78) {
  enlist({"one"});
  describe("one", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  write("registry.yaml", "one:\n  void: nonsense\n");
  const auto refused = load_campaign(folder() / "campaign.yaml");
  ASSERT_FALSE(refused) << "a run begins with a good registry";
  EXPECT_EQ(refused.error().front().line, 2U);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
}

}  // namespace
}  // namespace laundromat
