// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation

// Evaluates predicates on records and dictionaries in this process, with the semantics of servers.

extension PredicateTree {
  func evaluate(with object: Any?) -> Bool {
    switch self {
    case .value(let value): value
    case .and(let parts): parts.allSatisfy { $0.evaluate(with: object) }
    case .or(let parts): parts.contains { $0.evaluate(with: object) }
    case .not(let part): !part.evaluate(with: object)
    case .comparison(let comparison): comparison.evaluate(with: object)
    case .invalid: false
    }
  }
}

extension PredicateTree.Comparison {
  fileprivate func evaluate(with object: Any?) -> Bool {
    let (left, right) = (left.value(in: object), right.value(in: object))
    if self.left == .itself, case .string(let words) = right { return isFound(words, in: object) }
    guard quantifier != .direct else { return compare(left, right) }
    guard case .list(let elements) = left else { return false }
    return switch quantifier {
    case .any, .direct: elements.contains { compare($0, right) }
    case .all: elements.allSatisfy { compare($0, right) }
    case .none: !elements.contains { compare($0, right) }
    }
  }

  private func isFound(_ words: String, in object: Any?) -> Bool {
    guard let record = object as? CKRecord else { return false }
    let tokens = Set(
      record.allTokens().map { folded($0, [.caseInsensitive, .diacriticInsensitive]) })
    let wanted = words.split { !$0.isLetter && !$0.isNumber }
      .map { folded(String($0), [.caseInsensitive, .diacriticInsensitive]) }
    return sign == .tokenMatches
      ? wanted.allSatisfy(tokens.contains) : wanted.contains(where: tokens.contains)
  }

  private func compare(_ left: StoredValue?, _ right: StoredValue?) -> Bool {
    switch sign {
    case .equal: return isEqual(left, right)
    case .notEqual: return !isEqual(left, right)
    case .less: return order(left, right) == .orderedAscending
    case .lessOrEqual: return order(left, right).map { $0 != .orderedDescending } ?? false
    case .greater: return order(left, right) == .orderedDescending
    case .greaterOrEqual: return order(left, right).map { $0 != .orderedAscending } ?? false
    case .between:
      guard case .list(let bounds) = right, bounds.count == 2,
        let low = order(left, bounds[0]), let high = order(left, bounds[1])
      else { return false }
      return low != .orderedAscending && high != .orderedDescending
    case .in:
      guard case .list(let elements) = right else { return false }
      return elements.contains { isEqual(left, $0) }
    case .contains:
      if case .list(let elements) = left { return elements.contains { isEqual($0, right) } }
      return texts(left, right).map { $0.contains($1) } ?? false
    case .beginsWith: return texts(left, right).map { $0.hasPrefix($1) } ?? false
    case .endsWith: return texts(left, right).map { $0.hasSuffix($1) } ?? false
    case .like, .matches, .tokenMatches: return false
    }
  }

  private func texts(_ left: StoredValue?, _ right: StoredValue?) -> (String, String)? {
    guard case .string(let left) = left, case .string(let right) = right else { return nil }
    return (folded(left, options), folded(right, options))
  }

  private func folded(_ text: String, _ options: Options) -> String {
    var folding: String.CompareOptions = []
    if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return folding.isEmpty ? text : text.folding(options: folding, locale: nil)
  }

  private func isEqual(_ left: StoredValue?, _ right: StoredValue?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    // String equality ignores case, as on servers.
    case (.string(let left), .string(let right)):
      folded(left, options.union(.caseInsensitive))
        == folded(right, options.union(.caseInsensitive))
    case (.reference(let left), .reference(let right)): left.recordID == right.recordID
    default: order(left, right).map { $0 == .orderedSame } ?? (left == right)
    }
  }

  private func order(_ left: StoredValue?, _ right: StoredValue?) -> ComparisonResult? {
    func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
      left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
    switch (left, right) {
    case (.int64(let left), .int64(let right)): return order(left, right)
    case (.int64(let left), .double(let right)): return order(Double(left), right)
    case (.double(let left), .int64(let right)): return order(left, Double(right))
    case (.double(let left), .double(let right)): return order(left, right)
    case (.date(let left), .date(let right)): return order(left, right)
    case (.string(let left), .string(let right)):
      return order(folded(left, options), folded(right, options))
    default: return nil
    }
  }
}

extension PredicateTree.Operand {
  fileprivate func value(in object: Any?) -> StoredValue? {
    switch self {
    case .key(let key): return Self.value(of: key, in: object)
    case .itself:
      return (object as? any CKRecordValueProtocol)?._fieldValue.storage
    case .value(let value): return value
    case .list(let operands): return .list(operands.compactMap { $0.value(in: object) })
    case .distance(let first, let second):
      guard case .location(let first) = first.value(in: object),
        case .location(let second) = second.value(in: object)
      else { return nil }
      return .double(first.distance(from: second))
    }
  }

  private static func value(of key: String, in object: Any?) -> StoredValue? {
    if let record = object as? CKRecord {
      let state = record.state
      switch key {
      case CKRecord.SystemFieldKey.recordID, "recordID":
        return .reference(CKRecord.Reference(recordID: state.recordID, action: .none))
      case CKRecord.SystemFieldKey.creationDate, "creationDate":
        return state.created.map { .date($0.date) }
      case CKRecord.SystemFieldKey.modificationDate, "modificationDate":
        return state.modified.map { .date($0.date) }
      case CKRecord.SystemFieldKey.creatorUserRecordID, "creatorUserRecordID":
        return state.created?.user.map {
          .reference(CKRecord.Reference(recordID: $0, action: .none))
        }
      case CKRecord.SystemFieldKey.lastModifiedUserRecordID, "lastModifiedUserRecordID":
        return state.modified?.user.map {
          .reference(CKRecord.Reference(recordID: $0, action: .none))
        }
      default: return state.values[key]
      }
    }
    guard let value = (object as? [String: Any])?[key] as? any CKRecordValueProtocol else {
      return nil
    }
    return value._fieldValue.storage
  }
}
