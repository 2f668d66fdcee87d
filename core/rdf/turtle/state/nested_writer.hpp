// Writes the statements of brackets, lists, reified triples and annotations, and holds them until their bracket is closed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/turtle/emission/statement_writer.hpp"
#include "core/rdf/turtle/state/open_statement.hpp"

namespace laundromat::turtle {

/// Turns the objects of the open statement into statements with their subject and predicate, and lists into `rdf:first` and `rdf:rest`.
/// Statements wait in the writer while a bracket is open, because the bracket may turn out to be broken. When more wait than the writer
/// may hold, they are written as they are read, up to the end of the outermost bracket: this is called spilling.
/// A statement on trial waits as a whole, and does not spill.
class nested_writer {
 public:
  nested_writer(open_statement& now, statement_writer& out) : now_(&now), out_(&out) {}

  /// A new label of a blank node: `~` and a number, which no document can write.
  void make_label(std::string& into);

  /// Opens a bracket at the offset `open_at`, as the subject of the statement or as an object or item.
  void open(frame::kind_type kind, std::uint64_t open_at, bool is_subject);
  /// What a closed bracket was.
  struct closed {
    bool is_subject = false;
    bool is_complete =
        false;  ///< of a subject: it may be the whole statement, because it contains predicates
  };
  /// Closes the innermost bracket. Its node becomes the subject of the statement, or its object, which is complete now.
  closed close();
  /// Whether the triple of the complete object and what is before it would be a longer term than the limit.
  [[nodiscard]] bool is_triple_too_long(std::uint64_t most_bytes) const;
  /// The complete object and what is before it become the triple that annotations are about.
  void begin_annotations();
  /// A reifier of that triple: with `none`, a new blank node.
  void write_reifier(term_kind kind, std::string_view reifier);
  /// Opens an annotation block at the offset `open_at`: its subject is the reifier before it, or a new one.
  void open_annotation(std::uint64_t open_at);
  /// Discards the innermost annotation block, with all brackets within it; returns the offset where it begins.
  std::uint64_t discard_annotation();
  /// Begins a new item of the innermost list: a node that is linked to the one before.
  void begin_item();
  /// Writes the complete object with the subject and predicate of the innermost bracket, unless something around it is left out.
  void write_object();
  /// Writes what waits: all brackets are closed, and what follows shows that they are whole.
  void flush();
  /// Too much waits: writes it, and what follows up to the next `flush`. A trial becomes too long instead.
  void spill();
  [[nodiscard]] bool is_spilling() const { return is_spilling_; }

  /// A statement begins; whether it is on trial was set before.
  void begin_statement() {
    is_spilling_ = false;
    update_holding();
  }
  /// From now on statements are on trial, or no longer.
  void set_trial(bool is_trial) { is_trial_ = is_trial; }
  /// Whether the statement on trial is too long to wait as a whole: the trial must fail.
  [[nodiscard]] bool is_trial_too_long() const { return is_trial_too_long_; }
  /// Discards what waits and leaves all brackets: the statement cannot be kept from here on.
  void discard();

 private:
  void write_link(std::string_view predicate, term_kind kind, std::string_view object);
  [[nodiscard]] term_view end_bracket(frame& f);
  [[nodiscard]] std::string triple_of(const frame& f) const;
  void write_reification(const frame& f, std::string_view triple);
  void update_holding() { out_->hold(is_trial_ || (now_->depth() > 0 && !is_spilling_)); }

  open_statement* now_;
  statement_writer* out_;
  std::uint64_t label_count_ = 0;
  bool is_spilling_ = false, is_trial_ = false, is_trial_too_long_ = false;
};

}  // namespace laundromat::turtle
