// Tests of the commands that read the journal, on a download with one clean file and one file that is not RDF.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/journal_commands.hpp"

#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/records/clean_document.hpp"
#include "storage/journal/journal_presence.hpp"
#include "tests/core/rdf/hdt/hdt_reading.hpp"

namespace laundromat {
namespace {

TEST_F(journal_commands, status_counts_by_status_and_cause_and_counts_relative_seeds_L18) {
  const auto text = on_data({"status"});
  EXPECT_EQ(text.code, exit_ok);
  EXPECT_TRUE(holds(text, "non_rdf_format")) << text.out;
  EXPECT_TRUE(holds(text, "relative seeds    1 ")) << text.out;
  EXPECT_TRUE(holds(text, "defects recorded  4\n")) << text.out;
  const auto fact = nlohmann::json::parse(on_data({"status", "--json"}).out);
  EXPECT_EQ(fact["records"]["entry"]["parsed"], 1);
  EXPECT_EQ(fact["records"]["entry"]["depleted"], 1);
  EXPECT_EQ(fact["records"]["clean"]["cleaned"], 1);
  EXPECT_EQ(fact["causes"]["entry"]["non_rdf_format"], 1);
  EXPECT_EQ(fact["relative_seeds"], 1);
  EXPECT_EQ(fact["statements"], 1);
  EXPECT_EQ(fact["canonical_bytes"], statement.size());
}

TEST_F(journal_commands, status_prints_whether_an_engine_runs_and_how_many_downloads_wait) {
  enlist_seed("http://a.example/1.nt");
  const auto seed = seed_hash("http://a.example/1.nt"), download = download_hash(seed, noon);
  apply(record_kind::seed, seed, event::came_due, download_fact{download});
  fetch_outcome f;
  f.cause = errc::connection_refused;
  f.not_before = from_ms(4'000'000'000'000);
  apply(record_kind::entry, download, event::retry_later, f);
  const auto idle = on_data({"status"});
  EXPECT_TRUE(holds(idle, "no engine runs here\n1 download failed and waits for another attempt at 2096-"))
      << idle.out;
  EXPECT_FALSE(holds(idle, "working")) << "nobody works: " << idle.out;
  const auto fact = nlohmann::json::parse(on_data({"status", "--json"}).out);
  EXPECT_EQ(fact["engine"]["running"], false);
  EXPECT_EQ(fact["waiting_retries"]["count"], 1);
  const auto held = data_folder::open(folder_.path());
  ASSERT_TRUE(held) << to_string(held.error());
  EXPECT_TRUE(holds(on_data({"status"}), "an engine runs here, process " + std::to_string(::getpid())));
  EXPECT_TRUE(holds(on_data({"status"}), "working"));
}

TEST_F(journal_commands, status_as_json_counts_each_status_of_http) {
  for (const auto* uri : {"http://a.example/1.nt", "http://a.example/2.nt"}) fail_download(uri, "404");
  fail_download("http://a.example/3.nt", "500");
  const auto answer = on_data({"status", "--json"});
  ASSERT_EQ(answer.code, exit_ok) << answer.err;
  const auto fact = nlohmann::json::parse(answer.out);
  EXPECT_EQ(fact["http_statuses"], (nlohmann::json{{"404", 2}, {"500", 1}}));
  EXPECT_EQ(fact["causes"]["entry"]["http_status"], 3);
}

TEST_F(journal_commands, show_and_its_tree_print_the_http_status) {
  const auto download = fail_download("http://a.example/1.nt", "404");
  const auto seed = seed_hash("http://a.example/1.nt").hex();
  const auto shown = on_data({"show", seed});
  EXPECT_FALSE(holds(shown, "detail")) << "it is the status that the cause has: " << shown.out;
  EXPECT_TRUE(holds(shown, "failed: http_status 404")) << shown.out;
  EXPECT_TRUE(holds(on_data({"show", "--tree", seed}), "failed: http_status 404"));
  EXPECT_TRUE(
      holds(on_data({"show", "--tree", "--json", seed}), "\"cause\":\"http_status\",\"detail\":\"404\""))
      << on_data({"show", "--tree", "--json", seed}).out;
  const auto fact = nlohmann::json::parse(on_data({"show", "--json", seed}).out);
  EXPECT_EQ(fact["downloads"][0]["cause"], "http_status 404");
  const auto entry = nlohmann::json::parse(on_data({"show", "--json", download.hex()}).out);
  EXPECT_EQ(entry["cause"], "http_status 404");
  EXPECT_EQ(entry["attempts"][0]["error"], "http_status 404");
  EXPECT_TRUE(holds(on_data({"history", download.hex()}), "http_status 404"));
}

TEST_F(journal_commands, ls_lists_clean_documents_and_others_on_demand) {
  const auto clean = on_data({"ls"});
  EXPECT_TRUE(holds(clean, clean_.hex().substr(0, 12))) << clean.out;
  EXPECT_TRUE(holds(clean, "http://a.example/attic.tar!/socks.nt\n")) << clean.out;
  EXPECT_FALSE(holds(clean, "me.txt")) << clean.out;
  EXPECT_TRUE(holds(on_data({"ls", "--status", "failed"}), "failed: non_rdf_format"));
  EXPECT_TRUE(holds(on_data({"ls", "--all"}), "depleted"));
  EXPECT_FALSE(holds(on_data({"ls", "--host", "b.example:80"}), "socks"));
  EXPECT_FALSE(holds(on_data({"ls", "--format", "turtle"}), "socks"));
  EXPECT_EQ(on_data({"ls", "--status", "clean"}).code, exit_usage);
  const auto other = on_data({"ls", "--status", "cleaned"});
  EXPECT_EQ(other.code, exit_usage);
  EXPECT_NE(other.err.find("`cleaned` is not a status of documents: write downloading, "), std::string::npos)
      << other.err;
  EXPECT_NE(other.err.find("parsed, "), std::string::npos) << other.err;
  const auto fact = nlohmann::json::parse(on_data({"ls", "--json", "--limit", "1"}).out);
  EXPECT_EQ(fact["hash"], fact["clean"]);
  EXPECT_EQ(on_data({"ls", "--format", "csv"}).code, exit_usage);
  const auto cut = on_data({"ls", "--all", "--limit", "1"});
  EXPECT_TRUE(cut.err.starts_with("more than 1 document:")) << cut.err;
}

TEST_F(journal_commands, show_prints_ancestors_and_descendants_L41) {
  const auto entry = nlohmann::json::parse(on_data({"show", "--json", socks_.hex().substr(0, 10)}).out);
  std::vector<std::string> hashes;
  for (const auto& link : entry["chain"]) hashes.push_back(link["hash"]);
  EXPECT_EQ(hashes, (std::vector<std::string>{seed_.hex(), download_.hex(), socks_.hex(), clean_.hex()}));
  EXPECT_EQ(entry["evidence"][0]["chosen"], true);
  EXPECT_EQ(entry["warnings"][0]["count"], 4);
  EXPECT_EQ(entry["ledger"].get<std::string>().size(), 64U);
  const auto archive = nlohmann::json::parse(on_data({"show", "--json", download_.hex()}).out);
  EXPECT_EQ(archive["kind"], "download");
  EXPECT_EQ(archive["children"].size(), 2U);
  EXPECT_EQ(archive["listing"][2]["skipped"], "member_skipped");
  EXPECT_EQ(archive["http_hops"][0]["status"], "200");
  const auto clean = nlohmann::json::parse(on_data({"show", "--json", clean_.hex()}).out);
  EXPECT_EQ(clean["sources"][0]["entry"], socks_.hex());
  EXPECT_EQ(clean["sources"][0]["duplicates"], 2);
  const auto seed = nlohmann::json::parse(on_data({"show", "--json", seed_.hex()}).out);
  EXPECT_EQ(seed["downloads"][0]["hash"], download_.hex());
}

TEST_F(journal_commands, show_prints_metadata_as_rdf_and_json) {
  const auto entry = on_data({"show", "--format", "nq", socks_.hex()});
  EXPECT_EQ(entry.code, exit_ok) << entry.err;
  const auto id = "<https://lodlaundromat.org/id/" + socks_.hex();
  EXPECT_TRUE(holds(entry, id + "/clean> <http://www.w3.org/ns/prov#used> " + id +
                               "/unpacked> <https://lodlaundromat.org/graph/meta> .\n"));
  const auto fact = nlohmann::json::parse(on_data({"show", "--format", "json", socks_.hex()}).out);
  EXPECT_EQ(fact["clean"]["id"], "https://lodlaundromat.org/id/" + clean_.hex());
  EXPECT_EQ(fact["path"], "socks.nt");
  EXPECT_EQ(fact["archive"], "https://lodlaundromat.org/id/" + download_.hex());
  EXPECT_EQ(fact["duplicates"], 2);
  const auto clean = nlohmann::json::parse(on_data({"show", "--format", "json", clean_.hex()}).out);
  EXPECT_EQ(clean["metrics"]["statements"], 1);
  EXPECT_EQ(clean["metrics"]["literal_length"]["max"], 4);
  EXPECT_TRUE(holds(on_data({"show", "--format", "nq", clean_.hex()}),
                    clean_.hex() + "/metrics> <http://rdfs.org/ns/void#triples> \"1\""));
  EXPECT_TRUE(holds(on_data({"show", "--format", "ttl", clean_.hex()}), "void:triples 1"));
  EXPECT_TRUE(holds(on_data({"show", "--format", "ttl", download_.hex()}), "llo:httpStatus \"200\""))
      << on_data({"show", "--format", "ttl", download_.hex()}).out;
  EXPECT_EQ(on_data({"show", "--format", "nq", seed_.hex()}).code, exit_usage);
  EXPECT_EQ(on_data({"show", "--format", "xml", socks_.hex()}).code, exit_usage);
}

TEST_F(journal_commands, show_escapes_control_characters_of_untrusted_text) {
  for (const auto& hash : {seed_.hex(), download_.hex(), socks_.hex(), readme_.hex(), clean_.hex()}) {
    const auto shown = on_data({"show", hash});
    EXPECT_EQ(shown.code, exit_ok) << shown.err;
    EXPECT_EQ(shown.out.find('\x1b'), std::string::npos) << shown.out;
  }
  EXPECT_TRUE(holds(on_data({"show", readme_.hex()}), "Mind the third step; it squeaks."));
}

TEST_F(journal_commands, history_lists_every_transition_in_order) {
  const auto fact = nlohmann::json::parse(on_data({"history", "--json", socks_.hex()}).out);
  std::vector<std::string> reached;
  for (const auto& row : fact["transitions"]) reached.push_back(row["to"]);
  EXPECT_EQ(reached, (std::vector<std::string>{"filed", "unarchiving", "unarchived", "guessing", "guessed",
                                               "parsing", "parsed"}));
}

TEST_F(journal_commands, show_and_history_tell_what_a_cause_means) {
  const auto download = fail_download("http://a.example/1.nt", "404").hex();
  const auto shown = nlohmann::json::parse(on_data({"show", "--json", download}).out);
  EXPECT_EQ(shown["meaning"], meaning_of(errc::http_status));
  EXPECT_EQ(shown["attempts"][0]["meaning"], meaning_of(errc::http_status));
  const auto lasting = nlohmann::json::parse(on_data({"history", "--json", download}).out);
  EXPECT_EQ(lasting["transitions"].back()["meaning"], meaning_of(errc::http_status));
}

TEST_F(journal_commands, a_member_of_a_packed_dot_folder_is_found_under_its_plain_path) {
  enlist_seed("http://a.example/dot.tar");
  const auto seed = seed_hash("http://a.example/dot.tar"), download = download_hash(seed, noon);
  apply(record_kind::seed, seed, event::came_due, download_fact{download});
  fetch_outcome fetched;
  fetched.final_uri = "http://a.example/dot.tar";
  apply(record_kind::entry, download, event::body_stored, fetched);
  apply(record_kind::entry, download, event::claimed);
  unpack_outcome unpacked;
  unpacked.archive = layer_kind::tar_member;
  unpacked.members = {{0, "./a.nt", member_kind::file, 50, {}, 0, errc::ok}};
  apply(record_kind::entry, download, event::children_found, unpacked);
  const auto asked = on_data({"show", "--json", "http://a.example/dot.tar!/a.nt"});
  EXPECT_EQ(nlohmann::json::parse(asked.out)["hash"], member_hash(download, "./a.nt", 0, false).hex())
      << asked.err;
  EXPECT_EQ(on_data({"show", "http://a.example/dot.tar!/b.nt"}).code, exit_not_found);
}

TEST_F(journal_commands, a_missing_file_of_a_clean_document_leads_to_verify) {
  const auto file = folder_.path() / "whole.nq";
  EXPECT_EQ(on_data({"export", "-o", file.string(), "--graphs", "own"}).err,
            "1 document exported to " + file.string() + "\n");
  std::filesystem::remove_all(layout_.clean());
  for (const auto& words : {std::vector<std::string>{"cat", clean_.hex()}, {"export"}}) {
    const auto refused = on_data(words);
    EXPECT_EQ(refused.code, exit_not_found);
    EXPECT_NE(refused.err.find(clean_.hex() + " is missing: run `laundromat verify`"), std::string::npos)
        << refused.err;
  }
}

TEST_F(journal_commands, cat_prints_the_statements_of_a_clean_document_or_of_its_entry) {
  EXPECT_EQ(on_data({"cat", clean_.hex().substr(0, 8)}).out, statement);
  EXPECT_EQ(on_data({"cat", socks_.hex()}).out, statement);
  const auto failed = on_data({"cat", readme_.hex()});
  EXPECT_EQ(failed.code, exit_not_found);
  EXPECT_NE(failed.err.find("none of the seven RDF formats"), std::string::npos) << failed.err;
  std::filesystem::remove_all(layout_.clean());
  EXPECT_NE(on_data({"cat", clean_.hex()}).code, exit_ok);
}

TEST_F(journal_commands, cat_prints_the_statements_about_one_subject) {
  const auto subject = std::string(statement.substr(1, statement.find('>') - 1));
  EXPECT_EQ(on_data({"cat", clean_.hex(), "--subject", subject}).out, statement);
  EXPECT_EQ(on_data({"cat", clean_.hex(), "--subject", subject, "--format", "trig"}).code, exit_ok);
  const auto other = on_data({"cat", clean_.hex(), "--subject", subject + "x"});
  EXPECT_EQ(other.out, "");
  EXPECT_EQ(other.code, exit_not_found);
  EXPECT_NE(other.err.find("has no statement about " + subject + "x"), std::string::npos) << other.err;
}

TEST_F(journal_commands, cat_prints_other_formats_too) {
  EXPECT_EQ(on_data({"cat", "--format", "n-triples", clean_.hex()}).out, statement);
  const auto turtle = on_data({"cat", clean_.hex(), "--format", "turtle"});
  EXPECT_EQ(turtle.code, exit_ok) << turtle.err;
  EXPECT_NE(turtle.out.find("<http://a.example/p> \"sock\" ."), std::string::npos) << turtle.out;
  const auto json = on_data({"cat", clean_.hex(), "--format", "json-ld"});
  EXPECT_TRUE(json.out.starts_with("[\n{\"@id\":")) << json.out << json.err;
  const auto unknown = on_data({"cat", clean_.hex(), "--format", "rdf-xml"});
  EXPECT_EQ(unknown.code, exit_usage);
  EXPECT_NE(unknown.err.find("n-quads, n-triples, turtle, trig, json-ld or hdt"), std::string::npos)
      << unknown.err;
}

TEST_F(journal_commands, cat_prints_HDT_Q64) {
  const auto printed = on_data({"cat", "--format", "hdt", socks_.hex()});
  ASSERT_EQ(printed.code, exit_ok) << printed.err;
  const auto found = hdt_reading{printed.out}.read();
  EXPECT_EQ(found.triples,
            (std::vector<read_hdt::triple>{{"http://a.example/s", "http://a.example/p", "\"sock\""}}));
  EXPECT_NE(found.header.find("/id/" + clean_.hex() + "> <http://rdfs.org/ns/void#triples> \"1\" ."),
            std::string::npos)
      << found.header;
  const auto part =
      on_data({"cat", "--format", "hdt", "--subject", "http://a.example/s", clean_.hex().substr(0, 8)});
  EXPECT_EQ(hdt_reading{part.out}.read().triples, found.triples) << part.err;
}

TEST_F(journal_commands, cat_refuses_what_HDT_cannot_be_Q64) {
  const auto two = on_data({"cat", "--format", "hdt", clean_.hex(), socks_.hex()});
  EXPECT_EQ(two.code, exit_usage);
  EXPECT_EQ(two.out, "");
  EXPECT_NE(two.err.find("name one record"), std::string::npos) << two.err;
  std::istringstream in;
  std::ostringstream out, err;
  console terminal{in, out, err, {}, {}};
  terminal.out_terminal.interactive = true;
  EXPECT_EQ(run_cli({"cat", "--format", "hdt", clean_.hex(), "--data", folder_.path().string()}, terminal),
            exit_usage);
  EXPECT_EQ(out.str(), "");
  EXPECT_NE(err.str().find("> FILE.hdt"), std::string::npos) << err.str();
}

TEST_F(journal_commands, show_prints_what_a_truncated_ledger_lacks) {
  const std::string uri = "http://a.example/cut.nt";
  enlist_seed(uri);
  const auto entry =
      crawl_document(seed_hash(uri), noon + seconds{90}, clean_, {}, {}, {29'990, 40'000, 1'024, 65'536});
  const auto table = on_data({"show", entry.hex()});
  EXPECT_TRUE(holds(table, "ledger rows left out")) << table.out;
  EXPECT_TRUE(holds(table, "29,990") || holds(table, "29990")) << table.out;
  const auto json = on_data({"show", entry.hex(), "--json"});
  EXPECT_TRUE(holds(json, "\"ledger_rows_left_out\":29990")) << json.out;
  EXPECT_TRUE(holds(json, "\"ledger_bytes_left_out\":40000")) << json.out;
}

TEST_F(journal_commands, turtle_and_trig_have_the_prefixes_that_the_document_declares) {
  const auto crawled = [&](const std::string& uri, const std::string& prefixes) {
    enlist_seed(uri);
    return crawl_document(seed_hash(uri), noon + seconds{90}, clean_, {}, prefixes);
  };
  crawled("http://a.example/one.ttl", "a: http://a.example/\nnone: http://nobody.example/\n");
  const auto other = crawled("http://a.example/two.ttl", "junk\n: http://a.example/\nb: http://a.example/\n");
  const std::string turtle = "@prefix a: <http://a.example/> .\n\na:s\n\ta:p \"sock\" .\n";
  EXPECT_EQ(on_data({"cat", "--format", "turtle", clean_.hex()}).out, turtle);
  EXPECT_EQ(on_data({"cat", "--format", "trig", socks_.hex()}).out, turtle);
  EXPECT_EQ(on_data({"export", "--format", "trig", "--graphs", "none"}).out, turtle);
  const std::string own = "@prefix : <http://a.example/> .\n\n:s\n\t:p \"sock\" .\n";
  EXPECT_EQ(on_data({"cat", "--format", "turtle", other.hex()}).out, own);
  EXPECT_EQ(on_data({"cat", "--format", "turtle", "http://a.example/two.ttl"}).out, own);
  EXPECT_EQ(on_data({"cat", "--format", "turtle", "--subject", "http://a.example/s", clean_.hex()}).out,
            turtle);
}

TEST_F(journal_commands, a_document_removed_as_an_older_version_is_reported) {
  ASSERT_TRUE(journal_->begin());
  ASSERT_TRUE(journal_->supersede(seed_, 0, noon + seconds{99}));
  ASSERT_TRUE(journal_->commit());
  for (const auto& command : {std::vector<std::string>{"cat", clean_.hex()},
                              {"diff", clean_.hex(), clean_.hex()},
                              {"errors", socks_.hex()},
                              {"show", "--format", "ttl", clean_.hex()}}) {
    const auto texts = on_data(command);
    EXPECT_EQ(texts.code, exit_not_found);
    EXPECT_TRUE(texts.out.empty()) << texts.out;
    EXPECT_NE(texts.err.find("was removed as an older version at 2023-11-14T22:14:59"), std::string::npos)
        << texts.err;
  }
  EXPECT_EQ(
      nlohmann::json::parse(
          on_data({"verify", "--json"}).out.substr(on_data({"verify", "--json"}).out.rfind("{\"documents\"")))
          .at("documents"),
      0);
  EXPECT_TRUE(holds(on_data({"ls"}), "parsed, removed"));
  EXPECT_TRUE(holds(on_data({"ls", "--status", "removed"}), "parsed, removed"));
  EXPECT_TRUE(holds(on_data({"ls", "--json"}), "\"removed\":true"));
  EXPECT_TRUE(holds(on_data({"status"}), "0 distinct, and 1 older version removed"));
  EXPECT_TRUE(holds(on_data({"status", "--json"}), "\"removed_documents\":1"));
}

TEST_F(journal_commands, show_of_a_removed_document_names_the_kept_delta) {
  const std::string uri = "http://a.example/again.nt";
  enlist_seed(uri);
  const auto first = sha256("first");
  crawl_document(seed_hash(uri), noon, first);
  apply(record_kind::seed, seed_hash(uri), event::crawl_ended);
  const auto newer = crawl_document(seed_hash(uri), noon + seconds{3'600}, sha256("second"), first);
  apply(record_kind::seed, seed_hash(uri), event::crawl_ended);
  EXPECT_EQ(on_data({"ls", "--status", "removed", "--json"}).out, "");
  ASSERT_TRUE(journal_->begin());
  ASSERT_TRUE(journal_->supersede(seed_hash(uri), 1, noon + seconds{9'999}));
  ASSERT_TRUE(journal_->commit());
  const auto gone = on_data({"cat", first.hex()});
  EXPECT_EQ(gone.code, exit_not_found);
  EXPECT_NE(gone.err.find("`laundromat show " + first.hex().substr(0, 12) + "`"), std::string::npos)
      << gone.err;
  const auto shown = nlohmann::json::parse(on_data({"show", "--json", first.hex()}).out);
  EXPECT_EQ(shown["deltas"][0]["entry"], newer.hex());
  EXPECT_EQ(shown["deltas"][0]["from"], first.hex());
  EXPECT_EQ(shown["deltas"][0]["to"], sha256("second").hex());
  EXPECT_EQ(nlohmann::json::parse(on_data({"ls", "--status", "removed", "--json"}).out)["clean"],
            first.hex());
}

TEST_F(journal_commands, diff_of_a_seed_reports_an_unchanged_crawl_and_a_missing_previous_one) {
  const auto seed = seed_hash("http://a.example/again.nt");
  enlist_seed("http://a.example/again.nt");
  const auto crawl_again = [&](timestamp at, const content_digest& clean) {
    crawl_document(seed, at, clean);
    apply(record_kind::seed, seed, event::crawl_ended);
  };
  crawl_again(noon, clean_);
  EXPECT_EQ(on_data({"diff", seed.hex()}).code, exit_not_found);
  crawl_again(noon + seconds{3'600}, clean_);
  const auto same = on_data({"diff", seed.hex()});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_EQ(same.out, "");
  EXPECT_EQ(on_data({"diff", "--stat", seed.hex()}).out, "0 removed, 0 added\n");
  crawl_again(noon + seconds{7'200}, sha256("other"));
  const auto unkept = on_data({"diff", download_hash(seed, noon + seconds{7'200}).hex()});
  EXPECT_EQ(unkept.code, exit_not_found);
  EXPECT_NE(unkept.err.find("has no delta to the crawl before"), std::string::npos) << unkept.err;
}

TEST_F(journal_commands, an_unknown_hash_is_exit_code_4_and_a_short_one_2) {
  EXPECT_EQ(on_data({"show", "0123456789abcdef"}).code, exit_not_found);
  EXPECT_EQ(on_data({"show", "012"}).code, exit_usage);
  EXPECT_EQ(on_data({"show", "zzzz"}).code, exit_not_found) << "it may be a URL";
}

TEST_F(journal_commands, a_folder_without_a_journal_is_exit_code_4) {
  for (const auto& command : std::vector<std::vector<std::string>>{
           {"status"}, {"ls"}, {"show", "abcd"}, {"history", "abcd"}, {"cat", "abcd"}}) {
    auto arguments = command;
    arguments.insert(arguments.end(), {"--data", "/nonexistent"});
    const auto missing = ask(arguments);
    EXPECT_EQ(missing.code, exit_not_found);
    EXPECT_NE(missing.err.find("no journal in /nonexistent"), std::string::npos) << missing.err;
  }
}

TEST_F(journal_commands, errors_are_listed_of_an_entry_of_its_archive_its_seed_and_its_clean_document) {
  for (const auto& hash : {socks_.hex(), download_.hex(), seed_.hex(), clean_.hex()}) {
    const auto answer = on_data({"errors", "--json", hash});
    EXPECT_EQ(answer.code, exit_ok) << answer.err;
    const auto row = nlohmann::json::parse(answer.out.substr(0, answer.out.find('\n')));
    EXPECT_EQ(row.at("rule"), "bad_iri");
    EXPECT_EQ(row.at("line"), 2);
    EXPECT_EQ(row.at("message"), "a space in an IRI");
    EXPECT_EQ(row.at("document"), "http://a.example/attic.tar!/socks.nt");
  }
}

TEST_F(journal_commands, a_record_without_a_ledger_is_reported) {
  const auto answer = on_data({"errors", readme_.hex()});
  EXPECT_EQ(answer.code, exit_ok);
  EXPECT_TRUE(answer.out.empty());
  EXPECT_NE(answer.err.find("me.txt: failed: non_rdf_format (the content is none of the seven RDF formats)"),
            std::string::npos)
      << answer.err;
  EXPECT_EQ(answer.err.find('\x1b'), std::string::npos);
}

TEST_F(journal_commands, errors_prints_the_cause_of_a_failure_or_refusal_as_a_row) {
  fail_download("http://a.example/gone.ttl", "404");
  enlist_seed("ftp://a.example/y");
  enlist_seed("http://a.example/later.nt");
  const auto row_of = [&](const std::string& uri) {
    const auto answer = on_data({"errors", "--json", uri});
    EXPECT_EQ(answer.code, exit_ok);
    EXPECT_EQ(answer.err, "");
    return nlohmann::json::parse(answer.out, nullptr, false);
  };
  const auto gone = row_of("http://a.example/gone.ttl");
  EXPECT_EQ(gone["document"], "http://a.example/gone.ttl");
  EXPECT_EQ(gone["status"], "failed");
  EXPECT_EQ(gone["rule"], "http_status");
  EXPECT_EQ(gone["http_status"], "404");
  EXPECT_EQ(row_of("ftp://a.example/y")["rule"], "scheme_refused");
  EXPECT_EQ(row_of("socks/left.ttl")["rule"], "relative_uri");
  EXPECT_EQ(row_of("http://a.example/later.nt")["status"], "not fetched yet");
  EXPECT_EQ(row_of(readme_.hex())["rule"], "non_rdf_format");
  for (const auto* texts :
       {"http://a.example/gone.ttl: failed: http_status 404 (",
        "ftp://a.example/y: refused: scheme_refused (", "socks/left.ttl: never fetched: relative_uri (",
        "http://a.example/later.nt: not fetched yet\n"}) {
    const std::string text{texts};
    const auto answer = on_data({"errors", text.substr(0, text.find(": "))});
    EXPECT_NE(answer.err.find(text), std::string::npos) << answer.err;
    EXPECT_EQ(answer.err.find("no defects"), std::string::npos) << answer.err;
  }
  EXPECT_EQ(on_data({"errors", "--json", "--rule", "bad_iri", readme_.hex()}).out, "") << "it is no such";
}

TEST_F(journal_commands, damage_of_an_archive_is_reported_from_the_journal) {
  const std::string uri = "http://a.example/half.tgz";
  const auto seed = seed_hash(uri);
  ASSERT_TRUE(journal_->begin());
  ASSERT_TRUE(enlist(*journal_, {uri, seconds{9}, 0}, true, noon));
  ASSERT_TRUE(journal_->commit());
  const auto half = download_hash(seed, noon);
  apply(record_kind::seed, seed, event::came_due, download_fact{half});
  fetch_outcome fetched;
  fetched.raw_path = "y";
  apply(record_kind::entry, half, event::body_stored, fetched);
  apply(record_kind::entry, half, event::claimed);
  unpack_outcome unpacked;
  unpacked.archive = layer_kind::tar_member;
  unpacked.members.resize(1);
  unpacked.members[0] = {0, "secret.nt", member_kind::file, 0, {}, 0, errc::archive_encrypted};
  unpacked.stream_defects = {{errc::truncated_stream, 100, 0, 1, 1, "ends within a member"},
                             {errc::archive_damaged, 512, 0, 1, 1, "after member 0"}};
  apply(record_kind::entry, half, event::children_found, unpacked);
  const auto status = on_data({"status"});
  EXPECT_TRUE(holds(status, "damaged streams   1 document: archive_damaged 1, truncated_stream 1\n"))
      << status.out;
  const auto fact = nlohmann::json::parse(on_data({"status", "--json"}).out);
  EXPECT_EQ(fact.at("damaged_streams").at("documents"), 1);
  EXPECT_EQ(fact.at("damaged_streams").at("truncated_stream"), 1);
  EXPECT_TRUE(holds(on_data({"ls", "--all", "--rule", "truncated_stream"}), "half.tgz"));
  const auto table = on_data({"errors", half.hex()});
  EXPECT_EQ(table.code, exit_ok);
  EXPECT_TRUE(holds(table, uri)) << table.out;
  EXPECT_TRUE(holds(table, "byte 100")) << table.out;
  EXPECT_TRUE(holds(table, "archive_damaged")) << table.out;
  EXPECT_NE(table.err.find("half.tgz!/secret.nt: left out: archive_encrypted"), std::string::npos)
      << table.err;
  std::istringstream rows{on_data({"errors", "--json", seed.hex()}).out};
  std::string line;
  ASSERT_TRUE(std::getline(rows, line));
  const auto row = nlohmann::json::parse(line);
  EXPECT_EQ(row.at("rule"), "truncated_stream");
  EXPECT_EQ(row.at("layer"), "stream");
  EXPECT_EQ(row.at("offset"), 100);
  EXPECT_EQ(row.at("done"), "skip");
  const auto log = nlohmann::json::parse(on_data({"errors", "--sarif", half.hex()}).out);
  EXPECT_EQ(log.at("runs").at(0).at("results").size(), 2U);
  EXPECT_FALSE(log.at("runs").at(0).at("artifacts").at(0).contains("hashes"));
}

TEST_F(journal_commands, a_catalogue_lists_the_sources_without_statements) {
  const auto seed = seed_hash("http://a.example/void.nt");
  enlist_seed("http://a.example/void.nt");
  const auto download = crawl_document(seed, noon, sha256(""));
  const auto folder = folder_.path() / "catalogue";
  const auto made = on_data({"catalogue", folder.string()});
  ASSERT_EQ(made.code, exit_ok) << made.err;
  EXPECT_TRUE(holds(made, "1 source without a statement")) << made.out;
  std::ifstream file{folder / "catalogue.json"};
  const auto listed = nlohmann::json::parse(file);
  EXPECT_EQ(listed.at("documents"), 1);
  EXPECT_EQ(listed.at("sources_without_statements").at(0).at("entry"), download.hex());
}

TEST_F(journal_commands, generated_iris_begin_with_the_public_base_of_the_last_campaign) {
  ASSERT_TRUE(begin_generation(safe_folder::named(folder_.path()).value(), *journal_));
  ASSERT_TRUE(journal_->publish_as({"https://data.example/lod/", {"Suds", "https://suds.example/"}}));
  enlist_seed("http://a.example/void.nt");
  const auto empty = crawl_document(seed_hash("http://a.example/void.nt"), noon, sha256("")).hex();
  const auto id = "https://data.example/lod/id/" + clean_.hex();
  std::map<std::string, std::string> texts;
  const auto ask_for = [&](std::vector<std::string> words) {
    std::string command;
    for (const auto& word : words) command += word + ' ';
    texts[command] = on_data(std::move(words)).out;
  };
  for (const auto* format : {"nq", "ttl", "json"})
    for (const auto& record : {clean_.hex(), sha256("").hex(), socks_.hex(), download_.hex()})
      ask_for({"show", "--format", format, record});
  ask_for({"export"});
  ask_for({"export", "--format", "trig"});
  ask_for({"diff", "--format", "rdf-patch", clean_.hex(), empty});
  ask_for({"errors", socks_.hex()});
  ask_for({"errors", "--sarif", socks_.hex()});
  const auto folder = folder_.path() / "catalogue";
  ASSERT_EQ(on_data({"catalogue", folder.string()}).code, exit_ok);
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (!file.is_regular_file()) continue;
    warning_log warnings;
    const auto bytes = open_clean_file(file.path().string(), warnings);
    ASSERT_TRUE(bytes);
    texts[file.path().filename().string()] += read_all(**bytes, 1 << 20).value_or("");
  }
  for (const auto& [what, text] : texts)
    for (const auto* ours : {"id/", "graph/", "catalogue/"})
      EXPECT_EQ(text.find(std::string("https://lodlaundromat.org/") + ours), text.npos) << what << '\n'
                                                                                        << text;
  for (const auto* what :
       {"export ", "export --format trig ", "catalogue.nq", "catalogue.ttl", "meta.nq.gz", "meta.json"})
    EXPECT_NE(texts[what].find(id), std::string::npos) << what << '\n' << texts[what];
  EXPECT_NE(texts["show --format ttl " + clean_.hex() + ' '].find(id), std::string::npos);
  EXPECT_NE(texts["diff --format rdf-patch " + clean_.hex() + ' ' + empty + ' '].find("H prev <" + id),
            std::string::npos);
  EXPECT_NE(texts["catalogue.nq"].find("\"Suds\""), std::string::npos) << "the contact is the publisher";
  EXPECT_NE(texts["catalogue.nq"].find("<https://suds.example/>"), std::string::npos);
}

TEST_F(journal_commands, an_option_accepts_one_valid_value) {
  EXPECT_EQ(on_data({"errors", "--rule", "bad_iri", socks_.hex()}).code, exit_ok);
  EXPECT_EQ(on_data({"ls", "--min-statements", "-3"}).code, exit_usage);
  EXPECT_EQ(on_data({"ls", "--max-bytes", "-1"}).code, exit_usage);
  for (const auto* size : {"-5", "ten", "10 parsecs", "1.5MiB", "99999999999999999999"}) {
    const auto refused = on_data({"ls", "--min-bytes", size});
    EXPECT_EQ(refused.code, exit_usage) << size;
    EXPECT_LT(refused.err.size(), 200U) << refused.err;
  }
  EXPECT_TRUE(holds(on_data({"ls", "--max-bytes", "1KiB"}), "socks.nt"));
  EXPECT_FALSE(holds(on_data({"ls", "--min-bytes", "1KiB"}), "socks.nt"));
  for (const auto* subject : {"", "<a:s>", "_:b", "http://a.example/s "})
    EXPECT_EQ(on_data({"cat", clean_.hex(), "--subject", subject}).code, exit_usage);
}

TEST_F(journal_commands, a_ledger_with_a_flipped_byte_is_an_error) {
  for (const auto& file :
       std::filesystem::directory_iterator{clean_store::at(layout_.clean())->path_of(clean_).parent_path()}) {
    if (!file.path().filename().string().starts_with("ledger-")) continue;
    std::fstream bytes{file.path(), std::ios::binary | std::ios::in | std::ios::out};
    bytes.seekp(40);
    bytes.put('\x55');
  }
  EXPECT_EQ(on_data({"errors", socks_.hex()}).code, exit_disk);
}

}  // namespace
}  // namespace laundromat
