// The raw store as WARC segments: exchanges are appended, and become durable before the journal names them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/codec/warc/check_exchanges.hpp"
#include "core/codec/warc/own_record.hpp"
#include "core/codec/warc/stream_record.hpp"
#include "core/codec/warc/write_exchange.hpp"
#include "core/records/records.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/segments/segment_files.hpp"
#include "storage/warc/payload_memory.hpp"
#include "storage/warc/recent_bodies.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {

/// Larger bodies are not held in memory, but written to a segment of their own while they are received.
inline constexpr std::size_t most_small_body_bytes = std::size_t{1} << 20;

/// The last body of a seed with this digest that is in a segment: the place of its payload.
using earlier_body =
    std::function<std::optional<segment_place>(const record_hash& seed, const content_digest& payload)>;

/// A body that the journal names: documents only.
struct named_payload {
  segment_place place;
  content_digest digest;
};

/// A shorter body costs less than the fields that point to it, and is never a `revisit`.
inline constexpr std::size_t least_repeated_bytes = 1'024;

struct warc_settings {
  std::string name;      ///< begins the names of the segments
  std::string warcinfo;  ///< the block of the first record of a segment, see `warcinfo_text`
  bool requests = true;  ///< keep requests, too
  std::uint64_t segment_bytes = usual_segment_bytes;
  earlier_body find_earlier = {};  ///< unset: only `remember` and this run
  /// Of a worker node: each exchange is sent to an engine, so none refers to another, and segments are removed after `release`.
  bool is_sent = false;
};

/// Where an exchange is.
struct warc_capture {
  segment_place record;   ///< its response or revisit
  segment_place payload;  ///< the record with its payload: the same, or an earlier one
  segment_place records;  ///< all records of the exchange, with its request
  [[nodiscard]] std::string path() const {
    return record == payload ? warc_path(record) : warc_path(payload, record);
  }
};

class warc_store;

/// A record in a segment of its own, which is written while its body is received. Without `finish` the segment is removed. The store outlives
/// it. Not thread-safe.
class large_warc_record {
 public:
  large_warc_record(const large_warc_record&) = delete;
  large_warc_record& operator=(const large_warc_record&) = delete;
  ~large_warc_record();

  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] result<void> write(std::string_view body);
  /// Fills in the front of the record, and appends the request. `truncated`: see `warc_record`. The record belongs to the next group.
  /// Errors: those of `write`.
  [[nodiscard]] result<warc_capture> finish(std::string_view truncated);

 private:
  friend class warc_store;
  large_warc_record(warc_store& store, warc_stream_record record);
  [[nodiscard]] result<void> append(std::string_view bytes);
  void keep_request(const warc_exchange& exchange, bool is_wanted);

  warc_store* store_;
  warc_stream_record record_;
  std::shared_ptr<const file_descriptor> file_;
  std::uint32_t serial_ = 0;
  std::string name_, uri_, address_, request_head_, buffer_;
  timestamp begun_{};
  early_writeback early_;
  std::uint64_t front_offset_ = 0, end_ = 0;
  bool is_finished_ = false;
};

/// The segments below one folder. A capture holds its segments, so that `retire` refuses them, until the caller lets them go: after the COMMIT that names it,
/// or when nothing will. Thread-safe. One thread appends while another makes durable what was appended. A segment consists of whole records, of which the first, and the first of each run, is a `warcinfo`. One with a second name, such as that of a
/// backup, is neither cut nor continued. A group is:
/// `make_durable`, then the COMMIT that stores the ends that it returned, then `committed`. What lies behind the last committed ends is cut
/// when the store is opened.
class warc_store {
 public:
  /// To read only. `folder` is the raw folder.
  explicit warc_store(safe_folder folder);
  /// To write: cuts the segments back to `ends`, which are those of all segments, and removes others. A segment that is shorter is left as
  /// it is; `short_segments` counts them. `disk` outlives the store. Errors: those of `safe_folder`.
  [[nodiscard]] static result<std::shared_ptr<warc_store>> open(safe_folder folder,
                                                                const std::vector<segment_end>& ends,
                                                                warc_settings settings,
                                                                const disk_sync& disk = posix_sync());

  /// Appends an exchange. A whole body with a `payload_digest` that is known is a `revisit`, if its record is in the same segment, or in any segment with the
  /// same URI: so the segments, each read without the others, have every document. `seed`: was crawled before, so that an earlier body may be
  /// looked up; null: it was not. After an error nothing of it is left. Errors: `invalid_argument`, `io_failed`, `no_space`.
  [[nodiscard]] result<warc_capture> append(const warc_exchange& exchange, const record_hash& seed = {});
  /// Appends a `revisit` of a body that is known, whose bytes are not in `exchange`; nothing when it is not known. Errors: those of `append`.
  [[nodiscard]] result<std::optional<warc_capture>> append_repeated(const warc_exchange& exchange,
                                                                    const record_hash& seed);
  /// Makes bodies of earlier runs known, the last one first.
  void remember(std::span<const named_payload> bodies);
  /// Begins the response of an exchange, or a `resource` where `response_head` is empty, whose body is written later. Errors: those of `append`.
  [[nodiscard]] result<std::unique_ptr<large_warc_record>> begin_large(const warc_exchange& exchange);
  /// Appends what is known of a request without an answer. Returns the place of its records. Errors: those of `append`.
  [[nodiscard]] result<segment_place> append_failure(const warc_exchange& exchange, std::string_view cause,
                                                     std::string_view detail);
  /// Appends the records of an exchange that another machine formed, as they are in `file`, or a `revisit` of a body that is known. Errors: those of
  /// `append` and of `file`.
  [[nodiscard]] result<warc_capture> append_checked(byte_source& file, const checked_exchange& one,
                                                    const record_hash& seed);
  /// The records at these places, one after the other. Errors: as `open`.
  [[nodiscard]] result<byte_source_ptr> open_exchanges(std::span<const segment_place> exchanges);
  /// Of a store that `is_sent`: removes segments of which nothing is needed any more. Each exchange is released once.
  void release(std::span<const segment_place> exchanges);
  /// Appends a `resource`: bytes that did not come by HTTP.
  [[nodiscard]] result<segment_place> append_resource(std::string_view uri, timestamp begun,
                                                      std::string_view body);
  /// For copies from other segments, which go to segments of their own: begins one with this `warcinfo` block as its first record, or adds that record to the
  /// last one. `name` begins its file name. Errors: those of `append`.
  [[nodiscard]] result<void> begin_copies(const std::string& name, const std::string& warcinfo,
                                          timestamp now);
  /// Appends a part of records that are copied from another segment, as it is. Returns its place. Errors: those of `append`, after which the
  /// group must not be committed.
  [[nodiscard]] result<segment_place> append_copy(std::string_view bytes);
  /// The same with a part of an open segment, of any size. After an error nothing of it is in the copy.
  [[nodiscard]] result<segment_place> append_copy(int from, const segment_place& part);
  /// Whatever is appended from now on goes to other segments, so that this one can be retired when nothing holds it any more.
  void end_segment(std::uint32_t serial);
  /// The segment that takes copies; 0: none.
  [[nodiscard]] std::uint32_t copies_serial() const;
  /// The segments of a capture need not stay any more for its caller. Does nothing for other paths.
  void let_go(const warc_capture& capture);
  void let_go(std::string_view raw_path);
  /// From now on no new capture refers to this segment. False for one that is held, or that is written: then nothing changes.
  [[nodiscard]] bool retire(std::uint32_t serial);
  /// Ends that again.
  void reinstate(std::uint32_t serial);
  /// Removes the file of a retired segment, after the COMMIT that forgets it. Errors: those of `safe_folder`.
  [[nodiscard]] result<void> remove_retired(std::uint32_t serial);
  /// The open file of a segment. Errors: as `open`.
  [[nodiscard]] result<std::shared_ptr<const file_descriptor>> file_of(std::uint32_t serial);
  /// Makes durable what was appended since the last call of `committed`: one sync a segment. Returns the ends that the journal has to store.
  /// Errors: also `sync_failed`, which must not be repeated.
  [[nodiscard]] result<std::vector<segment_end>> make_durable();
  /// Reports that the journal has stored the ends that the last `make_durable` returned.
  void committed();

  /// Reads the payload at a place: a small one into memory, a large one while it is read. Errors: `not_found` (no segment, or it ends before the
  /// place does), `archive_damaged`, `io_failed`.
  [[nodiscard]] result<byte_source_ptr> open(const segment_place& place);
  /// The payload of a small record. Errors: as `read`.
  [[nodiscard]] result<std::string> small_body(const segment_place& place);
  /// A small record. Errors: as `open`; `limit_exceeded` for a large one.
  [[nodiscard]] result<own_record> read(const segment_place& place);
  /// The HTTP head of a capture (`warc_capture_of`), as it was received, of any size of its body. Errors: as `open`; `not_found` for a record without one.
  [[nodiscard]] result<std::string> head(const segment_place& capture);
  /// The segment that has only this record and what belongs to it; `open_large_body` reads it. Errors: as `open`.
  [[nodiscard]] result<file_descriptor> open_large(const segment_place& place);
  /// The file name of a segment; empty when there is none.
  [[nodiscard]] std::string file_name(std::uint32_t serial) const;
  [[nodiscard]] std::size_t short_segments() const { return short_segments_; }
  /// Those that `ends` did not have, after a crash, or with an older journal.
  [[nodiscard]] std::size_t removed_segments() const { return removed_segments_; }
  [[nodiscard]] bool is_sent() const { return settings_.is_sent; }

 private:
  /// A segment with bytes that no COMMIT names.
  struct open_segment {
    std::shared_ptr<const file_descriptor> file;
    segment_end end, committed;
    bool is_new = false;       ///< its name is not durable yet
    std::uint32_t unsent = 0;  ///< exchanges that were not released
    bool is_single = false;    ///< has had one name in this group
  };

  friend class large_warc_record;
  [[nodiscard]] result<std::string> front_of(const segment_place& record);
  [[nodiscard]] std::optional<payload_memory::record> read_known(const segment_place& place,
                                                                 const content_digest& payload);
  [[nodiscard]] std::optional<payload_memory::record> find_known(const warc_exchange& exchange,
                                                                 const record_hash& seed);
  [[nodiscard]] result<std::optional<warc_capture>> append_known(
      const warc_exchange& exchange, const std::optional<payload_memory::record>& known);
  /// A segment for one exchange, with its `warcinfo`.
  struct own_segment {
    std::shared_ptr<const file_descriptor> file;
    std::uint32_t serial = 0;
    std::string name;
    std::uint64_t end_bytes = 0;
  };
  [[nodiscard]] result<own_segment> begin_own_segment(timestamp now);
  [[nodiscard]] result<segment_place> copy_small(byte_source& file, const checked_exchange& one,
                                                 std::uint64_t bytes);
  [[nodiscard]] result<segment_place> copy_large(byte_source& file, const checked_exchange& one,
                                                 std::uint64_t bytes);
  void remove_sent();
  void add_segment(std::uint32_t serial, std::shared_ptr<const file_descriptor> file, std::uint64_t bytes);
  void forget_segment(std::uint32_t serial);
  [[nodiscard]] result<std::string> request_of(const warc_exchange& exchange, std::string_view answer);
  [[nodiscard]] open_segment* current();
  [[nodiscard]] bool continues_segment();
  [[nodiscard]] open_segment* find_open(std::uint32_t serial);
  [[nodiscard]] bool can_append_to(open_segment* segment) const;
  [[nodiscard]] static bool is_linked(open_segment& segment);
  [[nodiscard]] result<std::string> make_warcinfo(std::uint32_t serial, timestamp now,
                                                  std::string_view block);
  [[nodiscard]] result<void> list();
  [[nodiscard]] result<void> cut(const std::vector<segment_end>& ends);
  [[nodiscard]] result<void> begin_records(timestamp now);
  [[nodiscard]] result<void> begin_segment(timestamp now);
  [[nodiscard]] result<std::uint32_t> create_segment(const std::string& name, timestamp now);
  [[nodiscard]] result<segment_place> write(std::string_view bytes);
  [[nodiscard]] result<segment_place> write_to(open_segment& segment, std::string_view bytes);
  [[nodiscard]] warc_capture held(const warc_capture& capture);
  [[nodiscard]] warc_capture held_capture(const warc_capture& capture);
  void let_go_of(std::uint32_t serial);

  safe_folder folder_;
  warc_settings settings_;
  const disk_sync* disk_ = nullptr;
  std::size_t short_segments_ = 0, removed_segments_ = 0;

  mutable std::mutex mutex_;  ///< guards what follows
  std::map<std::uint32_t, std::string> names_;
  std::vector<open_segment> open_;
  std::uint32_t last_serial_ = 0,
                current_serial_ = 0;   ///< the highest one, and that of the segment that is appended to
  std::vector<segment_end> in_group_;  ///< what `make_durable` returned
  bool has_begun_ = false;             ///< this run has written its `warcinfo` to the last segment
  std::uint32_t copies_serial_ = 0;    ///< of the segment that takes copies
  std::map<std::uint32_t, std::uint64_t> held_;  ///< how many captures hold a segment
  std::set<std::uint32_t> retired_;
  std::uint64_t serial_ = 0;  ///< of the records of this run
  payload_memory known_;
  recent_bodies recent_;
  warc_record_writer writer_;
  std::string buffer_;
  std::uint32_t read_serial_ = 0;  ///< of `read_file_`, the last segment that was read
  std::shared_ptr<const file_descriptor> read_file_;
};

/// True for a record that is read from its segment, not in memory.
[[nodiscard]] bool is_large_record(const segment_place& place);
/// Reads the body of a large record in an open segment.
[[nodiscard]] result<byte_source_ptr> open_large_body(std::shared_ptr<const file_descriptor> segment,
                                                      const segment_place& place);

}  // namespace laundromat
