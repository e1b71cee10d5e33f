// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The two forms of assets in record fields: stored with an asset number, sent with a download URL.
extension RecordFields {
  /// Converts a client's fields to the stored form.
  ///
  /// An asset has the receipt of its upload, or is unchanged from the same field.
  ///
  /// - Throws: ``ServerFailure`` for an asset that was never uploaded to this database.
  func storingAssets(
    over existing: RecordFields?, in database: Int64, _ tokens: AssetTokens,
    _ reader: any AssetReading
  ) throws -> RecordFields {
    guard hasAssets else { return self }
    var failure: (any Error)?
    let fields = try mappingAssets { name, asset in
      do {
        return try Self.stored(asset, name, over: existing, in: database, tokens, reader)
      } catch let error {
        failure = failure ?? error
        return asset
      }
    }
    if let failure { throw failure }
    return fields
  }

  private static func stored(
    _ asset: Asset, _ name: String, over existing: RecordFields?, in database: Int64,
    _ tokens: AssetTokens, _ reader: any AssetReading
  ) throws -> Asset {
    var id: Int64?
    if let receipt = asset.receipt {
      if let opened = tokens.openReceipt(receipt), opened.database == database { id = opened.asset }
    } else if let value = try existing?.field(name)?.value {
      let same = value.assets.first { $0.fileChecksum == asset.fileChecksum }
      id = same?.receipt.flatMap { Int64($0) }
    }
    guard let id, let stored = try reader.asset(id), stored.database == database else {
      throw ServerFailure(.badRequest, "Field '\(name)': the asset was never uploaded here.")
    }
    // A checksum or size of other bytes means that the dictionary belongs to another asset.
    if asset.fileChecksum ?? stored.checksum != stored.checksum
      || asset.size ?? stored.size != stored.size
    {
      throw ServerFailure(
        .badRequest,
        "Field '\(name)': fileChecksum or size does not match the receipt's asset.")
    }
    return Asset(fileChecksum: stored.checksum, size: stored.size, receipt: String(id))
  }

  /// Converts stored fields to the form for clients.
  func presentingAssets(_ tokens: AssetTokens, _ call: CallContext) throws -> RecordFields {
    try mappingAssets { _, asset in
      var asset = asset
      if let id = asset.receipt.flatMap({ Int64($0) }) {
        asset.downloadURL =
          call.baseURL + AssetService.downloadPath + tokens.download(id, call.timestamp)
      }
      asset.receipt = nil
      return asset
    }
  }

  /// The numbers of the assets in stored fields.
  var assetNumbers: Set<Int64> {
    get throws {
      guard hasAssets else { return [] }
      var numbers = Set<Int64>()
      for (_, field) in try all() {
        for asset in field?.value.assets ?? [] {
          if let id = asset.receipt.flatMap({ Int64($0) }) { numbers.insert(id) }
        }
      }
      return numbers
    }
  }
}

extension FieldValue {
  /// The assets in the value.
  fileprivate var assets: [Asset] {
    switch self {
    case .asset(let asset): [asset]
    case .assetList(let assets): assets
    default: []
    }
  }
}
