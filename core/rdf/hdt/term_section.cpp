// Front-codes terms, and writes the section.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/term_section.hpp"

#include <bit>

#include "core/rdf/hdt/hdt_parts.hpp"
#include "core/rdf/hdt/packed_numbers.hpp"
#include "core/rdf/sort/line_parts.hpp"

namespace laundromat {

namespace {

constexpr char front_coded_type = 2;

}  // namespace

result<void> term_section::add(std::string_view term) {
  coded_.clear();
  if (terms_ % block_terms == 0) {
    append_vbyte(coded_, text_.bytes() - last_start_);
    if (auto written = starts_.write(coded_); !written) return written;
    last_start_ = text_.bytes();
    coded_.assign(term);
  } else {
    const auto shared = common_prefix(last_, term);
    append_vbyte(coded_, shared);
    coded_.append(term.substr(shared));
  }
  coded_ += '\0';
  ++terms_;
  term_bytes_ += term.size();
  last_.assign(term);
  return text_.write(coded_);
}

std::string term_section::head() const {
  std::string head{front_coded_type};
  append_vbyte(head, terms_);
  append_vbyte(head, text_.bytes());
  append_vbyte(head, block_terms);
  end_head(head, 0);
  return head;
}

/// One more than there are blocks.
std::uint64_t term_section::start_count() const {
  return (terms_ + block_terms - 1) / block_terms + 1;
}

unsigned term_section::start_width() const {
  return static_cast<unsigned>(std::bit_width(text_.bytes()));
}

std::string term_section::starts_head() const {
  return log_array_head(start_width(), start_count());
}

std::uint64_t term_section::bytes() const {
  return head().size() + starts_head().size() + packed_bytes(start_width(), start_count()) + text_.bytes() +
         2 * checked_sink::crc_bytes;
}

result<void> term_section::write_starts(byte_sink& out) {
  checked_sink checked{out};
  bit_packer packer;
  vbyte_reader distances;
  std::uint64_t start = 0;
  std::string packed;
  auto done = starts_.read([&](std::string_view piece) -> result<void> {
    packed.clear();
    for (const auto byte : piece)
      if (distances.take(byte)) packer.add(start += distances.number(), start_width(), packed);
    return checked.write(packed);
  });
  if (!done) return done;
  packed.clear();
  packer.add(text_.bytes(), start_width(), packed);
  packer.finish(packed);
  done = checked.write(packed);
  return done ? checked.finish() : done;
}

result<void> term_section::write(byte_sink& out) {
  auto done = out.write(head() + starts_head());
  if (done) done = write_starts(out);
  return done ? write_checked(text_, out) : done;
}

}  // namespace laundromat
