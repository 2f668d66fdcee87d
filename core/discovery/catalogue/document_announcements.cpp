// Finds the few lines of a document that announce.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/document_announcements.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/discovery/catalogue/dataset_builder.hpp"
#include "core/rdf/model/unescape.hpp"

namespace laundromat {

namespace {

/// The predicate of a canonical line: IRIs contain no space. Empty for another line.
std::string_view predicate_of(std::string_view line) {
  const auto begin = line.find(' ');
  if (begin == line.npos || begin + 2 >= line.size() || line[begin + 1] != '<') return {};
  const auto end = line.find('>', begin + 2);
  return end == line.npos ? std::string_view{} : line.substr(begin + 2, end - begin - 2);
}

}  // namespace

class document_announcements::state {
 public:
  explicit state(document_announcement_options options) : options_(std::move(options)) {
    for (const auto& iri : options_.followed) followed_.insert(iri);
  }

  void add(std::string_view lines) {
    while (!lines.empty()) {
      const auto end = std::min(lines.find('\n'), lines.size());
      ++line_;
      take(lines.substr(0, end));
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }

  announcements finish() {
    graph_.finish();
    dataset_builder builder{graph_, options_, found_};
    builder.build(direct_);
    if (graph_.left_out() > 0)
      note(found_, options_.limits,
           {errc::announcement_limit, graph_.first_left_out_line(),
            "more datasets and distributions than the limit; " + number_of(graph_.left_out(), "statement") +
                " about them are not used"});
    found_.left_out += graph_.left_out() + direct_left_out_;
    if (direct_left_out_ > 0)
      note(found_, options_.limits,
           {errc::announcement_limit, first_direct_left_out_,
            "only the first " + number_of(options_.limits.announcements, "linked URI") + " are used"});
    return std::move(found_);
  }

 private:
  void take(std::string_view line) {
    const auto predicate = predicate_of(line);
    const auto* property = find_catalogue_property(predicate);
    const bool is_followed = !followed_.empty() && followed_.contains(predicate);
    if (property == nullptr && !is_followed) return;
    const auto statement = split_clean_line(line);
    if (!statement) return;
    if (property != nullptr && property->role != catalogue_role::direct)
      graph_.add(*statement, *property, line_);
    else if (property != nullptr)
      take_direct(*statement, property, property->name);
    if (is_followed && !statement->is_literal) take_direct(*statement, nullptr, predicate);
  }

  void take_direct(const clean_statement& statement, const catalogue_property* property,
                   std::string_view by) {
    const auto uri = unescape(statement.object, room_);
    if (statement.is_literal && uri.find("://") == uri.npos) return;
    key_.assign(property == nullptr ? std::string_view{"linked"} : to_string(property->kind))
        .append(" ")
        .append(uri);
    if (seen_.contains(key_)) return;
    if (direct_.size() >= options_.limits.announcements) {
      if (direct_left_out_++ == 0) first_direct_left_out_ = line_;
      return;
    }
    seen_.insert(key_);
    direct_.push_back({property, std::string(uri), std::string(by), line_});
  }

  document_announcement_options options_;
  keyed_set<std::string> followed_;
  catalogue_graph graph_;
  std::vector<direct_announcement> direct_;
  keyed_set<std::string> seen_;  ///< of `direct_`: the kind and the URI
  std::string room_, key_;
  announcements found_;
  std::uint64_t line_ = 0, direct_left_out_ = 0, first_direct_left_out_ = 0;
};

document_announcements::document_announcements(document_announcement_options options)
    : state_(std::make_unique<state>(std::move(options))) {}
document_announcements::~document_announcements() = default;
document_announcements::document_announcements(document_announcements&&) noexcept = default;
document_announcements& document_announcements::operator=(document_announcements&&) noexcept = default;

void document_announcements::add(std::string_view lines) {
  state_->add(lines);
}

announcements document_announcements::finish() {
  return state_->finish();
}

result<announcements> announced_by(byte_source& clean_lines, document_announcement_options options) {
  constexpr std::size_t piece_bytes = std::size_t{64} << 10;
  document_announcements all{std::move(options)};
  std::string buffer(piece_bytes, '\0'), kept;
  for (;;) {
    const auto got = clean_lines.read(buffer);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) break;
    kept.append(buffer, 0, *got);
    const auto end = kept.rfind('\n');
    if (end == kept.npos) continue;
    all.add(std::string_view(kept).substr(0, end + 1));
    kept.erase(0, end + 1);
  }
  all.add(kept);
  return all.finish();
}

}  // namespace laundromat
