// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A file format for a ruck.
///
/// ```swift
/// for format in RuckFileFormat.allCases { show(format.title) }
/// ```
public enum RuckFileFormat: String, Sendable, Hashable, CaseIterable {
  /// GPX 1.1, with sensors in Garmin's extension.
  case gpx
  /// Garmin's Training Center XML.
  case tcx
  /// Garmin's FIT, as an activity of the sub-sport 124, rucking.
  case fit
  /// GeoJSON (RFC 7946) with a line for each segment.
  case geojson
  /// Comma-separated values with a row for each point, in SI units.
  case csv
  /// Cairn's JSON with all values of a ruck, which an import restores.
  case json

  /// The displayed name.
  public var title: String {
    switch self {
    case .gpx: "GPX"
    case .tcx: "TCX"
    case .fit: "FIT"
    case .geojson: "GeoJSON"
    case .csv: "CSV"
    case .json: "JSON"
    }
  }

  /// Whether the format has no tracks without times.
  public var needsTimes: Bool { self == .fit || self == .tcx }

  /// The media type for HTTP.
  public var mediaType: String {
    switch self {
    case .gpx: "application/gpx+xml"
    case .tcx: "application/vnd.garmin.tcx+xml"
    case .fit: "application/vnd.ant.fit"
    case .geojson: "application/geo+json"
    case .csv: "text/csv; charset=utf-8"
    case .json: "application/json"
    }
  }
}
