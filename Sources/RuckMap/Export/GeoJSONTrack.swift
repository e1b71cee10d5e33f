// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy

/// A track as a GeoJSON document (RFC 7946): one feature with a line for each segment.
///
/// The property `coordTimes` has the time of each position, as in other converters of GPX. A track
/// without a segment of two points is a `MultiPoint`.
struct GeoJSONTrack: Encodable {
  private struct Feature: Encodable {
    let type = "Feature"
    let properties: Properties
    let geometry: Geometry
  }

  private struct Properties: Encodable {
    let name: String?
    let coordTimes: [[String?]]?
  }

  private struct Geometry: Encodable {
    enum Coordinates: Encodable {
      case lines([[[Double]]])
      case points([[Double]])

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .lines(let lines): try container.encode(lines)
        case .points(let points): try container.encode(points)
        }
      }
    }

    let type: String
    let coordinates: Coordinates
  }

  private let type = "FeatureCollection"
  private let features: [Feature]

  init(_ track: [TrackPoint], name: String?) {
    let segments = track.chunked { $0.segment == $1.segment }
    let lines = segments.filter { $0.count > 1 }
    let parts = lines.isEmpty ? [track[...]] : lines
    let positions = parts.map { $0.map(Self.position) }
    let times = parts.map { $0.map { $0.timestamp?.formatted(Self.timeFormat) } }
    let isTimed = times.contains { $0.contains { $0 != nil } }
    let geometry =
      lines.isEmpty
      ? Geometry(type: "MultiPoint", coordinates: .points(positions[0]))
      : Geometry(type: "MultiLineString", coordinates: .lines(positions))
    let properties = Properties(name: name, coordTimes: isTimed ? times : nil)
    features = [Feature(properties: properties, geometry: geometry)]
  }

  /// The document as UTF-8 with a final newline.
  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Longitude and latitude to a centimetre, and the altitude, if any.
  private static func position(_ point: TrackPoint) -> [Double] {
    func rounded(_ value: Double, _ factor: Double) -> Double {
      (value * factor).rounded() / factor
    }
    let position = [rounded(point.longitude, 1e7), rounded(point.latitude, 1e7)]
    return position + (point.altitude.map { [rounded($0, 100)] } ?? [])
  }

  private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension Array {
  /// The longest runs in which each two neighbours belong together.
  fileprivate func chunked(_ areTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where index == endIndex - 1 || !areTogether(self[index], self[index + 1]) {
      chunks.append(self[start...index])
      start = index + 1
    }
    return chunks
  }
}
