// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import CoreLocation
import Foundation

extension RecordState {
  /// Decodes a record of a server's response; `zone` applies to a record without a zone, and
  /// `files` are the downloaded files of assets, by field name.
  ///
  /// `cipher` is called only if there are encrypted fields.
  init(
    _ record: Record, in scope: CKDatabase.Scope, zone: CKRecordZone.ID,
    files: [CKRecord.FieldKey: [CachedFile?]] = [:], cipher: () throws -> FieldCipher
  ) throws {
    guard let name = record.recordName, let type = record.recordType else {
      throw CKError(.internalError, "The server returned a record without a name or type.")
    }
    let zone = record.zoneID.map { CKRecordZone.ID($0, in: scope) } ?? zone
    self.init(recordType: type, recordID: CKRecord.ID(recordName: name, zoneID: zone))
    changeTag = record.recordChangeTag
    created = record.created.map(Stamp.init)
    modified = record.modified.map(Stamp.init)
    parent = record.parent.map {
      CKRecord.Reference(
        recordID: CKRecord.ID(
          recordName: $0.recordName,
          zoneID: $0.zoneID.map { CKRecordZone.ID($0, in: scope) } ?? zone),
        action: .none)
    }
    let fields: [(name: String, field: Field?)]
    do {
      fields = try record.fields?.all() ?? []
    } catch {
      throw CKError(.internalError, "The server returned an invalid record: \(error).")
    }
    for case (let name, let field?) in fields {
      if field.isEncrypted {
        secrets[name] = try cipher().open(
          field.value, for: FieldCipher.Context(self, name), in: scope)
      } else {
        values[name] = StoredValue(field.value, zone, scope, files[name] ?? [])
      }
    }
  }

  /// Encodes the record with some of its fields for a request; fields without a value are cleared.
  ///
  /// `assets` are the upload receipts by field; `secrets` are the encrypted fields.
  func wire(
    _ keys: some Sequence<CKRecord.FieldKey>, assets: [CKRecord.FieldKey: [Asset]],
    secrets: [(name: String, field: Field?)] = []
  ) throws -> Record {
    var fields: [(name: String, field: Field?)] = []
    for key in keys.sorted() {
      guard let value = values[key] else {
        fields.append((key, nil))
        continue
      }
      fields.append((key, Field(try value.wire(key, assets[key] ?? []))))
    }
    do {
      var record = Record(
        recordName: recordID.recordName, recordType: recordType,
        fields: try RecordFields(fields + secrets),
        parent: parent.map {
          RecordLink(recordName: $0.recordID.recordName, zoneID: $0.recordID.zoneID.wire)
        })
      record.clearsParent = isParentChanged && parent == nil
      return record
    } catch {
      throw CKError(.invalidArguments, "\(recordType) \(recordID.recordName): \(error.reason).")
    }
  }
}

extension RecordState.Stamp {
  init(_ stamp: AuditStamp) {
    date = Date(timeIntervalSince1970: Double(stamp.timestamp) / 1000)
    user = stamp.userRecordName.map { CKRecord.ID(recordName: $0) }
  }
}

extension StoredValue {
  /// Decodes a value of a server's response; `files` are the downloaded files of its assets.
  init(
    _ value: FieldValue, _ zone: CKRecordZone.ID, _ scope: CKDatabase.Scope,
    _ files: [CachedFile?]
  ) {
    func reference(_ value: Reference) -> CKRecord.Reference {
      CKRecord.Reference(value, in: zone, scope)
    }
    func asset(_ value: Asset, _ index: Int) -> CKAsset {
      CKAsset(
        FetchedAsset(
          checksum: value.fileChecksum ?? "", size: value.size ?? 0,
          file: index < files.count ? files[index] : nil))
    }
    func date(_ milliseconds: Int64) -> Date {
      Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    self =
      switch value {
      case .string(let value): .string(value)
      case .int64(let value): .int64(value)
      case .double(let value): .double(value)
      case .timestamp(let value): .date(date(value))
      case .bytes(let value): .data(value)
      case .reference(let value): .reference(reference(value))
      case .asset(let value): .asset(asset(value, 0))
      case .location(let value): .location(CLLocation(value))
      case .stringList(let values): .list(values.map { .string($0) })
      case .int64List(let values): .list(values.map { .int64($0) })
      case .doubleList(let values): .list(values.map { .double($0) })
      case .timestampList(let values): .list(values.map { .date(date($0)) })
      case .bytesList(let values): .list(values.map { .data($0) })
      case .referenceList(let values): .list(values.map { .reference(reference($0)) })
      case .assetList(let values):
        .list(values.enumerated().map { .asset(asset($0.element, $0.offset)) })
      case .locationList(let values): .list(values.map { .location(CLLocation($0)) })
      case .unknownList: .list([])
      }
  }

  /// Encodes the value for a request; `key` is the field name for errors, `assets` are the upload
  /// receipts.
  func wire(_ key: CKRecord.FieldKey, _ assets: [Asset]) throws -> FieldValue {
    switch self {
    case .string(let value): return .string(value)
    case .int64(let value): return .int64(value)
    case .double(let value): return .double(try Self.finite(value, key))
    case .date(let value): return .timestamp(try Self.milliseconds(value, key))
    case .data(let value): return .bytes(value)
    case .reference(let value): return .reference(value.wire)
    case .asset:
      guard let asset = assets.first else {
        throw CKError(.assetFileNotFound, "The file of the field \(key) was not uploaded.")
      }
      return .asset(asset)
    case .location(let value): return .location(value.wire)
    case .list(let values): return try Self.list(values, key, assets)
    case .unsupported(let reason):
      throw CKError(.invalidArguments, "The field \(key) was set to \(reason).")
    }
  }

  private static func list(_ values: [StoredValue], _ key: String, _ assets: [Asset]) throws
    -> FieldValue
  {
    func mixed() -> CKError {
      CKError(.invalidArguments, "The field \(key) has a list with elements of several types.")
    }
    func all<Value>(_ value: (StoredValue) throws -> Value?) throws -> [Value] {
      try values.map { element in
        guard let value = try value(element) else { throw mixed() }
        return value
      }
    }
    switch values.first {
    case nil: return .unknownList
    case .string:
      return .stringList(try all { if case .string(let value) = $0 { value } else { nil } })
    case .int64, .double:
      let whole = values.compactMap { if case .int64(let value) = $0 { value } else { nil } }
      if whole.count == values.count { return .int64List(whole) }
      return .doubleList(
        try all {
          switch $0 {
          case .double(let value): try finite(value, key)
          case .int64(let value): Double(value)
          default: nil
          }
        })
    case .date:
      return .timestampList(
        try all { if case .date(let value) = $0 { try milliseconds(value, key) } else { nil } })
    case .data: return .bytesList(try all { if case .data(let value) = $0 { value } else { nil } })
    case .reference:
      return .referenceList(
        try all { if case .reference(let value) = $0 { value.wire } else { nil } })
    case .asset:
      guard assets.count == values.count else { throw mixed() }
      return .assetList(assets)
    case .location:
      return .locationList(
        try all { if case .location(let value) = $0 { value.wire } else { nil } })
    case .list: throw CKError(.invalidArguments, "The field \(key) has a list of lists.")
    case .unsupported(let reason):
      throw CKError(.invalidArguments, "The field \(key) has a list with \(reason).")
    }
  }

  private static func finite(_ value: Double, _ key: String) throws -> Double {
    guard value.isFinite else {
      throw CKError(.invalidArguments, "The field \(key) is \(value): expected a finite number.")
    }
    return value
  }

  private static func milliseconds(_ date: Date, _ key: String) throws -> Int64 {
    guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
      throw CKError(.invalidArguments, "The field \(key) is a date out of range: \(date).")
    }
    return milliseconds
  }
}

extension CLLocation {
  convenience init(_ location: Location) {
    self.init(
      coordinate: CLLocationCoordinate2D(
        latitude: location.latitude, longitude: location.longitude),
      altitude: location.altitude ?? 0, horizontalAccuracy: location.horizontalAccuracy ?? 0,
      verticalAccuracy: location.verticalAccuracy ?? -1, course: location.course ?? -1,
      speed: location.speed ?? -1,
      timestamp: Date(timeIntervalSince1970: Double(location.timestamp ?? 0) / 1000))
  }

  var wire: Location {
    Location(
      latitude: coordinate.latitude, longitude: coordinate.longitude,
      horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy,
      altitude: altitude, speed: speed, course: course,
      timestamp: Int64(exactly: (timestamp.timeIntervalSince1970 * 1000).rounded()))
  }
}
