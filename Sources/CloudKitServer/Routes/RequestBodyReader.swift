// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the bodies of requests.
enum RequestBodyReader {
  /// Reads a whole body.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: The request's context.
  ///   - limit: The maximum size in bytes.
  ///   - held: The share of the memory budget that the received bytes count against.
  /// - Returns: The bytes of the body.
  /// - Throws: ``ServerFailure`` if the announced or the received size exceeds the limit.
  static func read(
    _ request: Request, _ context: ServerContext, atMost limit: Int,
    held: MemoryBudget.Share? = nil
  ) async throws -> [UInt8] {
    if let length = request.headers[.contentLength], let count = Int(length), count > limit {
      throw tooLarge(limit)
    }
    if let coding = request.headers[.contentEncoding], coding != "identity" {
      throw ServerFailure(
        .badRequest, "Content-Encoding is \(WireError.quoted(coding)): expected none")
    }
    var bytes: [UInt8] = []
    try await forEach(of: request, context) { piece in
      guard bytes.count + piece.readableBytes <= limit else { throw tooLarge(limit) }
      try held?.add(piece.readableBytes)
      bytes.append(contentsOf: piece.readableBytesView)
    }
    return bytes
  }

  /// Passes each received chunk of a body to `consume`.
  static func forEach(
    of request: Request, _ context: ServerContext, _ consume: (ByteBuffer) async throws -> Void
  ) async throws {
    if request.headers[.expect] != nil {
      context.channel.triggerUserOutboundEvent(ExpectContinueHandler.BodyIsRead(), promise: nil)
    }
    var failure: (any Error)?
    do {
      for try await piece in request.body {
        do {
          try await consume(piece)
        } catch {
          failure = error
          throw error
        }
      }
    } catch {
      throw try failure ?? unreadable(error)
    }
  }

  /// The failure for a body that is malformed or incomplete.
  private static func unreadable(_ error: any Error) throws -> ServerFailure {
    if error is CancellationError { throw error }
    return ServerFailure(.badRequest, "the request body is incomplete or malformed")
  }

  private static func tooLarge(_ limit: Int) -> ServerFailure {
    ServerFailure(.quotaExceeded, "the body has more than \(limit) bytes")
  }
}
