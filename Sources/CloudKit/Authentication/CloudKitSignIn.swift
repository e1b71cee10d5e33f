// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CloudKitWire
import Foundation
import NIOCore
import NIOHTTP1

/// Signs a device in and out by name and password: an addition to Apple's API, where the system does it.
///
/// Cairn's server has it; others have a page to sign in at.
package struct CloudKitSignIn: Sendable {
  /// How many seconds a request may take: the server works on a password for a while.
  private static let timeout: TimeInterval = 30

  private let url: URL
  private let environment: String
  private let certificateAuthority: String?

  /// Signing in at a server.
  ///
  /// - Parameters:
  ///   - url: The server's address.
  ///   - environment: `development` or `production`.
  ///   - certificateAuthority: The path of a PEM file with the certificates that the server's is trusted by;
  ///     nil for those of the system.
  package init(
    url: URL, environment: String = "development", certificateAuthority: String? = nil
  ) {
    self.url = url
    self.environment = environment
    self.certificateAuthority = certificateAuthority
  }

  /// The ways to those of some containers that the server has, for the user with a name and a password.
  ///
  /// Nothing is written anywhere.
  ///
  /// - Throws: A ``CKError``: ``CKError/Code/notAuthenticated`` for a wrong name or password,
  ///   ``CKError/Code/requestRateLimited`` for too many of them, ``CKError/Code/serverRejectedRequest`` for
  ///   an address that is not that of such a server, or why it can't be reached.
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

  /// Ends the session of a container at its server, as far as it has one.
  package static func signOut(
    of container: String, _ way: CloudKitConfiguration.Container
  ) async throws {
    guard let token = way.webAuthToken,
      let environment = CloudKitWire.Environment(rawValue: way.environment)
    else { return }
    let signIn = CloudKitSignIn(
      url: way.url, environment: way.environment, certificateAuthority: way.certificateAuthority)
    _ = try await signIn.post(
      "/sign-in/2/sessions/end",
      DeviceSignOutRequest(container: container, environment: environment, webAuthToken: token))
  }

  /// The name of the record that stands for the user of a way to a container.
  package static func userRecordName(
    in container: String, _ way: CloudKitConfiguration.Container
  ) async throws -> String {
    let service = try HTTPService(way) { _, _ in }
    return try await CKContainer(
      identifier: container, environment: way.environment, service: service
    ).userRecordID().recordName
  }

  /// Whether the environment of a way to a container knows records of a type: in production no record can be
  /// saved of one that it doesn't know.
  package static func knows(
    recordType: String, in container: String, _ way: CloudKitConfiguration.Container
  ) async throws -> Bool {
    let service = try HTTPService(way) { _, _ in }
    let database = CKContainer(
      identifier: container, environment: way.environment, service: service
    ).privateCloudDatabase
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
      "\(url.absoluteString) is not the address of a Cairn server that devices can sign in at.")
  }

  private func post(_ path: String, _ body: some RequestBody) async throws -> ServiceAnswer {
    let way = CloudKitConfiguration.Container(
      url: url, environment: environment, apiToken: "",
      certificateAuthority: certificateAuthority)
    let service = try HTTPService(way) { _, _ in }
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
