// Tests of the page of metrics: its values, and that nothing that strangers write breaks it or makes it long.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/metrics_text.hpp"

#include <gtest/gtest.h>

#include "tests/app/monitoring/full_page.hpp"

namespace laundromat {

namespace {

bool has_line(const std::string& page, const std::string& line) {
  return page.starts_with(line + '\n') || page.find('\n' + line + '\n') != std::string::npos;
}

#define EXPECT_LINE(page, line) EXPECT_TRUE(has_line(page, line)) << (line) << " is not in\n" << (page)

}  // namespace

TEST(metrics_text, tells_what_the_engine_knows) {
  const auto page = page_parts{}.print();
  for (const char* line : {"laundromat_engine_up 1",
                           "laundromat_ready 1",
                           "laundromat_work_paused 0",
                           "laundromat_snapshot_timestamp_seconds 1800000061.234",
                           "laundromat_documents_total{result=\"cleaned\"} 100",
                           "laundromat_received_bytes_total 123456789",
                           "laundromat_stage_waiting{stage=\"fetch\"} 1",
                           "laundromat_stage_active{stage=\"parse\"} 14",
                           "laundromat_stage_results_total{stage=\"unpack\"} 101",
                           "laundromat_stage_lost_jobs_total{stage=\"parse\"} 4",
                           "laundromat_fetch_answers_total{http_status=\"200\"} 3",
                           "laundromat_fetch_answers_total{http_status=\"404\"} 2",
                           "laundromat_fetch_answers_total{http_status=\"other\"} 3",
                           "laundromat_fetch_results_total{cause=\"ok\"} 2",
                           "laundromat_document_failures_total{cause=\"poison\"} 1",
                           "laundromat_commit_longest_seconds 0.912345",
                           "laundromat_washers_running 4",
                           "laundromat_politeness_waiting_requests 44",
                           "laundromat_engine_start_time_seconds 1800000000",
                           "laundromat_engine_cpu_seconds_total 88.999"})
    EXPECT_LINE(page, line);
}

TEST(metrics_text, tells_what_the_journal_the_disk_and_the_nodes_know) {
  const auto page = page_parts{}.print();
  for (const char* line : {"laundromat_journal_readable 1",
                           "laundromat_records{kind=\"entry\",status=\"failed\"} 6",
                           "laundromat_record_causes{kind=\"entry\",cause=\"http_status\"} 6",
                           "laundromat_record_http_statuses{http_status=\"404\"} 3",
                           "laundromat_record_http_statuses{http_status=\"other\"} 3",
                           "laundromat_clean_documents 90",
                           "laundromat_due_seeds 17",
                           "laundromat_seeds{standing=\"never_crawled\"} 5",
                           "laundromat_paused_hosts{cause=\"host_suspended\"} 2",
                           "laundromat_hosts 40",
                           "laundromat_host_queued_seeds{host=\"slow.example:80\"} 12",
                           "laundromat_host_queued_seeds{host=\"files of this machine\"} 0",
                           "laundromat_segment_bytes{part=\"raw\"} 4",
                           "laundromat_disk_free_bytes 400000",
                           "laundromat_disk_full_in_seconds 7200",
                           "laundromat_nodes{state=\"in\"} 1",
                           "laundromat_nodes{state=\"backing_off\"} 1",
                           "laundromat_nodes{state=\"leaving\"} 0",
                           "laundromat_node_jobs{node=\"node-1\"} 3",
                           "laundromat_node_leases_total{event=\"late_result\"} 1",
                           "laundromat_nodes_refused_total 1"})
    EXPECT_LINE(page, line);
}

TEST(metrics_text, a_histogram_is_cumulative) {
  page_parts parts;
  parts.engine.last->commits.durations = {};
  for (const std::int64_t us : std::initializer_list<std::int64_t>{500, 900, 2'000, 3'600'000'000})
    parts.engine.last->commits.durations.add(std::chrono::microseconds{us});
  const auto page = parts.print();
  for (const char* line : {"laundromat_commit_duration_seconds_bucket{le=\"0.001\"} 2",
                           "laundromat_commit_duration_seconds_bucket{le=\"0.0025\"} 3",
                           "laundromat_commit_duration_seconds_bucket{le=\"1800\"} 3",
                           "laundromat_commit_duration_seconds_bucket{le=\"+Inf\"} 4",
                           "laundromat_commit_duration_seconds_count 4"})
    EXPECT_LINE(page, line);
}

TEST(metrics_text, without_an_engine_the_journal_is_told_and_no_counter_of_the_engine) {
  page_parts parts;
  parts.engine = {};
  parts.disk.full_in.reset();
  const auto page = parts.print();
  EXPECT_LINE(page, "laundromat_engine_up 0");
  EXPECT_LINE(page, "laundromat_ready 1");
  EXPECT_LINE(page, "laundromat_clean_documents 90");
  EXPECT_LINE(page, "laundromat_disk_full_in_seconds +Inf");
  EXPECT_EQ(page.find("laundromat_documents_total"), std::string::npos);
}

TEST(metrics_text, a_silent_engine_is_down_and_its_last_figures_stay) {
  page_parts parts;
  parts.engine.last_came = parts.engine.last->taken;
  metrics_input input;
  input.engine = &parts.engine;
  input.now = parts.engine.last_came + longest_engine_silence;
  input.readiness = readiness_of(parts.engine, failure{errc::journal_failed, ""}, input.now);
  const auto page = metrics_text(input);
  EXPECT_LINE(page, "laundromat_engine_up 0");
  EXPECT_LINE(page, "laundromat_ready 0");
  EXPECT_LINE(page, "laundromat_journal_readable 0");
  EXPECT_LINE(page, "laundromat_snapshot_timestamp_seconds 1800000061.234");
  EXPECT_LINE(page, "laundromat_documents_total{result=\"cleaned\"} 100");
}

TEST(metrics_text, what_strangers_name_is_escaped_cut_and_valid_utf_8) {
  page_parts parts;
  parts.queue.hosts.rows[0].authority = "a\"}\n# evil\\\xff.example";
  parts.queue.hosts.rows[1].authority = std::string(254, 'x') + "\xc3\xa9tail";
  const auto page = parts.print();
  EXPECT_LINE(page, "laundromat_host_queued_seeds{host=\"a\\\"}\\n# evil\\\\\xef\xbf\xbd.example\"} 12");
  EXPECT_LINE(page, "laundromat_host_queued_seeds{host=\"" + std::string(254, 'x') + "\"} 0");
}

TEST(metrics_text, no_series_comes_twice) {
  page_parts parts;
  parts.queue.hosts.rows.resize(4);
  for (std::size_t i = 2; i < 4; ++i)
    parts.queue.hosts.rows[i].authority = std::string(300, 'x') + std::to_string(i);
  parts.cluster = cluster_figures_of(json_fact::parse(R"({"nodes": [
      {"name": "node-1", "state": "leaving", "slots": {"parse": 4}, "holds": {"parse": 1}, "finished": 6},
      {"name": "node-1", "state": "in", "slots": {"parse": 4}, "holds": {}, "finished": 0}]})"));
  std::istringstream lines{parts.print()};
  std::set<std::string> seen;
  for (std::string line; std::getline(lines, line);)
    if (line.front() != '#') {
      EXPECT_TRUE(seen.insert(line.substr(0, line.rfind(' '))).second) << line;
    }
  EXPECT_TRUE(seen.contains("laundromat_node_jobs{node=\"node-1\"}"));
}

TEST(metrics_text, has_a_bounded_length) {
  page_parts parts;
  auto& engine = *parts.engine.last;
  for (int status = 0; status < 1'000; ++status)
    engine.fetched.by_status.add(static_cast<std::uint16_t>(status));
  for (int cause = 0; cause < 256; ++cause) {
    engine.fetched.by_cause.of[static_cast<std::size_t>(cause)] = 1;
    engine.failures.of[static_cast<std::size_t>(cause)] = 1;
  }
  for (int status = 0; status < 2'000; ++status)
    parts.kept.records.push_back(
        {record_kind::entry, status::failed, errc::http_status, 1, std::to_string(status)});
  auto nodes = json_fact::parse(R"({"nodes": []})");
  for (int n = 0; n < 1'000; ++n)
    nodes["nodes"].push_back(
        {{"name", "node-" + std::to_string(n)}, {"state", "state-" + std::to_string(n)}});
  parts.cluster = cluster_figures_of(nodes);
  EXPECT_EQ(parts.cluster->nodes.size(), most_named_nodes);
  EXPECT_EQ(parts.cluster->by_state.size(), 1U);
  EXPECT_LT(parts.print().size(), std::size_t{150} << 10);
  EXPECT_LT(page_parts{}.print().size(), std::size_t{30} << 10);
}

TEST(cluster_figures, a_file_with_other_members_is_no_error) {
  EXPECT_FALSE(cluster_figures_of(nullptr));
  for (const char* text :
       {"{}", R"({"nodes": 1, "leases": []})", R"({"nodes": [1, null, {"name": 5}], "refused": -1})",
        R"({"nodes": [{"slots": 1, "holds": ["a"], "finished": "x"}]})"})
    EXPECT_TRUE(cluster_figures_of(json_fact::parse(text))) << text;
}

}  // namespace laundromat
