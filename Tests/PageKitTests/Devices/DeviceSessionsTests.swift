// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// Sessions of paired devices, and their file.
struct DeviceSessionsTests {
  private let clock = TestClock()
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "cairn-sessions-\(UUID().uuidString)")
  private var file: URL { folder.appending(path: "sessions.json") }

  private func open() throws -> DeviceSessions {
    try DeviceSessions(file: file, now: { [clock] in clock.date })
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test
  func `the file survives a restart, without the secret, and only its owner can read it`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (session, secret) = try await open().create(name: "Phone")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains(secret.text) && text.contains(RandomSecret.hash(of: secret.text)))
    #expect(try mode(file) == 0o600)
    #expect(try mode(folder) == 0o700)
    let found = try #require(await open().access(secret: secret.text))
    #expect(found.session == session)
    #expect(try await open().all == [session])
  }

  @Test
  func `unknown secrets, hashes and identifiers give no access`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sessions = try open()
    let (session, secret) = try await sessions.create(name: "Phone")
    let hash = RandomSecret.hash(of: secret.text)
    for text in ["", hash, session.id.uuidString, secret.text.uppercased() + "0"] {
      #expect(await sessions.access(secret: text) == nil)
    }
  }

  @Test
  func `a session expires after 90 days without use, and not before`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sessions = try open()
    let (_, secret) = try await sessions.create(name: "Phone")
    clock.advance(by: 89 * 86_400)
    #expect(await sessions.access(secret: secret.text) != nil)
    clock.advance(by: 89 * 86_400)
    #expect(try await open().access(secret: secret.text) != nil, "the last use is stored")
    clock.advance(by: 91 * 86_400)
    let reopened = try open()
    #expect(await reopened.access(secret: secret.text) == nil)
    #expect(await reopened.all.isEmpty)
  }

  @Test
  func `the cookie is extended once a day`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sessions = try open()
    let (_, secret) = try await sessions.create(name: "Phone")
    #expect(await sessions.access(secret: secret.text)?.renewsCookie == false)
    clock.advance(by: 86_400)
    #expect(await sessions.access(secret: secret.text)?.renewsCookie == true)
    #expect(await sessions.access(secret: secret.text)?.renewsCookie == false)
  }

  @Test
  func `a revoked session remains revoked after a restart`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sessions = try open()
    let (first, secret) = try await sessions.create(name: "Phone")
    let (second, other) = try await sessions.create(name: "Tablet")
    try await sessions.revoke(first.id)
    let reopened = try open()
    #expect(await reopened.access(secret: secret.text) == nil)
    #expect(await reopened.access(secret: other.text)?.session == second)
    try await reopened.revokeAll()
    #expect(try await open().all.isEmpty)
  }

  @Test
  func `names are cleaned, and empty names change nothing`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sessions = try open()
    let (session, _) = try await sessions.create(name: "Phone")
    try await sessions.rename(
      session.id, to: "  Ann\u{202E}'s\n phone \(String(repeating: "x", count: 99))")
    let name = try #require(await sessions.all.first?.name)
    #expect(name.hasPrefix("Ann's phone xx") && name.count == DeviceName.longest)
    try await sessions.rename(session.id, to: " \u{200B} ")
    #expect(await sessions.all.first?.name == name)
  }

  @Test
  func `a damaged file is reported`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let devices = folder.appending(path: "devices")
    try FileManager.default.createDirectory(at: devices, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: devices.appending(path: "sessions.json"))
    let names = LANTestServer.names
    let path = devices.appending(path: "sessions.json").path(percentEncoded: false)
    #expect(throws: LANServerError.damagedSessions(path)) {
      _ = try LANAccess(LANConfiguration(dataFolder: folder, names: { names }))
    }
  }

  @Test(arguments: [
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
      "iPhone, Safari"
    ),
    (
      "Mozilla/5.0 (Linux; Android 10; K) Chrome/126.0.0.0 Mobile Safari/537.36",
      "Android device, Chrome"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Windows computer, Edge"
    ),
    (
      "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
      "Linux computer, Firefox"
    ),
    ("curl/8.5", "Unknown device"),
  ])
  func `the first name is made of system and browser`(_ agent: String, _ name: String) {
    #expect(DeviceName.initial(userAgent: agent) == name)
  }
}
