// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A sort that was validated against the schema.
struct QuerySort: Sendable {
  let subject: QuerySubject
  let isAscending: Bool
  let relativeLocation: Location?

  /// Validates a sort.
  ///
  /// - Throws: ``ServerFailure`` if the field is not sortable.
  init(_ sort: Sort, _ type: Schema.RecordType, _ environment: Environment) throws {
    subject = try QuerySubject(sort.key, type, environment)
    isAscending = sort.ascending
    relativeLocation = sort.relativeLocation
    try subject.requireSortable()
    if (subject.type == .location) != (relativeLocation != nil) {
      throw ServerFailure(
        .badRequest,
        relativeLocation == nil
          ? "Field '\(subject.name)' is a location: sorting by it needs relativeLocation"
          : "Field '\(subject.name)' is not a location: remove relativeLocation")
    }
  }

  /// Returns the sort key; records without the value sort first, or last when sorting by distance.
  func key(_ record: StoredRecord, _ fields: RecordFields) throws -> [UInt8] {
    let value = try subject.value(record, fields)
    guard let relativeLocation else {
      return value.flatMap { IndexKey.key($0) } ?? IndexKey.missing
    }
    guard case .location(let place) = value else { return [.max] }
    return IndexKey.number(GeoCell.distance(relativeLocation, place))
  }

  /// Returns the common prefix of all keys that equal a key; the next sort orders these.
  func group(_ key: [UInt8]) -> [UInt8] {
    IndexKey.shared(key, isText: subject.type == .string)
  }
}
