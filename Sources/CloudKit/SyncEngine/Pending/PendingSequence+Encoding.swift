// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Record changes encoded as strings, one for each chunk.
///
/// Each change is `s` (save) or `d` (delete), the name's length in UTF-8 bytes, a colon and the
/// name. The first change of a zone is preceded by `z`, the zone's name and the owner's name, each
/// with its length.
extension PendingSequence<CKSyncEngine.PendingRecordZoneChange> {
  var encodedChunks: [String] {
    chunks.compactMap { chunk in
      chunk.count == 0 ? nil : chunk.string.get { Self.encode(chunk.changes) }
    }
  }

  private static func encode(_ changes: [CKSyncEngine.PendingRecordZoneChange?]) -> String {
    var string = ""
    var zone: CKRecordZone.ID?
    func append(_ letter: String, _ name: String) {
      string += letter
      string += String(name.utf8.count)
      string += ":"
      string += name
    }
    for case let change? in changes {
      let id = change.recordID
      if zone !== id.zoneID, zone != id.zoneID {
        append("z", id.zoneID.zoneName)
        append("", id.zoneID.ownerName)
      }
      zone = id.zoneID
      switch change {
      case .saveRecord: append("s", id.recordName)
      case .deleteRecord: append("d", id.recordName)
      }
    }
    return string
  }

  /// Decodes a chunk and passes each change to `body`; returns false if the string is invalid.
  static func decode(
    _ string: String, _ body: (CKSyncEngine.PendingRecordZoneChange) -> Void
  ) -> Bool {
    var rest = Substring(string).utf8
    var zone: CKRecordZone.ID?
    while let letter = rest.popFirst() {
      guard let name = Self.name(&rest) else { return false }
      switch (letter, zone) {
      case (UInt8(ascii: "z"), _):
        guard let owner = Self.name(&rest) else { return false }
        zone = CKRecordZone.ID(zoneName: name, ownerName: owner)
      case (UInt8(ascii: "s"), let zone?):
        body(.saveRecord(CKRecord.ID(recordName: name, zoneID: zone)))
      case (UInt8(ascii: "d"), let zone?):
        body(.deleteRecord(CKRecord.ID(recordName: name, zoneID: zone)))
      default: return false
      }
    }
    return true
  }

  /// Reads a length, a colon, and that number of bytes.
  private static func name(_ rest: inout Substring.UTF8View) -> String? {
    var length = 0
    var isLength = false
    while let digit = rest.popFirst() {
      if digit == UInt8(ascii: ":") {
        isLength = true
        break
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit), length < 1 << 20 else {
        return nil
      }
      length = length * 10 + Int(digit - UInt8(ascii: "0"))
    }
    guard isLength,
      let end = rest.index(rest.startIndex, offsetBy: length, limitedBy: rest.endIndex)
    else { return nil }
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }
}
