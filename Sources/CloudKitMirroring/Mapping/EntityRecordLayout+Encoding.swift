// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation

extension EntityRecordLayout {
  /// The maximum size of the values inside a record, in bytes; CloudKit allows 1 MiB including
  /// names.
  private static let recordLimit = 800_000

  /// The field changes that bring a record in line with a snapshot.
  ///
  /// - Parameters:
  ///   - name: The name of the record.
  ///   - snapshot: The new values and clocks.
  ///   - sent: The fields that have changed; nil for all.
  ///   - withheld: The encrypted fields that stay as they are on the server.
  ///   - existing: The fields of the record on the server; none for a new record.
  ///   - transport: Writes files and encrypts.
  /// - Returns: The fields to set, and with nil the fields to clear.
  /// - Throws: The errors of `transport`.
  package func changes(
    of name: String, to snapshot: RecordSnapshot, sent: Set<String>? = nil,
    withholding withheld: Set<String> = [],
    from existing: [CKRecord.FieldKey: StoredValue], with transport: FieldTransport
  ) throws -> [CKRecord.FieldKey: StoredValue?] {
    var changes: [CKRecord.FieldKey: StoredValue?] = [:]
    func clear(_ name: String?) {
      if let name, existing[name] != nil { changes[name] = .some(nil) }
    }
    let long = placesOfLongValues(snapshot.values)
    var exact = ExactValues()
    for (place, field) in fields.enumerated() where !withheld.contains(field.name) {
      // Whether a value is in a file can change with other fields.
      let isMoved =
        existing[field.assetName ?? ""] != nil && !long.contains(place)
        || existing[field.name] != nil && long.contains(place)
      let isSent = sent?.contains(field.name) ?? true || isMoved
      guard let value = snapshot.values[field.name] else {
        if isSent {
          clear(field.name)
          clear(field.assetName)
        }
        continue
      }
      if long.contains(place), let asset = field.assetName {
        guard isSent else { continue }
        let bytes = try bytes(of: value, field, name, transport)
        changes[asset] = .asset(try transport.file(bytes, of: field, entity))
        clear(field.name)
      } else if field.isEncrypted {
        guard isSent else { continue }
        changes[field.name] = .data(try bytes(of: value, field, name, transport))
        clear(field.assetName)
      } else {
        // Always encode it: the exact values of all fields are stored together.
        let stored = field.stored(value, in: transport.zone, exact: &exact)
        guard isSent else { continue }
        if let stored { changes[field.name] = stored } else { clear(field.name) }
        clear(field.assetName)
      }
    }
    for (name, _) in byPosition where sent?.contains(name) ?? true {
      if case .text(let position) = snapshot.values[name] {
        changes[name] = .string(position)
      } else {
        clear(name)
      }
    }
    changes[HiddenFields.clocks] = .data(snapshot.clocks.encoded())
    if exact.isEmpty {
      clear(HiddenFields.exact)
    } else {
      let bytes = StoredValue.data(exact.encoded())
      if existing[HiddenFields.exact] != bytes { changes[HiddenFields.exact] = bytes }
    }
    return changes
  }

  /// The bytes of a value's file, or of its field if it is encrypted.
  private func bytes(
    of value: RecordValue, _ field: FieldLayout, _ name: String, _ transport: FieldTransport
  ) throws -> Data {
    if field.isEncrypted {
      var writer = ByteWriter()
      value.write(to: &writer)
      return try transport.seal(
        writer.data,
        FieldTransport.SealedPlace(recordType: recordType, recordName: name, field: field.name))
    }
    switch value {
    case .text(let text): return Data(text.utf8)
    case .data(let data): return data
    default: return Data()
    }
  }

  /// The size of a string in a request, in which quotes and control characters are escaped.
  private static func size(of text: String) -> Int {
    let count = text.utf8.count
    // The escapes of short strings don't matter.
    guard count > 2_000 else { return count }
    return text.utf8.reduce(count) { sum, byte in
      if byte < 0x20 { return sum + 5 }
      return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? sum + 1 : sum
    }
  }

  /// The indexes of the fields whose values must be in files.
  ///
  /// These are the values that are too long on their own, then the longest ones until the others
  /// fit into the record.
  private func placesOfLongValues(_ values: [String: RecordValue]) -> Set<Int> {
    var places: Set<Int> = []
    var inline: [(place: Int, size: Int)] = []
    var total = 0
    for (place, field) in fields.enumerated() {
      guard field.assetName != nil, let value = values[field.name] else { continue }
      let size =
        switch value {
        case .text(let text): Self.size(of: text)
        // In a request, bytes are base64.
        case .data(let data): data.count / 3 * 4
        default: 0
        }
      if size > field.inlineLimit {
        places.insert(place)
      } else {
        inline.append((place, size))
        total += size
      }
    }
    guard total > Self.recordLimit else { return places }
    inline.sort { ($1.size, $0.place) < ($0.size, $1.place) }
    for (place, size) in inline where total > Self.recordLimit {
      places.insert(place)
      total -= size
    }
    return places
  }
}
