// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The body of a request.
enum RequestBytes {
  /// Reads a body; one that is too large is refused by the length that it tells, or where it gets so.
  ///
  /// Its bytes count as held from when they come.
  static func read(
    _ request: Request, atMost limit: Int, held: HeldBytes.Share? = nil
  ) async throws -> [UInt8] {
    if let length = request.headers[.contentLength], let count = Int(length), count > limit {
      throw tooLarge(limit)
    }
    if let coding = request.headers[.contentEncoding], coding != "identity" {
      throw ServerFailure(
        .badRequest, "Content-Encoding is \(WireError.quoted(coding)): expected none")
    }
    var bytes: [UInt8] = []
    try await forEach(of: request) { piece in
      guard bytes.count + piece.readableBytes <= limit else { throw tooLarge(limit) }
      try held?.add(piece.readableBytes)
      bytes.append(contentsOf: piece.readableBytesView)
    }
    return bytes
  }

  /// Hands a body over piece by piece, as it comes.
  static func forEach(of request: Request, _ take: (ByteBuffer) async throws -> Void) async throws {
    var failure: (any Error)?
    do {
      for try await piece in request.body {
        do {
          try await take(piece)
        } catch {
          failure = error
          throw error
        }
      }
    } catch {
      throw try failure ?? unreadable(error)
    }
  }

  /// The answer to a body that the client has not sent as HTTP has it, or not to its end.
  private static func unreadable(_ error: any Error) throws -> ServerFailure {
    if error is CancellationError { throw error }
    return ServerFailure(.badRequest, "the body did not come whole, or not as HTTP has it")
  }

  private static func tooLarge(_ limit: Int) -> ServerFailure {
    ServerFailure(.quotaExceeded, "the body has more than \(limit) bytes")
  }
}
