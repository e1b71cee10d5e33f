// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation

extension EntityRecordLayout {
  /// The bytes of values that a record may have inside; CloudKit allows 1 MiB with all names.
  private static let recordLimit = 800_000

  /// Finds what has to change in a record so that it says what a snapshot does.
  ///
  /// - Parameters:
  ///   - name: The name of the record.
  ///   - snapshot: The values and clocks from now on.
  ///   - sent: The fields that have changed; nil for all.
  ///   - existing: The fields that the record has on the server; none for a new one.
  ///   - transport: Writes files and encrypts.
  /// - Returns: The fields to be set, and with nil those to be cleared.
  /// - Throws: What `transport` throws.
  package func changes(
    of name: String, to snapshot: RecordSnapshot, sent: Set<String>? = nil,
    from existing: [CKRecord.FieldKey: StoredValue], with transport: FieldTransport
  ) throws -> [CKRecord.FieldKey: StoredValue?] {
    var changes: [CKRecord.FieldKey: StoredValue?] = [:]
    func clear(_ name: String?) {
      if let name, existing[name] != nil { changes[name] = .some(nil) }
    }
    let long = placesOfLongValues(snapshot.values)
    var exact = ExactValues()
    for (place, field) in fields.enumerated() {
      // Whether it lies in a file can change with other fields.
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
        // Always, for the exact values of all fields together.
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

  /// What a value's file has, or its field if it is encrypted.
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

  /// The bytes that a text takes on its way, where quotes and control characters are escaped.
  private static func size(of text: String) -> Int {
    let count = text.utf8.count
    // What little ones add does not matter.
    guard count > 2_000 else { return count }
    return text.utf8.reduce(count) { sum, byte in
      if byte < 0x20 { return sum + 5 }
      return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? sum + 1 : sum
    }
  }

  /// The places of the fields whose values have to be in files: those too long by themselves, then the
  /// longest until the others fit into the record.
  private func placesOfLongValues(_ values: [String: RecordValue]) -> Set<Int> {
    var places: Set<Int> = []
    var inline: [(place: Int, size: Int)] = []
    var total = 0
    for (place, field) in fields.enumerated() {
      guard field.assetName != nil, let value = values[field.name] else { continue }
      let size =
        switch value {
        case .text(let text): Self.size(of: text)
        // Bytes are base64 on their way.
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
