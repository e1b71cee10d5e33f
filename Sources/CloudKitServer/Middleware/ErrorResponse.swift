// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Builds the responses to errors.
enum ErrorResponse {
  static func response(
    for error: any Error, context: ServerContext, dependencies: ServerDependencies
  ) -> Response {
    switch error {
    case let error as AtomicFailure:
      var error = error
      error.failure.uuid = context.requestID
      return response(error.failure, body: try? error.encoded(), status: nil)
    case let error as RouteError:
      var response = answer(error.failure, context, status: error.httpStatus)
      if !error.allowedMethods.isEmpty {
        response.headers[.allow] = error.allowedMethods.joined(separator: ", ")
      }
      return response
    case let error as ServerFailure: return answer(error, context)
    case let error as StorageError:
      dependencies.logger.error(
        "Storage failed",
        metadata: ["request": "\(context.requestID)", "error": "\(error)"])
      return answer(ServerFailure(error), context)
    case let error as WireError: return answer(ServerFailure(error), context)
    case let error as any HTTPResponseError where error.status == .notFound:
      return answer(
        ServerFailure(.notFound, "could not find handler for endpoint"), context)
    case let error as any HTTPResponseError where error.status.code < 500:
      return answer(
        ServerFailure(.badRequest, "malformed request"), context,
        status: error.status.code)
    default:
      // The error may contain private data: only the log gets it.
      dependencies.logger.error(
        "Request failed",
        metadata: ["request": "\(context.requestID)", "error": "\(String(reflecting: error))"])
      return answer(
        ServerFailure(.internalError, "the server failed; its log has details under this uuid"),
        context)
    }
  }

  private static func answer(
    _ failure: ServerFailure, _ context: ServerContext, status: Int? = nil
  ) -> Response {
    var failure = failure
    failure.uuid = context.requestID
    return response(failure, body: try? failure.encoded(), status: status)
  }

  private static func response(
    _ failure: ServerFailure, body: [UInt8]?, status: Int?
  ) -> Response {
    var response = JSONResponse.response(
      body ?? [], status: .init(code: status ?? failure.code.httpStatus))
    if let seconds = failure.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    // The server does not read the rest of the request's body.
    if response.status == .contentTooLarge { response.headers[.connection] = "close" }
    return response
  }
}
