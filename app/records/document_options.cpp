// Converts option values to a filter.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/document_options.hpp"

#include <algorithm>
#include <charconv>

#include "app/command_line/format_name.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/open_journal.hpp"

namespace laundromat {
namespace {

/// Removes a number of exactly `digits` digits from the front of `text`.
std::optional<unsigned> take_digits(std::string_view& text, std::size_t digits) {
  unsigned value = 0;
  if (text.size() < digits) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, value);
  if (error != std::errc{} || end != text.data() + digits) return std::nullopt;
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

/// Removes `:` and two digits, a number below `limit`; other text is not changed.
std::optional<unsigned> take_sixty(std::string_view& text) {
  if (!take(text, ':')) return std::nullopt;
  const auto value = take_digits(text, 2);
  return value && *value < 60 ? value : std::nullopt;
}

std::optional<seconds> take_time(std::string_view& text) {
  const auto hours = take_digits(text, 2);
  const auto minutes = take_sixty(text);
  if (!hours || *hours > 23 || !minutes) return std::nullopt;
  unsigned rest = 0;
  if (text.starts_with(':')) {
    const auto found = take_sixty(text);
    if (!found) return std::nullopt;
    rest = *found;
  }
  take(text, 'Z');
  return seconds{(*hours * 60 + *minutes) * 60 + rest};
}

bool refuse(command_context& context, const std::string& word, std::string_view is_no) {
  context.refuse(exit_usage, "`" + word + "` is not a " + std::string(is_no));
  return false;
}

bool read_timestamp(const std::string& text, timestamp& into, command_context& context) {
  if (text.empty()) return true;
  const auto time = timestamp_from_text(text);
  if (!time) return refuse(context, text, "time: write 2026-11-20 or 2026-11-20T12:30, in UTC");
  into = *time;
  return true;
}

bool read_format(const std::string& text, rdf_format& into, command_context& context) {
  if (text.empty()) return true;
  const auto format =
      text == to_string(rdf_format::records) ? std::optional{rdf_format::records} : format_from_option(text);
  if (!format)
    return refuse(context, text,
                  "format: write n-triples, n-quads, turtle, trig, rdf-xml, rdfa, json-ld or records");
  into = *format;
  return true;
}

bool read_rule(const std::string& text, errc& into, command_context& context) {
  if (text.empty()) return true;
  const auto rule = errc_from_name(text);
  if (!rule || *rule == errc::ok)
    return refuse(context, text, "defect rule: `laundromat show` lists the rules of a document's defects");
  into = *rule;
  return true;
}

}  // namespace

std::optional<timestamp> timestamp_from_text(std::string_view text) {
  const auto year = take_digits(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(*month), std::chrono::day(*day)};
  if (!date.ok()) return std::nullopt;
  const timestamp midnight{std::chrono::sys_days{date}};
  if (text.empty()) return midnight;
  const auto time = take(text, 'T') ? take_time(text) : std::nullopt;
  return time && text.empty() ? std::optional{midnight + *time} : std::nullopt;
}

void document_options::add_to(cli_command& command, const std::string& format_option) {
  command.option("--host", host, "Only documents of this host: example.org, or example.org:443");
  command.option(format_option, format, "Only documents in this format: turtle")
      .proposes(format_keys())
      .metavar("FORMAT");
  command.option("--min-statements", filter.min_statements, "At least N statements");
  command.option("--max-statements", filter.max_statements, "At most N statements");
  command.option("--min-bytes", filter.min_bytes, "At least N bytes of canonical N-Quads: 10485760, or 10MiB")
      .is_size();
  command.option("--max-bytes", filter.max_bytes, "At most N bytes").is_size();
  command.option("--min-defects", filter.min_defects, "At least N defects");
  command.option("--rule", rule, "Only documents with a defect of this rule: upper_case_language_tag");
  command.option("--same-as", same_as,
                 "Only documents with the same, or possibly the same, data as the document with this hash, "
                 "in any format");
  command.flag("--all-crawls", all_crawls,
               "Include older crawls; default: the newest successful crawl of each seed");
  command.option("--since", since,
                 "Only documents downloaded at this time or later: 2026-11-20, 2026-11-20T12:30 (UTC)");
  command.option("--until", until, "Only documents downloaded before this time");
}

std::optional<document_filter> document_options::read(command_context& context) const {
  auto made = filter;
  if (all_crawls) made.crawls = crawl_scope::all;
  for (const char c : host) made.authority.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  if (!read_format(format, made.format, context) || !read_rule(rule, made.rule, context) ||
      !read_timestamp(since, made.since, context) || !read_timestamp(until, made.until, context))
    return std::nullopt;
  return made;
}

std::optional<content_digest> document_options::find_identity(journal& from, document_filter& found,
                                                              command_context& context) const {
  if (same_as.empty()) return content_digest{};
  const auto record = find_record(from, same_as, context);
  const auto digest = record ? clean_of(from, *record, context) : std::nullopt;
  if (!digest) return std::nullopt;
  const auto clean = journal_reader{from}.clean(*digest);
  if (!clean) {
    laundromat::refuse(clean.error(), context);
    return std::nullopt;
  }
  if (clean->identity.kind == identity_kind::unknown) {
    context.refuse(exit_not_found,
                   digest->hex() + " was written by a version without dataset identities: wash it again");
    return std::nullopt;
  }
  found.identity = clean->identity.digest;
  return digest;
}

bool document_options::choose_nothing() const {
  const document_filter all;
  return host.empty() && format.empty() && rule.empty() && since.empty() && until.empty() &&
         same_as.empty() && filter.min_statements == 0 && filter.max_statements == all.max_statements &&
         filter.min_bytes == 0 && filter.max_bytes == all.max_bytes && filter.min_defects == 0;
}

}  // namespace laundromat
