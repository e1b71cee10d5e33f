// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Archives

@Suite(.timeLimit(.minutes(15))) struct ZipFileTests {
  /// "cairn cairn cairn" as deflate data.
  static let deflated = Data([0x4B, 0x4E, 0xCC, 0x2C, 0xCA, 0x53, 0x48, 0x46, 0x90, 0x00])

  static var checksum: UInt32 {
    var checksum = Checksum()
    checksum.add(Data("cairn cairn cairn".utf8))
    return checksum.value
  }

  private func open(_ data: Data) throws -> ZipFile {
    let file = try TemporaryFile(data)
    return try withExtendedLifetime(file) { try ZipFile(contentsOf: file.url) }
  }

  private func code(_ body: () throws -> Void) -> ArchiveError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ArchiveError)?.code
    }
  }

  @Test func `stored and compressed entries are read with their names`() throws {
    var zip = ZipBuilder()
    zip.add("folder/", Data())
    zip.add("folder\\a.txt", Data("hello".utf8))
    zip.add("../../x", compressed: Self.deflated, size: 17, checksum: Self.checksum)
    let file = try open(zip.archive())
    #expect(file.entries.map(\.name) == ["folder/", "folder/a.txt", "../../x"])
    #expect(file.entries.map(\.isFolder) == [true, false, false])
    #expect(try file.contents(of: file.entries[1], limit: 100) == Data("hello".utf8))
    #expect(
      try file.contents(of: file.entries[2], limit: 100) == Data("cairn cairn cairn".utf8))
  }

  @Test func `an archive that another program wrote is read`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = """
      import zipfile
      with zipfile.ZipFile('large.zip', 'w', zipfile.ZIP_DEFLATED) as z:
        z.writestr('a.txt', 'cairn ' * 100000)
        with z.open('b.txt', 'w', force_zip64=True) as f: f.write(b'zip64')
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let file = try ZipFile(contentsOf: folder.appending(path: "large.zip"))
    let first = try file.contents(of: file.entries[0], limit: 1 << 20)
    #expect(first == Data(String(repeating: "cairn ", count: 100_000).utf8))
    #expect(try file.contents(of: file.entries[1], limit: 100) == Data("zip64".utf8))
  }

  @Test func `an entry above the limit is refused before and while it is unpacked`() throws {
    var zip = ZipBuilder()
    zip.add("honest", compressed: Self.deflated, size: 17, checksum: Self.checksum)
    zip.add("lying", compressed: Self.deflated, size: 3, checksum: Self.checksum)
    let file = try open(zip.archive())
    #expect(code { _ = try file.contents(of: file.entries[0], limit: 16) } == .tooLarge)
    #expect(code { _ = try file.contents(of: file.entries[1], limit: 16) } == .tooLarge)
    #expect(code { _ = try file.contents(of: file.entries[1], limit: 100) } == .damaged)
  }

  @Test func `an archive in memory is read as one on disk, from a slice too`() throws {
    var zip = ZipBuilder()
    zip.add("a.txt", compressed: Self.deflated, size: 17, checksum: Self.checksum)
    zip.add("b.txt", Data("hello".utf8))
    let file = try ZipFile((Data([1, 2, 3]) + zip.archive()).dropFirst(3))
    let contents = try file.entries.map { try file.contents(of: $0, limit: 100) }
    #expect(contents == [Data("cairn cairn cairn".utf8), Data("hello".utf8)])
    #expect(code { _ = try ZipFile(zip.archive(), entryLimit: 1) } == .tooLarge)
  }

  @Test func `a name that is no UTF-8 is read as Windows-1252`() throws {
    var zip = ZipBuilder()
    zip.add("caf\u{C3}\u{A9}", Data("x".utf8))
    var data = zip.archive()
    // The four bytes of the two letters become E9, which is "é" in Windows-1252.
    while let range = data.firstRange(of: Data("\u{C3}\u{A9}".utf8)) {
      data.replaceSubrange(range, with: [0xE9, 0xE9, 0xE9, 0xE9])
    }
    #expect(try ZipFile(data).entries.map(\.name) == ["caféééé"])
  }

  @Test func `entries that share bytes are refused`() throws {
    var zip = ZipBuilder()
    zip.add("a", compressed: Self.deflated, size: 17, checksum: Self.checksum)
    zip.add("b", compressed: Self.deflated, size: 17, checksum: Self.checksum, offset: 0)
    #expect(code { _ = try open(zip.archive()) } == .damaged)
  }

  @Test func `wrong checksums, encryption and other methods are refused`() throws {
    var zip = ZipBuilder()
    zip.add("checksum", compressed: Self.deflated, size: 17, checksum: 1)
    zip.add("encrypted", Data("x".utf8), flags: 1)
    zip.add("bzip2", Data("x".utf8), method: 12)
    let file = try open(zip.archive())
    let codes = file.entries.map { entry in
      code { _ = try file.contents(of: entry, limit: 100) }
    }
    #expect(codes == [.damaged, .unsupported, .unsupported])
  }

  @Test func `an archive is refused at every truncation`() throws {
    var zip = ZipBuilder()
    zip.add("a.txt", Data("hello".utf8))
    zip.add("b.txt", compressed: Self.deflated, size: 17, checksum: Self.checksum)
    let data = zip.archive()
    for count in 0..<data.count {
      #expect(code { _ = try open(data.prefix(count)) } != nil, "\(count)")
    }
  }

  @Test func `damaged bytes never crash, and never change a content unnoticed`() throws {
    var zip = ZipBuilder()
    zip.add("a.txt", Data("hello".utf8))
    zip.add("b.txt", compressed: Self.deflated, size: 17, checksum: Self.checksum)
    let data = zip.archive()
    let contents = Set(["hello", "cairn cairn cairn"].map { Data($0.utf8) })
    for index in data.indices {
      for value in [UInt8(0), 1, 0x7F, 0xFF] where data[index] != value {
        var damaged = data
        damaged[index] = value
        guard let file = try? open(damaged) else { continue }
        for entry in file.entries {
          if let content = try? file.contents(of: entry, limit: 1000) {
            #expect(contents.contains(content), "byte \(index) = \(value)")
          }
        }
      }
    }
  }
}
