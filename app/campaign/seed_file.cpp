// Splits the lines of seed files.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/seed_file.hpp"

#include <sys/stat.h>

#include <charconv>
#include <fstream>
#include <limits>

#include "app/terminal/terminal.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t longest_interval_s = 315'360'000;

std::string shown_field(std::string_view text) {
  constexpr std::size_t columns = 60;
  return "`" + cut_to(harmless(text.substr(0, 4 * columns)), columns) + "`";
}

template <class T>
std::optional<T> whole_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The seed of one line, or the reason why it is none.
tl::expected<campaign_seed, std::string> seed_from_line(std::string_view line) {
  campaign_seed seed;
  std::vector<std::string_view> fields;
  for (std::size_t tab = 0; tab != std::string_view::npos;) {
    tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab != std::string_view::npos) line.remove_prefix(tab + 1);
  }
  if (fields.size() > 3)
    return tl::unexpected(std::string{"more than URI, interval and priority: remove the rest"});
  seed.uri = fields[0];
  if (seed.uri.empty()) return tl::unexpected(std::string{"no URI before the tab"});
  if (seed.uri.find(' ') != std::string::npos)
    return tl::unexpected(
        std::string{"a space in the URI: write a TAB before the interval, or %20 for a space"});
  if (fields.size() > 1 && !fields[1].empty()) {
    const auto interval = whole_number<std::uint64_t>(fields[1]);
    if (!interval || *interval > longest_interval_s)
      return tl::unexpected("the interval is a whole number of seconds up to 315360000, not " +
                            shown_field(fields[1]));
    seed.interval_s = *interval;
  }
  if (fields.size() > 2 && !fields[2].empty()) {
    const auto priority = whole_number<std::int32_t>(fields[2]);
    if (!priority) return tl::unexpected("the priority is a whole number, not " + shown_field(fields[2]));
    seed.priority = *priority;
  }
  return seed;
}

}  // namespace

tl::expected<seed_file, file_problem> seed_file::open(const fs::path& file) {
  auto text = std::make_unique<std::ifstream>(file, std::ios::binary);
  std::error_code error;
  if (fs::is_directory(file, error))
    return tl::unexpected(file_problem{file.string(), 1, "is a folder: write the name of a file"});
  if (!*text)
    return tl::unexpected(file_problem{
        file.string(), 1, "cannot be read: check that the file exists and that you may read it"});
  return seed_file{std::move(text), file.string()};
}

tl::unexpected<file_problem> seed_file::problem(std::string message) const {
  return tl::unexpected(file_problem{file_, line_, std::move(message)});
}

tl::expected<std::optional<campaign_seed>, file_problem> seed_file::next() {
  auto& in = *text_;
  while (in.peek() != std::istream::traits_type::eof()) {
    ++line_;
    in.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    auto size = static_cast<std::size_t>(in.gcount());
    if (in.bad()) break;
    if (in.fail()) {
      in.clear();
      in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
      return problem("the line has more than " + number_of(longest_line, "byte") +
                     ": write one URI per line");
    }
    if (!in.eof()) --size;  // the line ending is counted
    auto line = std::string_view{buffer_}.substr(0, size);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    auto seed = seed_from_line(line);
    if (!seed) return problem(std::move(seed.error()));
    return std::optional{*std::move(seed)};
  }
  if (!in.bad()) return std::nullopt;
  in.clear(std::ios::eofbit);
  return problem("the file cannot be read to its end");
}

bool is_read_again(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

read_from_file<void> read_seeds(seed_file list,
                                const std::function<void(const campaign_seed&, std::size_t line)>& take) {
  std::vector<file_problem> problems;
  while (problems.size() < most_problems) {
    auto seed = list.next();
    if (seed && !*seed) break;
    if (seed)
      take(**seed, list.line());
    else
      problems.push_back(std::move(seed.error()));
  }
  if (problems.empty()) return {};
  problems.back().hides_others = problems.size() == most_problems;
  return tl::unexpected(std::move(problems));
}

listed_seeds::listed_seeds(std::vector<campaign_seed> first, std::vector<std::string> files)
    : first_(std::move(first)), files_(std::move(files)) {
  for (const auto& file : files_) stamps_.push_back(stamp_of(file));
}

listed_seeds::stamp listed_seeds::stamp_of(const std::string& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino, static_cast<std::uint64_t>(found.st_size), found.st_mtim.tv_sec,
          found.st_mtim.tv_nsec};
}

std::optional<std::string> listed_seeds::changed_file() const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const auto now = stamp_of(files_[i]);
    const bool is_same_file = now.device == stamps_[i].device && now.number == stamps_[i].number;
    if (is_same_file && now != stamps_[i]) return files_[i];
  }
  return std::nullopt;
}

tl::expected<std::optional<campaign_seed>, file_problem> listed_seeds::next() {
  if (taken_ < first_.size()) return first_[taken_++];
  for (;;) {
    if (!open_) {
      if (opened_ == files_.size()) return std::nullopt;
      auto file = seed_file::open(files_[opened_++]);
      if (!file) return tl::unexpected(file.error());
      open_ = *std::move(file);
    }
    auto seed = open_->next();
    if (!seed || *seed) return seed;
    open_.reset();
  }
}

}  // namespace laundromat
