// Writes a generated document to standard output, for bench/wash.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>

#include "bench/reader_speed/documents.hpp"

namespace laundromat::bench {
namespace {

bool print(std::string& out) {
  const bool done = std::fwrite(out.data(), 1, out.size(), stdout) == out.size();
  out.clear();
  return done;
}

/// The records of the reader benchmarks.
bool write_records(rdf_format format, std::uint64_t bytes) {
  document_writer writer{format};
  std::string out;
  writer.begin(out);
  for (std::uint64_t written = 0; written < bytes;) {
    const auto before = out.size();
    writer.add(out);
    written += out.size() - before;
    if (out.size() >= std::size_t{1} << 20 && !print(out)) return false;
  }
  writer.end(out);
  return print(out);
}

/// Random statements that share only the beginning of their IRIs, unsorted: only hexadecimal digits compress.
bool write_noise(std::uint64_t bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::uint64_t state = 1;
  std::string out;
  const auto add_noise = [&](int count) {
    for (int i = 0; i < count; ++i) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      for (auto left = state; left != 0; left >>= 4) out.push_back(digits[left & 15]);
    }
  };
  for (std::uint64_t written = 0; written < bytes;) {
    const auto before = out.size();
    out.append("<http://noise.example/");
    add_noise(2);
    out.append("> <http://noise.example/says> \"");
    add_noise(5);
    out.append("\" .\n");
    written += out.size() - before;
    if (out.size() >= std::size_t{1} << 20 && !print(out)) return false;
  }
  return print(out);
}

/// People and their addresses, all of them blank nodes, eight statements each.
bool write_blank(std::uint64_t bytes) {
  std::string out;
  std::uint64_t written = 0;
  for (std::uint64_t number = 0; written < bytes; ++number) {
    const auto before = out.size();
    const auto name = std::to_string(number);
    const auto person = "_:person" + name, address = "_:address" + name;
    const auto add = [&out](const std::string& subject, std::string_view property,
                            const std::string& object) {
      out.append(subject).append(" <http://vocabulary.example/").append(property).append("> ");
      out.append(object).append(" .\n");
    };
    add(person, "name", "\"The person of number " + name + "\"");
    add(person, "knows", "_:person" + std::to_string(number / 4 * 4 + (number + 1) % 4));
    add(person, "address", address);
    add(person, "home", "<http://people.example/home/" + name + ">");
    add(address, "street", "\"Street of number " + name + "\"");
    add(address, "city", "\"City " + std::to_string(number % 100) + "\"@en");
    add(address, "country", "<http://countries.example/" + std::to_string(number % 20) + ">");
    add("<http://people.example/home/" + name + ">", "address", address);
    written += out.size() - before;
    if (out.size() >= std::size_t{1} << 20 && !print(out)) return false;
  }
  return print(out);
}

/// Records; every tenth line has an IRI with a space in it, and every hundredth is cut off.
bool write_dirty(std::uint64_t bytes) {
  document_writer writer{rdf_format::n_triples};
  std::string clean, out;
  writer.begin(clean);
  std::uint64_t written = 0, number = 0;
  for (; written < bytes; clean.clear()) {
    writer.add(clean);
    for (std::string_view left = clean; !left.empty(); left.remove_prefix(left.find('\n') + 1)) {
      const auto line = left.substr(0, left.find('\n'));
      const auto close = line.find('>');
      if (++number % 100 == 0)
        out.append(line.substr(0, line.size() / 2)).append("\n");
      else if (number % 10 == 0 && close != line.npos)
        out.append(line.substr(0, close)).append(" dirty").append(line.substr(close)).append("\n");
      else
        out.append(line).append("\n");
    }
    written += clean.size();
    if (out.size() >= std::size_t{1} << 20 && !print(out)) return false;
  }
  return print(out);
}

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  CLI::App app{"Writes a generated document"};
  std::string format = "n-triples";
  std::uint64_t mb = 1;
  app.add_option(
         "--format", format,
         "The key of a format; or N-Triples: noise, which does not compress, blank, of blank nodes, dirty")
      ->capture_default_str();
  app.add_option("--mb", mb, "How much, in millions of bytes")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  if (format == "noise") return laundromat::bench::write_noise(mb * 1'000'000) ? 0 : 1;
  if (format == "blank") return laundromat::bench::write_blank(mb * 1'000'000) ? 0 : 1;
  if (format == "dirty") return laundromat::bench::write_dirty(mb * 1'000'000) ? 0 : 1;
  const auto known = laundromat::format_from_name(format);
  if (!known) return 2;
  return laundromat::bench::write_records(*known, mb * 1'000'000) ? 0 : 1;
}
