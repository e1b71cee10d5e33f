// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Crypto
package import Foundation

/// Authenticates and authorizes requests by their credentials.
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

  /// An authenticator for a server at a path prefix such as `/ck`.
  package init(
    storage: any AccountStorage, sealer: TokenSealer, mountedAt mount: String = "",
    now: @escaping @Sendable () -> Date
  ) {
    self.storage = storage
    tokens = WebTokens(sealer: sealer)
    self.mount = mount
    self.now = now
  }

  // MARK: Authentication

  /// Authenticates the caller of a request.
  ///
  /// Calls `body` only to verify a signature by a known key.
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
    else { return .program(token, web: .invalid) }
    return .program(token, web: .session(session, secret: secret))
  }

  /// Returns the API token of a CORS preflight request; nil if it does not allow the origin.
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

  /// The failure for invalid credentials; only in development it contains the reason.
  private static func failed(_ route: OperationRoute, _ reason: String) -> ServerFailure {
    ServerFailure(
      .authenticationFailed,
      route.environment == .development
        ? "Authentication failed: \(reason)" : "Authentication failed")
  }

  // MARK: Authorization

  /// Authorizes an authenticated request, and returns its context.
  ///
  /// Throws `AUTHENTICATION_REQUIRED`, with the sign-in URL, if the operation needs a user.
  package func authorize(
    _ identity: Identity, route: OperationRoute, wantsSyncToken: Bool,
    baseURL: String = "", clientID: String? = nil, signInURL: (APIToken) -> String
  ) throws(ServerFailure) -> CallContext {
    let caller: CallContext.Caller
    var credential: CallerCredential?
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
      guard route.isPublicRead else { throw Self.required(signInURL(token)) }
      caller = .world
    case .program(let token, .invalid):
      throw Self.required(signInURL(token))
    }
    var call = CallContext(
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

  /// Returns a fresh web token for a signed-in user; nil for other callers.
  ///
  /// The previous token stays valid until it expires. A session lasts a quarter longer than its newest
  /// token, so that few requests have to write the storage.
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
  /// The hash of a secret, as the storage has it.
  fileprivate var hashed: [UInt8] { Secret.hash(self) }
}

extension OperationRoute {
  /// True for reads of the public database, which need no user.
  var isPublicRead: Bool {
    guard database == .public else { return false }
    return switch endpoint {
    case .queryRecords, .lookupRecords, .listZones, .lookupZones: true
    default: false
    }
  }

  /// True for operations on a user's own data, including tokens for notifications of its changes.
  var isAboutPrivateData: Bool {
    database != .public || endpoint == .createToken || endpoint == .registerToken
  }
}

extension Endpoint {
  /// True for the endpoints of user identities.
  var isAboutUsers: Bool { operation.hasPrefix("users/") }

  /// True for the endpoints that suspend or resume a container's access to a user's data.
  var changesRestriction: Bool { self == .restrictUser || self == .unrestrictUser }
}
