// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Crypto
import Foundation
import Testing

/// Tokens that clients return unchanged.
@Suite struct TokenTests {
  private let scope = TokenScope(
    container: "iCloud.org.example", environment: .development, database: .private,
    userRecordName: "_1")
  private let sealer = TokenSealer(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))

  static let tokens: [SyncToken] = [
    .zone(ZonePosition(zone: 1, generation: 1, position: 0)),
    .zone(
      ZonePosition(
        zone: .max, generation: .max, position: .max, walk: .init(newest: .max, below: 128))),
    .zone(
      ZonePosition(
        zone: 2, generation: 1, position: 5, walk: .init(newest: 9, below: 7), epoch: .max)),
    .database(.init(generation: 3, position: 127)),
    .database(.init(generation: 3, position: 127, epoch: 300)),
    .shared(.init(memberships: .init(generation: 0, position: 9), zones: [])),
    .shared(
      .init(
        memberships: .init(generation: 1, position: 300),
        zones: (0..<50).map { ZonePosition(zone: $0, generation: $0 + 1, position: $0 << 20) })),
  ]

  private func refusal(_ text: String, _ scope: TokenScope, _ sealer: TokenSealer? = nil)
    -> TokenError?
  {
    do throws(TokenError) {
      _ = try (sealer ?? self.sealer).openSyncToken(text, in: scope)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: tokens) func `a sealed token opens to the same value`(_ token: SyncToken) throws
  {
    let text = sealer.seal(token, in: scope)
    #expect(try sealer.openSyncToken(text, in: scope) == token)
    #expect(sealer.seal(token, in: scope) == text)
    #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }

  @Test(arguments: tokens) func `a token with a changed bit or missing bytes is rejected`(
    _ token: SyncToken
  ) throws {
    let text = sealer.seal(token, in: scope)
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        let refusal = refusal(Data(changed).base64EncodedString(), scope)
        if index == 0 {
          #expect(refusal == .unsupportedVersion(Int(changed[0])))
        } else {
          #expect(refusal == .invalidInScope, "byte \(index)")
        }
      }
      #expect(refusal(Data(bytes.prefix(index)).base64EncodedString(), scope) != nil)
      #expect(refusal(Data(bytes.suffix(index)).base64EncodedString(), scope) != nil)
    }
    #expect(refusal(Data(bytes + [0]).base64EncodedString(), scope) == .invalidInScope)
    // The unused bits of the last characters are verified, too.
    for index in text.indices where text[index] != "=" {
      let letter: Character = text[index] == "B" ? "C" : "B"
      #expect(refusal(text.replacingCharacters(in: index...index, with: "\(letter)"), scope) != nil)
    }
    for index in text.indices { #expect(refusal(String(text[..<index]), scope) != nil) }
  }

  @Test func `a token reveals none of its contents`() throws {
    let marker = ContinuationMarker(
      for: QueryRecordsRequest(query: Query(recordType: "T")), zone: 5,
      sortValues: Array(#"["0","123456"]"#.utf8), recordName: "name")
    let text = sealer.seal(marker, in: scope)
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    for part in ["123456", "name"] { #expect(!bytes.contains(Array(part.utf8))) }
    // Nor does it reveal the distance between two positions.
    let others = try (0..<64).map { number in
      [UInt8](
        try #require(
          Data(
            base64Encoded: sealer.seal(
              .database(.init(generation: 1, position: UInt64(number))), in: scope))))
    }
    for index in 1..<others[0].count {
      #expect(Set(others.map { $0[index] }).count > 8, "byte \(index)")
    }
  }

  @Test func `a token of the previous version is accepted`() throws {
    let scope = TokenScope(
      container: "iCloud.org.example", environment: .development, database: .private,
      userRecordName: "_1")
    let text = "AQIDfzNcwOHfPlnhlM9C2VkBOXeONodW3H2z3mcB/QGrG8ol"
    #expect(
      try sealer.openSyncToken(text, in: scope) == .database(.init(generation: 3, position: 127)))
    var bytes = [UInt8](try #require(Data(base64Encoded: text)))
    bytes[3] ^= 1
    #expect(refusal(Data(bytes).base64EncodedString(), scope) == .invalidInScope)
    var other = scope
    other.userRecordName = "_2"
    #expect(refusal(text, other) == .invalidInScope)
  }

  @Test func `a token is rejected for another user, database, environment or container`() {
    let text = sealer.seal(Self.tokens[0], in: scope)
    var others: [TokenScope] = []
    for change: (inout TokenScope) -> Void in [
      { $0.container = "iCloud.org.other" }, { $0.environment = .production },
      { $0.database = .shared }, { $0.userRecordName = "_2" }, { $0.userRecordName = nil },
      { $0.userRecordName = "" },
    ] {
      var other = scope
      change(&other)
      others.append(other)
    }
    for other in others { #expect(refusal(text, other) == .invalidInScope) }
    let stranger = TokenSealer(key: SymmetricKey(size: .bits256))
    #expect(refusal(text, scope, stranger) == .invalidInScope)
  }

  @Test func `a previous key opens tokens but does not seal them`() throws {
    let old = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
    let new = SymmetricKey(size: .bits256)
    let rotated = TokenSealer(key: new, previousKeys: [old])
    let text = sealer.seal(Self.tokens[0], in: scope)
    #expect(try rotated.openSyncToken(text, in: scope) == Self.tokens[0])
    #expect(refusal(rotated.seal(Self.tokens[0], in: scope), scope) == .invalidInScope)
    #expect(refusal(text, scope, TokenSealer(key: new)) == .invalidInScope)
  }

  @Test func `malformed tokens are rejected`() {
    for text in [
      "", "x", "AAAA", "%%%%", "AQ==\n", "\u{0}", "💥", String(repeating: "A", count: 400_000),
    ] {
      #expect(refusal(text, scope) == .malformed, "\(text.prefix(20))")
    }
    #expect(
      TokenError.malformed.reason(path: "syncToken")
        == "syncToken: found an invalid token, expected a token from the server, unchanged")
  }

  @Test func `a token of the wrong kind is rejected`() throws {
    let request = QueryRecordsRequest(query: Query(recordType: "T"))
    let marker = ContinuationMarker(
      for: request, zone: 5, sortValues: Array("[1]".utf8), recordName: "r\u{0}")
    let text = sealer.seal(marker, in: scope)
    #expect(try sealer.openContinuation(text, in: scope) == marker)
    #expect(refusal(text, scope) == .wrongKind)
    #expect(throws: TokenError.wrongKind) {
      try sealer.openContinuation(sealer.seal(Self.tokens[0], in: scope), in: scope)
    }
    // Sealed with the right key, but with an invalid payload for its kind.
    for kind: UInt8 in 1...4 {
      for payload: [UInt8] in [
        [], [0x80], [1, 2], [UInt8](repeating: 0xFF, count: 40), [1, 2, 3, 9],
      ] {
        let text = sealer.seal(kind: kind, payload, in: scope)
        #expect(throws: TokenError.self) {
          if kind == 4 {
            _ = try sealer.openContinuation(text, in: scope)
          } else if kind != 2 || payload != [1, 2] {
            _ = try sealer.openSyncToken(text, in: scope)
          } else {
            throw TokenError.malformed
          }
        }
      }
    }
  }

  @Test func `a continuation marker belongs to its query`() {
    let request = QueryRecordsRequest(
      query: Query(recordType: "T", filters: [Filter(.equals, .field("a"), .int64(1))]),
      zoneID: ZoneID(zoneName: "Z"), resultsLimit: 10)
    let marker = ContinuationMarker(for: request, zone: 1, sortValues: [], recordName: "r")
    var again = request
    again.resultsLimit = 20
    again.desiredKeys = ["a"]
    again.continuationMarker = "x"
    #expect(marker.belongs(to: again))
    for change: (inout QueryRecordsRequest) -> Void in [
      { $0.query.recordType = "U" }, { $0.query.filters[0].value = .int64(2) },
      { $0.query.sorts = [Sort(.field("a"))] }, { $0.zoneID = nil }, { $0.zoneID?.zoneName = "Y" },
    ] {
      var other = request
      change(&other)
      #expect(!marker.belongs(to: other))
    }
  }
}
