// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The outcomes of damaged inputs of one format, and the growth of memory while they are read.
///
/// If `CAIRN_FUZZ_REPORT` names a file, the counts are appended to it, one line a test case: format,
/// read and rejected inputs, and the growth in bytes, separated by tabs.
struct FuzzCount {
  /// The most that the resident memory may grow during a test case, in bytes: 400 MiB, since test
  /// cases run in parallel, or the value of `CAIRN_FUZZ_GROWTH` in MiB.
  private static let largestGrowth =
    (ProcessInfo.processInfo.environment["CAIRN_FUZZ_GROWTH"].flatMap(Int.init) ?? 400) << 20
  private static let report =
    ProcessInfo.processInfo.environment["CAIRN_FUZZ_REPORT"].map { URL(filePath: $0) }
  private static let lock = NSLock()

  /// The inputs that were read.
  var read = 0
  /// The inputs that were rejected.
  var rejected = 0
  /// The largest growth of the resident memory, in bytes.
  private(set) var growth = 0
  private let before: Int

  init() throws { before = try Self.residentBytes() }

  /// Measures the memory after each 256th input.
  ///
  /// - Returns: False if it has grown too much.
  mutating func isBounded() throws -> Bool {
    guard (read + rejected) % 256 == 255 else { return true }
    growth = max(growth, try Self.residentBytes() - before)
    return growth <= Self.largestGrowth
  }

  /// Appends the counts to the report.
  func write(_ format: String) throws {
    guard let file = Self.report else { return }
    try Self.lock.withLock {
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("\(format)\t\(read)\t\(rejected)\t\(growth)\n".utf8))
    }
  }

  /// The resident memory of this process in bytes.
  private static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
  }
}
