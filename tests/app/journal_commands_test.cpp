// Claims about the commands that read the journal, on a download with one clean file and one that is no RDF.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/exit_code.hpp"
#include "core/codec/block_gzip.hpp"
#include "core/laundry/document_metadata.hpp"
#include "core/laundry/kept_ledger.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "storage/clean_store.hpp"
#include "storage/data_folder.hpp"
#include "storage/enlist.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/temporary_folder.hpp"

namespace laundromat {
namespace {

constexpr timestamp noon = from_ms(1'700'000'000'000);
constexpr std::string_view statement = "<http://a.example/s> <http://a.example/p> \"sock\" .\n";

class journal_commands : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = journal::open(layout_.journal(), journal_mode::read_write);
    ASSERT_TRUE(opened) << to_string(opened.error());
    journal_.emplace(*std::move(opened));
    ASSERT_TRUE(journal_->begin());
    ASSERT_TRUE(enlist(*journal_, {"http://a.example/attic.tar", seconds{9}, 0}, true, noon));
    ASSERT_TRUE(enlist(*journal_, {"socks/left.ttl", seconds{9}, 0}, true, noon));
    ASSERT_TRUE(journal_->commit());
    crawl();
  }

  void apply(record_kind kind, const record_hash& hash, event on, decltype(change::fact) fact = {}) {
    change c;
    c.kind = kind;
    c.hash = hash;
    c.on = on;
    c.at = noon + seconds{++clock_};
    c.fact = std::move(fact);
    ASSERT_TRUE(journal_->begin());
    const auto done = journal_->apply(c);
    ASSERT_TRUE(done) << to_string(on) << ' ' << to_string(done.error());
    ASSERT_TRUE(journal_->commit());
  }

  void crawl() {
    apply(record_kind::seed, seed_, event::came_due, download_fact{download_});
    fetch_outcome fetched;
    fetched.raw_path = "x";
    fetched.final_uri = "http://a.example/attic.tar";
    fetched.hops.resize(1);
    fetched.hops[0].uri = "http://a.example/attic.tar";
    fetched.hops[0].status = "200";
    apply(record_kind::entry, download_, event::body_stored, fetched);
    apply(record_kind::entry, download_, event::claimed);
    unpack_outcome unpacked;
    unpacked.archive = layer_kind::tar_member;
    unpacked.members.resize(3);
    unpacked.members[0] = {0, "socks.nt", member_kind::file, 50, {}, 0, errc::ok};
    unpacked.members[1] = {1, "read\x1bme.txt", member_kind::file, 9, {}, 0, errc::ok};
    unpacked.members[2] = {2, "link", member_kind::symlink, 0, {}, 0, errc::member_skipped};
    apply(record_kind::entry, download_, event::children_found, unpacked);
    wash_socks();
    reject_readme();
  }

  void reach_guessing(const record_hash& entry) {
    apply(record_kind::entry, entry, event::claimed);
    apply(record_kind::entry, entry, event::leaf_found, unpack_outcome{});
    apply(record_kind::entry, entry, event::claimed);
  }

  void wash_socks() {
    reach_guessing(socks_);
    guess_outcome guessed;
    guessed.format = rdf_format::n_triples;
    guessed.formats = {
        {evidence_kind::format, "content", "N-Triples", 1, true, "every line ends in a full stop"}};
    apply(record_kind::entry, socks_, event::format_found, guessed);
    apply(record_kind::entry, socks_, event::claimed);
    parse_outcome parsed;
    parsed.clean.hash = clean_;
    parsed.clean.statements = 1;
    parsed.clean.content.bytes = statement.size();
    parsed.read = 3;
    parsed.duplicates = 2;
    parsed.defect_counts = {{errc::bad_iri, 4}};
    publish(statement);
    parsed.ledger = publish_ledger();
    apply(record_kind::entry, socks_, event::statements_stored, parsed);
  }

  void publish(std::string_view text) {
    const auto store = clean_store::at(layout_.clean());
    ASSERT_TRUE(store);
    auto staged = store->stage();
    ASSERT_TRUE(staged);
    block_gzip_sink packed{**staged};
    ASSERT_TRUE(packed.write(text));
    ASSERT_TRUE(packed.finish());
    content_meter content;
    content.update(text);
    statistics_meter meter;
    meter.add(text);
    worker_pool alone(1);
    const auto metadata = make_metadata_files({content.finish(), 0, {}, meter.finish(), "1.0", ""}, alone);
    ASSERT_TRUE(metadata);
    for (std::size_t i = 0; i < metadata->size(); ++i)
      ASSERT_TRUE((*staged)->add_beside(metadata_file_names[i], (*metadata)[i]));
    const auto name = (*staged)->finish(to_bytes(packed.index()));
    ASSERT_TRUE(name);
    const publication one{*name, clean_};
    ASSERT_TRUE(store->publish({&one, 1}));
  }

  staged_ledger publish_ledger() {
    const std::function<result<std::unique_ptr<clean_output>>()> make = [&] {
      return clean_store::at(layout_.clean())->stage();
    };
    kept_ledger kept{make, rdf_format::n_triples};
    kept.writer().on_defect({errc::bad_iri, 7, 5, 2, 3, "a space in an IRI"});
    ledger_subject about;
    about.digest = sha256("dirty");
    about.format = rdf_format::n_triples;
    const auto staged = kept.finish(about);
    EXPECT_TRUE(staged);
    const publication one{staged->staged, clean_, publication::ledger, staged->digest};
    EXPECT_TRUE(clean_store::at(layout_.clean())->publish({&one, 1}));
    return *staged;
  }

  void reject_readme() {
    reach_guessing(readme_);
    guess_outcome guessed;
    guessed.cause = errc::non_rdf_format;
    guessed.head = "Mind the third step;\nit squeaks.";
    apply(record_kind::entry, readme_, event::not_rdf, guessed);
  }

  void enlist_seed(const std::string& uri) {
    ASSERT_TRUE(journal_->begin());
    ASSERT_TRUE(enlist(*journal_, {uri, seconds{9}, 0}, true, noon));
    ASSERT_TRUE(journal_->commit());
  }

  /// Answers the download, which becomes a clean document without a file.
  record_hash crawl_document(const record_hash& seed, timestamp at, const content_digest& clean) {
    const auto download = download_hash(seed, at);
    apply(record_kind::seed, seed, event::came_due, download_fact{download});
    apply(record_kind::entry, download, event::body_stored, fetch_outcome{});
    reach_guessing(download);
    guess_outcome guessed;
    guessed.format = rdf_format::n_triples;
    apply(record_kind::entry, download, event::format_found, guessed);
    apply(record_kind::entry, download, event::claimed);
    parse_outcome parsed;
    parsed.clean.hash = clean;
    parsed.clean.statements = clean == sha256("") ? 0 : 1;
    apply(record_kind::entry, download, event::statements_stored, parsed);
    return download;
  }

  answer on_data(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--data", folder_.path().string()});
    return ask(arguments);
  }

  temporary_folder folder_;
  data_layout layout_{folder_.path()};
  std::optional<journal> journal_;
  int clock_ = 0;
  record_hash seed_ = seed_hash("http://a.example/attic.tar");
  record_hash download_ = download_hash(seed_, noon);
  record_hash socks_ = member_hash(download_, "socks.nt", 0, false);
  record_hash readme_ = member_hash(download_, "read\x1bme.txt", 1, false);
  content_digest clean_ = sha256(statement);
};

bool holds(const answer& a, std::string_view text) {
  return a.out.find(text) != std::string::npos;
}

TEST_F(journal_commands, status_counts_by_status_and_cause_and_counts_relative_seeds_l18) {
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
  EXPECT_EQ(on_data({"ls", "--format", "csv"}).code, exit_usage);
  const auto cut = on_data({"ls", "--all", "--limit", "1"});
  EXPECT_TRUE(cut.err.starts_with("more than 1 documents")) << cut.err;
}

TEST_F(journal_commands, show_walks_the_chain_both_ways_l41) {
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
  EXPECT_EQ(clean["dirty"][0]["entry"], socks_.hex());
  EXPECT_EQ(clean["dirty"][0]["duplicates"], 2);
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

TEST_F(journal_commands, show_prints_no_control_character_of_a_stranger) {
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

TEST_F(journal_commands, cat_prints_the_statements_of_a_clean_document_or_of_its_entry) {
  EXPECT_EQ(on_data({"cat", clean_.hex().substr(0, 8)}).out, statement);
  EXPECT_EQ(on_data({"cat", socks_.hex()}).out, statement);
  const auto failed = on_data({"cat", readme_.hex()});
  EXPECT_EQ(failed.code, exit_not_found);
  EXPECT_NE(failed.err.find("none of the seven RDF formats"), std::string::npos) << failed.err;
  std::filesystem::remove_all(layout_.clean());
  EXPECT_NE(on_data({"cat", clean_.hex()}).code, exit_ok);
}

TEST_F(journal_commands, cat_prints_what_is_said_about_one_subject) {
  const auto subject = std::string(statement.substr(1, statement.find('>') - 1));
  EXPECT_EQ(on_data({"cat", clean_.hex(), "--subject", subject}).out, statement);
  EXPECT_EQ(on_data({"cat", clean_.hex(), "--subject", subject, "--format", "trig"}).code, exit_ok);
  const auto other = on_data({"cat", clean_.hex(), "--subject", subject + "x"});
  EXPECT_EQ(other.out, "");
  EXPECT_EQ(other.code, exit_not_found);
  EXPECT_NE(other.err.find("says nothing about " + subject + "x"), std::string::npos) << other.err;
}

TEST_F(journal_commands, cat_prints_other_formats_too) {
  EXPECT_EQ(on_data({"cat", "--format", "n-triples", clean_.hex()}).out, statement);
  const auto turtle = on_data({"cat", clean_.hex(), "--format", "turtle"});
  EXPECT_EQ(turtle.code, exit_ok) << turtle.err;
  EXPECT_NE(turtle.out.find("<http://a.example/p> \"sock\" ."), std::string::npos) << turtle.out;
  const auto unknown = on_data({"cat", clean_.hex(), "--format", "json-ld"});
  EXPECT_EQ(unknown.code, exit_usage);
  EXPECT_NE(unknown.err.find("n-quads, n-triples, turtle or trig"), std::string::npos) << unknown.err;
}

TEST_F(journal_commands, a_document_that_was_removed_as_an_older_version_is_told_so) {
  ASSERT_TRUE(journal_->begin());
  ASSERT_TRUE(journal_->supersede(seed_, 0, noon + seconds{99}));
  ASSERT_TRUE(journal_->commit());
  for (const auto& command : {std::vector<std::string>{"cat", clean_.hex()},
                              {"diff", clean_.hex(), clean_.hex()},
                              {"errors", socks_.hex()},
                              {"show", "--format", "ttl", clean_.hex()}}) {
    const auto said = on_data(command);
    EXPECT_EQ(said.code, exit_not_found);
    EXPECT_TRUE(said.out.empty()) << said.out;
    EXPECT_NE(said.err.find("was removed as an older version at 2023-11-14T22:14:59"), std::string::npos)
        << said.err;
  }
  EXPECT_EQ(
      nlohmann::json::parse(
          on_data({"verify", "--json"}).out.substr(on_data({"verify", "--json"}).out.rfind("{\"documents\"")))
          .at("documents"),
      0);
  EXPECT_TRUE(holds(on_data({"ls"}), "parsed, removed"));
  EXPECT_TRUE(holds(on_data({"ls", "--json"}), "\"removed\":true"));
  EXPECT_TRUE(holds(on_data({"status"}), "0 different ones, and 1 older ones removed"));
  EXPECT_TRUE(holds(on_data({"status", "--json"}), "\"removed_documents\":1"));
}

TEST_F(journal_commands, diff_of_a_seed_says_that_a_crawl_changed_nothing_and_that_there_was_none_before) {
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
  const auto unkept = on_data({"diff", seed.hex()});
  EXPECT_EQ(unkept.code, exit_not_found);
  EXPECT_NE(unkept.err.find("has no delta to the crawl before"), std::string::npos) << unkept.err;
}

TEST_F(journal_commands, a_hash_that_names_nothing_is_exit_code_4_and_a_short_one_2) {
  EXPECT_EQ(on_data({"show", "0123456789abcdef"}).code, exit_not_found);
  EXPECT_EQ(on_data({"show", "012"}).code, exit_usage);
  EXPECT_EQ(on_data({"show", "zzzz"}).code, exit_usage);
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
    const auto told = on_data({"errors", "--json", hash});
    EXPECT_EQ(told.code, exit_ok) << told.err;
    const auto row = nlohmann::json::parse(told.out);
    EXPECT_EQ(row.at("rule"), "bad_iri");
    EXPECT_EQ(row.at("line"), 2);
    EXPECT_EQ(row.at("message"), "a space in an IRI");
    EXPECT_EQ(row.at("document"), "http://a.example/attic.tar!/socks.nt");
  }
}

TEST_F(journal_commands, a_record_without_a_ledger_says_so) {
  const auto told = on_data({"errors", readme_.hex()});
  EXPECT_EQ(told.code, exit_ok);
  EXPECT_TRUE(told.out.empty());
  EXPECT_NE(told.err.find("me.txt: failed: non_rdf_format (the content is none of the seven RDF formats)"),
            std::string::npos)
      << told.err;
  EXPECT_EQ(told.err.find('\x1b'), std::string::npos);
}

TEST_F(journal_commands, damage_of_an_archive_is_told_from_the_journal) {
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
  unpacked.warnings = {{errc::truncated_stream, 100, 0, 1, 1, "ends within a member"},
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
  EXPECT_NE(table.err.find("half.tgz!/secret.nt: archive_encrypted"), std::string::npos) << table.err;
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

TEST_F(journal_commands, a_catalogue_names_the_sources_that_hold_no_statement) {
  const auto seed = seed_hash("http://a.example/void.nt");
  enlist_seed("http://a.example/void.nt");
  const auto download = crawl_document(seed, noon, sha256(""));
  const auto folder = folder_.path() / "catalogue";
  const auto made = on_data({"catalogue", folder.string()});
  ASSERT_EQ(made.code, exit_ok) << made.err;
  EXPECT_TRUE(holds(made, "1 sources without a statement")) << made.out;
  std::ifstream file{folder / "catalogue.json"};
  const auto listed = nlohmann::json::parse(file);
  EXPECT_EQ(listed.at("documents"), 1);
  EXPECT_EQ(listed.at("sources_without_statements").at(0).at("entry"), download.hex());
}

TEST_F(journal_commands, an_option_takes_one_value_that_makes_sense) {
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
