// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The answers to what goes wrong: the one place where their bodies are made.
enum ErrorAnswer {
  static func response(
    for error: any Error, context: ServerContext, site: CloudSite
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
      site.logger.error(
        "Storage failed",
        metadata: ["request": "\(context.requestID)", "error": "\(error)"])
      return answer(ServerFailure(error), context)
    case let error as WireError: return answer(ServerFailure(error), context)
    case let error as any HTTPResponseError where error.status == .notFound:
      return answer(
        ServerFailure(.notFound, "could not find handler for endpoint"), context)
    case let error as any HTTPResponseError where error.status.code < 500:
      return answer(
        ServerFailure(.badRequest, "the request is not as it should be"), context,
        status: error.status.code)
    default:
      // What it is goes to the log only.
      site.logger.error(
        "Request failed",
        metadata: ["request": "\(context.requestID)", "error": "\(String(reflecting: error))"])
      return answer(
        ServerFailure(.internalError, "the server failed; its log has more under this id"), context)
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
    var response = JSONAnswer.response(
      body ?? [], status: .init(code: status ?? failure.code.httpStatus))
    if let seconds = failure.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    // Its body is not read to the end.
    if response.status == .contentTooLarge { response.headers[.connection] = "close" }
    return response
  }
}
