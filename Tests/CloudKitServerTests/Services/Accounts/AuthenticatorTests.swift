// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Crypto
import Foundation
import Testing

/// Authentication and authorization of requests.
@Suite(.serialized) struct AuthenticatorTests {
  /// The credentials of a request.
  enum Given: String, CaseIterable, Sendable {
    case apiToken, webToken, key
  }

  private let folder: ScratchFolder
  private let clock = TestClock()
  private let accounts: Accounts
  private let storage: any AccountStorage

  init() throws {
    folder = try ScratchFolder()
    let (storage, data) = try AccountStorageKind.sqlite.openBoth(in: folder)
    self.storage = storage
    accounts = Accounts(
      storage: storage, data: data, hasher: PasswordHasher(cost: .quick),
      now: { [clock] in clock.now })
  }

  private func authenticator() async throws -> Authenticator {
    Authenticator(
      storage: storage, sealer: try await accounts.sealer(), now: { [clock] in clock.now })
  }

  private func route(
    _ endpoint: Endpoint, _ database: DatabaseScope, container: String = "iCloud.a",
    environment: CloudKitWire.Environment = .development
  ) -> OperationRoute {
    OperationRoute(
      container: container, environment: environment, database: database, endpoint: endpoint)
  }

  /// The code of the answer; nil if the request is let through.
  private func outcome(
    _ credentials: Credentials, _ route: OperationRoute, body: [UInt8] = []
  ) async throws -> (code: ServerErrorCode?, call: CallContext?) {
    let authenticator = try await authenticator()
    do {
      let identity = try await authenticator.identify(credentials, route: route) { body }
      let call = try authenticator.authorize(identity, route: route, wantsSyncToken: false) {
        "https://here/\($0.id)"
      }
      return (nil, call)
    } catch let failure as ServerFailure {
      if failure.code == .authenticationRequired {
        #expect(failure.redirectURL?.hasPrefix("https://here/") == true)
      }
      return (failure.code, nil)
    }
  }

  private func container(_ name: String = "iCloud.a") async throws -> String {
    try await accounts.createContainer(name)
    return try await accounts.createToken(container: name, environment: .development).token
  }

  private func webToken(_ container: String = "iCloud.a", persistent: Bool = false) async throws
    -> String
  {
    if try await storage.user(named: "ann") == nil {
      _ = try await accounts.createUser("ann", password: "correct horse")
    }
    return try await accounts.webToken(
      forUser: "ann", container: container, environment: .development, persistent: persistent)
  }

  private func target(_ apiToken: String?, _ webToken: String? = nil) -> RequestTarget {
    RequestTarget("/x" + RequestTarget.query(apiToken: apiToken, webAuthToken: webToken))
  }

  // MARK: The matrix

  @Test(arguments: Given.allCases)
  func `access by credentials matches the reference's table of endpoints and databases`(
    given: Given
  ) async throws {
    let token = try await container()
    let web = try await webToken()
    let key = P256.Signing.PrivateKey()
    let id = try await accounts.createKey(
      container: "iCloud.a", environment: .development,
      publicKey: key.publicKey.pemRepresentation)
    let no = ServerErrorCode.authenticationRequired
    let table: [(Endpoint, DatabaseScope, [Given: ServerErrorCode])] = [
      (.queryRecords, .public, [:]),
      (.lookupRecords, .public, [:]),
      (.listZones, .public, [:]),
      (.modifyRecords, .public, [.apiToken: no]),
      (.uploadAssets, .public, [.apiToken: no]),
      (.listSubscriptions, .public, [.apiToken: no]),
      (.createToken, .public, [.apiToken: no]),
      (.queryRecords, .private, [.apiToken: no, .key: .authenticationFailed]),
      (.modifyRecords, .private, [.apiToken: no, .key: .authenticationFailed]),
      (.zoneChanges, .private, [.apiToken: no, .key: .authenticationFailed]),
      (.modifyZones, .private, [.apiToken: no, .key: .authenticationFailed]),
      (.zoneChanges, .shared, [.apiToken: no, .key: .authenticationFailed]),
      (.caller, .public, [.apiToken: no, .key: .authenticationFailed]),
      (.discoverUsers, .public, [.apiToken: no, .key: .authenticationFailed]),
      (.restrictUser, .private, [.apiToken: no, .key: .authenticationFailed]),
    ]
    for (endpoint, database, refusals) in table {
      let route = route(endpoint, database)
      var credentials = Credentials(target: target(token, given == .webToken ? web : nil))
      if given == .key {
        credentials = Credentials(
          target: target(nil),
          signature: try RequestSignature(
            keyID: id, date: clock.now, body: [1], subpath: "/x", key: key))
      }
      let (code, call) = try await outcome(credentials, route, body: [1])
      #expect(code == refusals[given], "\(endpoint) \(database)")
      guard let call else { continue }
      #expect(call.database == database && call.container == "iCloud.a")
      switch (given, call.caller) {
      case (.apiToken, .world), (.webToken, .user), (.key, .key): break
      default: Issue.record("\(given) is \(call.caller)")
      }
    }
  }

  // MARK: Tokens

  @Test
  func `forged credentials and those of another container or environment are rejected`()
    async throws
  {
    let (a, b) = (try await container(), try await container("iCloud.b"))
    let (webA, webB) = (try await webToken(), try await webToken("iCloud.b"))
    let production = try await accounts.createToken(
      container: "iCloud.a", environment: .production
    ).token
    let open = route(.queryRecords, .public)
    let mine = route(.queryRecords, .private)
    let rows: [(String?, String?, OperationRoute, ServerErrorCode?)] = [
      (a, webA, mine, nil),
      (a, webB, mine, .authenticationRequired),
      (b, webB, mine, .authenticationFailed),
      (production, nil, open, .authenticationFailed),
      (
        production, webA, route(.queryRecords, .private, environment: .production),
        .authenticationRequired
      ),
      (nil, webA, mine, .authenticationFailed),
      ("", nil, open, .authenticationFailed),
      (String(a.dropLast()), nil, open, .authenticationFailed),
      (a.uppercased(), nil, open, .authenticationFailed),
      (String(repeating: "0", count: 64), nil, open, .authenticationFailed),
      ("' OR 1=1 --", nil, open, .authenticationFailed),
      (a, String(webA.dropLast(4)), mine, .authenticationRequired),
      (a, "Z" + webA.dropFirst(), mine, .authenticationRequired),
      (a, webA + "AAAA", mine, .authenticationRequired),
      (a, "x", open, .authenticationRequired),
      (a, a, mine, .authenticationRequired),
    ]
    for (token, web, route, expected) in rows {
      let (code, _) = try await outcome(Credentials(target: target(token, web)), route)
      #expect(code == expected, "\(token ?? "-") \(web ?? "-")")
    }
  }

  @Test
  func `each response carries a new web token, and old tokens are valid until they expire`()
    async throws
  {
    let token = try await container()
    let first = try await webToken()
    let mine = route(.queryRecords, .private)
    let authenticator = try await authenticator()
    func next(_ web: String) async throws -> String? {
      let identity = try await authenticator.identify(
        Credentials(target: target(token, web)), route: mine
      ) { [] }
      return try await authenticator.freshToken(for: identity)
    }
    func code(_ web: String) async throws -> ServerErrorCode? {
      try await outcome(Credentials(target: target(token, web)), mine).code
    }
    var tokens = [first]
    for _ in 0..<6 {
      clock.advance(600)
      let web = try #require(try await next(tokens[tokens.count - 1]))
      #expect(!tokens.contains(web))
      tokens.append(web)
    }
    // An hour later the session is valid, but tokens older than half an hour have expired.
    for (index, web) in tokens.enumerated() {
      #expect(try await code(web) == (index <= 3 ? .authenticationRequired : nil), "\(index)")
    }
    clock.advance(1_800)
    for web in tokens { #expect(try await code(web) == .authenticationRequired) }
    let staying = try await webToken(persistent: true)
    clock.advance(13.9 * 86_400)
    #expect(try await code(staying) == nil)
    clock.advance(0.2 * 86_400)
    #expect(try await code(staying) == .authenticationRequired)
  }

  @Test
  func `disabling or deleting a user or changing the password ends the user's sessions`()
    async throws
  {
    let token = try await container()
    let mine = route(.queryRecords, .private)
    func code(_ web: String) async throws -> ServerErrorCode? {
      try await outcome(Credentials(target: target(token, web)), mine).code
    }
    var web = try await webToken()
    #expect(try await code(web) == nil)
    try await accounts.setPassword("another horse", ofUser: "ANN")
    #expect(try await code(web) == .authenticationRequired)
    web = try await webToken()
    try await accounts.setDisabled(true, user: "ann")
    #expect(try await code(web) == .authenticationRequired)
    await #expect(throws: AccountError.userDisabled("ann")) { try await webToken() }
    try await accounts.setDisabled(false, user: "ann")
    web = try await webToken()
    #expect(try await code(web) == nil)
    try await accounts.deleteUser("ann")
    #expect(try await code(web) == .authenticationRequired)
  }

  @Test
  func `a restricted container cannot access the user's private and shared data`() async throws {
    let token = try await container()
    let web = try await webToken()
    let credentials = Credentials(target: target(token, web))
    let call = try #require(try await outcome(credentials, route(.restrictUser, .private)).call)
    let users = UserService(storage: storage)
    #expect(try await users.restrict(EmptyRequest(), call) == Array("{}".utf8))
    #expect(try await outcome(credentials, route(.queryRecords, .private)).code == .accessDenied)
    #expect(try await outcome(credentials, route(.zoneChanges, .shared)).code == .accessDenied)
    #expect(try await outcome(credentials, route(.queryRecords, .public)).code == nil)
    #expect(try await outcome(credentials, route(.unrestrictUser, .private)).code == nil)
    _ = try await users.unrestrict(EmptyRequest(), call)
    #expect(try await outcome(credentials, route(.queryRecords, .private)).code == nil)
  }

  @Test func `a request from an origin that the token does not allow is rejected`() async throws {
    try await accounts.createContainer("iCloud.a")
    let token = try await accounts.createToken(
      container: "iCloud.a", environment: .development, allowedOrigins: ["https://a.example"]
    ).token
    let open = route(.queryRecords, .public)
    for (origin, expected) in [
      (nil, nil), ("https://a.example", nil), ("https://A.example", nil),
      ("https://b.example", ServerErrorCode.authenticationFailed),
      ("http://a.example", .authenticationFailed), ("null", .authenticationFailed),
      ("https://a.example.b.example", .authenticationFailed), ("*", .authenticationFailed),
    ] as [(String?, ServerErrorCode?)] {
      let credentials = Credentials(target: target(token), origin: origin)
      #expect(try await outcome(credentials, open).code == expected, "\(origin ?? "-")")
    }
  }

  // MARK: Signatures

  @Test
  func `a signature over other content or outside the time window is rejected`() async throws {
    _ = try await container()
    _ = try await container("iCloud.b")
    let (key, other) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
    let id = try await accounts.createKey(
      container: "iCloud.a", environment: .development, publicKey: key.publicKey.pemRepresentation)
    let open = route(.queryRecords, .public)
    let path = open.path + "?x=y"
    let body = Array("{}".utf8)
    func sign(
      id keyID: String? = nil, at seconds: Double = 0, body signed: [UInt8]? = nil,
      path subpath: String? = nil, by signer: P256.Signing.PrivateKey? = nil
    ) throws -> RequestSignature {
      try RequestSignature(
        keyID: keyID ?? id, date: clock.now + seconds, body: signed ?? body,
        subpath: subpath ?? path, key: signer ?? key)
    }
    let elsewhere = route(.queryRecords, .public, container: "iCloud.b")
    let live = route(.queryRecords, .public, environment: .production)
    let rows: [(RequestSignature, OperationRoute, Bool)] = [
      (try sign(), open, true),
      (try sign(at: -599), open, true), (try sign(at: 599), open, true),
      (try sign(at: -601), open, false), (try sign(at: 601), open, false),
      (try sign(id: "00"), open, false), (try sign(id: ""), open, false),
      (try sign(body: Array("{ }".utf8)), open, false),
      // A signature over the path alone stands for a request with a query, too.
      (try sign(path: path + "x"), open, false), (try sign(path: open.path), open, true),
      (try sign(path: open.path + "x"), open, false),
      (try sign(by: other), open, false),
      (try sign(), elsewhere, false), (try sign(), live, false),
      (RequestSignature(keyID: id, date: "now", signature: "AA=="), open, false),
      (RequestSignature(keyID: id, date: try sign().date, signature: ""), open, false),
    ]
    for (number, (signature, route, isGood)) in rows.enumerated() {
      let credentials = Credentials(target: RequestTarget(path), signature: signature)
      let code = try await outcome(credentials, route, body: body).code
      #expect(code == (isGood ? nil : .authenticationFailed), "row \(number)")
    }
  }

  @Test func `the reference's sample signature is accepted`() async throws {
    clock.advance(
      try Date("2016-01-25T22:20:00Z", strategy: .iso8601).timeIntervalSince(clock.now))
    try await accounts.createContainer("iCloud.com.example.app")
    let pem = """
      -----BEGIN PUBLIC KEY-----
      MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwL2QIKM1WvV6vvuhljLR9gbzZZho
      LAR6/T6G+y5KPlx8MFtP0DJHPKFXWx0Qg4mROo6g29ZazlUBvC9ZmGmJaQ==
      -----END PUBLIC KEY-----
      """
    let id = try await accounts.createKey(
      container: "iCloud.com.example.app", environment: .development, publicKey: pem)
    let route = route(.queryRecords, .public, container: "iCloud.com.example.app")
    let signature = RequestSignature(
      keyID: id, date: "2016-01-25T22:15:43Z",
      signature:
        "MEUCIQCzE0yFjpdo1f3NoUwzstKGXIgaEMshBMiCInyNlFMPggIgUKvZ27jiIJveUmkQNa5zUPxN3EwlYat"
        + "cDxCbp9Iweug=")
    for body in [#"{"query":{"recordType":"T"}}"#, #"{"query":{"recordType":"U"}}"#] {
      let (code, call) = try await outcome(
        Credentials(target: RequestTarget(route.path), signature: signature), route,
        body: Array(body.utf8))
      #expect((code == nil) == body.contains(#""T""#))
      #expect(call?.caller.recordName?.hasPrefix("_") != false)
    }
  }
}
