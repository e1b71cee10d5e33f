// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A streaming reader of the file `export.xml` of an Apple Health export, with bounded memory use.
///
/// ```swift
/// let reader = try AppleHealthReader(contentsOf: file)
/// while let event = try reader.next() {
///   if case .workout(let workout) = event { print(workout.kind, workout.distance ?? 0) }
/// }
/// ```
///
/// Exports of iOS 16 have a damaged document type and control characters, which are skipped. All
/// records except heart rates and body masses are skipped, too.
public final class AppleHealthReader {
  private let feed: XMLFeed
  private let parser: AppleHealthParser
  private var failure: ActivityFileError?
  private var position = 0

  /// Creates a reader of chunks of bytes, such as an entry of an archive.
  ///
  /// - Parameters:
  ///   - name: The file's name for messages.
  ///   - includesRecords: Whether heart rates and body masses are read; they are most of a file.
  ///   - chunks: Returns the next chunk of the file, of any size, or nil at its end.
  /// - Throws: `tooLarge` if there is not enough memory.
  public init(
    name: String? = nil, includesRecords: Bool = true, chunks: @escaping () throws -> Data?
  ) throws(ActivityFileError) {
    parser = AppleHealthParser(includesRecords: includesRecords)
    feed = try XMLFeed(name: name, words: AppleHealthElement.all.map(\.rawValue)) {
      try chunks().map(Self.withoutControlCharacters)
    }
  }

  /// Creates a reader of a file.
  ///
  /// - Throws: `missing`, `directory` or `unreadable`.
  public convenience init(
    contentsOf url: URL, includesRecords: Bool = true
  ) throws(ActivityFileError) {
    let handle = try ActivityFileSource.open(url)
    try self.init(
      name: url.lastPathComponent, includesRecords: includesRecords,
      chunks: ActivityFileSource.chunks(of: handle, size: XMLFeed.chunkSize))
  }

  /// Returns whether the root element of a file is that of an Apple Health export.
  ///
  /// - Parameter start: At least the first 64 KB of the file, or all of it.
  /// - Returns: False if the root element is not in the bytes.
  public static func matches(_ start: Data) -> Bool {
    PeekedSource.rootName(start.prefix(1 << 16).filter { $0 != 0 }) == "healthdata"
  }

  /// Reads the next event.
  ///
  /// - Returns: The event, or nil at the end of the file.
  /// - Throws: An error of the file. Later calls throw the same error.
  public func next() throws(ActivityFileError) -> AppleHealthEvent? {
    while position == parser.events.count {
      if let failure { throw failure }
      if feed.isFinished { return nil }
      parser.events.removeAll(keepingCapacity: true)
      position = 0
      do {
        try feed.read(to: parser, format: "Apple Health")
      } catch {
        failure = error
      }
    }
    defer { position += 1 }
    return parser.events[position]
  }

  /// XML can't contain control characters; as spaces they change no value.
  private static func withoutControlCharacters(_ chunk: Data) -> Data {
    func isControl(_ byte: UInt8) -> Bool {
      byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }
    guard chunk.contains(where: isControl) else { return chunk }
    return Data(chunk.map { isControl($0) ? 0x20 : $0 })
  }
}
