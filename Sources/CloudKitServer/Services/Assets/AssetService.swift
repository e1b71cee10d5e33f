// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// Uploads, downloads and garbage-collects assets.
///
/// A client requests an upload URL, sends the bytes to it without credentials, and saves the returned
/// receipt in a record's field. Assets that no record refers to are removed after some time.
package struct AssetService: Sendable {
  /// A file for a client.
  package struct Download: Sendable, Hashable {
    package var url: URL
    /// The size in bytes.
    package var size: Int64
    /// The SHA-256 in base64; the file never changes.
    package var checksum: String
  }

  /// The path prefixes of the URLs; a token follows.
  package static let uploadPath = "/assets/1/upload/"
  package static let downloadPath = "/assets/1/download/"

  /// The age in seconds above which files without a row are leftovers of a killed process.
  private static let orphanSeconds: TimeInterval = 24 * 3_600

  private let data: ServiceContext
  private let files: AssetFiles
  private var tokens: AssetTokens { AssetTokens(sealer: data.sealer) }

  package init(_ data: ServiceContext, files: AssetFiles) {
    self.data = data
    self.files = files
  }

  // MARK: Uploading

  /// `assets/upload`.
  package func upload(_ request: UploadTokensRequest, _ call: CallContext) async throws -> [UInt8] {
    if call.caller == .world {
      throw ServerFailure(.authenticationRequired, "request needs authorization")
    }
    // The URL contains the database's number, so the database must exist.
    let database = try await data.readStored(call) { reader, database in
      let zoneID = request.zoneID ?? .default
      guard call.owns(zoneID), try reader.zone(named: zoneID.zoneName, in: database.id) != nil
      else { throw ServerFailure.noZone(zoneID) }
      if let available = try reader.availableBytes(in: database.id), available <= 0 {
        throw ServerFailure.overQuota(1, available)
      }
      return database.id
    }
    let items = request.tokens.map { item in
      UploadTokensResponse.Item(
        recordName: item.recordName ?? UUID().uuidString, fieldName: item.fieldName,
        url: call.baseURL + Self.uploadPath
          + tokens.upload(to: database, by: call.credential, call.timestamp))
    }
    return try UploadTokensResponse(tokens: items).encoded()
  }

  /// Begins an upload to an upload URL.
  package func begin(token: String, at date: Date) async throws -> AssetUpload {
    let (_, credential) = try opened(token, date)
    if let credential {
      let isGood = try await data.translatingErrors {
        try await data.storage.read { try $0.has(credential) }
      }
      guard isGood else { throw Self.ended }
    }
    do {
      return try files.begin()
    } catch {
      throw ServerFailure(StorageError.full("\(error)"))
    }
  }

  /// Completes an upload and returns the response with the receipt.
  package func finish(_ upload: AssetUpload, token: String, at date: Date) async throws -> [UInt8] {
    let (database, credential) = try opened(token, date)
    let (size, checksum) = try await upload.finish()
    let name = upload.name
    // The file is durable before a row refers to it.
    let asset: StoredAsset
    do {
      asset = try await data.translatingErrors {
        try await data.storage.write { writer in
          if let credential, try !writer.has(credential) { throw Self.ended }
          if let available = try writer.availableBytes(in: database), size > available {
            throw ServerFailure.overQuota(size, available)
          }
          var asset = StoredAsset(
            id: 0, database: database, file: name, size: size, checksum: checksum)
          try writer.addAsset(&asset, retainedUntil: Self.retainedUntil(date))
          return asset
        }
      }
    } catch {
      // No row refers to it.
      files.remove(name)
      throw error
    }
    return try UploadReceiptResponse(singleFile: presented(asset)).encoded()
  }

  private static let ended = ServerFailure(
    .accessDenied, "This upload URL is invalid or expired: request another by assets/upload.")

  private func opened(_ token: String, _ date: Date) throws
    -> (database: Int64, credential: CallerCredential?)
  {
    guard let opened = tokens.openUpload(token, Self.milliseconds(date)) else { throw Self.ended }
    return opened
  }

  private func presented(_ asset: StoredAsset) -> Asset {
    Asset(
      fileChecksum: asset.checksum, size: asset.size, referenceChecksum: asset.checksum,
      wrappingKey: "", receipt: tokens.receipt(asset))
  }

  /// `assets/rereference`.
  package func rereference(_ request: RereferenceAssetsRequest, _ call: CallContext) async throws
    -> [UInt8]
  {
    let zoneID = request.zoneID ?? .default
    let assets = try await data.read(call) { reader, database in
      guard call.owns(zoneID), let zone = try reader.zone(named: zoneID.zoneName, in: database.id)
      else { throw ServerFailure.noZone(zoneID) }
      return try request.assets.map { item -> RereferenceAssetsResponse.Item in
        let record = try reader.record(named: item.recordName, in: zone.id)
        guard case .asset(let asset) = try record?.fields?.field(item.fieldName)?.value,
          let id = asset.receipt.flatMap({ Int64($0) }), let stored = try reader.asset(id)
        else {
          let failure = ServerFailure(
            .notFound,
            "Record \(item.recordName.debugDescription) has no asset \(item.fieldName.debugDescription)"
          )
          return .failure(
            RecordFailure(recordName: item.recordName, zoneID: call.zoneID(zone.name), failure))
        }
        return .asset(presented(stored))
      }
    }
    return try RereferenceAssetsResponse(assets: assets).encoded()
  }

  // MARK: Downloading

  /// Returns the file of a download URL.
  package func download(token: String, at date: Date) async throws -> Download {
    let missing = ServerFailure(.notFound, "There is no such asset, or the URL has expired.")
    guard let id = tokens.openDownload(token, Self.milliseconds(date)) else { throw missing }
    let asset = try await data.translatingErrors {
      try await data.storage.read { try $0.asset(id) }
    }
    guard let asset, asset.database != StoredAsset.ownerless else { throw missing }
    return Download(url: files.url(asset.file), size: asset.size, checksum: asset.checksum)
  }

  // MARK: Collecting

  /// Removes unreferenced assets and leftover files after their grace periods.
  ///
  /// - Returns: The number of removed files.
  package func collect(at date: Date) async throws -> Int {
    try await removeUnreferenced(at: date) + removeLeftoverFiles(at: date)
  }

  /// Removes assets that no record refers to, with their files; returns their number.
  func removeUnreferenced(at date: Date) async throws -> Int {
    let now = Self.milliseconds(date)
    var count = 0
    while true {
      let gone = try await data.translatingErrors {
        try await data.storage.write { try $0.removeUnreferencedAssets(before: now, limit: 1_000) }
      }
      // If the process is killed after this, `removeLeftoverFiles` removes the files without rows.
      for asset in gone { files.remove(asset.file) }
      count += gone.count
      if gone.count < 1_000 { return count }
    }
  }

  /// Removes files without a row, which a killed process left behind; returns their number.
  func removeLeftoverFiles(at date: Date) async throws -> Int {
    let moment = date.addingTimeInterval(-Self.orphanSeconds)
    let (finished, partial) = try files.files(untouchedSince: moment)
    for url in partial { try? FileManager.default.removeItem(at: url) }
    let orphans = try await data.translatingErrors {
      try await data.storage.read { reader in
        try finished.filter { try !reader.hasAsset(inFile: $0) }
      }
    }
    for file in orphans { files.remove(file) }
    return partial.count + orphans.count
  }

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1_000).rounded(.down))
  }

  /// The time until which an unreferenced asset is retained: longer than its URLs are valid.
  static func retainedUntil(_ date: Date) -> Int64 { milliseconds(date) + 2 * 3_600_000 }
}
