// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The activities of a GPX or TCX file with several of them.
///
/// The file is decoded once for each ``limit`` readings, not once for each activity.
final class TrackPortions {
  /// The maximum number of readings in memory; an activity with more is read by itself.
  private static let limit = 200_000

  /// The whole file.
  let file: TrackFile
  /// The numbers of each activity's tracks in a GPX file, or of the activity in a TCX file, in order.
  private let numbers: [Range<Int>]
  /// The decoded activities that have not been read.
  private var decoded: [Int: DecodedTrack] = [:]

  private struct LimitExceeded: Error {}

  /// Creates the activities of a file.
  init(of file: TrackFile, numbers: [Range<Int>]) {
    self.file = file
    self.numbers = numbers
  }

  /// Reads an activity; see ``TrackFile/read(_:)``.
  ///
  /// An activity that is read again is decoded again.
  func read(
    _ index: Int, _ body: (TrackFile.Reading) throws -> Void
  ) throws -> TrackFile.Description {
    if decoded[index] == nil { decode(from: index) }
    if let track = decoded.removeValue(forKey: index) { return try track.read(body) }
    var description = TrackFile.Description()
    try file.readPortions(numbers[index...index], { try body($1) }, ended: { description = $1 })
    return description
  }

  /// Decodes an activity and those after it, up to the limit.
  private func decode(from first: Int) {
    decoded = [:]
    var track = DecodedTrack()
    var count = 0
    // An activity with an error is read by itself, which throws the error.
    try? file.readPortions(numbers[first...]) { _, reading in
      track.add(reading)
      if count + track.count > Self.limit { throw LimitExceeded() }
    } ended: { index, description in
      track.finish(description)
      count += track.count
      decoded[index] = track
      track = DecodedTrack()
    }
  }
}
