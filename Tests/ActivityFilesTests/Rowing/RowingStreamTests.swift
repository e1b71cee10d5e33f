// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Large and hostile CSV files are read in bounded memory and linear time.
struct RowingStreamTests {
  /// The size of the large file: 100 MB in release, where a byte costs less.
  #if DEBUG
    private static let largeSize = 10 << 20
  #else
    private static let largeSize = 100 << 20
  #endif

  /// The resident memory of this process in bytes.
  private func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
  }

  /// Reads a file that repeats lines, and returns the number of strokes and the largest growth of
  /// memory.
  private func read(
    _ header: String, _ line: String, bytes: Int
  ) throws -> (strokes: Int, growth: Int, reader: RowingCSVReader) {
    let block = Data(String(repeating: line, count: max(1, (1 << 20) / line.utf8.count)).utf8)
    var rest = bytes
    var isFirst = true
    let reader = RowingCSVReader {
      if isFirst {
        isFirst = false
        return Data(header.utf8)
      }
      rest -= block.count
      return rest >= 0 ? block : nil
    }
    var strokes = 0
    var growth = 0
    let before = try residentBytes()
    while let event = try reader.next() {
      if case .stroke = event { strokes += 1 }
      if strokes % 512 == 1 { growth = max(growth, try residentBytes() - before) }
    }
    return (strokes, growth, reader)
  }

  @Test
  func `a large CSV file streams in bounded memory`() throws {
    let curve = String(repeating: "123.4,", count: 1700)
    let header = "workout_interval_id,stroke_number,estimated_500m_time,time,distance,curve_data\n"
    let result = try read(header, "1,2,125.0,2.5,10.5,\"\(curve)-32768\"\n", bytes: Self.largeSize)
    #expect(result.strokes > 900)
    #expect(result.growth < 50 << 20)
    #expect(result.reader.issues.isEmpty)
  }

  @Test
  func `a pipe is read to its end`() throws {
    let data = try Fixture.data("goconcept2__concept2-season-2021.csv")
    let pipe = Pipe()
    // A pipe holds 64 KB.
    try pipe.fileHandleForWriting.write(contentsOf: data)
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(try RowingFile(contentsOf: URL(fileURLWithPath: path)) == RowingFile(data: data))
  }

  @Test
  func `an open quote damages only its line`() throws {
    let header = "Number,Time (s),Distance (m),Pace (s),Watts\n"
    let result = try read(header, "1,2,\"8,125,179\n", bytes: 1 << 20)
    #expect(result.strokes == 0)
    #expect(result.reader.issues.count(.badRow) > 60_000)
    let stored = result.reader.issues.first.filter { $0.kind == .badRow }
    #expect(stored.count == ActivityFileIssueLog.limitPerKind)
  }

  @Test
  func `a line without end is one bad row`() throws {
    let header = "Number,Time (s),Distance (m),Pace (s),Watts\n"
    let result = try read(header, String(repeating: "x", count: 1000), bytes: 8 << 20)
    #expect(result.strokes == 0)
    #expect(result.reader.issues.count(.badRow) == 1)
    #expect(result.growth < 50 << 20)
  }

  /// Reads a whole file that repeats a line without end, and returns its error and the growth of
  /// memory.
  private func readEndless(
    _ header: String, _ line: String
  ) throws -> (error: ActivityFileError?, growth: Int) {
    let block = Data(String(repeating: line, count: max(1, (1 << 20) / line.utf8.count)).utf8)
    let before = try residentBytes()
    var isFirst = true
    let error = #expect(throws: ActivityFileError.self) {
      try RowingFile {
        defer { isFirst = false }
        return isFirst ? Data(header.utf8) : block
      }
    }
    return (error, try residentBytes() - before)
  }

  @Test
  func `a season with endless texts is rejected in bounded memory`() throws {
    let header = "Log ID,Date,Description,Work Time (Seconds),Work Distance,Comments\n"
    let comment = String(repeating: "x", count: 100_000)
    let result = try readEndless(header, "1,2021-02-19 13:38:00,row,60,250,\(comment)\n")
    #expect(result.error?.code == .tooLarge)
    #expect(result.error?.reason.contains("bytes of text") == true)
    #expect(result.growth < 200 << 20)
  }

  @Test
  func `a file with endless force curves is rejected in bounded memory`() throws {
    let header = "workout_interval_id,stroke_number,estimated_500m_time,time,distance,curve_data\n"
    let curve = String(repeating: "1,", count: 1100)
    let result = try readEndless(header, "1,2,125.0,2.5,10.5,\"\(curve)2\"\n")
    #expect(result.error?.code == .tooLarge)
    #expect(result.error?.reason.contains("force curves") == true)
    #expect(result.growth < 200 << 20)
  }
}
