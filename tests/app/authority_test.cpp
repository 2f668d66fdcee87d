// Tests whose URIs are, who is authoritative, and what a publisher has not said, after a crawl of two hosts.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/two_publishers.hpp"

namespace laundromat {
namespace {

using authority_commands = two_publishers;

TEST_F(authority_commands, say_whose_a_uri_is_with_the_chain_M22_M24_M25_M32) {
  crawl();
  const auto root = fact({"authority", person("ann")});
  EXPECT_EQ(root["publisher"], site_->url("/about.nt#us"));
  EXPECT_EQ(root["sitemap"], site_->url("/sitemap.xml"));
  EXPECT_EQ(root["joined_with"].size(), 1U) << root;
  const auto alice = fact({"authority", site_->url("/~alice/foaf.nt#me")});
  EXPECT_EQ(alice["publisher"], site_->url("/~alice/foaf.nt#me"));
  const auto mallory = asked({"authority", site_->url("/~mallory/x")});
  EXPECT_EQ(mallory.code, exit_ok);
  EXPECT_TRUE(holds(mallory, "which is not delegated: the index does not list it")) << mallory.out;
  EXPECT_TRUE(holds(mallory, "published by  " + site_->url("/about.nt#us"))) << mallory.out;
  EXPECT_TRUE(holds(asked({"authority", person("ann")}), "which does not name it in return"))
      << "his claim is shown";
  EXPECT_EQ(asked({"authority", "http://elsewhere.example/x"}).code, exit_not_found);
  EXPECT_EQ(asked({"authority", person("ann"), "--source", other_->url("/mirror.nt")}).code, exit_ok);
  EXPECT_EQ(asked({"authority", person("ann"), "--source", site_->url("/~alice/foaf.nt")}).code,
            exit_some_failed);
}

TEST_F(authority_commands, endpoints_of_the_owner_come_first_M31) {
  crawl();
  const auto printed = asked({"endpoint", person("ann"), "--json"}).out;
  const auto first = nlohmann::json::parse(printed.substr(0, printed.find('\n')));
  EXPECT_EQ(first["endpoint"], other_->url("/sparql"));
  EXPECT_EQ(first["trust"], "authoritative");
  EXPECT_EQ(first["label"], "Employee List");
  const auto second = nlohmann::json::parse(printed.substr(printed.find('\n') + 1));
  EXPECT_EQ(second["endpoint"], site_->url("/~mallory/sparql"));
  EXPECT_EQ(second["trust"], "claimed by others") << "his sitemap has no space of its own: " << printed;
  EXPECT_EQ(asked({"endpoint", "http://elsewhere.example/x"}).code, exit_not_found);
}

TEST_F(authority_commands, what_is_not_in_a_complete_dump_was_not_said_M33) {
  crawl();
  const auto none = asked({"closed-world", person("eric"), "--dataset", "Employee List"});
  EXPECT_EQ(none.code, exit_ok) << none.out << none.err;
  EXPECT_TRUE(holds(none, site_->url("/about.nt#us") + " has not given information about " + person("eric") +
                              " in the dataset labelled \"Employee List\", as of 20"))
      << none.out;
  const auto given = fact({"closed-world", person("ann"), "--dataset", "Employee List"});
  EXPECT_EQ(given["answer"], "given");
  EXPECT_EQ(given["found"][0]["as_subject"], 2);
  const auto mentioned = fact({"closed-world", person("dora"), "--dataset", "Employee List"});
  EXPECT_EQ(mentioned["answer"], "given");
  EXPECT_EQ(mentioned["found"][0]["elsewhere"], 1);
  const auto quick = asked({"closed-world", person("dora"), "--dataset", "Employee List", "--subjects"});
  EXPECT_EQ(quick.code, exit_some_failed);
  EXPECT_TRUE(holds(quick, "only subjects were looked at")) << quick.out;
  const auto fraud = asked({"closed-world", person("eric"), "--dataset", "Fraud"});
  EXPECT_EQ(fraud.code, exit_some_failed);
  EXPECT_TRUE(holds(fraud, "is not in the URI space of the URI") || holds(fraud, "was not fetched"))
      << fraud.out;
  EXPECT_TRUE(holds(fraud, "which is not of the owner of the URI")) << fraud.out;
  EXPECT_EQ(asked({"closed-world", person("eric"), "--dataset", "Others"}).code, exit_not_found);
}

TEST_F(authority_commands, a_damaged_or_old_dump_means_nothing_M33) {
  more_of_dataset_ = element("changefreq", "always");
  write_main();
  write_dump("this is no statement\n");
  crawl();
  const auto unknown = asked({"closed-world", person("eric"), "--dataset", "Employee List"});
  EXPECT_EQ(unknown.code, exit_some_failed) << unknown.out;
  EXPECT_TRUE(holds(unknown, "could not be read and may have been about the URI")) << unknown.out;
  EXPECT_TRUE(holds(unknown, "changes whenever it is requested")) << unknown.out;
}

TEST_F(authority_commands, lookup_prints_what_authoritative_sources_said_M26) {
  crawl();
  const auto own = asked({"lookup", person("ann")});
  EXPECT_EQ(own.code, exit_ok) << own.err;
  EXPECT_TRUE(holds(own, "<" + person("ann") + "> <http://xmlns.com/foaf/0.1/name> \"Ann\" <" +
                             site_->url("/dump.nt") + "> .\n"))
      << own.out;
  EXPECT_FALSE(holds(own, "Ann by Alice")) << own.out;
  const auto alice = asked({"lookup", site_->url("/~alice/foaf.nt#me")});
  EXPECT_TRUE(holds(alice, "\"Alice\" <")) << alice.out;
  const auto stranger = asked({"lookup", "http://elsewhere.example/x"});
  EXPECT_EQ(stranger.code, exit_not_found) << stranger.out;
  EXPECT_EQ(fact({"lookup", person("ann")})["authoritative"], "yes");
}

TEST_F(authority_commands, an_export_has_a_column_and_a_graph_of_publishers_M23_M26) {
  crawl();
  const auto column = folder_.path() / "authority.txt", publishers = folder_.path() / "publishers.nq";
  const auto exported = asked(
      {"export", "--authority", column.string(), "--publishers", publishers.string(), "--graphs", "none"});
  EXPECT_EQ(exported.code, exit_ok) << exported.err;
  std::istringstream lines{exported.out}, words{read_file(column)};
  std::map<std::string, std::string> verdicts;
  std::size_t count = 0;
  for (std::string line, word; std::getline(lines, line); ++count) {
    ASSERT_TRUE(std::getline(words, word)) << line;
    verdicts[line.substr(line.find('"') + 1, line.rfind('"') - line.find('"') - 1)] = word;
  }
  std::string more;
  EXPECT_FALSE(std::getline(words, more));
  EXPECT_EQ(verdicts["Ann"], "yes") << exported.out;
  EXPECT_EQ(verdicts["Ann by Alice"], "no");
  EXPECT_EQ(verdicts["Alice"], "yes");
  EXPECT_EQ(verdicts["Alice in the dump"], "no") << "her space is delegated";
  EXPECT_EQ(verdicts["Ann in the mirror"], "yes") << "the spaces are joined";
  EXPECT_EQ(verdicts["Nobody"], "no") << "of another host";
  const auto said = read_file(publishers);
  const auto statement = [](const std::string& document, const std::string& publisher) {
    return "<" + document + "> <http://purl.org/dc/elements/1.1/publisher> <" + publisher +
           "> <https://lodlaundromat.org/graph/publishers> .\n";
  };
  EXPECT_NE(said.find(statement(site_->url("/dump.nt"), site_->url("/about.nt#us"))), said.npos) << said;
  EXPECT_NE(said.find(statement(site_->url("/~alice/foaf.nt"), site_->url("/~alice/foaf.nt#me"))), said.npos);
  EXPECT_EQ(said.find("mirror"), said.npos) << "its sitemap names nobody";
  EXPECT_EQ(asked({"export", "--authority", column.string(), "--format", "trig"}).code, exit_usage);
  EXPECT_TRUE(holds(asked({"show", site_->url("/dump.nt")}), site_->url("/about.nt#us")));
}

TEST_F(authority_commands, components_without_a_sample_uri_are_named_M29) {
  crawl();
  const auto found = fact({"datasets", "--components", "Employee List"});
  EXPECT_EQ(found["components"], 4) << found;  // Ann and Bob; Carl; a stranger; Alice
  EXPECT_EQ(found["reached"], 1);
  EXPECT_EQ(found["described"], 5);
  EXPECT_EQ(found["described_unreached"], 3);
  EXPECT_EQ(found["unreached"].size(), 3U);
  EXPECT_TRUE(holds(asked({"datasets", "--components", "Employee List"}), person("carl")));
  const auto few = asked({"datasets", "--components", "Employee List", "--most-described", "2"});
  EXPECT_EQ(few.code, exit_some_failed);
  EXPECT_EQ(asked({"datasets", "--components"}).code, exit_usage);
  EXPECT_EQ(asked({"datasets", "--components", "Fraud"}).code, exit_not_found);
}

TEST_F(authority_commands, a_licence_a_publisher_and_a_mirror_are_shown_M36) {
  more_of_dataset_ = element("sc:dataDumpLocation", site_->url("/mirror/dump.nt"));
  write_main();
  std::filesystem::create_directories(folder_.path() / "web/mirror");
  std::filesystem::copy_file(folder_.path() / "web/dump.nt", folder_.path() / "web/mirror/dump.nt");
  write("web/void.ttl",
        "@prefix void: <http://rdfs.org/ns/void#> . @prefix dct: <http://purl.org/dc/terms/> .\n"
        "<#d> a void:Dataset ; dct:title \"Licensed\" ; void:dataDump <dump.nt> ;\n"
        "  dct:license <http://creativecommons.org/licenses/by/4.0/> ; dct:publisher <#us> .\n");
  std::ofstream{folder_.path() / "seeds.txt", std::ios::app} << site_->url("/void.ttl") << '\n';
  crawl();
  const auto licensed = asked({"datasets", "Licensed"});
  EXPECT_TRUE(holds(licensed, "licence http://creativecommons.org/licenses/by/4.0/")) << licensed.out;
  EXPECT_TRUE(holds(licensed, "published by " + site_->url("/void.ttl#us"))) << licensed.out;
  EXPECT_TRUE(holds(asked({"datasets", "Employee List"}),
                    site_->url("/mirror/dump.nt") + " has the same data as " + site_->url("/dump.nt")));
}

TEST_F(authority_commands, versions_mirrors_and_all_licences_are_shown_M36) {
  write(
      "web/void.ttl",
      "@prefix void: <http://rdfs.org/ns/void#> . @prefix dct: <http://purl.org/dc/terms/> .\n"
      "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
      "<#d> a void:Dataset ; dct:title \"Versioned\" ; void:dataDump <dump.nt> ; owl:versionInfo \"1.2\" ;\n"
      "  dct:hasVersion <http://e.example/1.1> ; owl:sameAs <http://mirror.example/d> ;\n"
      "  dct:license <http://l.example/a>, <http://l.example/b> .\n");
  std::ofstream{folder_.path() / "seeds.txt", std::ios::app} << site_->url("/void.ttl") << '\n';
  crawl();
  const auto shown = asked({"datasets", "Versioned"});
  for (const auto* text : {"  version 1.2\n", "  other version http://e.example/1.1 (dcterms:hasVersion)\n",
                           "  the same elsewhere http://mirror.example/d (owl:sameAs)\n",
                           "  licence http://l.example/a\n", "  licence http://l.example/b\n"})
    EXPECT_TRUE(holds(shown, text)) << text << shown.out;
  const auto found = fact({"datasets", "Versioned"})["dataset"];
  EXPECT_EQ(found["version"], "1.2");
  EXPECT_EQ(found["other_versions"][0]["uri"], "http://e.example/1.1");
  EXPECT_EQ(found["mirrors"][0]["by"], "owl:sameAs");
  EXPECT_EQ(found["more_licences"][0], "http://l.example/b");
  const auto planned = ask({"plan", "-"}, asked({"datasets", "Versioned", "--json"}).out);
  EXPECT_EQ(planned.code, exit_ok) << planned.err;
}

TEST_F(authority_commands, say_what_to_crawl_where_nothing_is_known_M31_M33) {
  crawl();
  for (const auto* command : {"authority", "endpoint", "closed-world"}) {
    const auto nobody = asked({command, "http://elsewhere.example/x"});
    EXPECT_EQ(nobody.code, exit_not_found) << command;
    EXPECT_NE(nobody.err.find("`laundromat add http://elsewhere.example/sitemap.xml`"), std::string::npos)
        << nobody.err;
    for (const auto* word : {"nonsense", "/path", "http://"})
      EXPECT_EQ(asked({command, word}).code, exit_usage) << command << ' ' << word;
  }
  EXPECT_EQ(asked({"authority", person("ann"), "--source", "nonsense"}).code, exit_usage);
}

TEST_F(authority_commands, without_the_other_side_nothing_is_joined_M25) {
  joins_ = false;
  write_other();
  crawl();
  EXPECT_EQ(asked({"authority", person("ann"), "--source", other_->url("/mirror.nt")}).code,
            exit_some_failed);
  EXPECT_EQ(fact({"endpoint", person("ann")})["trust"], "named by the owner");
}

TEST_F(authority_commands, what_is_no_uri_is_a_mistake_of_the_command_line_M26_M31) {
  for (const auto* command : {"lookup", "about", "endpoint", "authority", "closed-world"})
    for (const auto* what : {"notauri", "/a/path", "http://"}) {
      const auto refused = asked({command, what});
      EXPECT_EQ(refused.code, exit_usage) << command << ' ' << what;
      EXPECT_NE(refused.err.find("write it as in http://example.org/id/1"), std::string::npos) << refused.err;
    }
}

}  // namespace
}  // namespace laundromat
