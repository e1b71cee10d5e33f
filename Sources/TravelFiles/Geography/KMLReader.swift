// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// A reader of KML 2.2, with the tracks of Google's extension namespace.
final class KMLReader: XMLStreamDelegate {
  private enum Word: Int, CaseIterable {
    case kml, Placemark, name, description, address, phoneNumber, Point, LineString, LinearRing
    case coordinates, Track, MultiTrack, when, coord
  }

  private var content = GeographicContent()
  private var path: [Word?] = []
  private var isKML = false
  private var collecting: Word?

  private var place = Place()
  private var segments: [[TravelTrack.Point]] = []
  private var positions: [Coordinates] = []
  private var times: [Date?] = []
  private var trackPoints: [TravelTrack.Point] = []

  /// Reads a document.
  ///
  /// - Throws: An error with the line.
  static func read(_ data: Data) throws(TravelFileError) -> GeographicContent {
    let reader = KMLReader()
    do {
      let stream = try XMLStream(words: Word.allCases.map { "\($0)" }, namespaces: [])
      try reader.read(data, stream)
    } catch {
      throw TravelFileError(error)
    }
    guard reader.isKML else {
      throw TravelFileError(
        .unknownFormat, reason: "The XML file is not KML", remedy: "Export it as KML or GPX")
    }
    return reader.content
  }

  private func read(_ data: Data, _ stream: XMLStream) throws(ActivityFileError) {
    var failure: ActivityFileError?
    data.withUnsafeBytes { bytes in
      do throws(ActivityFileError) {
        try stream.read(bytes, isLast: true, to: self)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  func startElement(_ name: XMLName, _ attributes: XMLAttributes, in stream: XMLStream) {
    let word = name.word.flatMap(Word.init(rawValue:))
    path.append(word)
    switch word {
    case .kml: isKML = true
    case .Placemark:
      place = Place()
      segments = []
    case .Track: (times, trackPoints) = ([], [])
    case .name, .description, .address, .phoneNumber:
      if path.dropLast().last == .Placemark { collect(word, stream) }
    case .coordinates, .when, .coord: collect(word, stream)
    default: break
    }
  }

  private func collect(_ word: Word?, _ stream: XMLStream) {
    collecting = word
    stream.startCollectingText()
  }

  func endElement(in stream: XMLStream) {
    let word = path.popLast() ?? nil
    if let word, word == collecting {
      collecting = nil
      let text = String(decoding: stream.consumeText(), as: UTF8.self).trimmed
      if stream.isTextTruncated {
        content.issues.add(
          .malformedPart, line: stream.line, "A text is longer than 1 MB and is cut")
      }
      finish(word, text, stream.line)
      return
    }
    switch word {
    case .Placemark: finishPlacemark()
    case .Track:
      if !trackPoints.isEmpty { segments.append(trackPoints) }
    default: break
    }
  }

  private func finish(_ word: Word, _ text: String, _ line: Int) {
    switch word {
    case .name: place.name = text.nonEmpty
    case .description:
      place.note = HTMLText.plain(text).nonEmpty
    case .address: place.address = text.nonEmpty.map { PostalAddress(street: $0) }
    case .phoneNumber: place.telephone = text.nonEmpty
    case .coordinates:
      let points = text.split(whereSeparator: \.isWhitespace).compactMap { point($0, ",", line) }
      if path.last == .Point {
        place.coordinates = points.first?.coordinates
      } else if !points.isEmpty {
        segments.append(points)
      }
    case .when: times.append(TravelTime(iso8601: text)?.instant)
    case .coord:
      if var point = point(text[...], " ", line) {
        point.time = times.indices.contains(trackPoints.count) ? times[trackPoints.count] : nil
        trackPoints.append(point)
      }
    default: break
    }
  }

  /// A point of longitude, latitude and elevation.
  private func point(_ text: Substring, _ separator: Character, _ line: Int) -> TravelTrack.Point? {
    let numbers = text.split(separator: separator).map { Double($0.trimmed) }
    guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1],
      let position = Coordinates(latitude: latitude, longitude: longitude)
    else {
      content.issues.add(.unreadablePosition, line: line, "The position is left out")
      return nil
    }
    let elevation = numbers.count > 2 ? numbers[2] : nil
    return TravelTrack.Point(position, elevation: elevation.flatMap { $0.isFinite ? $0 : nil })
  }

  private func finishPlacemark() {
    if place.coordinates != nil || (segments.isEmpty && place.name != nil) {
      content.places.append(place)
    }
    if !segments.isEmpty {
      let isPlanned = !segments.contains { $0.contains { $0.time != nil } }
      content.tracks.append(
        TravelTrack(name: place.name, isPlanned: isPlanned, segments: segments))
    }
    segments = []
  }
}

extension TravelFileError {
  /// The error of an XML file.
  init(_ error: ActivityFileError) {
    let code: Code =
      switch error.code {
      case .truncated, .empty: .truncated
      case .entityDeclaration: .entityDeclaration
      case .nestingTooDeep: .nestingTooDeep
      case .tooLarge: .tooLarge
      case .notXML, .notGPX: .unknownFormat
      default: .malformed
      }
    self.init(code, file: error.file, line: error.line, reason: error.reason, remedy: error.remedy)
  }
}

extension HTMLText {
  /// The text of an HTML fragment without its tags.
  static func plain(_ html: String) -> String {
    guard html.utf8.contains(UInt8(ascii: "<")) else { return decoded(html) }
    let bytes = Array(html.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var tokenizer = HTMLTokenizer(bytes)
      var output: [UInt8] = []
      var isSkipped = false
      while let token = tokenizer.next() {
        switch token {
        case .startTag(let name, _, _):
          isSkipped = name == "script" || name == "style"
          if name == "br" || name == "p" || name == "div" { output.append(0x0A) }
        case .endTag: isSkipped = false
        case .text(let range): if !isSkipped { output.append(contentsOf: bytes[range]) }
        }
      }
      return normalized(decoded(String(decoding: output, as: UTF8.self)))
    }
  }
}
