// Splits the lines of seed files.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/seed_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <fstream>
#include <span>

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
  std::array<std::string_view, 3> fields;
  std::size_t count = 0;
  for (std::size_t tab = 0; tab != std::string_view::npos; ++count) {
    if (count == fields.size())
      return tl::unexpected(std::string{"more than URI, interval and priority: remove the rest"});
    tab = line.find('\t');
    fields[count] = line.substr(0, tab);
    if (tab != std::string_view::npos) line.remove_prefix(tab + 1);
  }
  seed.uri = fields[0];
  if (seed.uri.empty()) return tl::unexpected(std::string{"no URI before the tab"});
  if (seed.uri.find(' ') != std::string::npos)
    return tl::unexpected(
        std::string{"a space in the URI: write a TAB before the interval, or %20 for a space"});
  if (!fields[1].empty()) {
    const auto interval = whole_number<std::uint64_t>(fields[1]);
    if (!interval || *interval > longest_interval_s)
      return tl::unexpected("the interval is a whole number of seconds up to 315360000, not " +
                            shown_field(fields[1]));
    seed.interval_s = *interval;
  }
  if (!fields[2].empty()) {
    const auto priority = whole_number<std::int32_t>(fields[2]);
    if (!priority) return tl::unexpected("the priority is a whole number, not " + shown_field(fields[2]));
    seed.priority = *priority;
  }
  if (seed_pattern::is_named_by(seed.uri))
    if (auto pattern = seed_pattern::of(seed); !pattern) return tl::unexpected(std::move(pattern.error()));
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

bool seed_file::read_more() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= std::exchange(begin_, 0);
  const auto more = bytes_.read(std::span{buffer_}.subspan(end_));
  end_ += more;
  return more > 0;
}

/// The next line without its end; nothing at the end of the file. Of one that is too long only the end is read.
std::optional<std::string_view> seed_file::next_line(bool& is_too_long) {
  is_too_long = false;
  for (;;) {
    const auto read = std::string_view{buffer_}.substr(begin_, end_ - begin_);
    const auto size = read.find('\n');
    if (size != read.npos) {
      begin_ += size + 1;
      is_too_long = is_too_long || size > longest_line;
      return read.substr(0, size);
    }
    if (read.size() > longest_line) {
      is_too_long = true;
      begin_ = end_;
    }
    if (read_more()) continue;
    if (begin_ == end_ && !is_too_long) return std::nullopt;
    const auto last = std::string_view{buffer_}.substr(begin_, end_ - begin_);
    begin_ = end_;
    return last;
  }
}

tl::expected<std::optional<campaign_seed>, file_problem> seed_file::next() {
  if (is_ended_) return std::nullopt;
  bool is_too_long = false;
  while (const auto read = next_line(is_too_long)) {
    ++line_;
    if (bytes_.problem()) break;
    if (is_too_long)
      return problem("the line has more than " + number_of(longest_line, "byte") +
                     ": write one URI per line");
    auto line = *read;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    auto seed = seed_from_line(line);
    if (!seed) return problem(std::move(seed.error()));
    return std::optional{*std::move(seed)};
  }
  is_ended_ = true;
  if (auto why = bytes_.problem()) return problem(*std::move(why));
  return std::nullopt;
}

bool seed_file::skip(std::uint64_t bytes, const content_digest& digest) {
  content_hasher so_far;
  char last = '\n';
  auto left = bytes;
  while (left > 0) {
    const auto more = bytes_.read(std::span{buffer_}.first(std::min<std::uint64_t>(left, buffer_.size())));
    if (more == 0 || bytes_.is_compressed()) break;
    so_far.update(std::string_view{buffer_}.substr(0, more));
    last = buffer_[more - 1];
    left -= more;
  }
  if (left == 0 && last == '\n' && so_far.finish() == digest) return true;
  bytes_.rewind();
  return false;
}

read_list stamp_of(const std::string& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return {};
  constexpr std::int64_t second_ns = 1'000'000'000;
  read_list stamp;
  stamp.path = file;
  stamp.device = found.st_dev;
  stamp.number = found.st_ino;
  stamp.bytes = static_cast<std::uint64_t>(found.st_size);
  stamp.modified_ns = found.st_mtim.tv_sec * second_ns + found.st_mtim.tv_nsec;
  stamp.changed_ns = found.st_ctim.tv_sec * second_ns + found.st_ctim.tv_nsec;
  return stamp;
}

bool is_untouched(const read_list& was, const read_list& stamp) {
  auto same = was;
  same.seeds = 0;
  same.digest = {};
  return same == stamp;
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

listed_seeds::listed_seeds(std::vector<campaign_seed> first, std::vector<std::string> files,
                           std::vector<read_list> read)
    : read_(std::move(read)), first_(std::move(first)), files_(std::move(files)) {
  for (const auto& file : files_) stamps_.push_back(stamp_of(file));
}

std::optional<std::string> listed_seeds::changed_file() const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const auto now = stamp_of(files_[i]);
    const bool is_same_file = now.device == stamps_[i].device && now.number == stamps_[i].number;
    if (is_same_file && (now.bytes != stamps_[i].bytes || now.modified_ns != stamps_[i].modified_ns))
      return files_[i];
  }
  return std::nullopt;
}

const read_list* listed_seeds::known(const std::string& file) const {
  const auto found = std::ranges::find(read_, file, &read_list::path);
  return found == read_.end() ? nullptr : &*found;
}

/// Opens the next file that has seeds to read, if there is one.
tl::expected<void, file_problem> listed_seeds::open_next() {
  while (!open_ && opened_ < files_.size()) {
    present_ = stamps_[opened_];
    const auto& name = files_[opened_++];
    const auto* const was = known(name);
    if (was && is_untouched(*was, present_)) {
      passed_ += was->seeds;
      continue;
    }
    auto file = seed_file::open(name);
    if (!file) return tl::unexpected(file.error());
    if (was && was->bytes <= present_.bytes && file->skip(was->bytes, was->digest)) {
      passed_ += was->seeds;
      present_.seeds = was->seeds;
    }
    open_ = *std::move(file);
  }
  return {};
}

tl::expected<std::optional<campaign_seed>, file_problem> listed_seeds::next_listed() {
  if (taken_ < first_.size()) return first_[taken_++];
  for (;;) {
    if (auto done = open_next(); !done) return tl::unexpected(done.error());
    if (!open_) return std::nullopt;
    auto seed = open_->next();
    if (!seed || *seed) return seed;
    if (present_.number != 0 && open_->bytes() == present_.bytes) {
      present_.digest = open_->digest();
      ended_.push_back(present_);
    }
    open_.reset();
  }
}

tl::expected<std::optional<campaign_seed>, file_problem> listed_seeds::next() {
  for (;;) {
    std::optional<campaign_seed> seed;
    if (pattern_) {
      seed = pattern_->next();
      if (!seed) pattern_.reset();
    }
    if (!seed) {
      auto listed = next_listed();
      if (!listed || !*listed) return listed;
      if (seed_pattern::is_named_by((*listed)->uri)) {
        auto pattern = seed_pattern::of(**listed);
        if (!pattern)
          return tl::unexpected(file_problem{"seeds", taken_, (*listed)->uri + ": " + pattern.error()});
        pattern_ = *std::move(pattern);
        continue;
      }
      seed = *std::move(listed);
    }
    if (open_) ++present_.seeds;
    return seed;
  }
}

}  // namespace laundromat
