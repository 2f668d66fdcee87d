// Stores statements as a sequence of chunks, and replays them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/block_recording.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

namespace laundromat {

namespace {

constexpr std::size_t room_size = 1 << 16;

}  // namespace

void block_recording::begin(std::string_view block) {
  block_ = block;
  chunks_.clear();
  defects_.clear();
  spans_.clear();
  rooms_.clear();
  room_ = nullptr;
  room_bytes_ = 0;
}

result<void> block_recording::on_statement(const statement_view& statement) {
  add(role::subject, statement.subject.kind, statement.subject.value);
  add(role::predicate, statement.predicate.kind, statement.predicate.value);
  add(role::object, statement.object.kind, statement.object.value);
  if (!statement.object.datatype.empty()) add(role::datatype, term_kind::none, statement.object.datatype);
  if (!statement.object.language.empty()) add(role::language, term_kind::none, statement.object.language);
  if (statement.graph.kind != term_kind::none) add(role::graph, statement.graph.kind, statement.graph.value);
  return {};
}

void block_recording::on_defect(const defect& found) {
  chunks_.push_back({nullptr, static_cast<std::uint32_t>(defects_.size()), role::defect, term_kind::none});
  defects_.push_back(found);
}

/// The chunk of the label comes before that of its place.
void block_recording::on_version(std::string_view label, const defect& place) {
  add(role::version, term_kind::none, label);
  on_defect(place);
}

void block_recording::add(role as, term_kind kind, std::string_view value) {
  chunks_.push_back({keep(value), static_cast<std::uint32_t>(value.size()), as, kind});
}

const char* block_recording::keep(std::string_view value) {
  const std::less_equal<const char*> before;
  if (before(block_.data(), value.data()) &&
      before(value.data() + value.size(), block_.data() + block_.size()))
    return value.data();
  if (value.size() > room_bytes_) {
    room_bytes_ = std::max(room_size, value.size());
    room_ = rooms_.emplace_back(std::make_unique_for_overwrite<char[]>(room_bytes_)).get();
  }
  auto* copy = room_;
  if (!value.empty()) std::memcpy(copy, value.data(), value.size());
  room_ += value.size();
  room_bytes_ -= value.size();
  return copy;
}

term_view& block_recording::part_of(statement_view& statement, role as) {
  if (as == role::subject) return statement.subject;
  if (as == role::predicate) return statement.predicate;
  return as == role::graph ? statement.graph : statement.object;
}

result<void> block_recording::replay(statement_sink& sink, span_account& account, std::uint64_t offset_bytes,
                                     std::uint64_t lines) {
  auto reached = offset_bytes;
  for (const auto& [kind, length] : spans_) account.reach(reached += length, kind);
  statement_view statement;
  const auto in_document = [&](std::uint32_t number) -> const defect& {
    auto& found = defects_[number];
    move_by(found, offset_bytes);
    found.line += lines;
    return found;
  };
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    const auto& next = chunks_[i];
    const std::string_view value{next.at, next.length};
    if (next.as == role::defect) {
      sink.on_defect(in_document(next.length));
      continue;
    }
    if (next.as == role::version) {
      sink.on_version(value, in_document(chunks_[++i].length));
      continue;
    }
    if (next.as == role::subject) statement = {};
    if (next.as == role::datatype) {
      statement.object.datatype = value;
    } else if (next.as == role::language) {
      statement.object.language = value;
    } else {
      auto& term = part_of(statement, next.as);
      term.kind = next.kind;
      term.value = value;
    }
    const bool is_last = i + 1 == chunks_.size() || chunks_[i + 1].as == role::subject ||
                         chunks_[i + 1].as == role::defect || chunks_[i + 1].as == role::version;
    if (!is_last) continue;
    if (auto taken = sink.on_statement(statement); !taken) return taken;
  }
  return {};
}

}  // namespace laundromat
