// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import CoreLocation
import Foundation

/// Translates a query into wire format.
struct QueryTranslation {
  /// The translated query; nil if no record can match.
  let query: Query?

  /// - Throws: ``CKError/invalidArguments`` that names the part that servers do not support.
  init(_ query: CKQuery) throws {
    guard let tree = PredicateTree(query.predicate) else {
      throw Self.unknown("a block", "Write it as a format string.")
    }
    guard let filters = try Self.filters(tree) else {
      self.query = nil
      return
    }
    self.query = Query(
      recordType: query.recordType, filters: filters,
      sorts: try (query.sortDescriptors ?? []).map(Self.sort))
  }

  private static func unknown(_ what: String, _ advice: String = "") -> CKError {
    CKError(
      .invalidArguments,
      "Servers don't support \(what) in a predicate. \(advice)"
        .trimmingCharacters(in: .whitespaces))
  }

  private static func sort(_ descriptor: NSSortDescriptor) throws -> Sort {
    if let descriptor = descriptor as? CKLocationSortDescriptor {
      return Sort(
        try key(descriptor.field), ascending: descriptor.ascending,
        relativeLocation: descriptor.relativeLocation.wire)
    }
    guard let name = descriptor.key else {
      throw CKError(
        .invalidArguments,
        "A sort descriptor has no key: create it with NSSortDescriptor(key:ascending:).")
    }
    return Sort(try key(name), ascending: descriptor.ascending)
  }

  // MARK: Logic

  /// Returns filters that must all match; nil if no record can match.
  private static func filters(_ tree: PredicateTree) throws -> [Filter]? {
    switch tree {
    case .value(let value): return value ? [] : nil
    case .and(let parts):
      var all: [Filter] = []
      var isPossible = true
      for part in parts {
        if let filters = try filters(part) { all += filters } else { isPossible = false }
      }
      return isPossible ? all : nil
    case .or: throw unknown("OR", "Run a query for each part, or use IN for several values.")
    case .not(.value(let value)): return value ? nil : []
    case .not(.comparison(let comparison)): return try filters(comparison, isNegated: true)
    case .not(.not(let part)): return try filters(part)
    case .not: throw unknown("NOT of more than one comparison")
    case .comparison(let comparison): return try filters(comparison, isNegated: false)
    case .invalid(let reason): throw CKError(.invalidArguments, reason)
    }
  }

  // MARK: Comparisons

  private static func filters(
    _ comparison: PredicateTree.Comparison, isNegated: Bool
  ) throws -> [Filter]? {
    if case .distance(let first, let second) = comparison.left {
      guard !isNegated else { throw unknown("NOT of a distance") }
      return [try near(first, second, comparison)]
    }
    if comparison.left == .itself || comparison.left == .key("allTokens") {
      guard !isNegated else { throw unknown("NOT of a full-text search") }
      return [try fullTextFilter(comparison)]
    }
    switch comparison.quantifier {
    case .any: return [try member(comparison, isNegated: isNegated)]
    case .none: return [try member(comparison, isNegated: !isNegated)]
    case .all: throw unknown("ALL")
    case .direct: break
    }
    if case .key(let name) = comparison.left {
      return try field(name, comparison.sign, comparison.right, isNegated)
    }
    guard case .key(let name) = comparison.right else {
      throw unknown("a comparison without a field on either side")
    }
    // `value IN field` means `field CONTAINS value`; other comparisons are mirrored.
    guard let sign = comparison.sign.turned else {
      throw unknown("\(comparison.sign.rawValue) with the field on the right")
    }
    return try field(name, sign, comparison.left, isNegated)
  }

  private static func field(
    _ name: String, _ sign: PredicateTree.Comparison.Operator, _ right: PredicateTree.Operand,
    _ isNegated: Bool
  ) throws -> [Filter]? {
    let key = try key(name)
    switch sign {
    case .between:
      guard case .list(let bounds) = right, bounds.count == 2 else {
        throw unknown("BETWEEN without two bounds")
      }
      guard !isNegated else { throw unknown("NOT of BETWEEN") }
      return [
        Filter(.greaterThanOrEquals, key, try value(bounds[0], name)),
        Filter(.lessThanOrEquals, key, try value(bounds[1], name)),
      ]
    case .in:
      let list = try list(right, name)
      // IN with an empty list matches nothing, NOT IN everything.
      guard list != .unknownList else { return isNegated ? [] : nil }
      return [Filter(isNegated ? .notIn : .in, key, list)]
    case .contains:
      return [
        Filter(isNegated ? .notListContains : .listContains, key, try value(right, name))
      ]
    case .beginsWith:
      return [Filter(isNegated ? .notBeginsWith : .beginsWith, key, try value(right, name))]
    default:
      guard let comparator = comparator(sign, isNegated) else { throw unknown(sign.rawValue) }
      return [Filter(comparator, key, try value(right, name))]
    }
  }

  private static func comparator(
    _ sign: PredicateTree.Comparison.Operator, _ isNegated: Bool
  ) -> CloudKitWire.Comparator? {
    switch (sign, isNegated) {
    case (.equal, false), (.notEqual, true): .equals
    case (.notEqual, false), (.equal, true): .notEquals
    case (.less, false), (.greaterOrEqual, true): .lessThan
    case (.lessOrEqual, false), (.greater, true): .lessThanOrEquals
    case (.greater, false), (.lessOrEqual, true): .greaterThan
    case (.greaterOrEqual, false), (.less, true): .greaterThanOrEquals
    default: nil
    }
  }

  private static func member(
    _ comparison: PredicateTree.Comparison, isNegated: Bool
  ) throws -> Filter {
    guard case .key(let name) = comparison.left else {
      throw unknown("ANY of an expression other than a field")
    }
    let key = try key(name)
    switch comparison.sign {
    case .in:
      let list = try list(comparison.right, name)
      return Filter(isNegated ? .notListContainsAny : .listContainsAny, key, list)
    case .equal, .contains:
      return Filter(
        isNegated ? .notListContains : .listContains, key, try value(comparison.right, name))
    case .beginsWith:
      return Filter(
        isNegated ? .notListMemberBeginsWith : .listMemberBeginsWith, key,
        try value(comparison.right, name))
    default: throw unknown("ANY with \(comparison.sign.rawValue)")
    }
  }

  private static func near(
    _ first: PredicateTree.Operand, _ second: PredicateTree.Operand,
    _ comparison: PredicateTree.Comparison
  ) throws -> Filter {
    guard comparison.sign == .less || comparison.sign == .lessOrEqual,
      case .value(let metres) = comparison.right
    else { throw unknown("a distance comparison other than \"less than\" a number of metres") }
    let distance: Double
    switch metres {
    case .int64(let value): distance = Double(value)
    case .double(let value): distance = value
    default: throw unknown("a distance that is not a number of metres")
    }
    switch (first, second) {
    case (.key(let name), .value(.location(let location))),
      (.value(.location(let location)), .key(let name)):
      return Filter(.near, try key(name), .location(location.wire), distance: distance)
    default: throw unknown("a distance that is not from a field to a CLLocation")
    }
  }

  private static func fullTextFilter(_ comparison: PredicateTree.Comparison) throws -> Filter {
    guard case .value(.string(let words)) = comparison.right else {
      throw unknown("a full-text search for a value other than a string")
    }
    switch comparison.sign {
    case .contains: return Filter(.containsAnyTokens, nil, .string(words))
    case .tokenMatches: return Filter(.containsAllTokens, nil, .string(words))
    default: throw unknown("\(comparison.sign.rawValue) for a whole record")
    }
  }

  // MARK: Operands

  private static let systemNames: [String: SystemField] = [
    "recordID": .recordName, "creationDate": .createdTimestamp,
    "modificationDate": .modifiedTimestamp, "creatorUserRecordID": .createdUserRecordName,
    "lastModifiedUserRecordID": .modifiedUserRecordName, "parent": .parent, "share": .share,
  ]

  private static func key(_ name: String) throws -> FieldKey {
    if let field = systemNames[name] ?? SystemField(schemaName: name) { return .system(field) }
    guard !name.contains(".") else {
      throw unknown("the key path \(name)", "Compare fields of the record itself.")
    }
    return .field(name)
  }

  private static func value(_ operand: PredicateTree.Operand, _ name: String) throws -> FieldValue {
    guard case .value(let value) = operand else {
      throw unknown("a comparison of \(name) with an expression other than a value")
    }
    guard let value else {
      throw unknown("a comparison of \(name) with nil")
    }
    // In comparisons of system fields, record and user names are strings.
    if case .reference(let reference) = value, let field = systemNames[name], field != .parent {
      return .string(reference.recordID.recordName)
    }
    return try value.wire(name, [])
  }

  private static func list(_ operand: PredicateTree.Operand, _ name: String) throws -> FieldValue {
    guard case .list(let operands) = operand else {
      throw unknown("IN without a list for \(name)")
    }
    let values = try operands.map { operand -> StoredValue in
      guard case .value(let value?) = operand else {
        throw unknown("a list with nil or fields for \(name)")
      }
      if case .reference(let reference) = value, let field = systemNames[name], field != .parent {
        return .string(reference.recordID.recordName)
      }
      return value
    }
    return try StoredValue.list(values).wire(name, [])
  }
}

extension PredicateTree.Comparison.Operator {
  /// The operator for the comparison with exchanged sides; nil if there is none.
  fileprivate var turned: Self? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .in: .contains
    default: nil
    }
  }
}
