// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ActivityRecording {
  /// Encodes the recording as a FIT file.
  ///
  /// Samples become records, laps become laps, and gaps between segments become pauses. The figures
  /// of strokes that Garmin's profile lacks become developer fields with the names of the program
  /// rowingdata. Times of records are whole seconds; the exact time of a stroke is the developer
  /// field `ElapsedTime`.
  ///
  /// - Returns: The file's bytes.
  /// - Throws: `missingTime` if neither a sample nor the summary has a time.
  public func fitData() throws(ActivityFileError) -> Data {
    guard let start, let end, start.timeIntervalSince1970 >= FITTime.epoch + 0x1000_0000,
      end.timeIntervalSince1970 < FITTime.epoch + 0xFFFF_FFFF
    else {
      throw ActivityFileError(
        .missingTime, reason: "The activity has no start that a FIT file can hold",
        remedy: "Set the activity's start, between 1998 and 2125")
    }
    var output = FITOutput()
    let strokes = segments.joined().compactMap(\.stroke)
    let strokeFields = strokes.isEmpty ? nil : FITStrokeFields(strokes)
    let sport = (summary.sport ?? .other).fit
    output.append(
      0, local: 0,
      [
        FITOutput.Field(0, .enumeration, 4), FITOutput.Field(1, .uint16, 255),
        FITOutput.Field(2, .uint16, 0), FITOutput.Field(4, .uint32, Self.seconds(start)),
        FITOutput.Field(8, text: "Cairn"),
      ])
    output.append(
      23, local: 6,
      [
        FITOutput.Field(253, .uint32, Self.seconds(start)), FITOutput.Field(0, .uint8, 0),
        FITOutput.Field(2, .uint16, 255), FITOutput.Field(27, text: summary.device ?? "Cairn"),
      ])
    output.append(
      12, local: 9,
      [
        FITOutput.Field(0, .enumeration, Double(sport.sport)),
        FITOutput.Field(1, .enumeration, Double(sport.subSport)),
        FITOutput.Field(3, text: summary.name),
      ])
    if let weather = summary.weather {
      output.append(
        ActivityWeather.fitMessage, local: 7, weather.fitFields(at: Self.seconds(start)))
    }
    strokeFields?.describe(in: &output)
    appendSamples(strokeFields, start: start, end: end, to: &output)
    let count = appendLaps(sport, start: start, end: end, to: &output)
    appendSession(sport, start: start, end: end, laps: count, to: &output)
    return output.file()
  }

  /// Returns the seconds of a time in FIT files.
  private static func seconds(_ date: Date) -> Double {
    (date.timeIntervalSince1970 - FITTime.epoch).rounded(.down)
  }

  private func appendSamples(
    _ strokeFields: FITStrokeFields?, start: Date, end: Date, to output: inout FITOutput
  ) {
    var last = start
    appendTimer(0, start, to: &output)
    for (index, segment) in segments.enumerated() {
      if index > 0 {
        appendTimer(4, last, to: &output)
        appendTimer(0, segment.lazy.compactMap(\.time).first ?? last, to: &output)
      }
      for sample in segment {
        last = sample.time ?? last
        append(sample, strokeFields, at: last, to: &output)
      }
    }
    appendTimer(4, end, to: &output)
  }

  /// Appends a timer event: 0 start, 4 stop.
  private func appendTimer(_ type: Double, _ time: Date, to output: inout FITOutput) {
    output.append(
      21, local: 1,
      [
        FITOutput.Field(253, .uint32, Self.seconds(time)), FITOutput.Field(0, .enumeration, 0),
        FITOutput.Field(1, .enumeration, type),
      ])
  }

  private func append(
    _ sample: ActivitySample, _ strokeFields: FITStrokeFields?, at time: Date,
    to output: inout FITOutput
  ) {
    var fields = [FITOutput.Field(253, .uint32, Self.seconds(time))]
    if hasPositions {
      let degree = 2_147_483_648.0 / 180
      fields.append(FITOutput.Field(0, .sint32, sample.latitude, scale: degree))
      fields.append(FITOutput.Field(1, .sint32, sample.longitude, scale: degree))
      fields.append(FITOutput.Field(78, .uint32, sample.altitude, scale: 5, offset: 500))
      fields.append(FITOutput.Field(31, .uint8, sample.positionAccuracy))
    }
    let cadence = sample.cadence.map { $0.rounded(.down) }
    fields += [
      FITOutput.Field(5, .uint32, sample.distance, scale: 100),
      FITOutput.Field(73, .uint32, sample.speed, scale: 1000),
      FITOutput.Field(3, .uint8, sample.heartRate), FITOutput.Field(4, .uint8, cadence),
      FITOutput.Field(
        53, .uint8, sample.cadence.map { $0 - $0.rounded(.down) }, scale: 128),
      FITOutput.Field(7, .uint16, sample.power), FITOutput.Field(13, .sint8, sample.temperature),
    ]
    if let stroke = sample.stroke {
      fields += [
        FITOutput.Field(33, .uint16, stroke.calories),
        FITOutput.Field(19, .uint32, stroke.number.map(Double.init)),
        FITOutput.Field(87, .uint16, stroke.strokeDistance, scale: 100),
      ]
    }
    output.append(
      20, local: 2, fields,
      developerFields: sample.stroke.flatMap { strokeFields?.fields($0) } ?? [])
  }

  /// The seconds of all segments, without the gaps between them; nil for a single one.
  private var segmentTime: Double? {
    guard segments.count > 1 else { return nil }
    return segments.reduce(0) { sum, segment in
      let times = segment.lazy.compactMap(\.time)
      guard let first = times.first, let last = times.last else { return sum }
      return sum + max(0, last.timeIntervalSince(first))
    }
  }

  private var hasPositions: Bool { segments.joined().contains { $0.latitude != nil } }

  /// Appends the laps, or one lap of the whole activity; returns their number.
  private func appendLaps(
    _ sport: (sport: Int, subSport: Int), start: Date, end: Date, to output: inout FITOutput
  ) -> Int {
    var laps = laps
    if laps.isEmpty {
      var lap = summary.totals
      lap.start = start
      lap.elapsedTime = lap.elapsedTime ?? end.timeIntervalSince(start)
      laps = [lap]
    }
    var next = start
    for (index, lap) in laps.enumerated() {
      let lapStart = lap.start ?? next
      next = lapStart.addingTimeInterval(lap.elapsedTime ?? lap.timerTime ?? 0)
      var fields = [
        FITOutput.Field(254, .uint16, Double(index)),
        FITOutput.Field(253, .uint32, Self.seconds(next)),
        FITOutput.Field(0, .enumeration, 9), FITOutput.Field(1, .enumeration, 1),
        FITOutput.Field(2, .uint32, Self.seconds(lapStart)),
      ]
      fields += Self.totals(lap)
      fields += [
        FITOutput.Field(15, .uint8, lap.averageHeartRate),
        FITOutput.Field(16, .uint8, lap.maxHeartRate),
        FITOutput.Field(17, .uint8, lap.averageCadence),
        FITOutput.Field(19, .uint16, lap.averagePower),
        FITOutput.Field(20, .uint16, lap.maxPower), FITOutput.Field(21, .uint16, lap.ascent),
        FITOutput.Field(22, .uint16, lap.descent),
        FITOutput.Field(23, .enumeration, lap.isRest ? 1 : 0),
        FITOutput.Field(25, .enumeration, Double(sport.sport)),
        FITOutput.Field(39, .enumeration, Double(sport.subSport)),
      ]
      fields += Self.temperatures(lap, average: 50, maximum: 51, minimum: 124)
      output.append(19, local: 3, fields)
    }
    return laps.count
  }

  /// The fields of temperatures; none without an average.
  private static func temperatures(
    _ lap: ActivityLap, average: UInt8, maximum: UInt8, minimum: UInt8
  ) -> [FITOutput.Field] {
    guard let temperature = lap.averageTemperature else { return [] }
    return [
      FITOutput.Field(average, .sint8, temperature),
      FITOutput.Field(maximum, .sint8, lap.maxTemperature),
      FITOutput.Field(minimum, .sint8, lap.minTemperature),
    ]
  }

  /// The fields that laps and sessions share.
  private static func totals(_ lap: ActivityLap) -> [FITOutput.Field] {
    [
      FITOutput.Field(7, .uint32, lap.elapsedTime ?? lap.timerTime, scale: 1000),
      FITOutput.Field(8, .uint32, lap.timerTime ?? lap.elapsedTime, scale: 1000),
      FITOutput.Field(9, .uint32, lap.distance, scale: 100),
      FITOutput.Field(10, .uint32, lap.cycles.map(Double.init)),
      FITOutput.Field(11, .uint16, lap.calories),
    ]
  }

  private func appendSession(
    _ sport: (sport: Int, subSport: Int), start: Date, end: Date, laps: Int,
    to output: inout FITOutput
  ) {
    var totals = summary.totals
    totals.elapsedTime = totals.elapsedTime ?? end.timeIntervalSince(start)
    totals.timerTime = totals.timerTime ?? segmentTime
    var fields = [
      FITOutput.Field(254, .uint16, 0), FITOutput.Field(253, .uint32, Self.seconds(end)),
      FITOutput.Field(0, .enumeration, 8), FITOutput.Field(1, .enumeration, 1),
      FITOutput.Field(2, .uint32, Self.seconds(start)),
      FITOutput.Field(5, .enumeration, Double(sport.sport)),
      FITOutput.Field(6, .enumeration, Double(sport.subSport)),
    ]
    fields += Self.totals(totals)
    fields += [
      FITOutput.Field(16, .uint8, totals.averageHeartRate),
      FITOutput.Field(17, .uint8, totals.maxHeartRate),
      FITOutput.Field(18, .uint8, totals.averageCadence),
      FITOutput.Field(20, .uint16, totals.averagePower),
      FITOutput.Field(21, .uint16, totals.maxPower),
      FITOutput.Field(22, .uint16, totals.ascent), FITOutput.Field(23, .uint16, totals.descent),
      FITOutput.Field(25, .uint16, 0), FITOutput.Field(26, .uint16, Double(laps)),
    ]
    fields += Self.temperatures(totals, average: 57, maximum: 58, minimum: 150)
    output.append(18, local: 4, fields)
    output.append(
      34, local: 5,
      [
        FITOutput.Field(253, .uint32, Self.seconds(end)),
        FITOutput.Field(0, .uint32, totals.timerTime ?? totals.elapsedTime, scale: 1000),
        FITOutput.Field(1, .uint16, 1), FITOutput.Field(2, .enumeration, 0),
        FITOutput.Field(3, .enumeration, 26), FITOutput.Field(4, .enumeration, 1),
      ])
  }
}
