// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// Takes assets in two steps, and gives them out.
///
/// An upload is asked for, then its bytes are sent to a URL that needs no credentials, then a record takes
/// the answer into a field. What no record takes, or has any more, is collected.
package struct AssetService: Sendable {
  /// A file to be sent to a client.
  package struct Download: Sendable, Hashable {
    package var url: URL
    /// In bytes.
    package var size: Int64
    /// SHA-256 in base64; the file never changes.
    package var checksum: String
  }

  /// The paths behind which the tokens stand in URLs.
  package static let uploadPath = "/assets/1/upload/"
  package static let downloadPath = "/assets/1/download/"

  /// Files without a row that are older than this many seconds come from a process that was killed.
  private static let orphanSeconds: TimeInterval = 24 * 3_600

  private let data: CloudData
  private let files: AssetFiles
  private var tokens: AssetTokens { AssetTokens(sealer: data.sealer) }

  package init(_ data: CloudData, files: AssetFiles) {
    self.data = data
    self.files = files
  }

  // MARK: Uploading

  /// `assets/upload`.
  package func upload(_ request: UploadTokensRequest, _ call: Call) async throws -> [UInt8] {
    if call.caller == .world {
      throw ServerFailure(.authenticationRequired, "request needs authorization")
    }
    // The URL names the database by its number, so that one is made if there is none.
    let database = try await data.readStored(call) { reader, database in
      let zoneID = request.zoneID ?? .default
      guard call.owns(zoneID), try reader.zone(named: zoneID.zoneName, in: database.id) != nil
      else { throw ServerFailure.noZone(zoneID) }
      if let room = try reader.room(in: database.id), room <= 0 {
        throw ServerFailure.noRoom(1, room)
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

  /// Begins to take the bytes that are sent to a URL.
  package func begin(token: String, at date: Date) async throws -> AssetUpload {
    let (_, credential) = try opened(token, date)
    if let credential {
      let isGood = try await data.answering {
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

  /// The answer to the bytes: what goes into the field.
  package func finish(_ upload: AssetUpload, token: String, at date: Date) async throws -> [UInt8] {
    let (database, credential) = try opened(token, date)
    let (size, checksum) = try await upload.finish()
    let name = upload.name
    // The file is on the disk before a row names it.
    let asset: StoredAsset
    do {
      asset = try await data.answering {
        try await data.storage.write { writer in
          if let credential, try !writer.has(credential) { throw Self.ended }
          if let room = try writer.room(in: database), size > room {
            throw ServerFailure.noRoom(size, room)
          }
          var asset = StoredAsset(
            id: 0, database: database, file: name, size: size, checksum: checksum)
          try writer.addAsset(&asset, keptUntil: Self.keptUntil(date))
          return asset
        }
      }
    } catch {
      // No row names it.
      files.remove(name)
      throw error
    }
    return try UploadReceiptResponse(singleFile: presented(asset)).encoded()
  }

  private static let ended = ServerFailure(
    .accessDenied, "This upload URL is not good, or no longer: ask for one.")

  private func opened(_ token: String, _ date: Date) throws
    -> (database: Int64, credential: Call.Credential?)
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
  package func rereference(_ request: RereferenceAssetsRequest, _ call: Call) async throws
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

  /// The file that a download's URL leads to.
  package func download(token: String, at date: Date) async throws -> Download {
    let missing = ServerFailure(.notFound, "There is no such asset, or the URL is no longer good.")
    guard let id = tokens.openDownload(token, Self.milliseconds(date)) else { throw missing }
    let asset = try await data.answering { try await data.storage.read { try $0.asset(id) } }
    guard let asset, asset.database != StoredAsset.ownerless else { throw missing }
    return Download(url: files.url(asset.file), size: asset.size, checksum: asset.checksum)
  }

  // MARK: Collecting

  /// Removes files that no record has, a while after that came about; how many.
  package func collect(at date: Date) async throws -> Int {
    try await collectUnheld(at: date) + collectOrphans(at: date)
  }

  /// Removes assets that no record has any more, with their files; how many.
  func collectUnheld(at date: Date) async throws -> Int {
    let now = Self.milliseconds(date)
    var count = 0
    while true {
      let gone = try await data.answering {
        try await data.storage.write { try $0.removeUnheldAssets(before: now, limit: 1_000) }
      }
      // The rows are gone: what is killed from here on leaves files without rows, which are found below.
      for asset in gone { files.remove(asset.file) }
      count += gone.count
      if gone.count < 1_000 { return count }
    }
  }

  /// Removes files without a row, which a process has left that was killed; how many.
  func collectOrphans(at date: Date) async throws -> Int {
    let moment = date.addingTimeInterval(-Self.orphanSeconds)
    let (finished, partial) = try files.files(untouchedSince: moment)
    for url in partial { try? FileManager.default.removeItem(at: url) }
    let orphans = try await data.answering {
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

  /// Until when an asset stays that no record has: as long as the URLs to it are good, and then some.
  static func keptUntil(_ date: Date) -> Int64 { milliseconds(date) + 2 * 3_600_000 }
}
