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
struct stored_body {
  std::string raw_path;
  content_meta meta;
  decode_chain chain;
};

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
  /// Sets where the transfer of the next hop writes its body. The body outlives the transfer.
  void receive(transfer_request& request);
  /// Appends the exchange of a hop that ended to the segments; does nothing when bodies are files. Errors: those of the store.
  [[nodiscard]] result<void> keep_exchange(const transfer_outcome& outcome);
  /// Takes bytes of a body that is a file.
  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// Takes bytes of a local file.
  [[nodiscard]] result<void> write_local(std::string_view bytes, const std::string& uri, timestamp begun);
  /// Appends a local file to the segments, like `keep_exchange`.
  [[nodiscard]] result<void> keep_local(const std::string& uri, timestamp begun);
  /// The records of all exchanges, when they are to be sent: the caller releases them.
  [[nodiscard]] std::vector<segment_place> take_exchanges() { return std::exchange(exchanges_, {}); }
  /// Stores the body of the last exchange. Errors: those of the store.
  [[nodiscard]] result<stored_body> store();

 private:
  [[nodiscard]] result<void> open_file();
  [[nodiscard]] result<warc_capture> keep_large(const warc_exchange& exchange);
  [[nodiscard]] result<void> hold(std::string_view bytes, const warc_exchange& so_far);
  void note_records(const segment_place& records);
  /// Forgets the body of the hop before.
  void begin();

  raw_store* raw_;
  std::string file_path_;
  record_hash seed_;  ///< null: the body is not looked up
  std::unique_ptr<staged_file> file_;
  content_meter meter_;
  std::string held_;                          ///< of a record, while it is small
  std::unique_ptr<large_warc_record> large_;  ///< the record of a larger one
  content_meta meta_ = {};                    ///< of the body, when it is complete
  warc_capture place_ = {};                   ///< of the last record
  decode_chain chain_;
  std::vector<segment_place> exchanges_;  ///< to be sent, and not released
};

}  // namespace laundromat
