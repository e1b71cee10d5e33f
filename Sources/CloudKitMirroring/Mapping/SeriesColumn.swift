// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Encodes the values of one column of a chunk.
///
/// Of several lossless encodings, the shortest is used.
struct SeriesColumn {
  let values: [SQLValue]

  init(_ values: [SQLValue]) { self.values = values }

  private enum Nulls: UInt8 {
    case none, all, some
  }

  private enum Form: UInt8 {
    /// One value for all rows.
    case constant
    /// Differences of integers, and differences of differences.
    case differences, secondDifferences
    /// Real numbers as integer multiples of a power of ten, then differences.
    case decimal, secondDecimal
    /// The bits of real numbers as integers, then differences.
    case bits, secondBits
    /// The bits of real numbers without compression.
    case plain
    case texts
    /// A list of distinct strings, and the index of each row's string.
    case words
    case blobs
    /// Blobs of equal size.
    case sizedBlobs
    /// Values of several types.
    case mixed
  }

  // MARK: Writing

  func write(to writer: inout ByteWriter) {
    let present = values.filter { $0 != .null }
    if present.isEmpty { return writer.byte(Nulls.all.rawValue) }
    if present.count == values.count {
      writer.byte(Nulls.none.rawValue)
    } else {
      writer.byte(Nulls.some.rawValue)
      for start in stride(from: 0, to: values.count, by: 8) {
        var bits: UInt8 = 0
        for place in start..<Swift.min(start + 8, values.count) where values[place] != .null {
          bits |= 1 << UInt8(place - start)
        }
        writer.byte(bits)
      }
    }
    if present.allSatisfy({ $0.isSame(as: present[0]) }) {
      writer.byte(Form.constant.rawValue)
      return present[0].write(to: &writer)
    }
    let integers = present.compactMap { if case .integer(let value) = $0 { value } else { nil } }
    if integers.count == present.count {
      return writer.raw(
        Self.shortest([(.differences, integers, nil), (.secondDifferences, integers, nil)]))
    }
    let reals = present.compactMap { if case .real(let value) = $0 { value } else { nil } }
    if reals.count == present.count { return Self.write(reals, to: &writer) }
    let texts = present.compactMap { if case .text(let value) = $0 { value } else { nil } }
    if texts.count == present.count { return Self.write(texts, to: &writer) }
    let blobs = present.compactMap { if case .blob(let value) = $0 { value } else { nil } }
    if blobs.count == present.count { return Self.write(blobs, to: &writer) }
    writer.byte(Form.mixed.rawValue)
    for value in present { value.write(to: &writer) }
  }

  private static func write(_ reals: [Double], to writer: inout ByteWriter) {
    let bits = reals.map { Int64(bitPattern: $0.bitPattern) }
    var ways: [(Form, [Int64], UInt8?)] = [(.bits, bits, nil), (.secondBits, bits, nil)]
    if let (scaled, exponent) = scaled(reals) {
      ways += [(.decimal, scaled, exponent), (.secondDecimal, scaled, exponent)]
    }
    let best = shortest(ways)
    if best.count <= 8 * reals.count { return writer.raw(best) }
    writer.byte(Form.plain.rawValue)
    for real in reals { writer.fixed(real.bitPattern) }
  }

  private static func write(_ texts: [String], to writer: inout ByteWriter) {
    var places: [[UInt8]: Int] = [:]
    var words: [String] = []
    let indexes = texts.map { text in
      let bytes = Array(text.utf8)
      if let place = places[bytes] { return place }
      places[bytes] = words.count
      words.append(text)
      return words.count - 1
    }
    let isRepeating = words.count <= texts.count / 2
    writer.byte((isRepeating ? Form.words : .texts).rawValue)
    guard isRepeating else { return texts.forEach { writer.text($0) } }
    writer.number(UInt64(words.count))
    for word in words { writer.text(word) }
    for index in indexes { writer.number(UInt64(index)) }
  }

  private static func write(_ blobs: [Data], to writer: inout ByteWriter) {
    guard let size = blobs.first?.count, blobs.allSatisfy({ $0.count == size }) else {
      writer.byte(Form.blobs.rawValue)
      return blobs.forEach { writer.block($0) }
    }
    writer.byte(Form.sizedBlobs.rawValue)
    writer.number(UInt64(size))
    for blob in blobs { writer.raw(blob) }
  }

  /// The shortest of some encodings of numbers; of equal ones the first.
  private static func shortest(_ ways: [(form: Form, numbers: [Int64], exponent: UInt8?)])
    -> [UInt8]
  {
    var best: [UInt8] = []
    for (form, numbers, exponent) in ways {
      var writer = ByteWriter()
      writer.byte(form.rawValue)
      if let exponent { writer.byte(exponent) }
      let isSecond = [.secondDifferences, .secondBits, .secondDecimal].contains(form)
      var (last, step): (Int64, Int64) = (0, 0)
      for number in numbers {
        let next = number &- last
        writer.signed(isSecond ? next &- step : next)
        (last, step) = (number, next)
      }
      if best.isEmpty || writer.bytes.count < best.count { best = writer.bytes }
    }
    return best
  }

  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// Real numbers as integer multiples of a negative power of ten, if that is exact.
  private static func scaled(_ reals: [Double]) -> ([Int64], UInt8)? {
    for (exponent, power) in powers.enumerated() {
      var scaled: [Int64] = []
      scaled.reserveCapacity(reals.count)
      for real in reals {
        guard let whole = Int64(exactly: (real * power).rounded()), abs(whole) < 1 << 53,
          (Double(whole) / power).bitPattern == real.bitPattern
        else { break }
        scaled.append(whole)
      }
      if scaled.count == reals.count { return (scaled, UInt8(exponent)) }
    }
    return nil
  }

  // MARK: Reading

  init(from reader: inout ByteReader, count: Int) throws(MalformedBytes) {
    guard let nulls = Nulls(rawValue: try reader.byte()) else {
      throw MalformedBytes("a column has no valid NULL flag")
    }
    if nulls == .all {
      values = Array(repeating: .null, count: count)
      return
    }
    var isPresent: [Bool] = []
    var present = count
    if nulls == .some {
      let bits = Array(try reader.raw((count + 7) / 8))
      isPresent = (0..<count).map { bits[$0 / 8] & 1 << UInt8($0 % 8) != 0 }
      present = isPresent.count { $0 }
    }
    let read = try Self.read(&reader, present)
    if nulls == .none {
      values = read
      return
    }
    var next = read.makeIterator()
    values = isPresent.map { $0 ? next.next() ?? .null : .null }
  }

  private static func read(_ reader: inout ByteReader, _ count: Int) throws(MalformedBytes)
    -> [SQLValue]
  {
    guard let form = Form(rawValue: try reader.byte()) else {
      throw MalformedBytes("a column has an unknown encoding")
    }
    switch form {
    case .constant:
      return Array(repeating: try SQLValue(from: &reader), count: count)
    case .differences, .secondDifferences:
      return try numbers(&reader, count, isSecond: form == .secondDifferences)
        .map { .integer($0) }
    case .decimal, .secondDecimal:
      let exponent = Int(try reader.byte())
      guard exponent < powers.count else { throw MalformedBytes("a power of ten is out of range") }
      return try numbers(&reader, count, isSecond: form == .secondDecimal)
        .map { .real(Double($0) / powers[exponent]) }
    case .bits, .secondBits:
      return try numbers(&reader, count, isSecond: form == .secondBits)
        .map { .real(Double(bitPattern: UInt64(bitPattern: $0))) }
    case .plain:
      return try list(count) { () throws(MalformedBytes) in
        .real(Double(bitPattern: try reader.fixed()))
      }
    case .texts: return try list(count) { () throws(MalformedBytes) in .text(try reader.text()) }
    case .words: return try words(&reader, count)
    case .blobs:
      return try list(count) { () throws(MalformedBytes) in
        .blob(Data(try reader.block()))
      }
    case .sizedBlobs:
      let size = try reader.count()
      return try list(count) { () throws(MalformedBytes) in .blob(Data(try reader.raw(size))) }
    case .mixed:
      return try list(count) { () throws(MalformedBytes) in
        try SQLValue(from: &reader)
      }
    }
  }

  private static func list(
    _ count: Int, _ value: () throws(MalformedBytes) -> SQLValue
  ) throws(MalformedBytes) -> [SQLValue] {
    var values: [SQLValue] = []
    for _ in 0..<count { values.append(try value()) }
    return values
  }

  private static func numbers(_ reader: inout ByteReader, _ count: Int, isSecond: Bool)
    throws(MalformedBytes) -> [Int64]
  {
    guard count <= reader.remaining else { throw MalformedBytes("it ends too early") }
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    var (last, step): (Int64, Int64) = (0, 0)
    for _ in 0..<count {
      let read = try reader.signed()
      step = isSecond ? step &+ read : read
      last = last &+ step
      numbers.append(last)
    }
    return numbers
  }

  private static func words(_ reader: inout ByteReader, _ count: Int) throws(MalformedBytes)
    -> [SQLValue]
  {
    var words: [SQLValue] = []
    for _ in 0..<(try reader.count()) { words.append(.text(try reader.text())) }
    var values: [SQLValue] = []
    for _ in 0..<count {
      let index = try reader.number()
      guard index < UInt64(words.count) else { throw MalformedBytes("a text is not listed") }
      values.append(words[Int(index)])
    }
    return values
  }
}

extension SQLValue {
  /// Whether both values have equal bits.
  fileprivate func isSame(as other: SQLValue) -> Bool { recordValue == other.recordValue }

  /// The value as in a record; nil for NULL.
  var recordValue: RecordValue? {
    switch self {
    case .null: nil
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .blob(let value): .data(value)
    }
  }

  func write(to writer: inout ByteWriter) {
    if let recordValue { recordValue.write(to: &writer) } else { writer.byte(0) }
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    switch try RecordValue(from: &reader) {
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .data(let value): self = .blob(value)
    case .reference, .digest: throw MalformedBytes("a row has a value of another type")
    }
  }
}
