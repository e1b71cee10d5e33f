// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The points of a track, with an array for each property.
///
/// A property that no point has is left out, which makes the encoded form small.
struct PointColumns: Codable, Sendable, Hashable {
  /// 16 bytes for each point.
  var ids: Data
  var latitude: [Double]
  var longitude: [Double]
  var segment: [Int]
  /// Seconds since 2001-01-01T00:00:00Z.
  var time: [Double?]?
  var altitude: [Double?]?
  var accuracy: [Double?]?
  var speed: [Double?]?
  var heading: [Double?]?
  var heartRate: [Int?]?
  var cadence: [Int?]?
  var power: [Double?]?

  /// The number of points.
  var count: Int { latitude.count }

  init(_ points: [LocationPoint]) {
    func column<Value>(_ value: (LocationPoint) -> Value?) -> [Value?]? {
      let values = points.map(value)
      return values.contains { $0 != nil } ? values : nil
    }
    ids = Data(points.flatMap { withUnsafeBytes(of: $0.id.uuid) { Array($0) } })
    latitude = points.map(\.latitude)
    longitude = points.map(\.longitude)
    segment = points.map(\.segment)
    time = column { $0.timestamp?.timeIntervalSinceReferenceDate }
    altitude = column(\.altitude)
    accuracy = column { $0.accuracy < 0 ? nil : $0.accuracy }
    speed = column(\.speed)
    heading = column(\.heading)
    heartRate = column(\.heartRate)
    cadence = column(\.cadence)
    power = column(\.power)
  }

  /// Whether all columns have the same length and all positions are on the earth.
  var isValid: Bool {
    let optional: [Int?] = [
      time?.count, altitude?.count, accuracy?.count, speed?.count, heading?.count,
      heartRate?.count, cadence?.count, power?.count,
    ]
    return longitude.count == count && segment.count == count && ids.count == 16 * count
      && optional.allSatisfy { $0 == nil || $0 == count }
      && latitude.allSatisfy { abs($0) <= 90 } && longitude.allSatisfy { abs($0) <= 180 }
      && segment.allSatisfy { $0 >= 0 }
  }

  /// Returns new points with the stored identifiers.
  func points() -> [LocationPoint] {
    (0..<count).map { index in
      let time = time?[index].map { Date(timeIntervalSinceReferenceDate: $0) }
      let point = LocationPoint(
        timestamp: time, latitude: latitude[index], longitude: longitude[index],
        accuracy: accuracy?[index] ?? -1)
      point.id = id(index)
      point.index = index
      point.segment = segment[index]
      point.altitude = altitude?[index]
      point.speed = speed?[index]
      point.heading = heading?[index]
      point.heartRate = heartRate?[index]
      point.cadence = cadence?[index]
      point.power = power?[index]
      return point
    }
  }

  /// The points whose number satisfies a condition.
  func filtered(_ isIncluded: (Int) -> Bool) -> PointColumns {
    var result = self
    let kept = (0..<count).filter(isIncluded)
    result.ids = Data(kept.flatMap { bytes(of: $0) })
    result.latitude = kept.map { latitude[$0] }
    result.longitude = kept.map { longitude[$0] }
    result.segment = kept.map { segment[$0] }
    result.time = time.map { column in kept.map { column[$0] } }
    result.altitude = altitude.map { column in kept.map { column[$0] } }
    result.accuracy = accuracy.map { column in kept.map { column[$0] } }
    result.speed = speed.map { column in kept.map { column[$0] } }
    result.heading = heading.map { column in kept.map { column[$0] } }
    result.heartRate = heartRate.map { column in kept.map { column[$0] } }
    result.cadence = cadence.map { column in kept.map { column[$0] } }
    result.power = power.map { column in kept.map { column[$0] } }
    return result
  }

  private func bytes(of index: Int) -> Data {
    let start = ids.startIndex + 16 * index
    return ids[start..<start + 16]
  }

  private func id(_ index: Int) -> UUID {
    bytes(of: index).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
