// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// The samples of a recording without positions, as on a treadmill.
struct IndoorRecording {
  /// The maximum number of samples; a day at one a second is 86,400.
  static let sampleLimit = 200_000
  /// The possible durations in seconds, up to three years.
  private static let durations = 1.0...1e8

  private var samples: [ActivitySample] = []

  /// Adds a sample; one without a time is dropped.
  mutating func add(_ sample: ActivitySample) {
    if sample.time != nil, samples.count < Self.sampleLimit { samples.append(sample) }
  }

  /// The start and the duration, by the samples or else by the totals; nil below one second and above
  /// three years.
  func span(_ totals: ActivityLap?) -> (start: Date, duration: Double)? {
    let times = samples.compactMap(\.time)
    guard let start = times.min() ?? totals?.start else { return nil }
    let recorded = times.max().map { $0.timeIntervalSince(start) } ?? 0
    let duration = max(recorded, totals?.elapsedTime ?? totals?.timerTime ?? 0)
    return Self.durations.contains(duration) ? (start, duration) : nil
  }

  /// Metres, by the totals or else by the last sample.
  func distance(_ totals: ActivityLap?) -> Double {
    let distance = totals?.distance ?? samples.last { $0.distance != nil }?.distance ?? 0
    return distance.isFinite ? min(max(0, distance), 1e7) : 0
  }

  private var heartRates: [Double] {
    samples.compactMap(\.heartRate).filter { (20...260).contains($0) }
  }

  /// The mean heart rate, rounded.
  var averageHeartRate: Int? {
    let rates = heartRates
    guard !rates.isEmpty else { return nil }
    return Int((rates.reduce(0, +) / Double(rates.count)).rounded())
  }

  /// The highest heart rate.
  var maxHeartRate: Int? { heartRates.max().map { Int($0.rounded()) } }

  /// The mean temperature in degrees Celsius, to a tenth.
  var averageTemperature: Double? {
    let values = samples.compactMap(\.temperature).filter(TemperatureSeries.valid.contains)
    guard !values.isEmpty else { return nil }
    return (values.reduce(0, +) / Double(values.count) * 10).rounded() / 10
  }

  /// The identity of the recording, independent of the file's name.
  func fingerprint(_ activity: RecordedActivity) -> (hexString: String, id: UUID) {
    var digest = WordDigest()
    digest.add("indoor")
    for value in [
      activity.start.timeIntervalSinceReferenceDate, activity.duration, activity.distance,
    ] {
      digest.add(value.bitPattern)
      digest.count += 1
    }
    for sample in samples {
      digest.add(sample.time?.timeIntervalSinceReferenceDate.bitPattern ?? 1)
      digest.add(sample.heartRate?.bitPattern ?? 2)
      digest.add(sample.distance?.bitPattern ?? 3)
      digest.count += 1
    }
    let (high, low) = digest.words
    let text = String(format: "%016lx%016lx", UInt(high), UInt(low))
    return (text, UUID(derivedFrom: (high, low)))
  }

  /// The series as measurements, with identifiers that are equal on every device.
  ///
  /// - Parameters:
  ///   - session: The ruck's identifier.
  ///   - others: Heart rates of another source, if the samples have none.
  /// - Returns: The measurements in the order of their times.
  func metrics(
    of session: UUID, others: [(date: Date, value: Double)]
  ) -> [ActivityMetric] {
    var metrics: [ActivityMetric] = []
    func add(_ type: MetricType, _ value: Double?, _ unit: String, at time: Date) {
      guard let value, value.isFinite, abs(value) < 1e6 else { return }
      let metric = ActivityMetric(timestamp: time, type: type, value: value, unit: unit)
      metric.id = UUID(derivedFrom: "\(type.rawValue) \(metrics.count)", session)
      metrics.append(metric)
    }
    for sample in samples {
      guard let time = sample.time else { continue }
      add(.heartRate, sample.heartRate, "bpm", at: time)
      add(.cadence, sample.cadence, "rpm", at: time)
      add(.power, sample.power, "W", at: time)
      add(.temperature, sample.temperature, "°C", at: time)
    }
    if heartRates.isEmpty {
      for rate in others.prefix(Self.sampleLimit) {
        add(.heartRate, rate.value, "bpm", at: rate.date)
      }
    }
    return metrics
  }
}
