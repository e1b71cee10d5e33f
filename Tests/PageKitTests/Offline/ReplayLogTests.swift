// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// The file of idempotency keys.
struct ReplayLogTests {
  private let clock = TestClock()
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "cairn-replays-\(UUID().uuidString)")
  private var file: URL { folder.appending(path: "replays") }
  private let outcome = ReplayLog.Outcome(status: 303, location: "/notes")

  private func open() throws -> ReplayLog {
    try ReplayLog(file: file, now: { [clock] in clock.date })
  }

  @Test
  func `a key is processed once while it runs and after it is finished`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try open()
    #expect(try await log.begin("key", request: "POST /notes") == .first)
    #expect(try await log.begin("key", request: "POST /notes") == .running)
    try await log.finish("key", outcome)
    #expect(try await log.begin("key", request: "POST /notes") == .repeated(outcome))
    #expect(try await log.begin("key", request: "POST /other") == .mismatch)
    let reopened = try open()
    #expect(try await reopened.begin("key", request: "POST /notes") == .repeated(outcome))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test
  func `the outcome is unknown if the process ended or the request failed`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try open()
    #expect(try await log.begin("ended", request: "POST /notes") == .first)
    #expect(try await log.begin("failed", request: "POST /notes") == .first)
    await log.fail("failed")
    #expect(try await log.begin("failed", request: "POST /notes") == .unknown)
    let reopened = try open()
    #expect(try await reopened.begin("ended", request: "POST /notes") == .unknown)
    #expect(try await reopened.begin("failed", request: "POST /notes") == .unknown)
  }

  @Test
  func `an abandoned key is new again, also after a restart`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try open()
    #expect(try await log.begin("key", request: "POST /notes") == .first)
    try await log.abandon("key")
    #expect(try await log.begin("key", request: "POST /notes") == .first)
    try await log.abandon("key")
    #expect(try await open().begin("key", request: "POST /notes") == .first)
  }

  @Test
  func `keys expire after seven days and leave the file`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try open()
    _ = try await log.begin("key", request: "POST /notes")
    try await log.finish("key", outcome)
    clock.advance(by: 7 * 86_400)
    #expect(try await log.begin("key", request: "POST /notes") == .repeated(outcome))
    clock.advance(by: 1)
    _ = try open()
    #expect(try Data(contentsOf: file).isEmpty)
    #expect(try await log.begin("key", request: "POST /notes") == .first)
  }

  @Test
  func `a partial line loses no other key`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try open()
    _ = try await log.begin("first", request: "POST /notes")
    try await log.finish("first", outcome)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(#"{"key":"part"#.utf8))
    try handle.close()
    _ = try await log.begin("second", request: "POST /notes")
    try await log.finish("second", outcome)
    let reopened = try open()
    #expect(try await reopened.begin("first", request: "POST /notes") == .repeated(outcome))
    #expect(try await reopened.begin("second", request: "POST /notes") == .repeated(outcome))
    #expect(try await reopened.begin("part", request: "POST /notes") == .first)
  }
}
