// Writes a generated table or JSON document to standard output, for bench/records.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace laundromat::bench {
namespace {

enum class layout { plain_csv, quoted_csv, json, json_lines };

constexpr std::array<std::string_view, 10> names{"id",   "name",   "street", "city", "country",
                                                 "born", "amount", "count",  "open", "remark"};
constexpr std::array<std::string_view, 8> given{"Ann",  "Bob",      "Eve",    "Zoë",
                                                "João", "Mary Ann", "Jürgen", "Li"};
constexpr std::array<std::string_view, 8> cities{"Wien",   "Zürich", "São Paulo", "Amsterdam",
                                                 "Lisboa", "Praha",  "Oslo",      "København"};
constexpr std::array<std::string_view, 4> remarks{"", "paid in cash",
                                                  "to be delivered on the second floor, behind the door",
                                                  "says \"as soon as possible\""};

/// Rows of ten fields: texts, numbers, a date and a boolean.
class row_writer {
 public:
  explicit row_writer(layout how) : layout_(how) {}

  void begin(std::string& out) const {
    if (layout_ == layout::json) out += "[\n";
    if (layout_ != layout::plain_csv && layout_ != layout::quoted_csv) return;
    for (std::size_t i = 0; i < names.size(); ++i) out.append(i == 0 ? "" : ",").append(names[i]);
    out += '\n';
  }
  void end(std::string& out) const {
    if (layout_ == layout::json) out += "\n]\n";
  }
  void add(std::string& out) {
    const bool is_json = layout_ == layout::json || layout_ == layout::json_lines;
    if (layout_ == layout::json && number_ > 0) out += ",\n";
    if (is_json) out += '{';
    const auto random = next();
    field(out, 0, std::to_string(++number_), false);
    field(out, 1, std::string(given[random % 8]) + " of number " + std::to_string(random >> 40), true);
    field(out, 2, std::to_string(random % 200) + " Street of the " + std::to_string(random >> 50), true);
    field(out, 3, cities[random / 8 % 8], true);
    field(out, 4,
          std::string{static_cast<char>('A' + random % 26), static_cast<char>('A' + random / 26 % 26)}, true);
    field(out, 5,
          std::to_string(1930 + random % 90) + "-0" + std::to_string(1 + random % 9) + "-1" +
              std::to_string(random % 10),
          true);
    field(out, 6, std::to_string(random % 100'000) + "." + std::to_string(10 + random % 90), false);
    field(out, 7, std::to_string(random % 1'000), false);
    field(out, 8, random % 3 == 0 ? "true" : "false", false);
    const auto remark = remarks[random / 64 % 4];
    field(out, 9,
          layout_ == layout::plain_csv && remark.size() > 20
              ? remark.substr(0, 12) == "to be delive" ? remarks[1] : ""
              : remark,
          true);
    if (is_json) out += '}';
    if (layout_ != layout::json) out += '\n';
  }

 private:
  void field(std::string& out, std::size_t place, std::string_view text, bool is_text) const {
    if (place > 0) out += ',';
    const bool is_json = layout_ == layout::json || layout_ == layout::json_lines;
    if (is_json) out.append("\"").append(names[place]).append("\":");
    const bool has_quotes = is_text && layout_ != layout::plain_csv;
    if (has_quotes) out += '"';
    for (const char c : text) {
      if (c == '"' && has_quotes) out += is_json ? '\\' : '"';
      out += c;
    }
    if (has_quotes) out += '"';
  }
  std::uint64_t next() {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return state_;
  }

  layout layout_;
  std::uint64_t state_ = 88'172'645'463'325'252, number_ = 0;
};

bool write(layout how, std::uint64_t bytes) {
  row_writer rows(how);
  std::string out;
  rows.begin(out);
  const auto print = [&] {
    const bool done = std::fwrite(out.data(), 1, out.size(), stdout) == out.size();
    out.clear();
    return done;
  };
  for (std::uint64_t written = 0; written < bytes;) {
    const auto before = out.size();
    rows.add(out);
    written += out.size() - before;
    if (out.size() >= std::size_t{1} << 20 && !print()) return false;
  }
  rows.end(out);
  return print();
}

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  using laundromat::bench::layout;
  CLI::App app{"Writes a generated table or JSON document"};
  auto how = layout::plain_csv;
  std::uint64_t mb = 1;
  const std::map<std::string, layout> layouts{{"csv", layout::plain_csv},
                                              {"quoted-csv", layout::quoted_csv},
                                              {"json", layout::json},
                                              {"json-lines", layout::json_lines}};
  app.add_option("--layout", how, "csv, quoted-csv, json or json-lines")
      ->transform(CLI::CheckedTransformer(layouts));
  app.add_option("--mb", mb, "How much, in millions of bytes")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return laundromat::bench::write(how, mb * 1'000'000) ? 0 : 1;
}
