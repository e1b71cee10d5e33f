// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// A connection to the databases of a container.
struct CloudConnection: Sendable {
  let container: String
  let environment: CloudKitWire.Environment
  let service: any CloudService
  var policy: RetryPolicy
  var timeouts = RequestTimeouts()
  /// The key for encrypted fields, as in the configuration.
  var encryptionKey: String?

  /// Returns the cipher for encrypted fields.
  ///
  /// Throws a ``CKError`` if there is no valid key.
  @Sendable func cipher() throws -> FieldCipher {
    guard let encryptionKey else {
      throw CKError(
        .badContainer,
        "There is no key for the encrypted fields of \(container): derive it from your passphrase, "
          + "or copy \"encryption_key\" from another device's configuration.")
    }
    return FieldCipher(container: container, key: try CloudKitEncryptionKey(base64: encryptionKey))
  }

  /// Sends a request and decodes its response, with retries after transient errors.
  ///
  /// Throws a ``CKError`` with the server's failure or the network error.
  func send<Response: ResponseBody>(
    _ endpoint: Endpoint, _ scope: CKDatabase.Scope, _ body: some RequestBody,
    as type: Response.Type = Response.self
  ) async throws -> Response {
    let request = ServiceRequest(
      route: OperationRoute(
        container: container, environment: environment, database: scope.wire, endpoint: endpoint),
      method: .post, body: try Self.encoded(body),
      timeout: Swift.min(timeouts.request, timeouts.resource))
    let response = try await policy.run(
      isRepeatable: endpoint.isReadOnly, within: timeouts.resource
    ) {
      let response = try await service.answer(request)
      guard (200..<300).contains(response.status) else { throw Self.failure(response) }
      return response
    }
    do {
      return try Response(body: response.body)
    } catch {
      throw CKError(.internalError, "The server's response can't be decoded: \(error.reason)")
    }
  }

  private static func encoded(_ body: some RequestBody) throws -> [UInt8] {
    do {
      return try body.encoded()
    } catch {
      throw CKError(.invalidArguments, "The request can't be encoded: \(error.reason).")
    }
  }

  /// Returns the error of a failure response.
  static func failure(_ response: ServiceResponse) -> any Error {
    if let atomic = try? AtomicFailure(body: response.body), !atomic.records.isEmpty {
      return atomic
    }
    guard var failure = try? ServerFailure(body: response.body) else {
      return CKError(status: response.status, retryAfter: response.retryAfter)
    }
    if failure.retryAfter == nil, let seconds = response.retryAfter {
      failure.retryAfter = Int(exactly: seconds.rounded(.up))
    }
    return CKError(failure)
  }

  /// Uploads the file of an asset.
  func upload(
    _ file: URL, to url: String, progress: @Sendable @escaping (Double) -> Void
  ) async throws -> Asset {
    let response = try await policy.run(isRepeatable: true, within: timeouts.resource) {
      let response = try await service.upload(
        file, to: url, timeout: timeouts.resource, progress: progress)
      if [403, 404, 410].contains(response.status) {
        throw CKError(
          .networkUnavailable,
          "The upload URL of the file has expired: send it again.")
      }
      guard (200..<300).contains(response.status) else { throw Self.failure(response) }
      return response
    }
    do {
      return try UploadReceiptResponse(body: response.body).singleFile
    } catch {
      throw CKError(.internalError, "The server's receipt can't be decoded: \(error.reason)")
    }
  }

  /// Downloads the file of an asset.
  func download(
    _ url: String, to file: URL, progress: @Sendable @escaping (Double) -> Void
  ) async throws {
    _ = try await policy.run(isRepeatable: true, within: timeouts.resource) {
      let response = try await service.download(
        url, to: file, timeout: timeouts.resource, progress: progress)
      guard (200..<300).contains(response.status) else {
        let failure = CKError(status: response.status, retryAfter: response.retryAfter)
        if failure.isTransient { throw failure }
        throw CKError(
          .assetNotAvailable, "The file can't be downloaded (status \(response.status)).")
      }
      return response
    }
  }
}

extension Endpoint {
  /// Whether the request is idempotent, so that it can be repeated.
  fileprivate var isReadOnly: Bool {
    switch self {
    case .modifyRecords, .createToken, .registerToken, .acceptShares, .rereferenceAssets: false
    // Creating an existing zone or subscription changes nothing.
    default: true
    }
  }
}

extension CKDatabase.Scope {
  var wire: DatabaseScope {
    switch self {
    case .public: .public
    case .private: .private
    case .shared: .shared
    }
  }
}
