// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Reads a GPX file piece by piece, in little memory whatever its size.
///
/// Each call of ``next()`` gives the next piece:
///
///     let reader = try GPXReader(contentsOf: url)
///     while let event = try reader.next() {
///       if case .trackPoint(let point) = event { … }
///     }
///
/// A fault of the file is thrown where it stands, after the pieces before it: keep nothing until
/// the last piece has come. What can be repaired is in ``issues``.
///
/// GPX 1.0 and 1.1 are read, with any prefix or none, and the extensions of Garmin
/// (`TrackPointExtension` 1 and 2), Strava, Apple, OpenTracks and Cluetrust.
/// A file without track points is not a fault here; the issue `noTrackPoints` says so.
public final class GPXReader {
  /// As many bytes are read from a file at once.
  static let chunkSize = 1 << 16

  private let name: String?
  private let source: () throws -> Data?
  private let parser = GPXParser()
  private let stream: XMLStream
  private var signature: [UInt8] = []
  private var isFinished = false
  private var failure: ActivityFileError?
  private var position = 0

  /// Creates a reader of bytes that come in pieces, such as an upload.
  ///
  /// - Parameters:
  ///   - name: The file's name for messages.
  ///   - chunks: Gives the next piece of the file, of any size, and nil at its end.
  /// - Throws: `tooLarge` where there is no memory left.
  public init(name: String? = nil, chunks: @escaping () throws -> Data?) throws(ActivityFileError) {
    self.name = name
    source = chunks
    stream = try XMLStream(
      words: GPXWord.all.map(\.rawValue), namespaces: GPXNamespaces.all)
  }

  /// Creates a reader of a file in memory.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - name: The file's name for messages.
  /// - Throws: `tooLarge` where there is no memory left.
  public convenience init(data: Data, name: String? = nil) throws(ActivityFileError) {
    var rest = data[...]
    try self.init(name: name) {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(Self.chunkSize) }
      return rest.prefix(Self.chunkSize)
    }
  }

  /// Creates a reader of a file.
  ///
  /// - Throws: `missing`, `directory` or `unreadable`.
  public convenience init(contentsOf url: URL) throws(ActivityFileError) {
    let handle = try ActivityFileSource.open(url)
    try self.init(name: url.lastPathComponent) {
      let chunk = try handle.read(upToCount: Self.chunkSize)
      return chunk?.isEmpty == true ? nil : chunk
    }
  }

  /// What was wrong in the part of the file that has been read, and could be repaired.
  public var issues: GPXIssueLog { parser.issues }

  /// Reads the next piece of the file.
  ///
  /// - Returns: The piece, or nil at the end of the file.
  /// - Throws: What is wrong with the file. The same error is thrown when asked again.
  public func next() throws(ActivityFileError) -> GPXEvent? {
    while position == parser.events.count {
      if let failure { throw failure }
      if isFinished { return nil }
      parser.events.removeAll(keepingCapacity: true)
      position = 0
      do {
        try readChunk()
      } catch {
        failure = described(error)
      }
    }
    defer { position += 1 }
    return parser.events[position]
  }

  /// Reads a whole file into a handler.
  ///
  /// - Returns: What was wrong in the file and could be repaired.
  /// - Throws: An ``ActivityFileError`` for a fault of the file, or what the handler throws.
  @discardableResult
  public static func read(
    _ url: URL, into handler: inout some GPXHandler
  ) throws -> GPXIssueLog {
    try GPXReader(contentsOf: url).read(into: &handler)
  }

  /// Reads the rest of the file into a handler.
  ///
  /// - Returns: What was wrong in the file and could be repaired.
  /// - Throws: An ``ActivityFileError`` for a fault of the file, or what the handler throws.
  @discardableResult
  public func read(into handler: inout some GPXHandler) throws -> GPXIssueLog {
    while let event = try next() {
      try handler.receive(event)
    }
    return issues
  }

  private func readChunk() throws(ActivityFileError) {
    var chunk = try nextChunk()
    if signature.isEmpty, var start = chunk {
      while start.count < FileSignature.length, let more = try nextChunk() { start += more }
      signature += start.prefix(FileSignature.length)
      chunk = start
    }
    try feed(chunk ?? Data(), isLast: chunk == nil)
    if chunk == nil {
      isFinished = true
      parser.finish(stream)
    }
  }

  /// The next bytes; nil at the end of the file.
  private func nextChunk() throws(ActivityFileError) -> Data? {
    do {
      while let chunk = try source() {
        if !chunk.isEmpty { return chunk }
      }
      return nil
    } catch let error as ActivityFileError {
      throw error
    } catch {
      throw ActivityFileSource.unreadable(error, name: name)
    }
  }

  private func feed(_ chunk: Data, isLast: Bool) throws(ActivityFileError) {
    var failure: ActivityFileError?
    chunk.withUnsafeBytes { bytes in
      do throws(ActivityFileError) {
        try stream.read(bytes, isLast: isLast, to: parser)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// The error with the file's name, and with what the file is where it is not XML at all.
  private func described(_ error: ActivityFileError) -> ActivityFileError {
    var error = error
    if !stream.hasRoot, [.malformed, .truncated, .unsupportedEncoding].contains(error.code) {
      let signature = FileSignature(bytes: signature)
      if signature.isBlank, error.code == .truncated {
        error = ActivityFileError(
          .empty, reason: "The file is empty", remedy: "Export the activity again")
      } else if let kind = signature.name {
        error = ActivityFileError(
          .notXML, reason: "This is \(kind), not a GPX file",
          remedy: kind.contains("archive")
            ? "Unpack it and read the file inside" : "Export the activity as GPX")
      } else if !signature.looksLikeXML {
        error = ActivityFileError(
          .notXML, line: error.line, reason: "This is not XML, and so not a GPX file",
          remedy: "Export the activity as GPX")
      }
    }
    if error.file == nil { error.file = name }
    return error
  }
}
