// Stores the state of a copy as text.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/copy_state.hpp"

#include <charconv>
#include <limits>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view first_line_of_text = "laundromat-harvest 1";

// A line is words with a space after each. Texts are percent-encoded; an empty one is a lone `%`.
class line_writer {
 public:
  explicit line_writer(std::string_view kind) : line_(kind) {}
  line_writer& operator<<(std::uint64_t number) {
    line_ += ' ' + std::to_string(number);
    return *this;
  }
  line_writer& operator<<(std::string_view text) {
    line_ += ' ';
    if (text.empty()) line_ += '%';
    for (const char c : text)
      if (static_cast<unsigned char>(c) <= ' ' || c == '%' || c == '\x7f')
        append_percent_encoded(line_, c);
      else
        line_ += c;
    return *this;
  }
  [[nodiscard]] std::string line() const { return line_ + '\n'; }

 private:
  std::string line_;
};

class line_reader {
 public:
  explicit line_reader(std::string_view line) : rest_(line) {}
  [[nodiscard]] bool is_valid() const { return is_valid_ && rest_.empty(); }

  std::string_view word() {
    if (rest_.empty()) is_valid_ = false;
    const auto end = std::min(rest_.find(' '), rest_.size());
    const auto out = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return out;
  }
  std::string text() {
    const auto out = word();
    return out == "%" ? std::string{} : percent_decode(out);
  }
  template <class T>
  T number() {
    std::uint64_t out = 0;
    const auto digits = word();
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size() ||
        out > std::uint64_t{std::numeric_limits<T>::max()})
      is_valid_ = false;
    return static_cast<T>(out);
  }
  bool flag() {
    const auto out = number<std::uint64_t>();
    is_valid_ = is_valid_ && out <= 1;
    return out == 1;
  }
  errc code() {
    const auto name = word();
    const auto found = errc_from_name(name);
    if (!found) is_valid_ = false;
    return found.value_or(errc::ok);
  }
  [[nodiscard]] bool has_more() const { return is_valid_ && !rest_.empty(); }

 private:
  std::string_view rest_;
  bool is_valid_ = true;
};

line_writer& operator<<(line_writer& out, const predicate_sum& sum) {
  return out << sum.predicate << sum.triples << sum.hash_sum << sum.length_sum << sum.blank_triples;
}
predicate_sum read_sum(line_reader& in) {
  predicate_sum out{in.text()};
  out.triples = in.number<std::uint64_t>();
  out.hash_sum = in.number<std::uint64_t>();
  out.length_sum = in.number<std::uint64_t>();
  out.blank_triples = in.number<std::uint64_t>();
  return out;
}
line_writer& operator<<(line_writer& out, hash_range range) {
  return out << std::uint64_t{range.first} << std::uint64_t{range.last};
}
hash_range read_range(line_reader& in) {
  const auto first = in.number<std::uint32_t>();
  return {first, in.number<std::uint32_t>()};
}

void read_settings(line_reader& in, copy_state& out) {
  out.source.graph = in.text();
  out.limits.page_rows = in.number<std::uint64_t>();
  out.limits.fewest_rows = in.number<std::uint64_t>();
  out.limits.predicates = in.number<std::uint64_t>();
  out.limits.attempts = in.number<std::uint32_t>();
  out.limits.rounds = in.number<std::uint32_t>();
}
void read_progress(line_reader& in, copy_state& out) {
  const auto phase = in.number<std::uint8_t>();
  out.phase = phase >= 1 && phase <= 5 ? static_cast<copy_phase>(phase) : copy_phase::ended;
  out.has_hash_sums = in.flag();
  out.is_first_list = in.flag();
  out.list_after = in.text();
  out.current = in.number<std::uint64_t>();
  out.page_rows = in.number<std::uint64_t>();
  out.attempts = in.number<std::uint32_t>();
  out.next_id = in.number<std::uint64_t>();
  out.requests = in.number<std::uint64_t>();
  out.repeated = in.number<std::uint64_t>();
  out.failure = in.code();
  out.detail = in.text();
}
copied_part read_part(line_reader& in) {
  copied_part out;
  out.sum = read_sum(in);
  out.round = in.number<std::uint32_t>();
  out.is_received = in.flag();
  out.is_unsettled = in.flag();
  out.is_changing = in.flag();
  out.failure = in.code();
  while (in.has_more()) out.pages.push_back(in.number<std::uint64_t>());
  return out;
}
received_page read_received(line_reader& in) {
  received_page out;
  out.id = in.number<std::uint64_t>();
  out.range = read_range(in);
  out.rows = in.number<std::uint64_t>();
  out.is_counted = in.flag();
  out.attempts = in.number<std::uint32_t>();
  return out;
}
wanted_page read_wanted(line_reader& in) {
  const auto range = read_range(in);
  return {range, in.number<std::uint32_t>()};
}
line_writer& operator<<(line_writer& out, const endpoint_host& host) {
  const auto& state = host.state;
  const auto ms = [](timestamp time) { return static_cast<std::uint64_t>(to_ms(time)); };
  return out << host.authority << ms(state.not_before) << to_string(state.waits_for) << state.detail
             << ms(state.suspended_until) << std::uint64_t{state.failures};
}
timestamp read_time(line_reader& in) {
  return from_ms(in.number<std::int64_t>());
}
endpoint_host read_host_line(line_reader& in) {
  endpoint_host out{in.text(), {}};
  out.state.not_before = read_time(in);
  out.state.waits_for = in.code();
  out.state.detail = in.text();
  out.state.suspended_until = read_time(in);
  out.state.failures = in.number<std::uint32_t>();
  return out;
}

bool read_line_of(copy_state& out, std::string_view text) {
  line_reader in{text};
  const auto kind = in.word();
  if (kind == "source")
    read_settings(in, out);
  else if (kind == "progress")
    read_progress(in, out);
  else if (kind == "listed")
    out.listed.push_back(read_sum(in));
  else if (kind == "part")
    out.parts.push_back(read_part(in));
  else if (kind == "wanted")
    out.wanted.push_back(read_wanted(in));
  else if (kind == "received")
    out.received.push_back(read_received(in));
  else if (kind == "host")
    out.hosts.push_back(read_host_line(in));
  else
    return false;
  return in.is_valid();
}

// Whether `next` has what it needs.
bool is_consistent(const copy_state& state) {
  const bool is_of_part = state.phase == copy_phase::paging || state.phase == copy_phase::counting;
  if (is_of_part && state.current >= state.parts.size()) return false;
  if (state.phase == copy_phase::paging) return !state.wanted.empty();
  if (state.phase != copy_phase::counting) return true;
  for (const auto& page : state.received)
    if (!page.is_counted) return true;
  return false;
}

tl::unexpected<failure> unreadable(const std::string& what) {
  return fail(errc::announcement_syntax, "the stored harvest has " + what);
}

}  // namespace

std::string write_copy(const copy_state& state) {
  line_writer source{"source"}, progress{"progress"};
  const auto& limits = state.limits;
  source << state.source.graph << limits.page_rows << limits.fewest_rows << limits.predicates
         << std::uint64_t{limits.attempts} << std::uint64_t{limits.rounds};
  progress << static_cast<std::uint64_t>(state.phase) << std::uint64_t{state.has_hash_sums}
           << std::uint64_t{state.is_first_list} << state.list_after << state.current << state.page_rows
           << std::uint64_t{state.attempts} << state.next_id << state.requests << state.repeated
           << to_string(state.failure) << state.detail;
  std::string out = std::string{first_line_of_text} + '\n' + source.line() + progress.line();
  const auto add = [&](std::string_view kind, const auto& write) {
    line_writer line{kind};
    write(line);
    out += line.line();
  };
  for (const auto& sum : state.listed) add("listed", [&](line_writer& line) { line << sum; });
  for (const auto& part : state.parts)
    add("part", [&](line_writer& line) {
      line << part.sum << std::uint64_t{part.round} << std::uint64_t{part.is_received}
           << std::uint64_t{part.is_unsettled} << std::uint64_t{part.is_changing} << to_string(part.failure);
      for (const auto id : part.pages) line << id;
    });
  for (const auto& page : state.wanted)
    add("wanted", [&](line_writer& line) { line << page.range << std::uint64_t{page.attempts}; });
  for (const auto& page : state.received)
    add("received", [&](line_writer& line) {
      line << page.id << page.range << page.rows << std::uint64_t{page.is_counted}
           << std::uint64_t{page.attempts};
    });
  for (const auto& host : state.hosts) add("host", [&](line_writer& line) { line << host; });
  return out;
}

result<copy_state> read_copy(std::string_view text) {
  copy_state out;
  bool is_first = true;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_first ? line != first_line_of_text : !read_line_of(out, line))
      return unreadable("an invalid line: " + quoted_head(line));
    is_first = false;
  }
  if (is_first) return unreadable("no lines");
  if (!is_consistent(out)) return unreadable("a phase without its pages");
  return out;
}

}  // namespace laundromat
