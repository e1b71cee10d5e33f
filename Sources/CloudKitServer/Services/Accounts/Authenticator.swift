// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Crypto
package import Foundation

/// Finds out who sends a request, and whether they may send it: the matrix of credentials.
///
/// | Credential | public, reading | public, writing | private, shared | users |
/// | --- | --- | --- | --- | --- |
/// | API token | yes | 421 | 421 | 421 |
/// | API token and web token | yes | yes | yes | yes |
/// | server-to-server key | yes | yes | 401 | 401 |
package struct Authenticator: Sendable {
  private let storage: any AccountStorage
  private let tokens: WebTokens
  private let mount: String
  private let now: @Sendable () -> Date

  /// The prefix is that which the server is mounted at, such as `/ck`.
  package init(
    storage: any AccountStorage, sealer: TokenSealer, mountedAt mount: String = "",
    now: @escaping @Sendable () -> Date
  ) {
    self.storage = storage
    tokens = WebTokens(sealer: sealer)
    self.mount = mount
    self.now = now
  }

  // MARK: Who

  /// Finds out who sends a request.
  ///
  /// The body is only read for a signature by a key that is known.
  package func identify(
    _ credentials: Credentials, route: OperationRoute, body: () async throws -> [UInt8]
  ) async throws -> Identity {
    if let signature = credentials.signature {
      return .key(try await key(signature, credentials.target, route, body))
    }
    guard let apiToken = credentials.target.apiToken else {
      throw Self.failed(route, "the query has no ckAPIToken, and no header names a key")
    }
    let date = now()
    let opened = credentials.target.webAuthToken.map {
      tokens.open($0, container: route.container, environment: route.environment, at: date)
    }
    let found = try await storage.credentials(
      apiToken: Secret.hash(apiToken.utf8), session: opened??.secret.hashed)
    guard let token = found.token, token.container == route.container,
      token.environment == route.environment
    else { throw Self.failed(route, "ckAPIToken is not one of this environment of the container") }
    if let origin = credentials.origin, !token.allows(origin: origin) {
      throw Self.failed(route, "ckAPIToken is not for pages of \(WireError.quoted(origin))")
    }
    guard let opened else { return .program(token, web: .none) }
    guard let secret = opened?.secret, let session = found.session,
      session.container == route.container, session.environment == route.environment,
      session.expires > date, !session.isDisabled
    else { return .program(token, web: .refused) }
    return .program(token, web: .session(session, secret: secret))
  }

  /// The token of a page's request that a browser asks about beforehand; nil if it is not for it.
  package func token(_ apiToken: String, forOrigin origin: String) async throws -> APIToken? {
    let token = try await storage.credentials(apiToken: Secret.hash(apiToken.utf8), session: nil)
      .token
    return token?.allows(origin: origin) == true ? token : nil
  }

  private func key(
    _ signature: RequestSignature, _ target: RequestTarget, _ route: OperationRoute,
    _ body: () async throws -> [UInt8]
  ) async throws -> SigningKey {
    guard let key = try await storage.signingKey(id: signature.keyID),
      key.container == route.container, key.environment == route.environment,
      let publicKey = try? P256.Signing.PublicKey(derRepresentation: key.publicKey)
    else {
      throw Self.failed(
        route, "\(HeaderNames.keyID) is not one of this environment of the container")
    }
    let body = try await body()
    do throws(RequestSignature.Refusal) {
      try signature.check(
        by: publicKey, body: body, target: target, mountedAt: mount, now: now())
    } catch {
      throw Self.failed(route, error.reason)
    }
    return key
  }

  /// The answer to credentials that are not good; what is wrong with them only in development.
  private static func failed(_ route: OperationRoute, _ reason: String) -> ServerFailure {
    ServerFailure(
      .authenticationFailed,
      route.environment == .development
        ? "Authentication failed: \(reason)" : "Authentication failed")
  }

  // MARK: Whether

  /// The call that a request is.
  ///
  /// Throws `AUTHENTICATION_REQUIRED`, with the address to sign in at, where a user is needed and there
  /// is none.
  package func authorize(
    _ identity: Identity, route: OperationRoute, wantsSyncToken: Bool,
    baseURL: String = "", clientID: String? = nil, signInURL: (APIToken) -> String
  ) throws(ServerFailure) -> Call {
    let caller: Call.Caller
    var credential: Call.Credential?
    switch identity {
    case .key(let key):
      guard route.database == .public, !route.endpoint.isAboutUsers else {
        throw Self.failed(
          route, "a server-to-server key is for the records of the public database")
      }
      (caller, credential) = (.key(recordName: key.recordName), .key(id: key.id))
    case .program(_, .session(let session, let secret)):
      if session.isRestricted, route.isAboutPrivateData, !route.endpoint.changesRestriction {
        throw ServerFailure(
          .accessDenied, "the user has restricted the container's access to their data")
      }
      caller = .user(recordName: session.recordName)
      credential = .session(hash: secret.hashed)
    case .program(let token, .none):
      guard route.isOpenToTheWorld else { throw Self.required(signInURL(token)) }
      caller = .world
    case .program(let token, .refused):
      throw Self.required(signInURL(token))
    }
    var call = Call(
      container: route.container, environment: route.environment, database: route.database,
      caller: caller, date: now(), wantsSyncToken: wantsSyncToken, baseURL: baseURL,
      clientID: clientID.flatMap { NameRules.isIdentifier($0) ? $0 : nil })
    call.credential = credential
    return call
  }

  private static func required(_ url: String) -> ServerFailure {
    ServerFailure(
      .authenticationRequired, "request needs authorization", redirectURL: url)
  }

  // MARK: The next token

  /// A fresh web token for somebody who is signed in; nil for anybody else.
  ///
  /// The one that was sent stays good until it expires. The session is kept alive a quarter longer than
  /// its newest token, so that this is a write for few requests only.
  package func freshToken(for identity: Identity) async throws -> String? {
    guard case .program(_, .session(let session, let secret)) = identity else { return nil }
    let expires = now().addingTimeInterval(Double(session.lifetime))
    if session.expires < expires {
      try await storage.extendSession(
        hash: secret.hashed, to: expires.addingTimeInterval(Double(session.lifetime) / 4))
    }
    return tokens.seal(
      secret: secret, expires: expires, container: session.container,
      environment: session.environment)
  }
}

extension [UInt8] {
  /// What is kept of a secret.
  fileprivate var hashed: [UInt8] { Secret.hash(self) }
}

extension OperationRoute {
  /// True for what needs nobody to be signed in: reading the public database.
  var isOpenToTheWorld: Bool {
    guard database == .public else { return false }
    return switch endpoint {
    case .queryRecords, .lookupRecords, .listZones, .lookupZones: true
    default: false
    }
  }

  /// True for what reaches a user's own data; devices are told of changes there too.
  var isAboutPrivateData: Bool {
    database != .public || endpoint == .createToken || endpoint == .registerToken
  }
}

extension Endpoint {
  /// True for what is about people.
  var isAboutUsers: Bool { operation.hasPrefix("users/") }

  /// True for what stops or resumes a container's access to a user's data.
  var changesRestriction: Bool { self == .restrictUser || self == .unrestrictUser }
}
