// Writes a generated dump to standard output, for bench/slice: products with links, texts, blank nodes and reified statements.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace laundromat::bench {
namespace {

constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
constexpr std::string_view vocabulary = "http://shop.example/vocabulary#";

/// A few words of a fixed vocabulary, as texts of catalogues have.
constexpr std::string_view words[] = {"warm",  "cotton", "blue", "sock", "with",   "ribbed",  "cuff", "for",
                                      "long",  "walks",  "and",  "soft", "merino", "wool",    "pair", "of",
                                      "grey",  "size",   "made", "in",   "small",  "batches", "by",   "hand",
                                      "every", "winter", "made", "to",   "last",   "washes",  "cold", "only"};

class dump {
 public:
  explicit dump(std::uint64_t products) : products_(products) {}

  void add_product(std::uint64_t number, std::string& out) {
    const auto me = product(number);
    add(out, me, rdf, "type", iri("class/" + std::to_string(next() % 40)));
    add(out, me, vocabulary, "name", text(4));
    add(out, me, vocabulary, "description", text(12 + next() % 16));
    const auto like = product(next() % products_), category = iri("category/" + std::to_string(zipf(20'000)));
    add(out, me, vocabulary, "similarTo", like);
    add(out, me, vocabulary, "similarTo", product(next() % products_));
    add(out, me, vocabulary, "category", category);
    add(out, me, vocabulary, "price",
        "\"" + std::to_string(next() % 10'000) + ".5\"^^<http://www.w3.org/2001/XMLSchema#decimal>");
    if (next() % 5 == 0) add_offer(number, me, out);
    if (next() % 100 == 0) add_reification(number, me, like, out);
  }

 private:
  /// A blank node with another one behind every third.
  void add_offer(std::uint64_t number, const std::string& me, std::string& out) {
    const auto offer = "_:offer" + std::to_string(number);
    add(out, me, vocabulary, "offer", offer);
    add(out, offer, vocabulary, "seller", iri("seller/" + std::to_string(next() % 5'000)));
    add(out, offer, vocabulary, "stock", "\"" + std::to_string(number) + "\"");
    if (number % 3 != 0) return;
    const auto place = "_:place" + std::to_string(number);
    add(out, offer, vocabulary, "place", place);
    add(out, place, vocabulary, "street", text(3));
  }
  void add_reification(std::uint64_t number, const std::string& me, const std::string& like,
                       std::string& out) {
    const auto claim = iri("claim/" + std::to_string(number));
    add(out, claim, rdf, "type", "<" + std::string(rdf) + "Statement>");
    add(out, claim, rdf, "subject", me);
    add(out, claim, rdf, "predicate", "<" + std::string(vocabulary) + "similarTo>");
    add(out, claim, rdf, "object", like);
    add(out, claim, vocabulary, "source", iri("source/" + std::to_string(next() % 100)));
  }

  static std::string iri(std::string_view path) { return "<http://shop.example/" + std::string(path) + ">"; }
  static std::string product(std::uint64_t number) { return iri("product/" + std::to_string(number)); }
  std::string text(std::uint64_t count) {
    std::string all = "\"";
    for (std::uint64_t i = 0; i < count; ++i) all.append(i == 0 ? "" : " ").append(words[next() % 32]);
    return all + " " + std::to_string(next() % 1'000'000) + "\"@en";
  }
  static void add(std::string& out, std::string_view subject, std::string_view space, std::string_view name,
                  std::string_view object) {
    out.append(subject).append(" <").append(space).append(name).append("> ").append(object).append(" .\n");
  }
  std::uint64_t next() {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return state_ >> 11;
  }
  /// Smaller numbers more often.
  std::uint64_t zipf(std::uint64_t most) { return next() % (1 + next() % most); }

  std::uint64_t products_, state_ = 0x9E3779B97F4A7C15ULL;
};

bool write(std::uint64_t bytes) {
  constexpr std::uint64_t bytes_of_product = 1'000;
  dump products{bytes / bytes_of_product + 1};
  std::string out;
  std::uint64_t written = 0;
  for (std::uint64_t number = 0; written < bytes; ++number) {
    const auto before = out.size();
    products.add_product(number, out);
    written += out.size() - before;
    if (out.size() < std::size_t{1} << 20 && written < bytes) continue;
    if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) return false;
    out.clear();
  }
  return std::fflush(stdout) == 0;
}

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  CLI::App program{"Writes a generated dump of products as N-Triples"};
  std::uint64_t bytes = std::uint64_t{1} << 30;
  program.add_option("--bytes", bytes, "About so many bytes")->transform(CLI::AsSizeValue(false));
  CLI11_PARSE(program, argc, argv);
  return laundromat::bench::write(bytes) ? 0 : 1;
}
