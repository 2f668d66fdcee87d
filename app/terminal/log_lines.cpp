// Formats the prefixes of lines for terminals, journald and files.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/log_lines.hpp"

#include <spdlog/pattern_formatter.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#include <cstdlib>

namespace laundromat {

namespace {

int priority_of(spdlog::level::level_enum level) {
  switch (level) {
    case spdlog::level::critical:
      return LOG_CRIT;
    case spdlog::level::err:
      return LOG_ERR;
    case spdlog::level::warn:
      return LOG_WARNING;
    case spdlog::level::info:
      return LOG_INFO;
    default:
      return LOG_DEBUG;
  }
}

std::string journal_prefix(int priority) {
  return '<' + std::to_string(priority) + '>';
}

/// `%*` in a pattern: the level in journald's format.
class journal_level final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& to) override {
    const auto prefix = journal_prefix(priority_of(message.level));
    to.append(prefix.data(), prefix.data() + prefix.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<journal_level>(); }
};

}  // namespace

bool is_journal_stream(std::string_view variable, std::uint64_t device, std::uint64_t inode) {
  return variable == std::to_string(device) + ':' + std::to_string(inode);
}

log_reader reader_of(int descriptor) {
  if (::isatty(descriptor) == 1) return log_reader::person;
  struct ::stat about {};
  const auto* const stream = std::getenv("JOURNAL_STREAM");
  const bool is_journal = stream != nullptr && ::fstat(descriptor, &about) == 0 &&
                          is_journal_stream(stream, about.st_dev, about.st_ino);
  return is_journal ? log_reader::journald : log_reader::file;
}

std::string fact_prefix(log_reader reader, timestamp at, bool is_failure) {
  constexpr std::size_t time_of_day = 11, time_bytes = 8;  // in `2026-11-24T18:40:15.123Z`
  switch (reader) {
    case log_reader::person:
      return to_iso8601(at).substr(time_of_day, time_bytes) + ' ';
    case log_reader::journald:
      return journal_prefix(is_failure ? LOG_NOTICE : LOG_INFO);
    case log_reader::file:
      break;
  }
  return to_iso8601(at) + ' ';
}

std::string_view progress_prefix(log_reader reader) {
  static_assert(LOG_INFO == 6);
  return reader == log_reader::journald ? "<6>" : "";
}

std::unique_ptr<spdlog::formatter> log_formatter(log_reader reader) {
  auto out = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
  out->add_flag<journal_level>('*');
  switch (reader) {
    case log_reader::person:
      out->set_pattern("%H:%M:%S %l: %v");
      break;
    case log_reader::journald:
      out->set_pattern("%*%v");
      break;
    case log_reader::file:
      out->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l: %v");
      break;
  }
  return out;
}

}  // namespace laundromat
