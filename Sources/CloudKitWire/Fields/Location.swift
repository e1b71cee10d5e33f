// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A geographic location.
package struct Location: JSONValue, Sendable, Hashable {
  /// In degrees, -90 to 90.
  package var latitude: Double
  /// In degrees, -180 to 180.
  package var longitude: Double
  /// In metres.
  package var horizontalAccuracy: Double?
  /// In metres.
  package var verticalAccuracy: Double?
  /// In metres.
  package var altitude: Double?
  /// In metres a second.
  package var speed: Double?
  /// In degrees clockwise from north.
  package var course: Double?
  /// In milliseconds since 1970.
  package var timestamp: Int64?

  package init(
    latitude: Double, longitude: Double, horizontalAccuracy: Double? = nil,
    verticalAccuracy: Double? = nil, altitude: Double? = nil, speed: Double? = nil,
    course: Double? = nil, timestamp: Int64? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.altitude = altitude
    self.speed = speed
    self.course = course
    self.timestamp = timestamp
  }

  package static let inWords = "a location with latitude and longitude"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    latitude = try object.required("latitude")
    longitude = try object.required("longitude")
    horizontalAccuracy = try object.optional("horizontalAccuracy")
    verticalAccuracy = try object.optional("verticalAccuracy")
    altitude = try object.optional("altitude")
    speed = try object.optional("speed")
    course = try object.optional("course")
    if let moment = object.value("timestamp") {
      timestamp = try moment.int64("whole milliseconds since 1970")
    }
    guard latitude.magnitude <= 90 else {
      throw WireError(path: json.path + ".latitude", found: "\(latitude)", expected: "-90 to 90")
    }
    guard longitude.magnitude <= 180 else {
      throw WireError(
        path: json.path + ".longitude", found: "\(longitude)", expected: "-180 to 180")
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("latitude", latitude)
    writer.member("longitude", longitude)
    writer.member("horizontalAccuracy", horizontalAccuracy)
    writer.member("verticalAccuracy", verticalAccuracy)
    writer.member("altitude", altitude)
    writer.member("speed", speed)
    writer.member("course", course)
    writer.member("timestamp", timestamp)
    writer.endObject()
  }
}
