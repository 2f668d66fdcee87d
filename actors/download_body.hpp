// Receives what a download brings: as a file of the raw store, or as exchanges in its WARC segments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/codec/content_meta.hpp"
#include "core/codec/view.hpp"
#include "net/transfer.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

/// A body in the raw store, as `fetch_outcome` names it.
struct received_body {
  std::string raw_path;
  content_meta meta;
  decode_chain chain;
};

/// Less of a body is received again, when it was cut.
inline constexpr std::uint64_t least_continued_bytes = std::uint64_t{64} << 10;

/// The body of one download, or of one robots.txt. The bytes of a WARC record are held in memory up to `most_small_body_bytes`; a larger
/// body is written to a segment of its own.
class download_body final : public byte_sink {
 public:
  /// `raw` outlives it. `file_path` is the path of its file, when bodies are files.
  download_body(raw_store& raw, std::string file_path);
  ~download_body() override;
  download_body(const download_body&) = delete;
  download_body& operator=(const download_body&) = delete;

  /// The seed of the download, when its earlier bodies may be looked up.
  void may_repeat(const record_hash& seed) { seed_ = seed; }
  /// Sets where the transfer of the next hop writes its body (a file that comes by FTP is stored like a local one), and after `suspend` that only its rest is asked for. The body outlives the transfer.
  void receive(transfer_request& request);
  /// Whether the body of this answer was cut so that its rest may be asked for: there is enough of it, it has a strong validator and no
  /// Content-Encoding, because a part of that cannot be decoded (RFC 9110 sections 13.1.5 and 14.2).
  [[nodiscard]] bool can_continue(const transfer_outcome& outcome) const;
  /// Whether the next hop continues a body.
  [[nodiscard]] bool is_continued() const { return first_.has_value(); }
  /// Whether the body lacks bytes after an answer that continued it.
  [[nodiscard]] bool lacks_bytes(const transfer_outcome& part) const {
    return part.continued && received_bytes_ < *part.continued->total;
  }
  /// What has come of the body so far, as it was sent.
  [[nodiscard]] std::uint64_t received_bytes() const { return received_bytes_; }
  /// Keeps what came of a body, for the next hop. Errors: those of the store.
  [[nodiscard]] result<void> suspend(const transfer_outcome& outcome);
  /// Gives up a body that is continued: its exchange is appended as a cut one. Errors: those of the store.
  [[nodiscard]] result<void> abandon();
  /// Appends the exchange of a hop that ended to the segments; does nothing when bodies are files. A body in several parts becomes one record with the
  /// head of the first answer. Errors: those of the store.
  [[nodiscard]] result<void> keep_exchange(const transfer_outcome& outcome);
  /// Takes bytes of a body that is a file.
  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// Takes bytes of a local file.
  [[nodiscard]] result<void> write_local(std::string_view bytes, const std::string& uri, timestamp begun);
  /// Appends a local file to the segments, like `keep_exchange`.
  [[nodiscard]] result<void> keep_local(const std::string& uri, timestamp begun);
  /// The records of all exchanges, when they are to be sent: the caller releases them.
  [[nodiscard]] std::vector<segment_place> take_exchanges() { return std::exchange(exchanges_, {}); }
  /// What was measured of the body, when it is complete.
  [[nodiscard]] const content_meta& measure();
  /// Stores the body of the last exchange, whose segments are held until the caller lets the path go (`warc_store::let_go`). Errors: those of the store.
  [[nodiscard]] result<received_body> store();

 private:
  [[nodiscard]] result<void> open_file();
  [[nodiscard]] result<warc_capture> keep_large(const warc_exchange& exchange);
  [[nodiscard]] result<void> hold(std::string_view bytes, const warc_exchange& so_far);
  [[nodiscard]] result<void> keep_answer(const transfer_outcome& outcome);
  [[nodiscard]] result<void> note_hop(const transfer_outcome& outcome);
  void note_records(const segment_place& records);
  /// Forgets the body of the hop before.
  void begin();
  void let_go();
  void receive_file(transfer_request& request);

  /// Takes the bytes of a file that comes by FTP.
  struct file_sink final : byte_sink {
    file_sink(download_body& to, std::string from, timestamp at)
        : body(to), uri(std::move(from)), begun(at) {}
    result<void> write(std::string_view bytes) override { return body.write_local(bytes, uri, begun); }

    download_body& body;
    std::string uri;
    timestamp begun;
  };

  raw_store* raw_;
  std::string file_path_;
  record_hash seed_;  ///< null: the body is not looked up
  std::unique_ptr<staged_file> file_;
  content_meter meter_;
  std::string held_;                          ///< of a record, while it is small
  std::unique_ptr<large_warc_record> large_;  ///< the record of a larger one
  content_meta meta_ = {};                    ///< of the body, when it is complete
  bool is_measured_ = false;
  std::uint64_t received_bytes_ = 0;       ///< of the body
  std::optional<transfer_outcome> first_;  ///< the answer whose body the next hop continues
  body_so_far known_;                      ///< of that body
  warc_capture place_ = {};                ///< of the last record
  decode_chain chain_;
  std::optional<file_sink> file_sink_;
  std::vector<segment_place> exchanges_;  ///< to be sent, and not released
};

}  // namespace laundromat
