// Implements unpacking layer by layer; only the head that was inspected is decoded twice.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/archive/unpack.hpp"

#include <algorithm>
#include <limits>

#include "core/base/count_words.hpp"
#include "core/codec/archive/filters.hpp"
#include "core/codec/open_view.hpp"
#include "core/codec/sniff.hpp"
#include "core/codec/warc/list_records.hpp"
#include "core/codec/warc/record_input.hpp"

namespace laundromat {

namespace {

/// The source as it was before `head` was read from it.
result<byte_source_ptr> rewind(std::string head, byte_source_ptr source) {
  if (!source->is_seekable()) return make_rejoined_source(std::move(head), std::move(source));
  if (auto moved = source->seek(0); !moved) return tl::unexpected(moved.error());
  return source;
}

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max()
                                                           : a + b;
}

class inspector {
 public:
  inspector(const view& start, raw_port& raw, scratch_port& scratch, const unpack_budget& budget,
            warning_log& warnings)
      : raw_(raw), scratch_(scratch), budget_(budget), warnings_(warnings) {
    found_.content = start;
  }

  result<inspection> run(const unpack_budget& of_start) {
    auto source = open_view(found_.content, raw_, scratch_, of_start, warnings_);
    if (!source) return tl::unexpected(source.error());
    for (;;) {
      auto head = read_head(**source, inspection::head_bytes);
      if (!head) return tl::unexpected(head.error());
      const auto outer = sniff(*head);
      if (!outer.unsupported.empty()) return fail(errc::unsupported_archive, std::string(outer.unsupported));
      if (!outer.kind) return finish_leaf(std::move(*head), **source);
      if (*outer.kind == layer_kind::gzip && (*source)->is_seekable() && begins_packed_record(*head)) {
        const auto listed = list_packed_records(**source);
        if (!listed) return tl::unexpected(listed.error());
        if (*listed) return std::move(found_);
      }
      if (!is_member(*outer.kind))
        if (auto peeled = peel(*outer.kind, *head); !peeled) return tl::unexpected(peeled.error());
      source = rewind(std::move(*head), std::move(*source));
      if (!source) return tl::unexpected(source.error());
      if (is_member(*outer.kind)) return finish_archive(*outer.kind, std::move(*source));
      source = make_decoder(*outer.kind, std::move(*source), budget_, warnings_);
    }
  }

 private:
  result<void> peel(layer_kind kind, std::string_view head) {
    if (kind == layer_kind::xz && xz_dictionary_bytes(head) > most_dictionary_bytes)
      return fail(errc::limit_exceeded,
                  "xz needs a dictionary of " + number_of(xz_dictionary_bytes(head), "byte"));
    auto& chain = found_.content.chain;
    const auto last_member =
        std::find_if(chain.rbegin(), chain.rend(), [](const layer& step) { return is_member(step.kind); });
    if (last_member - chain.rbegin() >= static_cast<std::ptrdiff_t>(budget_.filters))
      return fail(errc::too_many_filters,
                  "the entry has more than " + number_of(budget_.filters, "compression layer"));
    chain.push_back({kind, 0});
    return {};
  }

  result<inspection> finish_leaf(std::string head, byte_source& source) {
    found_.sample = std::move(head);
    auto more = read_head(source, inspection::sample_bytes + 1 - found_.sample.size());
    if (!more) return tl::unexpected(more.error());
    found_.sample += *more;
    found_.sample_is_whole = found_.sample.size() <= inspection::sample_bytes;
    found_.spent_bytes += found_.sample.size();
    if (!found_.sample_is_whole) found_.sample.resize(inspection::sample_bytes);
    return std::move(found_);
  }

  [[nodiscard]] std::string own_key() const {
    return scratch_key(found_.content.raw_path, found_.content.chain);
  }

  [[nodiscard]] result<void> judge_depth() const {
    const auto& chain = found_.content.chain;
    const auto depth =
        std::count_if(chain.begin(), chain.end(), [](const layer& step) { return is_member(step.kind); });
    if (depth < static_cast<std::ptrdiff_t>(budget_.depth)) return {};
    return fail(errc::too_deep_archive,
                "the entry is inside more than " + number_of(budget_.depth, "archive"));
  }

  /// A web archive with a gzip member for each record is read in place, without a layer for gzip. False: records share a member, and the
  /// archive is below a layer of gzip.
  result<bool> list_packed_records(byte_source& file) {
    if (auto judged = judge_depth(); !judged) return tl::unexpected(judged.error());
    warning_log of_listing;
    auto listed = list_web_archive(file, of_listing);
    if (!listed) return listed;
    if (*listed)
      warnings_.add_all(of_listing);
    else
      warnings_.add(errc::warc_one_member, 0, "not every gzip member has one record");
    return listed;
  }

  /// Keeps small documents where `open_view` finds them, if scratch has memory for them.
  [[nodiscard]] record_keeper keeper() const {
    return {[this](std::uint64_t bytes) { return scratch_.has_memory_for(bytes); },
            [this](std::uint64_t offset, std::string document) {
              auto chain = found_.content.chain;
              chain.push_back({layer_kind::warc_member, offset});
              scratch_.keep(scratch_key(found_.content.raw_path, chain), std::move(document));
            }};
  }

  /// False: see `list_packed_records`.
  result<bool> list_web_archive(byte_source& file, warning_log& warnings) {
    auto left = budget_;
    left.bytes -= std::min(left.bytes, found_.spent_bytes);
    auto listed = list_records(file, left, warnings, keeper());
    if (!listed) return tl::unexpected(listed.error());
    if (listed->shares_members) return false;
    found_.archive = layer_kind::warc_member;
    found_.members = std::move(listed->members);
    if (auto judged = judge_announced(file.size_bytes(), left); !judged)
      return tl::unexpected(judged.error());
    return true;
  }

  result<inspection> finish_archive(layer_kind kind, byte_source_ptr source) {
    if (auto judged = judge_depth(); !judged) return tl::unexpected(judged.error());
    found_.archive = kind;
    bool is_copied = false;
    if (!source->is_seekable() && kind != layer_kind::tar_member) {
      auto copied = spool(*source, scratch_, own_key());
      if (!copied) return tl::unexpected(copied.error());
      found_.spent_bytes += *copied;
      is_copied = true;
      auto seekable = scratch_.open(own_key());
      if (!seekable) return tl::unexpected(seekable.error());
      source = std::move(*seekable);
    }
    auto listed = list(kind, std::move(source));
    if (!listed && is_copied) scratch_.remove(own_key());
    if (!listed) return tl::unexpected(listed.error());
    return std::move(found_);
  }

  result<void> list(layer_kind kind, byte_source_ptr source) {
    if (kind == layer_kind::warc_member) {
      const auto listed = list_web_archive(*source, warnings_);
      return listed ? result<void>{} : tl::unexpected(listed.error());
    }
    const bool is_direct = source->is_seekable() && kind != layer_kind::sevenzip_member;
    const auto archive_bytes = source->size_bytes();
    walk_options options{is_direct ? std::numeric_limits<std::uint64_t>::max() : 0, budget_};
    options.budget.bytes -= std::min(options.budget.bytes, found_.spent_bytes);
    auto walk = walk_archive(found_.content, kind, std::move(source), scratch_, options, warnings_);
    if (!walk) return tl::unexpected(walk.error());
    found_.spent_bytes += walk->spooled_bytes;
    found_.members = std::move(walk->members);
    return is_direct ? judge_announced(archive_bytes, options.budget) : result<void>{};
  }

  /// For members that are read in place: the sizes that the archive announces must fit the budget.
  /// Sizes that it does not announce are counted when the member is opened.
  [[nodiscard]] result<void> judge_announced(std::uint64_t archive_bytes, const unpack_budget& left) const {
    std::uint64_t announced = 0;
    for (const auto& member : found_.members)
      if (member.skipped == errc::ok) announced = saturating_add(announced, member.size_bytes);
    return judge_expansion(announced, archive_bytes, left);
  }

  raw_port& raw_;
  scratch_port& scratch_;
  const unpack_budget& budget_;
  warning_log& warnings_;
  inspection found_;
};

}  // namespace

result<inspection> inspect(const view& start, raw_port& raw, scratch_port& scratch,
                           const unpack_budget& budget, warning_log& warnings,
                           std::optional<unpack_budget> of_start) {
  return inspector(start, raw, scratch, budget, warnings).run(of_start.value_or(budget));
}

}  // namespace laundromat
