// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Text for numbers of bytes.
enum ByteSize {
  /// "12 bytes", "3 KB", "1 GB": multiples of 1024, rounded down to whole ones.
  static func text(_ bytes: Int) -> String {
    let units = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")]
    for (size, unit) in units where bytes >= size { return "\(bytes / size) \(unit)" }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }
}
