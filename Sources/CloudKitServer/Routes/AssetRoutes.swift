// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The bytes of assets, to and from the server, at URLs that the server has given.
///
/// The URL is the permission: it is good for one purpose and a short time, and names no file.
struct AssetRoutes {
  let site: CloudSite

  // MARK: To the server

  func upload(_ token: String, _ request: Request) async throws -> Response {
    if let length = request.headers[.contentLength], let count = Int(length),
      count > Limits.assetBytes
    {
      throw ServerFailure(.quotaExceeded, "An asset has at most \(Limits.assetBytes) bytes.")
    }
    var form = try request.headers[.contentType].flatMap { try FormFile(contentType: $0) }
    let upload = try await site.assets.begin(token: token, at: site.now())
    do {
      try await RequestBytes.forEach(of: request) { piece in
        if form == nil {
          try await upload.append(Data(piece.readableBytesView))
        } else {
          try await form?.take(piece.readableBytesView) { try await upload.append(Data($0)) }
        }
      }
      try form?.finish()
    } catch {
      upload.cancel()
      throw error
    }
    let body = try await site.assets.finish(upload, token: token, at: site.now())
    var response = JSONAnswer.response(body)
    CrossOrigin.allow("*", in: &response)
    return response
  }

  // MARK: From the server

  func download(
    _ token: String, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    let file = try await site.assets.download(token: token, at: site.now())
    let size = Int(file.size)
    var headers = HTTPFields()
    headers[.contentType] = "application/octet-stream"
    headers[.contentDisposition] = "attachment"
    headers[.contentSecurityPolicy] = "sandbox; default-src 'none'"
    headers[.acceptRanges] = "bytes"
    headers[.eTag] = "\"\(file.checksum)\""
    let range: Range<Int>
    switch ByteRange.requested(request, size: size, tag: headers[.eTag]) {
    case .all: range = 0..<size
    case .part(let part):
      range = part
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
    case .none:
      headers[.contentRange] = "bytes */\(size)"
      return Response(status: .rangeNotSatisfiable, headers: headers)
    }
    headers[.contentLength] = "\(range.count)"
    let isPart = headers[.contentRange] != nil
    var response = Response(status: isPart ? .partialContent : .ok, headers: headers)
    if request.method == .get, !range.isEmpty {
      response.body = try await FileIO().loadFile(
        path: file.url.path(percentEncoded: false), range: range.lowerBound...range.upperBound - 1,
        context: context)
    }
    CrossOrigin.allow("*", in: &response)
    return response
  }
}
