// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The comparison of a field with a filter's value.
package enum Comparator: String, JSONStringEnum {
  case equals = "EQUALS"
  case notEquals = "NOT_EQUALS"
  case lessThan = "LESS_THAN"
  case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
  case greaterThan = "GREATER_THAN"
  case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
  /// Matches locations within ``Filter/distance``.
  case near = "NEAR"
  case `in` = "IN"
  case notIn = "NOT_IN"
  case beginsWith = "BEGINS_WITH"
  case notBeginsWith = "NOT_BEGINS_WITH"
  case containsAllTokens = "CONTAINS_ALL_TOKENS"
  case containsAnyTokens = "CONTAINS_ANY_TOKENS"
  case listContains = "LIST_CONTAINS"
  case notListContains = "NOT_LIST_CONTAINS"
  case listContainsAny = "LIST_CONTAINS_ANY"
  case notListContainsAny = "NOT_LIST_CONTAINS_ANY"
  case listContainsAll = "LIST_CONTAINS_ALL"
  case notListContainsAll = "NOT_LIST_CONTAINS_ALL"
  case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
  case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"

  package static let aliases: [String: Comparator] = [
    "CONTAINS_ANY": .listContainsAny,
    "LIST_NOT_CONTAINS": .notListContains,
    "LIST_NOT_CONTAINS_ANY": .notListContainsAny,
    "LIST_NOT_CONTAINS_ALL": .notListContainsAll,
  ]

  /// The expected value if `type` does not suit the comparator; nil if it does.
  func mismatch(with type: FieldType) -> String? {
    switch self {
    case .in, .notIn, .listContainsAny, .notListContainsAny, .listContainsAll,
      .notListContainsAll:
      type.isList ? nil : "a list, with a type such as STRING_LIST, for \(rawValue)"
    case .near:
      type == .location ? nil : "a location for NEAR"
    case .beginsWith, .notBeginsWith, .containsAllTokens, .containsAnyTokens,
      .listMemberBeginsWith, .notListMemberBeginsWith:
      type == .string ? nil : "a string for \(rawValue)"
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
      [.string, .int64, .double, .timestamp].contains(type)
        ? nil : "a number, a timestamp or a string for \(rawValue)"
    case .listContains, .notListContains:
      type.isList ? "a single value for \(rawValue)" : nil
    case .equals, .notEquals: nil
    }
  }
}
