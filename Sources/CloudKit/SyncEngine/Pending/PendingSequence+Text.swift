// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Record changes as texts, one for each chunk.
///
/// A text has a word for each change: `s` or `d`, the name's length in UTF-8, a colon and the name. Before
/// the first change of a zone stands `z` with the zone's name and the owner's, each with its length.
extension PendingSequence<CKSyncEngine.PendingRecordZoneChange> {
  var texts: [String] {
    chunks.compactMap { chunk in
      chunk.count == 0 ? nil : chunk.text.get { Self.text(of: chunk.changes) }
    }
  }

  private static func text(of changes: [CKSyncEngine.PendingRecordZoneChange?]) -> String {
    var text = ""
    var zone: CKRecordZone.ID?
    func append(_ letter: String, _ name: String) {
      text += letter
      text += String(name.utf8.count)
      text += ":"
      text += name
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
    return text
  }

  /// Adds what a text says; returns false if it can't be read.
  static func read(
    _ text: String, _ body: (CKSyncEngine.PendingRecordZoneChange) -> Void
  ) -> Bool {
    var rest = Substring(text).utf8
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

  /// A length, a colon, and as many bytes.
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
