// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation

extension SeriesLayout {
  /// A decoded chunk.
  package struct Received: Sendable {
    package let entity: String
    /// The name of the owner's record; nil for rows without an owner.
    package let owner: String?
    package let number: Int
    package let rows: SeriesChunk
    package let clocks: FieldClocks?
  }

  /// The name of a chunk's record; rows without an owner are one series.
  package func recordName(owner: String?, number: Int) -> String {
    RecordNames.chunk(entity, owner ?? "", number)
  }

  /// The fields of the record of a chunk.
  package func fields(
    of rows: SeriesChunk, owner: String?, number: Int, clocks: FieldClocks,
    from existing: [CKRecord.FieldKey: StoredValue], with transport: FieldTransport
  ) throws -> [CKRecord.FieldKey: StoredValue?] {
    let bytes = rows.encoded()
    let isLong = bytes.count > 512 << 10
    var fields: [CKRecord.FieldKey: StoredValue?] = [
      Self.entityField: .string(entity), Self.numberField: .int64(Int64(number)),
      HiddenFields.clocks: .data(clocks.encoded()),
    ]
    if let owner {
      fields[Self.ownerField] = .reference(
        CKRecord.Reference(
          recordID: CKRecord.ID(recordName: owner, zoneID: transport.zone), action: .none))
    }
    if isLong {
      fields[Self.rowsAsset] = .asset(try transport.file(bytes))
    } else {
      fields[Self.rowsField] = .data(bytes)
    }
    let other = isLong ? Self.rowsField : Self.rowsAsset
    if existing[other] != nil { fields[other] = .some(nil) }
    return fields.filter { name, value in value != existing[name] }
  }

  /// Decodes a chunk.
  ///
  /// Throws ``MalformedBytes`` for a record that is not a chunk, or that a newer version wrote.
  package static func read(
    _ fields: [CKRecord.FieldKey: StoredValue], with transport: FieldTransport
  ) throws -> Received {
    guard case .string(let entity) = fields[entityField],
      case .int64(let number) = fields[numberField], let number = Int(exactly: number)
    else { throw MalformedBytes("it has no entity or no chunk number") }
    var owner: String?
    if case .reference(let reference) = fields[ownerField] {
      owner = reference.recordID.recordName
    }
    let bytes: Data
    if case .data(let inline) = fields[rowsField] {
      bytes = inline
    } else if case .asset(let asset) = fields[rowsAsset] {
      bytes = try transport.contents(asset)
    } else {
      throw MalformedBytes("it has no rows")
    }
    var clocks: FieldClocks?
    if case .data(let data) = fields[HiddenFields.clocks] {
      clocks = try? FieldClocks(decoding: data)
    }
    return Received(
      entity: entity, owner: owner, number: number, rows: try SeriesChunk(decoding: bytes),
      clocks: clocks)
  }
}
