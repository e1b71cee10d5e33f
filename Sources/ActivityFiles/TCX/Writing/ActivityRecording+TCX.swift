// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ActivityRecording {
  /// Encodes the recording as a TCX file.
  ///
  /// Each segment becomes a track of its lap. Samples without a time take the previous one's.
  ///
  /// - Returns: The file's bytes.
  /// - Throws: `missingTime` if neither a sample nor the summary has a time.
  public func tcxData() throws(ActivityFileError) -> Data {
    var writer = TCXOutput()
    guard let start, writer.begin(summary, start: start) else {
      throw ActivityFileError(
        .missingTime, reason: "The activity has no start that a TCX file can hold",
        remedy: "Set the activity's start")
    }
    var laps = laps
    if laps.isEmpty {
      var lap = summary.totals
      lap.elapsedTime = lap.timerTime ?? lap.elapsedTime ?? end?.timeIntervalSince(start)
      laps = [lap]
    }
    var starts: [Date] = []
    var next = start
    for lap in laps {
      starts.append(max(lap.start ?? next, starts.last ?? start))
      next = (starts.last ?? start).addingTimeInterval(lap.elapsedTime ?? lap.timerTime ?? 0)
    }
    var parts = parts(starts, start: start)[...]
    for (index, lap) in laps.enumerated() {
      writer.beginLap(lap, start: starts[index])
      while let part = parts.first, part.lap == index {
        writer.track(part.samples)
        parts.removeFirst()
      }
      writer.endLap(lap)
    }
    writer.end(summary)
    return Data(writer.bytes)
  }

  /// The samples by lap and segment, in order.
  ///
  /// Each sample has a time.
  private func parts(_ starts: [Date], start: Date) -> [(lap: Int, samples: [ActivitySample])] {
    var parts: [(lap: Int, samples: [ActivitySample])] = []
    var lap = 0
    var last = start
    for segment in segments {
      var samples: [ActivitySample] = []
      for var sample in segment {
        last = sample.time ?? last
        sample.time = last
        // A stroke knows its lap; one at the end of its interval is at the start of the rest, too.
        while lap + 1 < starts.count,
          sample.stroke.map({ lap < $0.interval }) ?? (starts[lap + 1] <= last)
        {
          if !samples.isEmpty { parts.append((lap, samples)) }
          samples = []
          lap += 1
        }
        samples.append(sample)
      }
      if !samples.isEmpty { parts.append((lap, samples)) }
    }
    return parts
  }
}

/// The output buffer of a TCX file.
struct TCXOutput {
  private(set) var bytes: [UInt8] = []

  private static let garmin = "http://www.garmin.com/xmlschemas"

  /// Begins the file; false if the start cannot be written.
  mutating func begin(_ summary: ActivitySummary, start: Date) -> Bool {
    line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", 0)
    line(
      "<TrainingCenterDatabase xmlns=\"\(Self.garmin)/TrainingCenterDatabase/v2\""
        + " xmlns:ax=\"\(Self.garmin)/ActivityExtension/v2\""
        + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">", 0)
    line("<Activities>", 1)
    line("<Activity Sport=\"\((summary.sport ?? .other).tcx)\">", 2)
    return time(start, "Id", 3)
  }

  mutating func beginLap(_ lap: ActivityLap, start: Date) {
    bytes += "      <Lap StartTime=\"".utf8
    _ = XMLDateTime.append(start.timeIntervalSinceReferenceDate, to: &bytes)
    bytes += "\">\n".utf8
    number(lap.timerTime ?? lap.elapsedTime ?? 0, "TotalTimeSeconds", 4)
    number(lap.distance ?? 0, "DistanceMeters", 4)
    number((lap.calories ?? 0).rounded(), "Calories", 4)
    rate(lap.averageHeartRate, "AverageHeartRateBpm", 4)
    rate(lap.maxHeartRate, "MaximumHeartRateBpm", 4)
    line("<Intensity>\(lap.isRest ? "Resting" : "Active")</Intensity>", 4)
    cadence(lap.averageCadence, 4)
    line("<TriggerMethod>Manual</TriggerMethod>", 4)
  }

  mutating func track(_ samples: [ActivitySample]) {
    line("<Track>", 4)
    for sample in samples { trackpoint(sample) }
    line("</Track>", 4)
  }

  private mutating func trackpoint(_ sample: ActivitySample) {
    line("<Trackpoint>", 5)
    if let time = sample.time { _ = self.time(time, "Time", 6) }
    if let latitude = sample.latitude, let longitude = sample.longitude {
      line("<Position>", 6)
      number(latitude, "LatitudeDegrees", 7)
      number(longitude, "LongitudeDegrees", 7)
      line("</Position>", 6)
    }
    number(sample.altitude, "AltitudeMeters", 6)
    number(sample.distance, "DistanceMeters", 6)
    rate(sample.heartRate, "HeartRateBpm", 6)
    cadence(sample.cadence, 6)
    if sample.speed != nil || sample.power != nil {
      line("<Extensions>", 6)
      line("<ax:TPX>", 7)
      number(sample.speed, "ax:Speed", 8)
      number(sample.power?.rounded(), "ax:Watts", 8)
      line("</ax:TPX>", 7)
      line("</Extensions>", 6)
    }
    line("</Trackpoint>", 5)
  }

  mutating func endLap(_ lap: ActivityLap) {
    if lap.averagePower != nil || lap.maxPower != nil {
      line("<Extensions>", 4)
      line("<ax:LX>", 5)
      number(lap.averagePower?.rounded(), "ax:AvgWatts", 6)
      number(lap.maxPower?.rounded(), "ax:MaxWatts", 6)
      line("</ax:LX>", 5)
      line("</Extensions>", 4)
    }
    line("</Lap>", 3)
  }

  mutating func end(_ summary: ActivitySummary) {
    let notes = [summary.name, summary.notes].compactMap(\.self).joined(separator: "\n")
    if !notes.isEmpty { text(notes, "Notes", 3) }
    if let device = summary.device {
      line("<Creator xsi:type=\"Device_t\">", 3)
      text(device, "Name", 4)
      line("<UnitId>0</UnitId>", 4)
      line("<ProductID>0</ProductID>", 4)
      line("<Version><VersionMajor>0</VersionMajor><VersionMinor>0</VersionMinor></Version>", 4)
      line("</Creator>", 3)
    }
    line("</Activity>", 2)
    line("</Activities>", 1)
    if summary.sport == .rowing || summary.sport == .indoorRowing { author() }
    line("</TrainingCenterDatabase>", 0)
  }

  /// Writes a program name by which readers recognize rowing, since TCX has no such sport.
  private mutating func author() {
    line("<Author xsi:type=\"Application_t\">", 1)
    text("Cairn Rowing", "Name", 2)
    line("<Build>", 2)
    line("<Version><VersionMajor>0</VersionMajor><VersionMinor>0</VersionMinor></Version>", 3)
    line("</Build>", 2)
    line("<LangID>en</LangID>", 2)
    line("<PartNumber>000-00000-00</PartNumber>", 2)
    line("</Author>", 1)
  }

  // MARK: Elements

  private mutating func line(_ text: String, _ depth: Int) {
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    bytes += text.utf8
    bytes.append(0x0A)
  }

  private mutating func element(_ name: String, _ depth: Int, _ content: (inout [UInt8]) -> Void) {
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    bytes += "<\(name)>".utf8
    content(&bytes)
    bytes += "</\(name)>\n".utf8
  }

  private mutating func text(_ text: String, _ name: String, _ depth: Int) {
    element(name, depth) { XMLEscaping.append(text, to: &$0) }
  }

  private mutating func number(_ value: Double?, _ name: String, _ depth: Int) {
    guard let value, value.isFinite else { return }
    element(name, depth) { DecimalCoding.append(value, to: &$0) }
  }

  private mutating func time(_ date: Date, _ name: String, _ depth: Int) -> Bool {
    var isWritten = false
    element(name, depth) {
      isWritten = XMLDateTime.append(date.timeIntervalSinceReferenceDate, to: &$0)
    }
    return isWritten
  }

  /// Writes a heart rate, an integer from 1 to 254.
  private mutating func rate(_ value: Double?, _ name: String, _ depth: Int) {
    guard let value, value >= 1, value < 255 else { return }
    line("<\(name)>", depth)
    number(value.rounded(), "Value", depth + 1)
    line("</\(name)>", depth)
  }

  /// Writes a cadence, an integer from 0 to 254.
  private mutating func cadence(_ value: Double?, _ depth: Int) {
    guard let value, value >= 0, value < 254.5 else { return }
    number(value.rounded(), "Cadence", depth)
  }
}
