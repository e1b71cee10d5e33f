// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Archives
import Foundation

extension TrackFile {
  /// The maximum size of a decompressed recording in bytes.
  static let sizeLimit = 1 << 30
  private static let chunkSize = 1 << 16

  /// Opens the recording from its start.
  ///
  /// - Returns: A function that returns the next bytes, and nil at the end.
  func open() throws -> () throws -> Data? {
    switch self {
    case .file(let url): return try Self.chunks(of: url)
    case .data(let data):
      var rest = data[...]
      return {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(Self.chunkSize) }
        return rest.prefix(Self.chunkSize)
      }
    case .stream(_, let open): return try open()
    case .samples, .parts, .missing: return { nil }
    }
  }

  /// The first 64 KB, by which formats are recognised.
  func start() throws -> Data {
    let chunks = try open()
    var start = Data()
    while start.count < Self.chunkSize, let chunk = try chunks(), !chunk.isEmpty {
      start.append(chunk)
    }
    return start
  }

  /// The name for messages.
  var name: String? {
    switch self {
    case .file(let url): url.lastPathComponent
    case .data, .samples, .parts: nil
    case .stream(let name, _), .missing(let name): name
    }
  }

  /// A gzip file as its content, any other recording unchanged.
  func decompressed() throws -> TrackFile {
    guard InflateStream.isGzip(try start()) else { return self }
    let compressed = self
    return .stream(name: name ?? "") {
      let stream = try InflateStream(
        .gzip, limit: Self.sizeLimit, source: try compressed.open())
      return { try stream.next() }
    }
  }

  /// Opens a file; `ActivityFileReader` reports a missing file, a folder and missing permissions.
  private static func chunks(of url: URL) throws -> () throws -> Data? {
    _ = try ActivityFileFormat.recognize(contentsOf: url)
    let file = try RandomAccessFile(url)
    var offset = 0
    return {
      let data = try file.read(chunkSize, at: offset)
      offset += data.count
      return data.isEmpty ? nil : data
    }
  }
}
