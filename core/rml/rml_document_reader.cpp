// Implements rml_document_reader.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_document_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/rml/source_values.hpp"

namespace laundromat {

namespace {

constexpr std::size_t block_bytes = std::size_t{64} << 10;

}  // namespace

/// The way from a reader to the mapper.
class rml_document_reader::source_records final : public values_sink {
 public:
  source_records(std::size_t number, std::size_t place, rml_document_reader& document, account_sink& account)
      : source(number), place_(place), document_(document), account_(account) {}

  result<void> on_values(const reference_values& values, const record_place& at) override {
    return document_.mapper_.map(source, values, at);
  }
  void on_defect(const defect& found) override {
    if (document_.account_)
      document_.account_->add_defect(place_, found);
    else
      account_.on_defect(found);
  }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    if (document_.account_)
      document_.account_->add_span(place_, kind, length_bytes);
    else
      account_.on_span(kind, length_bytes);
  }

  const std::size_t source;  ///< its number in the mapping
  std::unique_ptr<reader> records;

 private:
  std::size_t place_;  ///< among those of the document
  rml_document_reader& document_;
  account_sink& account_;
};

rml_document_reader::rml_document_reader(rml_mapper& mapper) : mapper_(mapper) {}
rml_document_reader::~rml_document_reader() = default;

result<std::unique_ptr<rml_document_reader>> rml_document_reader::make(
    const rml_mapping& mapping, std::string_view path, wash_profile profile, const rml_limits& limits,
    rml_mapper& mapper, account_sink& account) {
  std::unique_ptr<rml_document_reader> made(new rml_document_reader(mapper));
  for (std::size_t i = 0; i < mapping.sources.size(); ++i) {
    if (mapping.sources[i].path != path) continue;
    auto& one = made->sources_.emplace_back(
        std::make_unique<source_records>(i, made->sources_.size(), *made, account));
    auto records = make_source_reader(mapping.sources[i], profile, limits.extraction, *one);
    if (!records) return tl::unexpected(records.error());
    one->records = *std::move(records);
  }
  if (made->sources_.empty())
    return fail(errc::configuration, "no source of the mapping is the document " + std::string(path));
  if (made->sources_.size() > 1)
    made->account_ = std::make_unique<merged_account>(made->sources_.size(), account);
  return made;
}

result<void> rml_document_reader::push(std::string_view bytes) {
  if (!account_) return push_block(bytes);
  while (!bytes.empty()) {
    const auto taken = bytes.substr(0, block_bytes - block_.size());
    block_.append(taken);
    bytes.remove_prefix(taken.size());
    if (block_.size() < block_bytes) break;
    if (auto done = push_block(block_); !done) return done;
    block_.clear();
  }
  return {};
}

result<void> rml_document_reader::push_block(std::string_view block) {
  for (const auto& one : sources_)
    if (auto done = one->records->push(block); !done) return done;
  return {};
}

result<void> rml_document_reader::finish() {
  if (account_)
    if (auto done = push_block(block_); !done) return done;
  for (const auto& one : sources_)
    if (auto done = one->records->finish(); !done) return done;
  if (account_) account_->finish();
  for (const auto& one : sources_)
    if (auto done = mapper_.complete(one->source); !done) return done;
  return {};
}

}  // namespace laundromat
