// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The contributions of all devices to a field whose value is a sum: a counter with a part per
/// device.
///
/// A device only changes its own part. So two copies of a record are joined by the later part of
/// each device, any number of times and in any order. No increment is lost or counted twice, even
/// if the response to a request was lost. The value is the sum of the parts.
package struct Contributions: Hashable, Sendable {
  /// The total contribution of one device.
  package struct Part: Hashable, Sendable {
    /// The device, and the time of its last increment.
    package let timestamp: HybridTimestamp
    package let total: RecordValue

    package init(timestamp: HybridTimestamp, total: RecordValue) {
      self.timestamp = timestamp
      self.total = total
    }
  }

  /// The parts, in the order of their devices' numbers.
  package private(set) var parts: [Part] = []

  /// No parts.
  package init() {}

  var nodes: [UInt64] { parts.map(\.timestamp.node) }

  /// The part of a device; nil if it has none.
  func part(of node: UInt64) -> Part? { parts.first { $0.timestamp.node == node } }

  /// Adds a part, unless there is a later one of its device.
  ///
  /// Of two parts with equal times, which only a device restored from a backup creates, all devices
  /// choose the same one.
  package mutating func add(_ part: Part) {
    let node = part.timestamp.node
    let index = parts.firstIndex { $0.timestamp.node >= node } ?? parts.count
    guard index < parts.count, parts[index].timestamp.node == node else {
      return parts.insert(part, at: index)
    }
    let known = parts[index]
    if part.timestamp != known.timestamp {
      if part.timestamp > known.timestamp { parts[index] = part }
    } else if part.total.order > known.total.order {
      parts[index] = part
    }
  }

  /// The joined parts of both.
  package func joined(with other: Contributions) -> Contributions {
    other.parts.reduce(into: self) { $0.add($1) }
  }

  /// The parts with changed timestamps.
  func mapTimestamps(_ change: (HybridTimestamp) -> HybridTimestamp) -> Contributions {
    parts.reduce(into: Contributions()) { result, part in
      result.add(Part(timestamp: change(part.timestamp), total: part.total))
    }
  }

  /// The sum of all parts, with the type of another value; 0 if there are none.
  package func sum(like value: RecordValue) -> RecordValue {
    parts.reduce(value.zero) { $0.adding($1.total) }
  }

  /// The parts after a device has set the sum to `value`.
  package func reaching(_ value: RecordValue, by timestamp: HybridTimestamp) -> Contributions {
    var others = self
    others.parts.removeAll { $0.timestamp.node == timestamp.node }
    let own = value.subtracting(others.sum(like: value))
    var result = others
    result.add(Part(timestamp: timestamp, total: own))
    guard case .real(let wanted) = value, case .real(let total) = own else { return result }
    // Sums of real numbers are rounded: find the nearest part that results in the written value.
    for candidate in [total.nextUp, total.nextDown, total.nextUp.nextUp, total.nextDown.nextDown]
    where result.sum(like: value) != .real(wanted) {
      result = others
      result.add(Part(timestamp: timestamp, total: .real(candidate)))
    }
    return result
  }
}

extension RecordValue {
  /// Whether the value can be added.
  package var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .text(let text): Self.decimal(text) != nil
    default: false
    }
  }

  /// Zero, as a number of the same type.
  fileprivate var zero: RecordValue {
    switch self {
    case .real: .real(0)
    case .text: .text("0")
    default: .integer(0)
    }
  }

  /// The sum; integers are clamped to 64 bits, and other values than numbers count as 0.
  func adding(_ other: RecordValue) -> RecordValue {
    switch (self, other) {
    case (.integer(let left), .integer(let right)):
      let (sum, overflow) = left.addingReportingOverflow(right)
      return .integer(overflow ? (left < 0 ? .min : .max) : sum)
    case (.real(let left), .real(let right)): return .real(left + right)
    case (.text(let left), .text(let right)):
      return .text(((Self.decimal(left) ?? 0) + (Self.decimal(right) ?? 0)).description)
    case (.real(let left), .integer(let right)): return .real(left + Double(right))
    case (.integer(let left), .real(let right)): return .real(Double(left) + right)
    default: return self
    }
  }

  func subtracting(_ other: RecordValue) -> RecordValue {
    switch (self, other) {
    case (.integer(let left), .integer(let right)):
      let (difference, overflow) = left.subtractingReportingOverflow(right)
      return .integer(overflow ? (left < 0 ? .min : .max) : difference)
    case (.real(let left), .real(let right)): return .real(left - right)
    case (.text(let left), .text(let right)):
      return .text(((Self.decimal(left) ?? 0) - (Self.decimal(right) ?? 0)).description)
    case (.real(let left), .integer(let right)): return .real(left - Double(right))
    case (.integer(let left), .real(let right)): return .real(Double(left) - right)
    default: return self
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// The bytes by which devices order two values if all other criteria are equal.
  var order: ByteOrder {
    var writer = ByteWriter()
    shortened().write(to: &writer)
    return ByteOrder(bytes: writer.bytes)
  }
}

/// Bytes in lexicographic order; the empty sequence is the first.
struct ByteOrder: Comparable {
  let bytes: [UInt8]

  static func < (lhs: ByteOrder, rhs: ByteOrder) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }
}
