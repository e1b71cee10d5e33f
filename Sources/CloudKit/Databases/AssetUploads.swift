// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Uploads the files of records before the records themselves are saved.
struct AssetUploads: Sendable {
  /// A file and its field.
  private struct Upload {
    let record: CKRecord
    let key: CKRecord.FieldKey
    let file: URL
    let url: String
  }

  let database: CKDatabase
  let connection: CloudConnection
  let policy: CKModifyRecordsOperation.RecordSavePolicy
  var onProgress: @Sendable (CKRecord, Double) -> Void

  /// Uploads the files and returns the server's receipts by record and field, in list order.
  func run(_ records: [(CKRecord, RecordState)], in zone: CKRecordZone.ID) async throws
    -> [CKRecord.ID: [CKRecord.FieldKey: [Asset]]]
  {
    var wanted: [(record: CKRecord, key: CKRecord.FieldKey, file: URL)] = []
    for (record, state) in records {
      for key in policy.keys(of: state).sorted() {
        for asset in state.values[key]?.assets ?? [] {
          wanted.append((record, key, try Self.file(of: asset, key)))
        }
      }
    }
    var assets: [CKRecord.ID: [CKRecord.FieldKey: [Asset]]] = [:]
    var start = 0
    while start < wanted.count {
      let part = wanted[start..<min(start + Limits.assetTokens, wanted.count)]
      let request = UploadTokensRequest(
        tokens: part.map {
          .init(
            recordType: $0.record.recordType, fieldName: $0.key,
            recordName: $0.record.recordID.recordName)
        }, zoneID: zone.wire)
      let response = try await connection.send(
        .uploadAssets, database.databaseScope, request, as: UploadTokensResponse.self)
      guard response.tokens.count == part.count else {
        throw CKError(
          .internalError,
          "The server returned \(response.tokens.count) upload URLs for \(part.count) files.")
      }
      for (wanted, token) in zip(part, response.tokens) {
        let record = wanted.record
        let asset = try await connection.upload(wanted.file, to: token.url) {
          onProgress(record, $0)
        }
        assets[record.recordID, default: [:]][wanted.key, default: []].append(asset)
      }
      start = part.endIndex
    }
    return assets
  }

  private static func file(of asset: CKAsset, _ key: CKRecord.FieldKey) throws -> URL {
    guard let url = asset.fileURL else {
      throw CKError(
        .assetFileNotFound, "The asset in field \(key) was fetched without its file.")
    }
    guard FileManager.default.isReadableFile(atPath: url.path(percentEncoded: false)) else {
      throw CKError(
        .assetFileNotFound,
        "The file of the field \(key) can't be read: \(url.path(percentEncoded: false))")
    }
    return url
  }
}

extension StoredValue {
  /// The assets of the field.
  var assets: [CKAsset] {
    switch self {
    case .asset(let asset): [asset]
    case .list(let values): values.flatMap(\.assets)
    default: []
    }
  }
}
