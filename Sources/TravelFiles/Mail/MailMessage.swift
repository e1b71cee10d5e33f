// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// A mail message (RFC 5322) with its parts (RFC 2045 and 2046).
struct MailMessage {
  /// A part without parts of its own.
  struct Part {
    /// The media type in lower case, such as `text/html`.
    var type: String
    /// The character set that the part declares.
    var charset: String?
    /// The name of an attachment, only for display.
    var filename: String?
    /// The identifier by which pages of the message refer to the part.
    var contentID: String?
    /// The content without its transfer encoding.
    var content: [UInt8]
    /// The line at which the content begins, counted from 1.
    var line: Int
  }

  /// The maximum nesting depth of parts.
  private static let depthLimit = 16
  /// The maximum number of parts.
  private static let partLimit = 500

  /// The subject.
  private(set) var subject: String?
  /// The date.
  private(set) var date: TravelTime?
  /// The parts in the order of the message.
  private(set) var parts: [Part] = []
  /// The problems.
  private(set) var issues = TravelFileIssueLog()

  /// Reads a message.
  init(_ bytes: [UInt8]) {
    read(bytes[...], line: 1, depth: 0)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, line: Int, depth: Int) {
    guard depth < Self.depthLimit, parts.count < Self.partLimit else {
      issues.add(.skippedPart, line: line, "The message has too many parts; the rest is skipped")
      return
    }
    let (headers, body) = Self.headers(bytes)
    let bodyLine = line + bytes[bytes.startIndex..<body.startIndex].count { $0 == 0x0A }
    if depth == 0 {
      subject = headers["subject"].map { Self.decodedWords($0) }
      date = headers["date"].flatMap { MailDate.parse($0) }
    }
    let type = HeaderParameters(headers["content-type"] ?? "text/plain")
    let name = type.value.lowercased()
    if name.hasPrefix("multipart/"), let boundary = type["boundary"], !boundary.isEmpty {
      readParts(body, boundary: Array(boundary.utf8), line: bodyLine, depth: depth)
      return
    }
    let encoding = headers["content-transfer-encoding"]?.trimmed.lowercased() ?? "7bit"
    let content = Self.decoded(body, encoding)
    if name == "message/rfc822" {
      read(content[...], line: bodyLine, depth: depth + 1)
      return
    }
    let disposition = HeaderParameters(headers["content-disposition"] ?? "")
    parts.append(
      Part(
        type: name, charset: type["charset"],
        filename: Self.parameter("filename", of: disposition) ?? Self.parameter("name", of: type),
        contentID: headers["content-id"].map { String($0.drop { $0 == "<" }.prefix { $0 != ">" }) },
        content: content, line: bodyLine))
  }

  private mutating func readParts(
    _ body: ArraySlice<UInt8>, boundary: [UInt8], line: Int, depth: Int
  ) {
    let mark = Array("--".utf8) + boundary
    var start: (index: Int, line: Int)?
    var position = body.startIndex
    var number = line
    while position < body.endIndex {
      let end = body[position...].firstIndex(of: 0x0A) ?? body.endIndex
      if body[position..<end].starts(with: mark) {
        if let start, start.index < position {
          read(body[start.index..<position], line: start.line, depth: depth + 1)
        }
        let rest = body[position..<end].dropFirst(mark.count)
        if rest.starts(with: "--".utf8) { return }
        start = (min(end + 1, body.endIndex), number + 1)
      }
      position = end + 1
      number += 1
    }
    if let start, start.index < body.endIndex {
      issues.add(
        .malformedPart, line: start.line, "A part has no end; it is read to the end of the file")
      read(body[start.index...], line: start.line, depth: depth + 1)
    }
  }

  // MARK: Headers

  /// The unfolded headers by lower-case name, the first of equal names, and the body.
  private static func headers(
    _ bytes: ArraySlice<UInt8>
  ) -> (headers: [String: String], body: ArraySlice<UInt8>) {
    var headers: [String: String] = [:]
    var name = ""
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.endIndex
      var line = bytes[position..<end]
      if line.last == 0x0D { line = line.dropLast() }
      position = min(end + 1, bytes.endIndex)
      if line.isEmpty { break }
      if line.first == 0x20 || line.first == 0x09 {
        // Appended in place: a copy for each line would take quadratic time.
        if headers[name]?.utf8.count ?? .max < 65_536 {
          headers[name]?.append(" " + TextDecoding.text(line).trimmed)
        }
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        let key = String(decoding: line[..<colon], as: UTF8.self).trimmed.lowercased()
        name = headers[key] == nil && headers.count < 1000 ? key : ""
        if !name.isEmpty { headers[name] = TextDecoding.text(line[(colon + 1)...]).trimmed }
      }
    }
    return (headers, bytes[position...])
  }

  /// Decodes the encoded words of a header (RFC 2047).
  static func decodedWords(_ text: String) -> String {
    let joined = text.replacing(/\?=\s+=\?/, with: "?==?")
    return joined.replacing(/=\?([^?\s]{1,40})\?([BbQq])\?([^?\s]*)\?=/) { match in
      let isBase64 = match.2.lowercased() == "b"
      let bytes =
        isBase64
        ? base64(Array(match.3.utf8))
        : quotedPrintable(Array(match.3.utf8).map { $0 == 0x5F ? 0x20 : $0 })
      let charset = match.1.split(separator: "*").first.map(String.init)
      return TextDecoding.text(bytes, charset: charset)
    }
  }

  // MARK: Transfer encodings

  private static func decoded(_ bytes: ArraySlice<UInt8>, _ encoding: String) -> [UInt8] {
    switch encoding {
    case "base64": base64(Array(bytes))
    case "quoted-printable": quotedPrintable(Array(bytes))
    default: Array(bytes)
    }
  }

  /// Decodes base64, skipping all other characters.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      let value: UInt32
      switch byte {
      case 0x41...0x5A: value = UInt32(byte - 0x41)
      case 0x61...0x7A: value = UInt32(byte - 0x61) + 26
      case 0x30...0x39: value = UInt32(byte - 0x30) + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      case 0x3D: return output
      default: continue
      }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return output
  }

  static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "=") else {
        output.append(byte)
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == 0x0A {
        index += 2
      } else if index + 2 < bytes.count, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A {
        index += 3
      } else if index + 2 < bytes.count,
        let value = UInt8(
          String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        output.append(value)
        index += 3
      } else {
        output.append(byte)
        index += 1
      }
    }
    return output
  }
}

/// Parsing of the dates of mail (RFC 5322, section 3.3).
enum MailDate {
  /// Parses a date such as `Tue, 14 Sep 2021 17:00:00 +0200`; nil for other texts.
  static func parse(_ text: String) -> TravelTime? {
    let pattern =
      /(?:[A-Za-z]{3},? +)?(\d{1,2}) +([A-Za-z]{3}) +(\d{4}) +(\d\d):(\d\d)(?::(\d\d))?(?: +([+-]\d{4}|GMT|UTC?))?.*/
    guard let match = text.trimmed.wholeMatch(of: pattern), let day = Int(match.1),
      let year = Int(match.3), let hour = Int(match.4), let minute = Int(match.5),
      let month = months.firstIndex(of: match.2.lowercased()),
      let date = LocalDate(year: year, month: month + 1, day: day),
      let local = LocalDateTime(
        date, hour: hour, minute: minute, second: match.6.flatMap { Int($0) } ?? 0)
    else { return nil }
    var zone = TravelZone.unknown
    if let offset = match.7 {
      var scanner = ASCIIScanner(offset)
      // The names of RFC 5322, section 4.3, which servers still write.
      zone = offset.first == "G" || offset.first == "U" ? .offset(0) : scanner.offset() ?? .unknown
    }
    return TravelTime(local, zone: zone)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
