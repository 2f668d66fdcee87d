// Tests of harvests whose VoID files and dumps have other formats, or are in archives.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/compressed_text.hpp"
#include "tests/app/providers/harvest_site.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

struct harvest_formats_test : harvest_site {
  /// A provider with a full dump of these bytes. Runs once for it alone, and returns its graph.
  [[nodiscard]] lines harvested(const std::string& dump, const std::string& bytes,
                                const std::string& modified = "2026-01-01") const {
    enlist({"one"});
    describe("one", modified, full_dump, dump);
    write("site/one/" + dump, bytes);
    EXPECT_EQ(run(), 0) << dump;
    return graph("one");
  }
  static std::string rdf_xml(const std::string& subject, const std::string& object) {
    return "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
           "xmlns:e=\"http://e.example/\"><rdf:Description rdf:about=\"http://e.example/" +
           subject + "\"><e:p>" + object + "</e:p></rdf:Description></rdf:RDF>";
  }
  static std::string json_ld(const std::string& subject, const std::string& object) {
    return R"({"@id": "http://e.example/)" + subject + R"(", "http://e.example/p": ")" + object + "\"}\n";
  }
  static std::string trig(const std::string& subject, const std::string& object) {
    return "@prefix e: <http://e.example/> .\n@prefix g: <http://e.example/graphs/> .\n"
           "g:one { e:" +
           subject + " e:p \"" + object + "\" }\n";
  }
};

TEST_F(harvest_formats_test, the_members_of_an_archive_are_one_dump_G12_G13) {
  const std::map<std::string, std::string> members{{"data/a.nt", line("a", "1")},
                                                   {"data/b.rdf", rdf_xml("b", "1")},
                                                   {"c.jsonld", json_ld("c", "1")},
                                                   {"d.trig", trig("d", "1")}};
  const lines all{says("a", "1"), says("b", "1"), says("c", "1"), says("d", "1")};
  EXPECT_EQ(harvested("dump.tar.gz", test::compressed(layer_kind::gzip, test::archive_of("ustar", members))),
            all);
  // The next archive is the whole of the dump.
  EXPECT_EQ(
      harvested("dump.zip", test::archive_of("zip", {{"a.nt", line("a", "2")}, {"e.nt", line("e", "1")}}),
                "2026-01-02"),
      (lines{says("a", "2"), says("e", "1")}));
  EXPECT_EQ(harvested("all.zip", test::archive_of("zip", members), "2026-01-03"), all);
}

TEST_F(harvest_formats_test, a_damaged_archive_leaves_the_graph_G12_G15) {
  const auto whole = line("a", "1") + line("b", "1");
  EXPECT_EQ(harvested("dump.tar", test::archive_of("ustar", {{"a.nt", whole}})),
            (lines{says("a", "1"), says("b", "1")}));
  std::string large;
  for (int i = 0; i < 20'000; ++i) large += line("a", std::to_string(i));
  const auto packed = test::compressed(layer_kind::gzip, test::archive_of("ustar", {{"a.nt", large}}));
  describe("one", "2026-01-02", full_dump, "dump.tar.gz");
  write("site/one/dump.tar.gz", packed.substr(0, packed.size() / 2));
  (void)run();
  EXPECT_TRUE(graph("one").contains(says("b", "1"))) << ask_about({"history", "one"}).out;
}

TEST_F(harvest_formats_test, dumps_are_trig_and_json_ld_G08_G12_G14) {
  EXPECT_EQ(harvested("dump.trig", trig("a", "1")), lines{says("a", "1")});
  EXPECT_EQ(harvested("dump.jsonld", json_ld("a", "2"), "2026-01-02"), lines{says("a", "2")});
  EXPECT_EQ(harvested("dump.trig.gz", test::compressed(layer_kind::gzip, trig("a", "3")), "2026-01-03"),
            lines{says("a", "3")});
  EXPECT_EQ(harvested("plain", json_ld("b", "1"), "2026-01-04"), lines{says("b", "1")})
      << "a name tells nothing";
}

TEST_F(harvest_formats_test, a_void_file_is_rdf_xml_G05_G07) {
  write("registry.yaml", "one:\n  void: '{serve}/one/void.rdf'\n");
  const auto describe_in_xml = [&](const std::string& modified) {
    write("site/one/void.rdf",
          "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
          "xmlns:void=\"http://rdfs.org/ns/void#\" xmlns:dcterms=\"http://purl.org/dc/terms/\">\n"
          "<void:Dataset rdf:about=\"#a\"><dcterms:modified>" +
              modified + "</dcterms:modified><void:feature rdf:resource=\"" + std::string{full_dump} +
              "\"/><void:dataDump rdf:resource=\"dump.nt\"/></void:Dataset>\n</rdf:RDF>\n");
  };
  describe_in_xml("2026-01-01T00:00:00Z");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  EXPECT_EQ(ask_about({"history", "one", "--json"}).out.find("\"rule\""), std::string::npos);
  describe_in_xml("2026-01-02T00:00:00Z");
  write("site/one/dump.nt", line("b", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("b", "1")});
}

}  // namespace
}  // namespace laundromat
