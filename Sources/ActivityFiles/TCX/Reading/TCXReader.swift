// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A streaming reader of TCX files, with bounded memory use.
///
/// Each call of ``next()`` returns the next event:
///
/// ```swift
/// let reader = try TCXReader(contentsOf: file)
/// while let event = try reader.next() {
///   if case .trackpoint(let point) = event { print(point.heartRate ?? 0) }
/// }
/// ```
///
/// The reader accepts any prefix or none, undeclared prefixes, white space before the XML
/// declaration, and a damaged document type. An error is thrown at its position, after the
/// preceding events: commit nothing before the last event was read.
public final class TCXReader {
  private let feed: XMLFeed
  private let parser: TCXParser
  private var failure: ActivityFileError?
  private var position = 0

  /// Creates a reader of chunks of bytes, such as an upload.
  ///
  /// - Parameters:
  ///   - name: The file's name for messages.
  ///   - chunks: Returns the next chunk of the file, of any size, or nil at its end.
  /// - Throws: `tooLarge` if there is not enough memory.
  public init(name: String? = nil, chunks: @escaping () throws -> Data?) throws(ActivityFileError) {
    feed = try XMLFeed(name: name, words: TCXElement.all.map(\.rawValue), source: chunks)
    parser = TCXParser()
    parser.feed = feed
  }

  /// Creates a reader of a file in memory.
  ///
  /// - Throws: `tooLarge` if there is not enough memory.
  public convenience init(data: Data, name: String? = nil) throws(ActivityFileError) {
    var rest = data[...]
    try self.init(name: name) {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(XMLFeed.chunkSize) }
      return rest.prefix(XMLFeed.chunkSize)
    }
  }

  /// Creates a reader of a file.
  ///
  /// - Throws: `missing`, `directory` or `unreadable`.
  public convenience init(contentsOf url: URL) throws(ActivityFileError) {
    let handle = try ActivityFileSource.open(url)
    try self.init(
      name: url.lastPathComponent,
      chunks: ActivityFileSource.chunks(of: handle, size: XMLFeed.chunkSize))
  }

  /// The repaired problems in the part of the file that has been read.
  public var issues: ActivityFileIssueLog { parser.issues }

  /// The names of the programs that wrote the file, complete after the last event.
  var programs: [String] { parser.programs }

  /// Reads the next event.
  ///
  /// - Returns: The event, or nil at the end of the file.
  /// - Throws: An error of the file. Later calls throw the same error.
  public func next() throws(ActivityFileError) -> TCXEvent? {
    while position == parser.events.count {
      if let failure { throw failure }
      if feed.isFinished { return nil }
      parser.events.removeAll(keepingCapacity: true)
      position = 0
      do {
        try feed.read(to: parser, format: "TCX")
        if feed.isFinished { parser.finish() }
      } catch {
        failure = error
      }
    }
    defer { position += 1 }
    return parser.events[position]
  }
}
