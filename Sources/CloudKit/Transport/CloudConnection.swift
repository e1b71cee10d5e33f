// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// The way to the databases of one container.
struct CloudConnection: Sendable {
  let container: String
  let environment: CloudKitWire.Environment
  let service: any CloudService
  var policy: RetryPolicy
  var timeouts = RequestTimeouts()
  /// What encrypted fields are encrypted with, as it stands in the configuration.
  var encryptionKey: String?

  /// Encrypts and decrypts fields.
  ///
  /// Throws a ``CKError`` if there is no key, or none that can be read.
  @Sendable func cipher() throws -> FieldCipher {
    guard let encryptionKey else {
      throw CKError(
        .badContainer,
        "There is no key for the encrypted fields of \(container): make it of your passphrase, "
          + "or copy \"encryption_key\" from the configuration of another one.")
    }
    return FieldCipher(container: container, key: try CloudKitEncryptionKey(base64: encryptionKey))
  }

  /// Asks an endpoint and reads its answer; what may be asked again is, while there is hope.
  ///
  /// Throws a ``CKError`` that says what the server answered, or why there is no answer.
  func ask<Answer: ResponseBody>(
    _ endpoint: Endpoint, _ scope: CKDatabase.Scope, _ body: some RequestBody,
    as type: Answer.Type = Answer.self
  ) async throws -> Answer {
    let request = ServiceRequest(
      route: OperationRoute(
        container: container, environment: environment, database: scope.wire, endpoint: endpoint),
      method: .post, body: try Self.encoded(body),
      timeout: Swift.min(timeouts.request, timeouts.resource))
    let answer = try await policy.run(
      isRepeatable: endpoint.isReadOnly, within: timeouts.resource
    ) {
      let answer = try await service.answer(request)
      guard (200..<300).contains(answer.status) else { throw Self.failure(answer) }
      return answer
    }
    do {
      return try Answer(body: answer.body)
    } catch {
      throw CKError(.internalError, "The server's answer can't be read: \(error.reason)")
    }
  }

  private static func encoded(_ body: some RequestBody) throws -> [UInt8] {
    do {
      return try body.encoded()
    } catch {
      throw CKError(.invalidArguments, "The request can't be written: \(error.reason).")
    }
  }

  /// The error that an answer tells of.
  static func failure(_ answer: ServiceAnswer) -> any Error {
    if let atomic = try? AtomicFailure(body: answer.body), !atomic.records.isEmpty { return atomic }
    guard var failure = try? ServerFailure(body: answer.body) else {
      return CKError(status: answer.status, retryAfter: answer.retryAfter)
    }
    if failure.retryAfter == nil, let seconds = answer.retryAfter {
      failure.retryAfter = Int(exactly: seconds.rounded(.up))
    }
    return CKError(failure)
  }

  /// Sends the file of an asset.
  func upload(
    _ file: URL, to url: String, progress: @Sendable @escaping (Double) -> Void
  ) async throws -> Asset {
    let answer = try await policy.run(isRepeatable: true, within: timeouts.resource) {
      let answer = try await service.upload(
        file, to: url, timeout: timeouts.resource, progress: progress)
      if [403, 404, 410].contains(answer.status) {
        throw CKError(
          .networkUnavailable,
          "The address that the server gave for the file is over: send it again.")
      }
      guard (200..<300).contains(answer.status) else { throw Self.failure(answer) }
      return answer
    }
    do {
      return try UploadReceiptResponse(body: answer.body).singleFile
    } catch {
      throw CKError(.internalError, "The server's receipt can't be read: \(error.reason)")
    }
  }

  /// Fetches the file of an asset.
  func download(
    _ url: String, to file: URL, progress: @Sendable @escaping (Double) -> Void
  ) async throws {
    _ = try await policy.run(isRepeatable: true, within: timeouts.resource) {
      let answer = try await service.download(
        url, to: file, timeout: timeouts.resource, progress: progress)
      guard (200..<300).contains(answer.status) else {
        let failure = CKError(status: answer.status, retryAfter: answer.retryAfter)
        if failure.isTransient { throw failure }
        throw CKError(.assetNotAvailable, "The file can't be fetched (status \(answer.status)).")
      }
      return answer
    }
  }
}

extension Endpoint {
  /// True if asking twice is the same as asking once.
  fileprivate var isReadOnly: Bool {
    switch self {
    case .modifyRecords, .createToken, .registerToken, .acceptShares, .rereferenceAssets: false
    // To make a zone or subscription that is there changes nothing.
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
