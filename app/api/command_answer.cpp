// Turns lines of JSON into an object or an array.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/command_answer.hpp"

#include <algorithm>
#include <optional>

#include "actors/log.hpp"
#include "app/api/http_answers.hpp"
#include "app/terminal/json.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/http/query_text.hpp"

namespace laundromat {
namespace {

bool has_failed(int exit_code) {
  return exit_code != exit_ok && exit_code != exit_some_failed;
}

/// A text of a command with parameters of the route in place of its options.
std::string in_parameters(const api_route& route, std::string text) {
  for (const auto one : route.parameters) {
    const auto option = "--" + std::string{one}, parameter = parameter_name(one);
    const auto ends = [&](std::size_t at) {
      return at >= text.size() || (text[at] != '-' && (text[at] < 'a' || text[at] > 'z'));
    };
    for (auto at = text.find(option); at != text.npos; at = text.find(option, at + 1))
      if (ends(at + option.size())) text.replace(at, option.size(), parameter);
  }
  return text;
}

http_response problem_of(const api_route& route, const command_end& end) {
  switch (end.exit_code) {
    case exit_usage:
      return problem_answer(400, in_parameters(route, end.messages));
    case exit_locked:
      return problem_answer(409, end.messages);
    case exit_not_found:
      return problem_answer(404, end.messages.empty()
                                     ? "there is nothing with this name, or nothing to change about it"
                                     : end.messages);
    case exit_interrupted:
      return problem_answer(503, "the answer would take longer than " +
                                     std::to_string(command_run::longest.count()) +
                                     " s: ask for less, by a filter, a limit or another order");
    default:  // the message may name paths of this machine, which are not for everybody
      log_warning("a request could not be answered: {}", end.messages);
      return problem_answer(500,
                            "the disk, the journal or this machine failed: the log of the server says more");
  }
}

/// Makes the elements of an array of lines, which come in pieces.
class list_text {
 public:
  [[nodiscard]] std::string begin() const { return "{\"items\": ["; }
  std::string add(std::string_view piece) {
    std::string out;
    for (const char c : piece) {
      if (c == '\n') {
        is_line_begin_ = true;
        continue;
      }
      if (std::exchange(is_line_begin_, false)) out.append(std::exchange(is_first_, false) ? "\n" : ",\n");
      out.push_back(c);
    }
    return out;
  }
  /// `next`, and what the command has told people.
  [[nodiscard]] std::string finish(const command_end& end) const {
    std::string out = is_first_ ? "]" : "\n]";
    const auto text = [](const std::string& value) {
      return json_fact(value).dump(-1, ' ', false, json_fact::error_handler_t::replace);
    };
    if (!end.next_page.empty())
      out += ", \"next\": " + text(end.next_page);
    else if (!end.messages.empty())
      out += ", \"message\": " + text(end.messages);
    return out + "}\n";
  }

 private:
  bool is_line_begin_ = true, is_first_ = true;
};

/// The URL of the next page: that of this one with another place.
std::string next_url(const http_request& request, const std::string& place) {
  std::vector<query_pair> query;
  if (const auto given = parse_query(request.query))
    for (const auto& one : *given)
      if (one.first != "after") query.push_back(one);
  query.emplace_back("after", place);
  return request.path + '?' + write_query(query);
}

/// Whether a list whose path names no record has nothing: that is an empty list, and not a missing page. A place in a list that does not exist is
/// something else.
bool found_nothing(const api_route& route, const command_end& end) {
  return end.exit_code == exit_not_found && route.method == "GET" && route.shape == answer_shape::list &&
         (!route.arguments.empty() || route.parameters.empty()) && route.path.find('{') == route.path.npos;
}

/// An answer whose command has ended.
http_response whole_answer(const api_route& route, const std::string& printed, const command_end& end,
                           const http_request& request) {
  if (has_failed(end.exit_code) && !found_nothing(route, end)) return problem_of(route, end);
  if (route.shape != answer_shape::list) {
    if (printed.empty() && route.shape == answer_shape::object)
      return problem_answer(404, end.messages.empty() ? "there is none" : end.messages);
    return text_answer(request, printed, route.media_type);
  }
  list_text list;
  auto text = list.begin() + list.add(printed);
  auto answer = text_answer(request, text + list.finish(end), route.media_type);
  if (!end.next_page.empty())
    answer.fields.push_back({"Link", '<' + next_url(request, end.next_page) + ">; rel=\"next\""});
  return answer;
}

/// Sends to a client, compressed if it takes that, until a time.
class timed_sink {
 public:
  timed_sink(const body_sink& into, bool is_packed, std::chrono::steady_clock::time_point over)
      : client_(into), over_(over) {
    if (is_packed) gzip_.emplace(client_);
  }
  /// In parts, so that a slow client is noticed in time.
  bool write(std::string_view text) {
    constexpr std::size_t part_bytes = 64 << 10;
    for (; !text.empty(); text.remove_prefix(std::min(part_bytes, text.size()))) {
      const auto part = text.substr(0, part_bytes);
      if (std::chrono::steady_clock::now() >= over_) return false;
      if (!(gzip_ ? gzip_->write(part) : client_.write(part))) return false;
    }
    return true;
  }
  bool finish() { return !gzip_ || gzip_->finish(); }

 private:
  client_sink client_;
  std::optional<block_gzip_sink> gzip_;
  std::chrono::steady_clock::time_point over_;
};

/// Sends what a command prints while it prints.
body_writer stream_of(std::shared_ptr<command_run> run, bool is_list, bool is_packed,
                      std::chrono::seconds longest) {
  return [run = std::move(run), is_list, is_packed, longest](const body_sink& into) {
    timed_sink out{into, is_packed, std::chrono::steady_clock::now() + longest};
    list_text list;
    if (is_list && !out.write(list.begin())) return false;
    for (auto piece = run->take(); !piece.empty(); piece = run->take())
      if (!out.write(is_list ? list.add(piece) : piece)) return false;
    if (has_failed(run->end().exit_code)) {
      log_warning("an answer was broken off: {}", run->end().messages);
      return false;
    }
    return (!is_list || out.write(list.finish(run->end()))) && out.finish();
  };
}

}  // namespace

http_response answer_by_command(const api_route& route, command_call call, const http_request& request,
                                std::chrono::seconds longest) {
  auto run = std::make_shared<command_run>(std::move(call));
  if (run->has_ended()) {
    const auto printed = run->take();
    return whole_answer(route, printed, run->end(), request);
  }
  http_response answer{200,
                       {{"Content-Type", std::string{route.media_type}},
                        {"Cache-Control", "no-cache"},
                        {"Vary", "Accept-Encoding"},
                        no_guessing},
                       std::string{}};
  const bool is_packed = takes_gzip(request);
  if (is_packed) answer.fields.push_back({"Content-Encoding", "gzip"});
  answer.body = stream_of(std::move(run), route.shape == answer_shape::list, is_packed, longest);
  return answer;
}

}  // namespace laundromat
