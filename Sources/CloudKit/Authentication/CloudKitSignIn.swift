// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CloudKitWire
import Foundation
import NIOCore
import NIOHTTP1

/// Signs a device in and out with a name and a password: an addition to Apple's API, where the
/// operating system does this.
///
/// Only Cairn's server supports it; other servers have a sign-in page.
package struct CloudKitSignIn: Sendable {
  /// The timeout in seconds, which allows for the server's password hashing.
  private static let timeout: TimeInterval = 30

  private let url: URL
  private let environment: String
  private let certificateAuthority: String?

  /// Creates a sign-in for a server.
  ///
  /// - Parameters:
  ///   - url: The server's URL.
  ///   - environment: `development` or `production`.
  ///   - certificateAuthority: The path of a PEM file with the trusted root certificates; nil for
  ///     the system's certificates.
  package init(
    url: URL, environment: String = "development", certificateAuthority: String? = nil
  ) {
    self.url = url
    self.environment = environment
    self.certificateAuthority = certificateAuthority
  }

  /// Signs in and returns the settings of the containers that exist on the server.
  ///
  /// The method does not store the settings.
  ///
  /// - Throws: A ``CKError``: ``CKError/Code/notAuthenticated`` for a wrong name or password,
  ///   ``CKError/Code/requestRateLimited`` after too many of them,
  ///   ``CKError/Code/serverRejectedRequest`` if the URL is not a Cairn server, or a network error.
  package func signIn(
    user: String, password: String, containers: [String]
  ) async throws -> [String: CloudKitConfiguration.Container] {
    guard let environment = CloudKitWire.Environment(rawValue: environment) else {
      throw CKError(
        .invalidArguments,
        "The environment is \"\(environment)\": expected development or production.")
    }
    let answer = try await post(
      "/sign-in/2/sessions",
      DeviceSignInRequest(
        name: user, password: password, environment: environment, containers: containers))
    let response: DeviceSignInResponse
    do {
      response = try DeviceSignInResponse(body: answer.body)
    } catch {
      throw notAServer
    }
    let asked = Set(containers)
    return response.containers.reduce(into: [:]) { ways, container in
      guard asked.contains(container.name) else { return }
      ways[container.name] = CloudKitConfiguration.Container(
        url: url, environment: environment.rawValue, apiToken: container.apiToken,
        webAuthToken: container.webAuthToken, user: response.name,
        certificateAuthority: certificateAuthority)
    }
  }

  /// Ends the container's session on its server, if there is one.
  package static func signOut(
    of container: String, _ settings: CloudKitConfiguration.Container
  ) async throws {
    guard let token = settings.webAuthToken,
      let environment = CloudKitWire.Environment(rawValue: settings.environment)
    else { return }
    let signIn = CloudKitSignIn(
      url: settings.url, environment: settings.environment,
      certificateAuthority: settings.certificateAuthority)
    _ = try await signIn.post(
      "/sign-in/2/sessions/end",
      DeviceSignOutRequest(container: container, environment: environment, webAuthToken: token))
  }

  /// Returns the record name of the user of a container.
  package static func userRecordName(
    in container: String, _ settings: CloudKitConfiguration.Container
  ) async throws -> String {
    let service = try HTTPService(settings) { _, _ in }
    return try await CKContainer(
      identifier: container, environment: settings.environment, service: service
    ).userRecordID().recordName
  }

  /// Returns the private database of a container for settings that are not stored yet.
  package static func privateDatabase(
    of container: String, _ settings: CloudKitConfiguration.Container
  ) throws -> CKDatabase {
    let service = try HTTPService(settings) { _, _ in }
    return CKContainer(
      identifier: container, environment: settings.environment, service: service
    ).privateCloudDatabase
  }

  /// Returns whether the container's environment knows a record type; in production, records of
  /// unknown types can't be saved.
  package static func knows(
    recordType: String, in container: String, _ settings: CloudKitConfiguration.Container
  ) async throws -> Bool {
    let database = try privateDatabase(of: container, settings)
    do {
      _ = try await database.records(
        matching: CKQuery(recordType: recordType, predicate: NSPredicate(value: true)),
        resultsLimit: 1)
      return true
    } catch let error as CKError where error.code == .unknownItem {
      return false
    }
  }

  private var notAServer: CKError {
    CKError(
      .serverRejectedRequest,
      "\(url.absoluteString) is not a Cairn server with device sign-in: check the address.")
  }

  private func post(_ path: String, _ body: some RequestBody) async throws -> ServiceResponse {
    let settings = CloudKitConfiguration.Container(
      url: url, environment: environment, apiToken: "",
      certificateAuthority: certificateAuthority)
    let service = try HTTPService(settings) { _, _ in }
    var request = HTTPClientRequest(url: service.base + path)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(bytes: try body.encoded()))
    let answer = try await service.send(request, timeout: Self.timeout) { response in
      Array(buffer: try await response.body.collect(upTo: 1 << 20))
    }
    guard (200..<300).contains(answer.status) else {
      guard let failure = try? ServerFailure(body: answer.body), failure.code != .notFound else {
        throw [429, 502, 503, 504].contains(answer.status)
          ? CKError(status: answer.status, retryAfter: answer.retryAfter) : notAServer
      }
      throw CKError(failure)
    }
    return answer
  }
}
