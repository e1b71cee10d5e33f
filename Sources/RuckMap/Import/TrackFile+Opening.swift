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
    case .data(let data): return Self.chunks(of: data)
    case .stream(_, let open): return try open()
    case .portion(let portions, _): return try portions.file.open()
    case .session(let file, _): return try file.open()
    case .samples, .decoded, .parts, .missing: return { nil }
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
    case .portion(let portions, _): portions.file.name
    case .session(let file, _): file.name
    case .data, .samples, .decoded, .parts: nil
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

  /// A recording whose whole file is in memory.
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - name: The file's name for messages.
  /// - Returns: The recording.
  static func content(_ data: Data, name: String) -> TrackFile {
    .stream(name: name) { chunks(of: data) }
  }

  private static func chunks(of data: Data) -> () throws -> Data? {
    var rest = data[...]
    return {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(chunkSize) }
      return rest.prefix(chunkSize)
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
