// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// A filter that was validated against the schema.
struct QueryFilter: Sendable {
  enum Test: Sendable {
    /// The value is one of these.
    case isAny([FieldValue])
    case isOrdered(CloudKitWire.Comparator, FieldValue)
    case isNear(Location, Double)
    case begins(String)
    case hasWords(Set<String>, all: Bool)
    case listHasAny([FieldValue])
    case listHasAll([FieldValue])
    case listHasPrefix(String)
  }

  let subject: QuerySubject
  let test: Test
  /// True for the `NOT_` comparators, which also match records without the value.
  let isNegated: Bool
  /// The cost of comparing with all values once, in steps.
  private let weight: Int

  /// Validates a filter.
  ///
  /// - Throws: ``ServerFailure`` if the field does not support the comparison.
  init(_ filter: Filter, _ type: Schema.RecordType, _ environment: Environment) throws {
    let subject = try QuerySubject(filter.key, type, environment)
    let comparator = filter.comparator
    func values(ofList isList: Bool) throws -> [FieldValue] {
      if subject.type.isList != isList || subject.type == .location {
        throw Self.unfit(comparator, subject)
      }
      return try filter.value.elements.map { try Self.value($0, filter, subject) }
    }
    func text(inList isList: Bool) throws -> String {
      guard subject.type.isList == isList, subject.type.element == .string,
        case .string(let text) = filter.value
      else { throw Self.unfit(comparator, subject) }
      return text
    }
    switch comparator {
    case .equals, .notEquals, .in, .notIn: test = .isAny(try values(ofList: false))
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
      guard [.string, .int64, .double, .timestamp].contains(subject.type) else {
        throw Self.unfit(comparator, subject)
      }
      test = .isOrdered(comparator, try Self.value(filter.value, filter, subject))
    case .near:
      guard subject.type == .location, case .location(let place) = filter.value,
        let distance = filter.distance
      else { throw Self.unfit(comparator, subject) }
      test = .isNear(place, distance)
    case .beginsWith, .notBeginsWith: test = .begins(try text(inList: false))
    case .containsAllTokens, .containsAnyTokens:
      guard case .string(let text) = filter.value else { throw Self.unfit(comparator, subject) }
      test = .hasWords(Tokenizer.words(text), all: comparator == .containsAllTokens)
    case .listContains, .notListContains, .listContainsAny, .notListContainsAny:
      test = .listHasAny(try values(ofList: true))
    case .listContainsAll, .notListContainsAll: test = .listHasAll(try values(ofList: true))
    case .listMemberBeginsWith, .notListMemberBeginsWith:
      test = .listHasPrefix(try text(inList: true))
    }
    if case .hasWords = test {
      try subject.requireSearchable()
    } else if case .isOrdered = test {
      try subject.requireQueryable(comparator)
      try subject.requireSortable()
    } else {
      try subject.requireQueryable(comparator)
    }
    self.subject = subject
    isNegated = comparator.rawValue.hasPrefix("NOT_")
    weight = filter.value.elements.reduce(0) { $0 + Self.weight($1) }
  }

  /// The cost of one comparison; case-insensitive string comparison reads each byte.
  private static func weight(_ value: FieldValue) -> Int {
    switch value {
    case .string(let text): 2 + text.utf8.count / 8
    case .bytes(let data): 1 + data.count / 64
    default: 1
    }
  }

  private static func unfit(_ comparator: CloudKitWire.Comparator, _ subject: QuerySubject)
    -> ServerFailure
  {
    ServerFailure(
      .badRequest,
      "Field '\(subject.name)' has a value type of \(subject.type.rawValue) and cannot be queried "
        + "using filter type \(comparator.rawValue)")
  }

  /// Converts a value to the field's type.
  private static func value(_ value: FieldValue, _ filter: Filter, _ subject: QuerySubject) throws
    -> FieldValue
  {
    switch (value, subject.type.element) {
    case (_, value.type) where value.type != .asset: return value
    case (.int64(let number), .timestamp), (.timestamp(let number), .int64):
      return subject.type.element == .timestamp ? .timestamp(number) : .int64(number)
    case (.int64(let number), .double), (.timestamp(let number), .double):
      return .double(Double(number))
    // Not converted: integers compare with doubles.
    case (.double, .int64), (.double, .timestamp): return value
    case (.string(let name), .reference): return .reference(Reference(recordName: name))
    case (.string(let text), .bytes) where !filter.isTyped:
      if let data = Data(base64Encoded: text) { return .bytes(data) }
    default: break
    }
    throw ServerFailure(
      .badRequest,
      "Field '\(subject.name)' has a value type of \(subject.type.rawValue), and is compared with "
        + "a value of type \(value.type.rawValue)")
  }

  // MARK: Work

  /// The number of values to compare with.
  private var valueCount: Int {
    switch test {
    case .isAny(let values), .listHasAny(let values), .listHasAll(let values): values.count
    case .hasWords(let words, _): words.count
    default: 1
    }
  }

  /// The cost of evaluating the filter for a record, in steps.
  ///
  /// For a list, each element, which has at least four bytes of JSON, may be compared with each value.
  func cost(for view: RecordView) -> Int {
    let bytes = Int(view.record.byteCount)
    if subject.type.isList { return 10 + bytes / 4 + bytes / 16 * valueCount + weight }
    let isQuick = view.hasCached(subject) && !comparesWholeValues
    return (isQuick ? 10 : 10 + bytes / 16) + weight
  }

  /// True if each comparison reads the whole value, as case-insensitive string comparison does.
  private var comparesWholeValues: Bool {
    switch test {
    case .isAny, .isOrdered: subject.type == .string || subject.type == .bytes
    default: false
    }
  }

  // MARK: Matching

  func matches(_ view: RecordView) throws -> Bool { try isMet(view) != isNegated }

  private func isMet(_ view: RecordView) throws -> Bool {
    if case .hasWords(let wanted, let all) = test {
      guard let words = try view.words(subject) else { return false }
      return all ? wanted.isSubset(of: words) : !wanted.isDisjoint(with: words)
    }
    guard let value = try view.value(subject) else { return false }
    func isEqual(_ first: FieldValue, _ second: FieldValue) -> Bool {
      ValueOrder.areEqual(first, second, view.zone)
    }
    switch test {
    case .isAny(let values): return values.contains { isEqual(value, $0) }
    case .isOrdered(let comparator, let bound):
      guard let order = ValueOrder.compare(value, bound) else { return false }
      return switch comparator {
      case .lessThan: order < 0
      case .lessThanOrEquals: order <= 0
      case .greaterThan: order > 0
      default: order >= 0
      }
    case .isNear(let centre, let distance):
      guard case .location(let place) = value else { return false }
      return GeoCell.distance(centre, place) <= distance
    case .begins(let prefix):
      guard case .string(let text) = value else { return false }
      return text.utf8.starts(with: prefix.utf8)
    case .hasWords: return false
    case .listHasAny(let wanted):
      return value.elements.contains { element in wanted.contains { isEqual(element, $0) } }
    case .listHasAll(let wanted):
      let elements = value.elements
      return wanted.allSatisfy { wanted in elements.contains { isEqual($0, wanted) } }
    case .listHasPrefix(let prefix):
      guard case .stringList(let texts) = value else { return false }
      return texts.contains { $0.utf8.starts(with: prefix.utf8) }
    }
  }
}

extension FieldValue {
  /// The elements of a list as values; a single value is a list of one.
  var elements: [FieldValue] {
    switch self {
    case .stringList(let values): values.map { .string($0) }
    case .int64List(let values): values.map { .int64($0) }
    case .doubleList(let values): values.map { .double($0) }
    case .timestampList(let values): values.map { .timestamp($0) }
    case .bytesList(let values): values.map { .bytes($0) }
    case .referenceList(let values): values.map { .reference($0) }
    case .assetList(let values): values.map { .asset($0) }
    case .locationList(let values): values.map { .location($0) }
    case .unknownList: []
    default: [self]
    }
  }
}
