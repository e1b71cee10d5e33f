// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport
import Testing

/// Locks between two open files of this process, and between this process and `flock(1)`.
@Suite(.timeLimit(.minutes(15))) struct AdvisoryLockTests {
  /// A lock of one holder, a lock that another one asks for, and the answer.
  private static let pairs: [(AdvisoryLock.Mode, AdvisoryLock.Mode, Bool)] = [
    (.shared, .shared, true), (.shared, .exclusive, false), (.exclusive, .shared, false),
    (.exclusive, .exclusive, false),
  ]

  /// Runs `body` with the path of a file in a new folder.
  private func withFile(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "file").path(percentEncoded: false))
  }

  private func open(_ path: String) throws -> AdvisoryLock {
    try AdvisoryLock(opening: path, O_RDWR | O_CREAT)
  }

  // MARK: One process

  @Test(arguments: pairs)
  func `two open files of one process exclude each other`(
    _ held: AdvisoryLock.Mode, _ wanted: AdvisoryLock.Mode, _ isAvailable: Bool
  ) throws {
    try withFile { path in
      var first: AdvisoryLock? = try open(path)
      let second = try open(path)
      try first?.acquire(held)
      #expect(try second.acquireIfAvailable(wanted) == isAvailable)
      first = nil
      #expect(try second.acquireIfAvailable(wanted))
    }
  }

  private static let ranges: [(Range<Int64>, AdvisoryLock.Mode, AdvisoryLock.Mode, Bool)] = [
    (0..<10, .exclusive, .exclusive, false), (9..<20, .exclusive, .shared, false),
    (9..<20, .shared, .exclusive, false), (0..<10, .shared, .shared, true),
    (10..<20, .exclusive, .exclusive, true),
  ]

  @Test(arguments: ranges)
  func `overlapping ranges of bytes exclude each other`(
    _ range: Range<Int64>, _ held: AdvisoryLock.Mode, _ wanted: AdvisoryLock.Mode,
    _ isAvailable: Bool
  ) throws {
    try withFile { path in
      var first: AdvisoryLock? = try open(path)
      let second = try open(path)
      #expect(try first?.acquireIfAvailable(held, bytes: 0..<10) == true)
      #expect(try second.acquireIfAvailable(wanted, bytes: range) == isAvailable)
      first = nil
      #expect(try second.acquireIfAvailable(wanted, bytes: range))
    }
  }

  @Test func `a lock of the file is independent of locks of its bytes`() throws {
    try withFile { path in
      let (first, second) = (try open(path), try open(path))
      try first.acquire(.exclusive)
      #expect(try second.acquireIfAvailable(.exclusive, bytes: 0..<10))
      #expect(try !second.acquireIfAvailable(.shared))
      withExtendedLifetime(first) {}
    }
  }

  @Test func `the descriptor is open while it is used`() throws {
    try withFile { path in
      let count = try open(path).withDescriptor { pwrite($0, "text", 4, 0) }
      #expect(count == 4)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
    }
  }

  @Test func `a created file has the given permissions`() throws {
    try withFile { path in
      _ = try AdvisoryLock(opening: path, O_RDWR | O_CREAT, permissions: 0o400)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? NSNumber == 0o400)
    }
  }

  @Test func `errors have the code and the message of the system`() throws {
    try withFile { path in
      let error = #expect(throws: SystemError.self) { try AdvisoryLock(opening: path, O_RDONLY) }
      #expect(error == SystemError(ENOENT))
      #expect(error?.message == "No such file or directory")
      // An exclusive lock on bytes needs a file that is open for writing.
      try Data().write(to: URL(filePath: path))
      let lock = try AdvisoryLock(opening: path, O_RDONLY)
      #expect(throws: SystemError(EBADF)) {
        try lock.acquireIfAvailable(.exclusive, bytes: 0..<1)
      }
    }
  }

  // MARK: Two processes

  private func flock(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/flock")
    process.arguments = arguments
    return process
  }

  private func option(_ mode: AdvisoryLock.Mode) -> String {
    mode == .shared ? "--shared" : "--exclusive"
  }

  @Test(arguments: pairs)
  func `a lock of this process excludes another process`(
    _ held: AdvisoryLock.Mode, _ wanted: AdvisoryLock.Mode, _ isAvailable: Bool
  ) throws {
    try withFile { path in
      let lock = try open(path)
      try lock.acquire(held)
      let other = flock(["--nonblock", option(wanted), path, "true"])
      try other.run()
      other.waitUntilExit()
      #expect((other.terminationStatus == 0) == isAvailable)
      withExtendedLifetime(lock) {}
    }
  }

  @Test(arguments: pairs)
  func `a lock of another process excludes this process until it ends`(
    _ held: AdvisoryLock.Mode, _ wanted: AdvisoryLock.Mode, _ isAvailable: Bool
  ) throws {
    try withFile { path in
      let (input, output) = (Pipe(), Pipe())
      let other = flock([option(held), path, "--command", "echo locked; read line"])
      other.standardInput = input
      other.standardOutput = output
      try other.run()
      let line = try output.fileHandleForReading.read(upToCount: 7)
      #expect(line == Data("locked\n".utf8))
      let lock = try open(path)
      #expect(try lock.acquireIfAvailable(wanted) == isAvailable)
      try input.fileHandleForWriting.close()
      // Waits until the other process has ended.
      try lock.acquire(wanted)
      other.waitUntilExit()
    }
  }
}
