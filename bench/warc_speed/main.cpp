// Measures what the WARC records of a document of 1 kB cost, and writes a sample of every record type for foreign readers.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <random>

#include "core/codec/warc/write_record.hpp"

namespace {

using namespace laundromat;

constexpr std::string_view request_head =
    "GET /documents/1.ttl HTTP/1.1\r\nHost: a.example\r\nUser-Agent: laundromat\r\nAccept: "
    "text/turtle\r\n\r\n";
constexpr std::string_view response_head =
    "HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\nContent-Type: text/turtle\r\n"
    "Last-Modified: Tue, 14 Nov 2023 20:00:00 GMT\r\nETag: \"6553d000-400\"\r\nAccept-Ranges: bytes\r\n\r\n";

std::string document(std::uint64_t number, std::size_t bytes) {
  std::string out;
  for (std::uint64_t line = 0; out.size() < bytes; ++line)
    out += "<http://a.example/" + std::to_string(number) + "> <http://a.example/p" + std::to_string(line) +
           "> \"" + std::to_string(number * 31 + line) + "\" .\n";
  return out;
}

warc_record make(warc_record_type type, std::string_view content_type, std::string_view head,
                 std::string_view body) {
  warc_record record;
  record.type = type;
  record.date = from_ms(1'700'000'000'123);
  record.content_type = content_type;
  record.head = head;
  record.body = body;
  if (type != warc_record_type::warcinfo) record.target_uri = "http://a.example/documents/1.ttl";
  return record;
}

warc_written add(warc_record_writer& writer, const warc_record& record, std::string& out) {
  return writer.append(record, out).value();
}

warc_written add_exchange(warc_record_writer& writer, std::string_view body, std::uint64_t serial,
                          std::string& out) {
  auto response = make(warc_record_type::response, "application/http; msgtype=response", response_head, body);
  response.ip_address = "192.0.2.1";
  response.serial = serial;
  auto written = add(writer, response, out);
  auto request = make(warc_record_type::request, "application/http; msgtype=request", request_head, {});
  request.concurrent_to = written.id;
  request.serial = serial;
  add(writer, request, out);
  return written;
}

std::string sample() {
  warc_record_writer writer;
  std::string out;
  add(writer,
      make(warc_record_type::warcinfo, "application/warc-fields", {},
           "software: laundromat\r\nformat: WARC File Format 1.1\r\n"),
      out);
  const auto body = document(1, 1024);
  const auto original = add_exchange(writer, body, 0, out);
  std::string noise(200'000, '\0');
  std::mt19937 random{7};
  for (auto& c : noise) c = static_cast<char>(random());
  add_exchange(writer, noise, 1, out);
  add_exchange(writer, document(2, 300'000), 2, out);
  add_exchange(writer, {}, 3, out);
  add(writer, make(warc_record_type::resource, "text/turtle", {}, body), out);
  auto revisit = make(warc_record_type::revisit, "application/http; msgtype=response", response_head, {});
  revisit.profile = warc_identical_payload;
  revisit.refers_to = original.id;
  revisit.refers_to_target_uri = revisit.target_uri;
  revisit.refers_to_date = revisit.date;
  revisit.payload_digest = original.payload_digest;
  add(writer, revisit, out);
  add(writer, make(warc_record_type::metadata, "application/warc-fields", {}, "failure: host_not_found\r\n"),
      out);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"What the request and response records of a document of 1 kB cost"};
  std::string sample_path;
  std::uint64_t documents = 20'000;
  app.add_option("--sample", sample_path,
                 "Write one segment with every record type to this file, and measure nothing");
  app.add_option("--documents", documents, "Number of documents");
  CLI11_PARSE(app, argc, argv);
  if (!sample_path.empty()) return std::ofstream{sample_path, std::ios::binary} << sample() ? 0 : 1;

  warc_record_writer writer;
  std::string out;
  std::uint64_t bytes = 0;
  const auto begin = std::clock();
  for (std::uint64_t i = 0; i < documents; ++i) {
    out.clear();
    add_exchange(writer, document(i, 1024), i, out);
    bytes += out.size();
  }
  const auto microseconds = 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::cout << microseconds / static_cast<double>(documents) << " us of processor and " << bytes / documents
            << " bytes for each document, its making included\n";
}
