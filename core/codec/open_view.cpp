// Composes the layers of a chain, from the longest prefix whose bytes are on scratch.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/open_view.hpp"

#include "core/base/count_words.hpp"
#include "core/base/digest.hpp"
#include "core/codec/archive/filters.hpp"
#include "core/codec/warc/open_record.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t most_direct_members = 1'000;
constexpr std::size_t copy_bytes = std::size_t{256} * 1024;

/// Reads from the current member of an archive within `budget`; `made` counts the bytes.
result<std::size_t> read_within(archive_reader& reader, std::uint64_t& made, const unpack_budget& budget,
                                std::span<char> buffer) {
  auto n = reader.read(buffer);
  if (!n) return n;
  made += *n;
  if (auto judged = judge_expansion(made, reader.consumed_bytes(), budget); !judged)
    return tl::unexpected(judged.error());
  return n;
}

/// A member that is read in place.
class direct_member final : public byte_source {
 public:
  direct_member(archive_reader reader, const unpack_budget& budget)
      : reader_(std::move(reader)), budget_(budget) {}
  result<std::size_t> read(std::span<char> buffer) override {
    return read_within(reader_, made_, budget_, buffer);
  }

 private:
  archive_reader reader_;
  unpack_budget budget_;
  std::uint64_t made_ = 0;
};

/// A member that is copied to scratch: counted into the sum of its archive.
class walked_member final : public byte_source {
 public:
  walked_member(archive_reader& reader, std::uint64_t& made, const unpack_budget& budget)
      : reader_(reader), made_(made), budget_(budget) {}
  result<std::size_t> read(std::span<char> buffer) override {
    return read_within(reader_, made_, budget_, buffer);
  }

 private:
  archive_reader& reader_;
  std::uint64_t& made_;
  const unpack_budget& budget_;
};

/// True for errors that concern one member, after which the archive is read on.
bool concerns_one_member(errc code) {
  return code == errc::archive_damaged || code == errc::archive_encrypted || code == errc::member_skipped;
}

class view_opener {
 public:
  view_opener(const view& content, raw_port& raw, scratch_port& scratch, const unpack_budget& budget,
              warning_log& warnings)
      : content_(content), raw_(raw), scratch_(scratch), budget_(budget), warnings_(warnings) {}

  /// The decoded bytes of the first `layers` of the chain.
  result<byte_source_ptr> open(std::size_t layers) {
    if (layers == 0) return raw_.open(content_.raw_path);
    auto spooled = scratch_.open(key(layers));
    if (spooled || spooled.error().code != errc::not_found) return spooled;
    const auto& outer = content_.chain[layers - 1];
    if (outer.kind == layer_kind::revisit) return open(layers - 1);
    if (is_member(outer.kind)) return open_member(layers);
    auto below = open(layers - 1);
    if (!below) return below;
    return make_decoder(outer.kind, std::move(*below), budget_, warnings_);
  }

 private:
  [[nodiscard]] view prefix(std::size_t layers) const {
    return {content_.raw_path,
            {content_.chain.begin(), content_.chain.begin() + static_cast<std::ptrdiff_t>(layers)}};
  }
  [[nodiscard]] std::string key(std::size_t layers) const {
    return scratch_key(content_.raw_path, prefix(layers).chain);
  }

  /// Damage of the archive itself is reported by the walk that listed it. Here its bytes are read to their end.
  result<byte_source_ptr> open_member(std::size_t layers) {
    const auto [kind, ordinal] = content_.chain[layers - 1];
    warning_log reported_elsewhere;
    auto opened = view_opener{content_, raw_, scratch_, budget_, reported_elsewhere}.open(layers - 1);
    if (!opened) return opened;
    auto archive = *std::move(opened);
    if (!archive->is_seekable() && kind != layer_kind::tar_member) {
      if (auto copied = spool(*archive, scratch_, key(layers - 1)); !copied)
        return tl::unexpected(copied.error());
      auto seekable = scratch_.open(key(layers - 1));
      if (!seekable) return seekable;
      archive = std::move(*seekable);
    }
    if (kind == layer_kind::warc_member) return open_record(std::move(archive), ordinal, budget_, warnings_);
    const bool is_direct =
        archive->is_seekable() && kind != layer_kind::sevenzip_member && ordinal < most_direct_members;
    return is_direct ? open_direct(kind, ordinal, std::move(archive))
                     : open_walked(layers, std::move(archive));
  }

  result<byte_source_ptr> open_direct(layer_kind kind, std::uint64_t ordinal, byte_source_ptr archive) {
    auto reader = archive_reader::open(kind, std::move(archive), warnings_);
    if (!reader) return tl::unexpected(reader.error());
    auto member = reader->find(ordinal);
    if (!member) return tl::unexpected(member.error());
    if (member->skipped != errc::ok)
      return fail(member->skipped, "cannot read member " + std::to_string(ordinal));
    return std::make_unique<direct_member>(std::move(*reader), budget_);
  }

  /// Copies the wanted member and those after it to scratch, where later calls find them.
  result<byte_source_ptr> open_walked(std::size_t layers, byte_source_ptr archive) {
    const auto [kind, ordinal] = content_.chain[layers - 1];
    warning_log of_all;
    auto walk =
        walk_archive(prefix(layers - 1), kind, std::move(archive), scratch_, {ordinal, budget_}, of_all);
    if (!walk) return tl::unexpected(walk.error());
    if (ordinal >= walk->members.size()) return fail(errc::not_found, "no member " + std::to_string(ordinal));
    if (const auto why = walk->members[ordinal].skipped; why != errc::ok)
      return fail(why, "cannot read member " + std::to_string(ordinal));
    for (const auto& damage : walk->members[ordinal].damage)
      warnings_.add(damage.code, damage.offset_bytes, damage.message);
    auto spooled = scratch_.open(key(layers));
    if (!spooled && spooled.error().code == errc::not_found)
      return fail(errc::archive_damaged, "member " + std::to_string(ordinal) + " cannot be read");
    return spooled;
  }

  const view& content_;
  raw_port& raw_;
  scratch_port& scratch_;
  const unpack_budget& budget_;
  warning_log& warnings_;
};

/// One walk: its result, and the scratch files to remove when a limit is reached.
class archive_walker {
 public:
  archive_walker(const view& content, layer_kind format, std::uint64_t archive_bytes, archive_reader reader,
                 scratch_port& scratch, const walk_options& options, warning_log& warnings)
      : content_(content),
        format_(format),
        archive_bytes_(archive_bytes),
        reader_(std::move(reader)),
        scratch_(scratch),
        options_(options),
        warnings_(warnings) {}

  result<archive_walk> run() {
    for (;;) {
      auto member = reader_.next();
      if (!member) return give_up(member.error());
      if (!*member) return std::move(found_);
      if (found_.members.size() >= options_.budget.entries)
        return give_up({errc::too_many_entries, "more than " + number_of(options_.budget.entries, "member")});
      name_bytes_ += (*member)->path.size();
      if (const auto most = name_bytes_of(options_.budget); name_bytes_ > most)
        return give_up({errc::too_many_entries, "the names of the members have more than " +
                                                    std::to_string(most >> 20) + " MiB together"});
      if ((*member)->skipped == errc::ok && (*member)->ordinal >= options_.first_spooled) {
        if (auto kept = keep(**member); !kept) return give_up(kept.error());
        (*member)->damage = reader_.damage();
      } else if ((*member)->skipped == errc::ok) {
        keep_in_memory(**member);
      }
      found_.members.push_back(std::move(**member));
    }
  }

 private:
  /// Keeps a small member of a tar that is read in place, because finding it again means reading all headers before it. Its bytes are all in
  /// the archive, so that reading them meets no damage.
  void keep_in_memory(const archive_member& member) {
    constexpr std::uint64_t header_bytes = 512;
    if (format_ != layer_kind::tar_member || !scratch_.has_memory_for(member.size_bytes) ||
        reader_.place() + header_bytes + member.size_bytes > archive_bytes_)
      return;
    std::string bytes(static_cast<std::size_t>(member.size_bytes), '\0');
    std::size_t at = 0;
    while (at < bytes.size()) {
      const auto n = reader_.read({bytes.data() + at, bytes.size() - at});
      if (!n || *n == 0) return;
      at += *n;
    }
    scratch_.keep(key_of(member.ordinal), std::move(bytes));
    spooled_.push_back(member.ordinal);
  }

  [[nodiscard]] std::string key_of(std::uint64_t ordinal) const {
    auto chain = content_.chain;
    chain.push_back({format_, ordinal});
    return scratch_key(content_.raw_path, chain);
  }

  result<void> keep(const archive_member& member) {
    walked_member bytes(reader_, found_.spooled_bytes, options_.budget);
    auto copied = spool(bytes, scratch_, key_of(member.ordinal));
    if (copied) {
      spooled_.push_back(member.ordinal);
      return {};
    }
    if (!concerns_one_member(copied.error().code)) return tl::unexpected(copied.error());
    warnings_.add(copied.error().code, reader_.consumed_bytes(),
                  "member " + std::to_string(member.ordinal) + ": " + copied.error().detail);
    return {};
  }

  tl::unexpected<failure> give_up(failure why) {
    for (const auto ordinal : spooled_) scratch_.remove(key_of(ordinal));
    return tl::unexpected<failure>(std::move(why));
  }

  const view& content_;
  layer_kind format_;
  std::uint64_t archive_bytes_;  ///< 0: not known
  archive_reader reader_;
  scratch_port& scratch_;
  const walk_options& options_;
  warning_log& warnings_;
  archive_walk found_;
  std::vector<std::uint64_t> spooled_;
  std::uint64_t name_bytes_ = 0;
};

}  // namespace

std::string scratch_prefix(std::string_view raw_path) {
  return md5(raw_path).hex() + '-';
}

std::string scratch_key(std::string_view raw_path, const decode_chain& prefix) {
  return scratch_prefix(raw_path) + md5(to_string(prefix)).hex();
}

result<std::uint64_t> spool(byte_source& source, scratch_port& scratch, std::string_view key) {
  auto file = scratch.create(key);
  if (!file) return tl::unexpected(file.error());
  std::vector<char> buffer(copy_bytes);
  std::uint64_t total = 0;
  for (;;) {
    auto n = source.read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) break;
    if (auto written = (*file)->write({buffer.data(), *n}); !written) return tl::unexpected(written.error());
    total += *n;
  }
  if (auto done = (*file)->commit(); !done) return tl::unexpected(done.error());
  return total;
}

result<archive_walk> walk_archive(const view& content, layer_kind format, byte_source_ptr source,
                                  scratch_port& scratch, const walk_options& options, warning_log& warnings) {
  const auto archive_bytes = source->size_bytes();
  auto reader = archive_reader::open(format, std::move(source), warnings);
  if (!reader) return tl::unexpected(reader.error());
  return archive_walker(content, format, archive_bytes, std::move(*reader), scratch, options, warnings).run();
}

result<byte_source_ptr> open_view(const view& content, raw_port& raw, scratch_port& scratch,
                                  const unpack_budget& budget, warning_log& warnings) {
  return view_opener(content, raw, scratch, budget, warnings).open(content.chain.size());
}

void release_view(const view& content, scratch_port& scratch) {
  auto prefix = content.chain;
  while (!prefix.empty()) {
    scratch.remove(scratch_key(content.raw_path, prefix));
    if (is_member(prefix.back().kind)) return;
    prefix.pop_back();
  }
}

}  // namespace laundromat
