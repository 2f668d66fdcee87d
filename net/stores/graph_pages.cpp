// Drives the protocol of core/endpoints against a store, and keeps its pages.
// SPDX-License-Identifier: Apache-2.0
#include "net/stores/graph_pages.hpp"

#include <map>
#include <thread>

#include "core/endpoints/copy_promise.hpp"
#include "core/endpoints/endpoint_copy.hpp"
#include "core/endpoints/page_labels.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t most_page_bytes = std::uint64_t{256} << 20;
constexpr milliseconds between_looks_at_stop{100};

/// A string of bounded length.
struct page_sink final : byte_sink {
  result<void> write(std::string_view bytes) override {
    if (text.size() + bytes.size() > most_page_bytes)
      return fail(errc::body_too_large, "a page of the store has more than 256 MiB");
    text.append(bytes);
    return {};
  }
  std::string text;
};

class runs_source final : public byte_source {
 public:
  runs_source(run_store& runs, std::vector<std::size_t> numbers)
      : runs_(runs), numbers_(std::move(numbers)) {}

  result<std::size_t> read(std::span<char> buffer) override {
    while (open_ || next_ < numbers_.size()) {
      if (!open_) {
        auto opened = runs_.open(numbers_[next_++]);
        if (!opened) return tl::unexpected(opened.error());
        open_ = *std::move(opened);
      }
      const auto n = open_->read(buffer);
      if (!n || *n > 0) return n;
      open_.reset();
    }
    return 0;
  }

 private:
  run_store& runs_;
  std::vector<std::size_t> numbers_;
  std::size_t next_ = 0;
  byte_source_ptr open_;
};

endpoint_answer endpoint_answer_of(store_result<store_answer> got, std::string body) {
  endpoint_answer out;
  if (!got) {
    out.cause = got.error().cause.code;
    out.detail = got.error().cause.detail;
    return out;
  }
  out.http_status = got->status;
  out.sql_state = got->sql_state;
  out.retry_after = got->retry_after;
  out.body = got->is_success() ? std::move(body) : std::move(got->excerpt);
  return out;
}

bool wait_unless_stopping(milliseconds time, const std::function<bool()>& is_stopping) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    if (is_stopping && is_stopping()) return false;
    std::this_thread::sleep_for(between_looks_at_stop);
  }
  return true;
}

}  // namespace

store_result<void> read_graph_pages(const query_sender& send, std::string_view graph, std::uint64_t page_rows,
                                    run_store& pages, std::size_t first_run,
                                    const std::function<bool()>& is_stopping, read_graph& got) {
  copy_state begin;
  begin.source.graph = graph;
  begin.limits.page_rows = page_rows;
  endpoint_copy protocol{std::move(begin)};
  std::map<std::uint64_t, std::size_t> run_of;
  auto next_run = first_run;
  while (const auto request = protocol.next()) {
    page_sink body;
    auto answer = send(request->query, request->accept, &body);
    if (!answer &&
        (answer.error().fault == store_fault::cancelled || answer.error().fault == store_fault::local))
      return tl::unexpected(answer.error());
    if (answer && (answer->status == 401 || answer->status == 403))
      return tl::unexpected(failure_of(*answer, "query"));
    const auto received = endpoint_answer_of(std::move(answer), std::move(body.text));
    const auto step = protocol.take(received);
    if (step.keep_as) {
      std::string labelled;
      append_page(received.body, *step.keep_as, labelled);
      auto run = pages.create();
      auto written = run ? (*run)->write(labelled) : tl::unexpected(run.error());
      if (!written) return fail_locally(written.error());
      run_of[*step.keep_as] = next_run++;
    }
    for (const auto id : step.drop)
      if (const auto found = run_of.find(id); found != run_of.end()) run_of.erase(found);
    if (step.wait && !wait_unless_stopping(*step.wait, is_stopping))
      return fail_store(store_fault::cancelled, errc::cancelled, "the program is stopping");
  }
  const auto promise = promise_of(protocol.state());
  got.runs.clear();
  for (const auto& [id, run] : run_of) got.runs.push_back(run);
  got.statements = promise.triples;
  got.is_complete = promise.is_complete && promise.is_one_state;
  got.detail = promise_text(protocol.state());
  return {};
}

byte_source_ptr make_runs_source(run_store& runs, std::vector<std::size_t> numbers) {
  return std::make_unique<runs_source>(runs, std::move(numbers));
}

}  // namespace laundromat
