// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

extension Recording {
  /// A track as a GPX 1.1 file, with a segment for each of its segments.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - name: The name of the track.
  ///   - notes: The track's description.
  /// - Returns: The file's bytes; reading them gives the same points.
  /// - Throws: An `ActivityFileError` for a point that isn't on the earth.
  static func gpx(_ track: [TrackPoint], name: String?, notes: String?) throws -> Data {
    var data = Data()
    let writer = GPXWriter { data.append($0) }
    let info = GPXTrackInfo(name: name, desc: notes)
    try writer.write(.began(version: "1.1", creator: "Cairn"))
    try writer.write(.trackBegan(info))
    var segment: Int?
    for point in track {
      if point.segment != segment {
        if segment != nil { try writer.write(.segmentEnded) }
        try writer.write(.segmentBegan)
        segment = point.segment
      }
      try writer.write(.trackPoint(point.gpx))
    }
    if segment != nil { try writer.write(.segmentEnded) }
    try writer.write(.trackEnded(info))
    try writer.finish()
    return data
  }
}
