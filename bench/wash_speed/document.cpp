// Writes a made-up document to standard output, for bench/wash.
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

/// Records as the benchmarks of the readers have them.
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

/// Statements of which no two share more than the beginning of their IRIs, in no order: nothing to compress but hexadecimal.
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

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  CLI::App app{"Writes a made-up document"};
  std::string format = "n-triples";
  std::uint64_t mb = 1;
  app.add_option("--format", format, "The key of a format, or noise: N-Triples that do not compress")
      ->capture_default_str();
  app.add_option("--mb", mb, "How much, in millions of bytes")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  if (format == "noise") return laundromat::bench::write_noise(mb * 1'000'000) ? 0 : 1;
  const auto known = laundromat::format_from_name(format);
  if (!known) return 2;
  return laundromat::bench::write_records(*known, mb * 1'000'000) ? 0 : 1;
}
