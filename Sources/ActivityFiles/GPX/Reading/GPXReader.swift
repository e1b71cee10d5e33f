// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A streaming reader of GPX files, with bounded memory use.
///
/// Each call of ``next()`` returns the next event:
///
/// ```swift
/// let reader = try GPXReader(contentsOf: file)
/// while let event = try reader.next() {
///   if case .trackPoint(let point) = event { print(point.latitude, point.longitude) }
/// }
/// for issue in reader.issues.first { print(issue) }
/// ```
///
/// An error is thrown at its position, after the preceding events: commit nothing before the last
/// event was read. Repaired problems are in ``issues``.
///
/// The reader accepts GPX 1.0 and 1.1, with any prefix or none, and the extensions of Garmin
/// (`TrackPointExtension` 1 and 2), Strava, Apple, OpenTracks and Cluetrust. A file without track
/// points is not an error; it has the issue `noTrackPoints`.
public final class GPXReader {
  /// The number of bytes that are read from a file at once.
  static let chunkSize = 1 << 16

  private let name: String?
  private let source: () throws -> Data?
  private let parser = GPXParser()
  private let stream: XMLStream
  private var signature: [UInt8] = []
  private var isFinished = false
  private var failure: ActivityFileError?
  private var position = 0

  /// Creates a reader of chunks of bytes, such as an upload.
  ///
  /// - Parameters:
  ///   - name: The file's name for messages.
  ///   - chunks: Returns the next chunk of the file, of any size, or nil at its end.
  /// - Throws: `tooLarge` if there is not enough memory.
  public init(name: String? = nil, chunks: @escaping () throws -> Data?) throws(ActivityFileError) {
    self.name = name
    source = chunks
    stream = try XMLStream(
      words: GPXElement.all.map(\.rawValue), namespaces: GPXNamespaces.all)
  }

  /// Creates a reader of a file in memory.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - name: The file's name for messages.
  /// - Throws: `tooLarge` if there is not enough memory.
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
    try self.init(
      name: url.lastPathComponent,
      chunks: ActivityFileSource.chunks(of: handle, size: Self.chunkSize))
  }

  /// The repaired problems in the part of the file that has been read.
  public var issues: GPXIssueLog { parser.issues }

  /// Reads the next event.
  ///
  /// - Returns: The event, or nil at the end of the file.
  /// - Throws: An error of the file. Later calls throw the same error.
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
  /// - Returns: The repaired problems.
  /// - Throws: An ``ActivityFileError``, or an error of the handler.
  @discardableResult
  public static func read(
    _ url: URL, into handler: inout some GPXHandler
  ) throws -> GPXIssueLog {
    try GPXReader(contentsOf: url).read(into: &handler)
  }

  /// Reads the rest of the file into a handler.
  ///
  /// - Returns: The repaired problems.
  /// - Throws: An ``ActivityFileError``, or an error of the handler.
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

  /// Returns the next bytes; nil at the end of the file.
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

  /// Adds the file's name to an error, and replaces it by the detected format if the file is not
  /// XML.
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
