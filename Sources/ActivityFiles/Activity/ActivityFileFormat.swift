// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A format of activity files, recognised by content.
public enum ActivityFileFormat: String, Sendable, Hashable, CaseIterable {
  /// GPX 1.0 or 1.1.
  case gpx
  /// TCX.
  case tcx
  /// FIT.
  case fit
  /// Text with a table of strokes or workouts.
  case csv
}

extension ActivityFileFormat {
  /// Recognises the format of a file by its first 64 KB.
  ///
  /// Every text that is neither XML nor JSON counts as ``csv``; its reader checks the columns.
  ///
  /// - Returns: The format; nil for any other file.
  /// - Throws: `missing`, `directory` or `unreadable`.
  public static func recognize(contentsOf url: URL) throws(ActivityFileError) -> Self? {
    let handle = try ActivityFileSource.open(url)
    let source = PeekedSource(
      name: url.lastPathComponent,
      source: ActivityFileSource.chunks(of: handle, size: FITReader.chunkSize))
    return Self(try source.format())
  }

  /// Recognises the format of a file in memory by its first 64 KB.
  ///
  /// - Returns: The format; nil for any other file.
  public static func recognize(_ data: Data) -> Self? {
    Self(PeekedSource.kind(Array(data.prefix(FITReader.chunkSize))))
  }

  private init?(_ kind: PeekedSource.Kind) {
    switch kind {
    case .gpx: self = .gpx
    case .tcx: self = .tcx
    case .fit: self = .fit
    case .csv: self = .csv
    case .unknown: return nil
    }
  }
}

/// A source of chunks whose first bytes are examined before it is read.
final class PeekedSource {
  /// A recognised format.
  enum Kind {
    case gpx, tcx, fit, csv, unknown
  }

  /// The number of bytes that are examined.
  private static let length = 1 << 16

  private let name: String?
  private let source: () throws -> Data?
  private var chunks: [Data] = []
  private var isAtEnd = false

  init(name: String?, source: @escaping () throws -> Data?) {
    self.name = name
    self.source = source
  }

  /// Returns the next chunk: the examined bytes first.
  func next() throws -> Data? {
    if !chunks.isEmpty { return chunks.removeFirst() }
    return isAtEnd ? nil : try source()
  }

  /// Recognises the format by the first bytes.
  func format() throws(ActivityFileError) -> Kind {
    var bytes: [UInt8] = []
    while bytes.count < Self.length, !isAtEnd {
      do {
        guard let chunk = try source() else {
          isAtEnd = true
          break
        }
        chunks.append(chunk)
        if bytes.isEmpty, let kind = Self.kind(ofStart: chunk) { return kind }
        bytes += chunk.prefix(Self.length - bytes.count)
      } catch let error as ActivityFileError {
        throw error
      } catch {
        throw ActivityFileSource.unreadable(error, name: name)
      }
    }
    return Self.kind(bytes)
  }

  /// The number of bytes by which every format but XML is recognised.
  private static let shortLength = 512

  /// Recognises a format other than XML without a copy of the chunk; nil if more bytes are needed.
  private static func kind(ofStart chunk: Data) -> Kind? {
    if isTable(chunk) { return .csv }
    let bytes = Array(chunk.prefix(shortLength))
    guard bytes.count == shortLength,
      bytes.contains(where: { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) })
    else { return nil }
    let kind = kind(bytes)
    return kind == .csv || kind == .fit ? kind : nil
  }

  /// Whether a chunk begins with a quote, or with a letter that begins no signature, as the header
  /// of a table does: the examination of other formats takes as long as ten rows.
  private static func isTable(_ chunk: Data) -> Bool {
    chunk.withUnsafeBytes { bytes in
      guard bytes.count >= shortLength, let first = bytes.first else { return false }
      // Archives and databases begin with BZ, PK and SQLite.
      let isLetter = (0x41...0x5A).contains(first & 0xDF) && !"BPS".utf8.contains(first)
      return (isLetter || first == UInt8(ascii: "\""))
        && !bytes[8..<12].elementsEqual(".FIT".utf8)
    }
  }

  static func kind(_ bytes: [UInt8]) -> Kind {
    if bytes.count >= 12, bytes[8..<12].elementsEqual(".FIT".utf8) { return .fit }
    let signature = FileSignature(bytes: Array(bytes.prefix(FileSignature.length)))
    let isXML =
      signature.looksLikeXML
      || bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
    guard isXML else { return signature.name == nil ? .csv : .unknown }
    switch rootName(bytes.filter { $0 != 0 }) {
    case "gpx": return .gpx
    case "trainingcenterdatabase": return .tcx
    default: return .unknown
    }
  }

  /// Returns the local name of the root element, in lower case; nil if it is not in the bytes.
  static func rootName(_ bytes: [UInt8]) -> String? {
    var index = 0
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), isNameStart(bytes[index + 1]) {
        let name = bytes[(index + 1)...].prefix {
          $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        return String(decoding: name.prefix(100), as: UTF8.self).lowercased()
          .split(separator: ":").last.map(String.init)
      }
      index += 1
      if bytes[index...].starts(with: "!--".utf8), bytes[index - 1] == UInt8(ascii: "<") {
        while index + 2 < bytes.count, !bytes[index...].starts(with: "-->".utf8) { index += 1 }
      }
    }
    return nil
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
  }
}
