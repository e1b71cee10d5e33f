// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

extension PredicateTree {
  /// Decodes the filters of a server's response; `zone` applies to references without a zone.
  init(_ filters: [Filter], _ zone: CKRecordZone.ID, _ scope: CKDatabase.Scope) {
    let parts = filters.map { Self.part($0, zone, scope) }
    switch parts.count {
    case 0: self = .value(true)
    case 1: self = parts[0]
    default: self = .and(parts)
    }
  }

  private static func part(
    _ filter: Filter, _ zone: CKRecordZone.ID, _ scope: CKDatabase.Scope
  ) -> PredicateTree {
    let key: Operand
    var isName = false
    switch filter.key {
    case nil: key = .itself
    case .field(let name): key = .key(name)
    case .system(let field):
      key = .key(name(of: field))
      isName = field != .createdTimestamp && field != .modifiedTimestamp && field != .parent
    }
    let right = operand(StoredValue(filter.value, zone, scope, []), isName: isName, zone)
    let (sign, quantifier) = form(filter.comparator)
    if filter.comparator == .near {
      return .comparison(
        Comparison(
          left: .distance(key, right), sign: .less, right: .value(.double(filter.distance ?? 0))))
    }
    if filter.comparator == .listContainsAll || filter.comparator == .notListContainsAll {
      // A list contains all values if it contains each.
      guard case .list(let elements) = right else { return .value(false) }
      let all = PredicateTree.and(
        elements.map { .comparison(Comparison(left: key, sign: .contains, right: $0)) })
      return filter.comparator == .listContainsAll ? all : .not(all)
    }
    let comparison = PredicateTree.comparison(
      Comparison(left: key, sign: sign, right: right, quantifier: quantifier))
    return isNegated(filter.comparator) ? .not(comparison) : comparison
  }

  /// Returns the property name of a system field.
  static func name(of field: SystemField) -> String {
    switch field {
    case .recordName: "recordID"
    case .createdUserRecordName: "creatorUserRecordID"
    case .createdTimestamp: "creationDate"
    case .modifiedUserRecordName: "lastModifiedUserRecordID"
    case .modifiedTimestamp: "modificationDate"
    case .share: "share"
    case .parent: "parent"
    }
  }

  /// Converts a value to an operand; record names become references.
  private static func operand(
    _ value: StoredValue, isName: Bool, _ zone: CKRecordZone.ID
  ) -> Operand {
    switch value {
    case .list(let values): return .list(values.map { operand($0, isName: isName, zone) })
    case .string(let name) where isName:
      let id = CKRecord.ID(recordName: name, zoneID: zone)
      return .value(.reference(CKRecord.Reference(recordID: id, action: .none)))
    default: return .value(value)
    }
  }

  private static func form(
    _ comparator: CloudKitWire.Comparator
  ) -> (Comparison.Operator, Comparison.Quantifier) {
    switch comparator {
    case .equals: (.equal, .direct)
    case .notEquals: (.notEqual, .direct)
    case .lessThan, .near: (.less, .direct)
    case .lessThanOrEquals: (.lessOrEqual, .direct)
    case .greaterThan: (.greater, .direct)
    case .greaterThanOrEquals: (.greaterOrEqual, .direct)
    case .in, .notIn: (.in, .direct)
    case .beginsWith, .notBeginsWith: (.beginsWith, .direct)
    case .containsAllTokens: (.tokenMatches, .direct)
    case .containsAnyTokens, .listContains, .notListContains, .listContainsAll,
      .notListContainsAll:
      (.contains, .direct)
    case .listContainsAny, .notListContainsAny: (.in, .any)
    case .listMemberBeginsWith, .notListMemberBeginsWith: (.beginsWith, .any)
    }
  }

  private static func isNegated(_ comparator: CloudKitWire.Comparator) -> Bool {
    switch comparator {
    case .notIn, .notBeginsWith, .notListContains, .notListContainsAny, .notListContainsAll,
      .notListMemberBeginsWith:
      true
    default: false
    }
  }
}
