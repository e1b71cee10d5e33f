// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Decodes records from the server's responses and downloads their assets.
struct RecordReader: Sendable {
  let database: CKDatabase
  let connection: CloudConnection
  var onProgress: @Sendable (CKRecord.ID, Double) -> Void = { _, _ in }

  /// Decodes a record and downloads its files; `zone` applies to a record without a zone.
  func record(_ record: Record, zone: CKRecordZone.ID) async throws -> CKRecord {
    var files: [CKRecord.FieldKey: [CachedFile?]] = [:]
    if let fields = record.fields, fields.hasAssets, let all = try? fields.all() {
      let id = CKRecord.ID(
        recordName: record.recordName ?? "",
        zoneID: record.zoneID.map { CKRecordZone.ID($0, in: database.databaseScope) } ?? zone)
      for (name, field) in all {
        let assets: [Asset]
        switch field?.value {
        case .asset(let asset): assets = [asset]
        case .assetList(let list): assets = list
        default: continue
        }
        for asset in assets { files[name, default: []].append(try await file(of: asset, id)) }
      }
    }
    return CKRecord(
      try RecordState(
        record, in: database.databaseScope, zone: zone, files: files,
        cipher: connection.cipher))
  }

  private func file(of asset: Asset, _ id: CKRecord.ID) async throws -> CachedFile? {
    guard let url = asset.downloadURL else { return nil }
    let folder = FileManager.default.temporaryDirectory.appending(path: "CloudKit-assets")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      // A network error, so that the record is fetched again.
      throw CKError(
        .networkFailure, "The file cache can't be created: \(error.localizedDescription)")
    }
    let file = CachedFile(folder.appending(path: UUID().uuidString))
    try await connection.download(
      url.replacing("${f}", with: asset.fileChecksum.map(Self.fileName) ?? "file"), to: file.url
    ) { onProgress(id, $0) }
    return file
  }

  private static func fileName(_ checksum: String) -> String {
    String(checksum.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }
}
