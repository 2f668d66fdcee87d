// Makes the codec that decodes a compression layer.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/stream_codec.hpp"

namespace laundromat {

std::unique_ptr<stream_codec> make_codec(layer_kind kind) {
  switch (kind) {
    case layer_kind::gzip:
      return make_gzip_codec();
    case layer_kind::bzip2:
      return make_bzip2_codec();
    case layer_kind::xz:
      return make_xz_codec();
    case layer_kind::zstd:
      return make_zstd_codec();
    case layer_kind::lz4:
      return make_lz4_codec();
    case layer_kind::deflate:
      return make_zlib_codec();
    case layer_kind::tar_member:
    case layer_kind::zip_member:
    case layer_kind::sevenzip_member:
    case layer_kind::warc_member:
    case layer_kind::revisit:
      break;
  }
  return nullptr;
}

}  // namespace laundromat
