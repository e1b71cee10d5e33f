// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import CoreLocation
import Foundation

/// Fields that this version of the schema doesn't have, stored as bytes.
///
/// A record on the server retains them, since only changes are sent. They are needed for a record
/// that is created again, after it or its zone was deleted. Files are not included.
package struct UnknownFields: Hashable, Sendable {
  private static let version: UInt8 = 1

  /// The fields by name.
  package let fields: [CKRecord.FieldKey: StoredValue]

  package init(_ fields: [CKRecord.FieldKey: StoredValue]) {
    self.fields = fields.filter { Self.canBeKept($0.value) }
  }

  private static func canBeKept(_ value: StoredValue) -> Bool {
    switch value {
    case .asset, .unsupported: false
    case .list(let values): values.allSatisfy { canBeKept($0) }
    default: true
    }
  }

  /// The fields as bytes.
  package func encoded() -> Data {
    var writer = ByteWriter()
    writer.byte(Self.version)
    writer.number(UInt64(fields.count))
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      writer.text(name)
      Self.write(value, to: &writer)
    }
    return writer.data
  }

  /// Decodes the output of ``encoded()``; throws for any other bytes.
  package init(decoding data: Data) throws(MalformedBytes) {
    var reader = ByteReader(data)
    let version = try reader.byte()
    guard version == Self.version else {
      throw MalformedBytes("version \(version) of unknown fields is not supported")
    }
    var fields: [CKRecord.FieldKey: StoredValue] = [:]
    for _ in 0..<(try reader.count(ofSize: 2)) {
      let name = try reader.text()
      fields[name] = try Self.read(&reader, depth: 0)
    }
    guard reader.isAtEnd else { throw MalformedBytes("there are bytes after the fields") }
    self.fields = fields
  }

  private static func write(_ value: StoredValue, to writer: inout ByteWriter) {
    switch value {
    case .string(let text):
      writer.byte(1)
      writer.text(text)
    case .int64(let number):
      writer.byte(2)
      writer.signed(number)
    case .double(let number):
      writer.byte(3)
      writer.fixed(number.bitPattern)
    case .date(let date):
      writer.byte(4)
      writer.fixed(date.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let data):
      writer.byte(5)
      writer.block(data)
    case .reference(let reference):
      writer.byte(6)
      writer.byte(UInt8(reference.action.rawValue))
      writer.text(reference.recordID.recordName)
      writer.text(reference.recordID.zoneID.zoneName)
      writer.text(reference.recordID.zoneID.ownerName)
    case .location(let location):
      writer.byte(7)
      for number in [
        location.coordinate.latitude, location.coordinate.longitude, location.altitude,
        location.horizontalAccuracy, location.verticalAccuracy, location.course, location.speed,
        location.timestamp.timeIntervalSinceReferenceDate,
      ] {
        writer.fixed(number.bitPattern)
      }
    case .list(let values):
      writer.byte(8)
      writer.number(UInt64(values.count))
      for value in values { write(value, to: &writer) }
    // They were omitted before.
    case .asset, .unsupported: writer.byte(0)
    }
  }

  private static func read(_ reader: inout ByteReader, depth: Int) throws(MalformedBytes)
    -> StoredValue
  {
    func real() throws(MalformedBytes) -> Double { Double(bitPattern: try reader.fixed()) }
    switch try reader.byte() {
    case 1: return .string(try reader.text())
    case 2: return .int64(try reader.signed())
    case 3: return .double(try real())
    case 4: return .date(Date(timeIntervalSinceReferenceDate: try real()))
    case 5: return .data(Data(try reader.block()))
    case 6:
      guard let action = CKRecord.ReferenceAction(rawValue: UInt(try reader.byte())) else {
        throw MalformedBytes("a reference has an unknown action")
      }
      let name = try reader.text()
      let zone = CKRecordZone.ID(zoneName: try reader.text(), ownerName: try reader.text())
      return .reference(
        CKRecord.Reference(
          recordID: CKRecord.ID(recordName: name, zoneID: zone), action: action))
    case 7:
      var numbers: [Double] = []
      for _ in 0..<8 { numbers.append(try real()) }
      return .location(
        CLLocation(
          coordinate: CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1]),
          altitude: numbers[2], horizontalAccuracy: numbers[3], verticalAccuracy: numbers[4],
          course: numbers[5], speed: numbers[6],
          timestamp: Date(timeIntervalSinceReferenceDate: numbers[7])))
    case 8:
      guard depth == 0 else { throw MalformedBytes("a list contains a list") }
      var values: [StoredValue] = []
      for _ in 0..<(try reader.count()) {
        values.append(try read(&reader, depth: depth + 1))
      }
      return .list(values)
    default: throw MalformedBytes("a field has an unknown type")
    }
  }
}
