// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A streaming reader of activity files in any known format, with bounded memory use.
///
/// ```swift
/// let reader = try ActivityFileReader(contentsOf: file)
/// while let event = try reader.next() {
///   if case .sample(let sample) = event { print(sample.heartRate ?? 0) }
/// }
/// print(reader.format, reader.issueCount)
/// ```
///
/// The format is recognised by the content: GPX, TCX, FIT, or CSV of a rowing machine. An error is
/// thrown at its position, after the preceding events: commit nothing before the last event was
/// read.
public final class ActivityFileReader {
  /// The format of the file.
  public let format: ActivityFileFormat

  private enum Reader {
    case gpx(GPXReader)
    case tcx(TCXReader)
    case fit(FITReader)
    case csv(RowingCSVReader)
  }

  private let reader: Reader
  private var pending: [ActivityEvent] = []
  private var context = ActivityContext()

  /// Creates a reader of a file.
  ///
  /// - Throws: `missing`, `directory`, `unreadable`, `empty`, or `unknownFormat`.
  public convenience init(contentsOf url: URL) throws(ActivityFileError) {
    let handle = try ActivityFileSource.open(url)
    try self.init(
      name: url.lastPathComponent,
      chunks: ActivityFileSource.chunks(of: handle, size: FITReader.chunkSize))
  }

  /// Creates a reader of a file in memory.
  ///
  /// - Throws: `empty` or `unknownFormat`.
  public convenience init(data: Data, name: String? = nil) throws(ActivityFileError) {
    var rest = data[...]
    try self.init(name: name) {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(FITReader.chunkSize) }
      return rest.prefix(FITReader.chunkSize)
    }
  }

  /// Creates a reader of chunks of bytes, such as an upload.
  ///
  /// - Parameters:
  ///   - name: The file's name for messages.
  ///   - chunks: Returns the next chunk of the file, of any size, or nil at its end.
  /// - Throws: `empty` or `unknownFormat`.
  public init(
    name: String? = nil, chunks: @escaping () throws -> Data?
  ) throws(ActivityFileError) {
    let source = PeekedSource(name: name, source: chunks)
    switch try source.format() {
    case .gpx:
      format = .gpx
      reader = .gpx(try GPXReader(name: name, chunks: source.next))
    case .tcx:
      format = .tcx
      reader = .tcx(try TCXReader(name: name, chunks: source.next))
    case .fit:
      format = .fit
      reader = .fit(FITReader(name: name, chunks: source.next))
    case .csv:
      format = .csv
      reader = .csv(RowingCSVReader(name: name, chunks: source.next))
    case .unknown:
      // A GPX reader names the format of any other file in its error.
      let reader = try GPXReader(name: name, chunks: source.next)
      while try reader.next() != nil {}
      throw ActivityFileError(
        .unknownFormat, file: name, reason: "The file is in no known format",
        remedy: "Export the activity as GPX, TCX or FIT")
    }
    pending.append(.began(format))
  }

  /// Reads the next event.
  ///
  /// - Returns: The event, or nil at the end of the file.
  /// - Throws: An error of the file. Later calls throw the same error.
  public func next() throws(ActivityFileError) -> ActivityEvent? {
    while pending.isEmpty {
      switch reader {
      case .gpx(let reader):
        guard let event = try reader.next() else { return nil }
        context.add(event, to: &pending)
      case .tcx(let reader):
        guard let event = try reader.next() else { return nil }
        context.add(event, to: &pending)
      case .fit(let reader):
        guard let event = try reader.next() else { return nil }
        context.add(event, to: &pending)
      case .csv(let reader):
        guard let event = try reader.next() else { return nil }
        context.add(event, to: &pending)
      }
    }
    return pending.removeFirst()
  }

  /// The number of issues in the part of the file that has been read.
  public var issueCount: Int {
    switch reader {
    case .gpx(let reader): reader.issues.total
    case .tcx(let reader): reader.issues.total
    case .fit(let reader): reader.issues.total
    case .csv(let reader): reader.issues.total
    }
  }

  /// A message for each kind of issue that dropped data, with the number of further ones.
  public var warnings: [String] {
    switch reader {
    case .gpx(let reader):
      reader.issues.first.filter { $0.severity == .warning }.firstOfEach(\.kind).map {
        Self.message($0.description, count: reader.issues.count($0.kind))
      }
    case .tcx(let reader): Self.warnings(reader.issues)
    case .fit(let reader): Self.warnings(reader.issues)
    case .csv(let reader): Self.warnings(reader.issues)
    }
  }

  private static func warnings(_ issues: ActivityFileIssueLog) -> [String] {
    issues.first.filter(\.isWarning).firstOfEach(\.kind).map {
      message($0.description, count: issues.count($0.kind))
    }
  }

  private static func message(_ text: String, count: Int) -> String {
    count > 1 ? "\(text) \(count - 1) more of this kind." : text
  }
}

extension Sequence {
  /// Returns the first element with each value of a property.
  fileprivate func firstOfEach<Value: Hashable>(_ property: (Element) -> Value) -> [Element] {
    var seen: Set<Value> = []
    return filter { seen.insert(property($0)).inserted }
  }
}
