// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Uploads and downloads of assets at URLs that the server issued.
///
/// The URL is a capability: it permits one operation for a short time, and contains no file name.
struct AssetRoutes {
  let dependencies: ServerDependencies

  // MARK: Uploading

  func upload(
    _ token: String, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    if let length = request.headers[.contentLength], let count = Int(length),
      count > Limits.assetBytes
    {
      throw ServerFailure(.quotaExceeded, "An asset has at most \(Limits.assetBytes) bytes.")
    }
    var form = try request.headers[.contentType].flatMap { try AssetForm(contentType: $0) }
    let upload = try await dependencies.assets.begin(token: token, at: dependencies.now())
    do {
      try await RequestBodyReader.forEach(of: request, context) { buffer in
        guard let pieces = try form?.feed(Array(buffer: buffer)) else {
          return try await upload.append(Data(buffer.readableBytesView))
        }
        for piece in pieces { try await upload.append(Data(piece)) }
      }
      try form?.finish()
    } catch {
      upload.cancel()
      throw error
    }
    let body = try await dependencies.assets.finish(upload, token: token, at: dependencies.now())
    var response = JSONResponse.response(body)
    CrossOrigin.allow("*", in: &response)
    return response
  }

  // MARK: Downloading

  func download(
    _ token: String, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    let file = try await dependencies.assets.download(token: token, at: dependencies.now())
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

/// The byte range of a file that a request asks for (RFC 9110, 14).
enum ByteRange: Equatable {
  case all
  case part(Range<Int>)
  /// A range outside the file.
  case none

  /// The range of a request; the whole file if the header is malformed or has several ranges.
  static func requested(_ request: Request, size: Int, tag: String?) -> ByteRange {
    if let condition = request.headers[.ifRange], condition != tag { return .all }
    guard let text = request.headers[.range], text.hasPrefix("bytes=") else { return .all }
    let parts = text.dropFirst(6).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .all }
    if parts[0].isEmpty {
      guard let count = Int(parts[1]), count >= 0 else { return .all }
      return count == 0 || size == 0 ? .none : .part(max(0, size - count)..<size)
    }
    guard let start = Int(parts[0]), start >= 0 else { return .all }
    guard start < size else { return .none }
    if parts[1].isEmpty { return .part(start..<size) }
    guard let last = Int(parts[1]), last >= start else { return .all }
    return .part(start..<(last >= size ? size : last + 1))
  }
}
