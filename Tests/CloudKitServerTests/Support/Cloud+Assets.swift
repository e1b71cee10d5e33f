// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation

extension Cloud {
  /// The folder of assets.
  var assetFolder: URL { directory.appending(path: "assets", directoryHint: .isDirectory) }

  func assets() throws -> AssetService {
    AssetService(data, files: try AssetFiles(assetFolder))
  }

  /// Uploads an asset in both steps.
  func upload(_ text: String, _ call: CallContext = .alice) async throws -> Asset {
    let service = try assets()
    let request = UploadTokensRequest(tokens: [.init(recordType: "Note", fieldName: "file")])
    let answer = try await UploadTokensResponse(body: service.upload(request, call))
    let token = String(answer.tokens[0].url.dropFirst(AssetService.uploadPath.count))
    let upload = try await service.begin(token: token, at: call.date)
    try await upload.append(Data(text.utf8))
    return try await UploadReceiptResponse(
      body: service.finish(upload, token: token, at: call.date)
    ).singleFile
  }

  /// The bytes of the asset in a record's field `file`.
  func download(_ record: String, zone: String? = "Zone", _ call: CallContext = .alice) async throws
    -> String?
  {
    guard case .asset(let asset) = try await lookup([record], zone: zone, call)[0].value("file"),
      let url = asset.downloadURL
    else { return nil }
    let token = String(url.dropFirst(AssetService.downloadPath.count))
    let file = try await assets().download(token: token, at: call.date)
    return String(decoding: try Data(contentsOf: file.url), as: UTF8.self)
  }

  /// The names of the existing asset files.
  func assetFiles() throws -> [String] {
    guard FileManager.default.fileExists(atPath: assetFolder.path(percentEncoded: false)) else {
      return []
    }
    return try FileManager.default.subpathsOfDirectory(
      atPath: assetFolder.path(percentEncoded: false)
    ).map { ($0 as NSString).lastPathComponent }.filter { $0.count == 36 }
  }

  /// The problems that the check of database and assets reports.
  func problems(isDeep: Bool = true) async throws -> [String] {
    try await SQLiteServerStore.check(
      directory.appending(path: "cloud.sqlite"), assets: assetFolder, isDeep: isDeep)
  }
}

extension CallContext {
  /// A copy of the call with a later date.
  func later(_ seconds: Double) -> CallContext {
    var call = self
    call.date += seconds
    return call
  }
}
