// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Testing

/// Files that are written in parts.
struct OutputFileTests {
  private struct Failure: Error {}

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func file(_ url: URL) -> OutputFile {
    OutputFile(path: url.path(percentEncoded: false))
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))[
      .posixPermissions] as? Int
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .sorted()
  }

  @Test func `a new file has all parts and is accessible only to its owner`() async throws {
    try await inFolder { folder in
      let url = folder.appending(path: "all.json")
      try await file(url).writePrivate { append in
        try append(Data("one ".utf8))
        try append(Data())
        try append(Data(repeating: 0x61, count: 300_000))
      }
      let data = try Data(contentsOf: url)
      #expect(data.count == 300_004 && data.starts(with: Data("one a".utf8)))
      #expect(try mode(url) == 0o600)
      #expect(try names(folder) == ["all.json"])
    }
  }

  @Test func `an existing file is replaced through a link and keeps its permissions`() async throws
  {
    try await inFolder { folder in
      let url = folder.appending(path: "all.json")
      try Data("old".utf8).write(to: url)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o640], ofItemAtPath: url.path(percentEncoded: false))
      let link = folder.appending(path: "link.json")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
      try await file(link).writePrivate { append in try append(Data("new".utf8)) }
      #expect(try Data(contentsOf: url) == Data("new".utf8))
      #expect(try mode(url) == 0o640)
      #expect(try names(folder) == ["all.json", "link.json"])
    }
  }

  @Test func `a failure leaves the former file and no other`() async throws {
    try await inFolder { folder in
      let url = folder.appending(path: "all.json")
      try Data("old".utf8).write(to: url)
      await #expect(throws: Failure.self) {
        try await file(url).writePrivate { append in
          try append(Data("new".utf8))
          throw Failure()
        }
      }
      #expect(try Data(contentsOf: url) == Data("old".utf8))
      #expect(try names(folder) == ["all.json"])
      await #expect(throws: CommandError.self) {
        try await file(folder.appending(path: "missing/all.json")).writePrivate { _ in }
      }
    }
  }
}
