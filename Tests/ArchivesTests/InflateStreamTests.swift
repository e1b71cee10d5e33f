// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Archives

@Suite(.timeLimit(.minutes(15))) struct InflateStreamTests {
  /// "cairn cairn cairn" as a gzip member.
  static var member: Data {
    let size: [UInt8] = [17, 0, 0, 0]
    let checksum = withUnsafeBytes(of: ZipFileTests.checksum.littleEndian) { Array($0) }
    return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]) + ZipFileTests.deflated + checksum + size
  }

  private func content(_ data: Data, limit: Int = 1000, chunk: Int = 1) throws -> String {
    var rest = data[...]
    let stream = try InflateStream(.gzip, limit: limit) {
      defer { rest = rest.dropFirst(chunk) }
      return Data(rest.prefix(chunk))
    }
    var result = Data()
    while let part = try stream.next() { result.append(part) }
    return String(decoding: result, as: UTF8.self)
  }

  @Test(arguments: [1, 2, 7, 100]) func `chunks of any size give the content`(chunk: Int) throws {
    #expect(try content(Self.member, chunk: chunk) == "cairn cairn cairn")
  }

  @Test func `further members are read, and other bytes at the end are ignored`() throws {
    let twice = "cairn cairn cairncairn cairn cairn"
    #expect(try content(Self.member + Self.member) == twice)
    #expect(try content(Self.member + Data([0, 0, 0])) == "cairn cairn cairn")
  }

  @Test func `the limit, truncations and damage are errors`() throws {
    #expect(throws: ArchiveError.self) { try content(Self.member, limit: 16) }
    for count in 0..<Self.member.count {
      #expect(throws: ArchiveError.self, "\(count)") { try content(Self.member.prefix(count)) }
    }
    var damaged = Self.member
    damaged[20] ^= 1
    #expect(throws: ArchiveError.self) { try content(damaged) }
  }

  @Test func `a bomb is stopped at the limit`() throws {
    // Ten megabytes of zeros, compressed by another program.
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "head -c 10000000 /dev/zero | gzip -9"]
    process.standardOutput = output
    try process.run()
    let bomb = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(bomb.count < 20_000)
    let file = try TemporaryFile(bomb)
    let stream = try InflateStream(gzipFile: file.url, limit: 1_000_000)
    #expect(throws: ArchiveError.self) { while try stream.next() != nil {} }
    #expect(stream.count < 1_100_000)
  }
}
