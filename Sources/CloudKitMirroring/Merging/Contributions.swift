// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What each device has added to a field whose value is a sum.
///
/// A device changes its own part alone, so that parts from two copies of a record are joined by taking
/// the later of each, however often and in whatever order that happens: what is added is neither lost
/// nor counted twice, also when the answer to a request was lost. The value is the sum of the parts.
package struct Contributions: Hashable, Sendable {
  /// What one device has added in all.
  package struct Part: Hashable, Sendable {
    /// When the device last added, and which device it is.
    package let timestamp: HybridTimestamp
    package let total: RecordValue

    package init(timestamp: HybridTimestamp, total: RecordValue) {
      self.timestamp = timestamp
      self.total = total
    }
  }

  /// The parts, by the number of their device.
  package private(set) var parts: [Part] = []

  /// Nothing.
  package init() {}

  var nodes: [UInt64] { parts.map(\.timestamp.node) }

  /// What one device has added; nil if it has added nothing.
  func part(of node: UInt64) -> Part? { parts.first { $0.timestamp.node == node } }

  /// Takes a part in, unless there is a later one of its device.
  ///
  /// Of two of the same time, which only a device restored from a backup makes, all take the same.
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

  /// The parts of both.
  package func joined(with other: Contributions) -> Contributions {
    other.parts.reduce(into: self) { $0.add($1) }
  }

  /// With the parts' timestamps as `change` has them.
  func mapTimestamps(_ change: (HybridTimestamp) -> HybridTimestamp) -> Contributions {
    parts.reduce(into: Contributions()) { result, part in
      result.add(Part(timestamp: change(part.timestamp), total: part.total))
    }
  }

  /// The sum of all parts, as a value of the kind of another; 0 for none.
  package func sum(like value: RecordValue) -> RecordValue {
    parts.reduce(value.zero) { $0.adding($1.total) }
  }

  /// The parts after a device has made the sum what `value` says.
  package func reaching(_ value: RecordValue, by timestamp: HybridTimestamp) -> Contributions {
    var others = self
    others.parts.removeAll { $0.timestamp.node == timestamp.node }
    let own = value.subtracting(others.sum(like: value))
    var result = others
    result.add(Part(timestamp: timestamp, total: own))
    guard case .real(let wanted) = value, case .real(let total) = own else { return result }
    // Sums of real numbers are rounded: the nearest part that gives exactly what was written.
    for candidate in [total.nextUp, total.nextDown, total.nextUp.nextUp, total.nextDown.nextDown]
    where result.sum(like: value) != .real(wanted) {
      result = others
      result.add(Part(timestamp: timestamp, total: .real(candidate)))
    }
    return result
  }
}

extension RecordValue {
  /// True for values that can be added.
  package var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .text(let text): Self.decimal(text) != nil
    default: false
    }
  }

  /// Nothing, as a number of the same kind.
  fileprivate var zero: RecordValue {
    switch self {
    case .real: .real(0)
    case .text: .text("0")
    default: .integer(0)
    }
  }

  /// The sum; integers stop at the ends of 64 bits, and what is no number counts as 0.
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

  /// The bytes by which devices order two values that nothing else decides between.
  var order: ByteOrder {
    var writer = ByteWriter()
    shortened().write(to: &writer)
    return ByteOrder(bytes: writer.bytes)
  }
}

/// Bytes in an order; no bytes come first.
struct ByteOrder: Comparable {
  let bytes: [UInt8]

  static func < (lhs: ByteOrder, rhs: ByteOrder) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }
}
