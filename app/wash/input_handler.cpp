// Implements input_handler: archives and their members.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/input_handler.hpp"

#include <algorithm>
#include <thread>

#include "core/codec/open_view.hpp"
#include "core/web/uri.hpp"
#include "storage/stores/scratch_runs.hpp"

namespace laundromat {

input_handler::input_handler(const wash_options& options, scratch_store& scratch)
    : options_(options), report_(options), scratch_(scratch) {
  settings_.profile = profile_from_name(options.profile).value_or(wash_profile::standard);
  settings_.forms = options.forms.read();
  settings_.tool_version = program_version;
  settings_.memory_bytes = std::uint64_t{options.memory_mib} << 20;
  settings_.threads = options.threads == 0 ? std::thread::hardware_concurrency() : options.threads;
  ports_.raw = &files_;
  ports_.scratch = &scratch_;
  ports_.make_runs = [&scratch] { return make_scratch_runs([&scratch] { return scratch.create_run(); }); };
  ports_.records = options.records;
  ports_.make_reader = options.make_reader;
  ports_.describes_reading = true;
  ports_.keeps_empty_ledgers = !options.ledger.empty();
}

void input_handler::handle(const input_document& document) {
  begin_document();
  auto found = unpack({0,
                       {},
                       document.content,
                       document.charset,
                       {},
                       document.media_type,
                       document.name,
                       std::string{base_of(document.address)},
                       {},
                       1,
                       document.damage,
                       document.input_bytes},
                      ports_, fused_parsing());
  if (!found) return report_failure(document.name, found.error().code, found.error().detail);
  if (found->on == event::children_found) {
    if (const auto why = refusal_of_archive(document.name, *found); !why.empty())
      return report_failure(document.name, errc::invalid_argument, why);
    report_damage(document.name, *found);
    return handle_members(document, *found);
  }
  if (found->on != event::leaf_found) return report_failure(document.name, found->cause, found->detail);
  auto leaf = document;
  leaf.content = found->content;
  take_leaf(leaf, *found);
}

/// Reports members after the limit of listed ones, which are reported nowhere else.
void input_handler::report_damage(const std::string& name, const unpack_outcome& archive) {
  if (archive.stream_defects.empty()) return;
  if (std::ranges::any_of(archive.stream_defects, loses_bytes)) ++failed_;
  report_.report_damage(name, archive);
}

void input_handler::handle_members(const input_document& archive, const unpack_outcome& found) {
  const auto shares = shares_of(found.members, archive.input_bytes);
  auto share = shares.begin();
  for (const auto& m : found.members) {
    const auto share_bytes = *share++;
    if (m.kind != member_kind::file) continue;
    auto member = archive;
    member.content = found.content;
    const auto layers = layers_of(found.archive, m);
    member.content.chain.insert(member.content.chain.end(), layers.begin(), layers.end());
    member.name = archive.name + "!/" + m.path;
    member.address = m.base_iri.empty() ? member_base(archive.address, m.path) : m.base_iri;
    member.media_type = m.media_type;
    member.charset = m.charset;
    member.damage = m.damage;
    member.input_bytes = share_bytes;
    if (m.skipped != errc::ok)
      report_failure(member.name, m.skipped, "");
    else
      handle(member);
    if (broken_) return;
  }
}

bool input_handler::is_rejected(const span_sums& spans, std::uint64_t skips, std::uint64_t repairs,
                                const std::vector<defect_count>& counts) const {
  if (options_.fail_on == "none") return false;
  if (spans.quarantine_bytes > 0) return true;
  return skips > 0 || (repairs > 0 && options_.fail_on == "repair") ||
         (options_.fail_on == "drift" &&
          std::ranges::find(counts, errc::schema_drift, &defect_count::rule) != counts.end());
}

}  // namespace laundromat
