// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A sort that was checked against the schema.
struct QuerySort: Sendable {
  let subject: QuerySubject
  let isAscending: Bool
  let relativeLocation: Location?

  /// - throws: ``ServerFailure`` for what can't be sorted by.
  init(_ sort: Sort, _ type: Schema.RecordType, _ environment: Environment) throws {
    subject = try QuerySubject(sort.key, type, environment)
    isAscending = sort.ascending
    relativeLocation = sort.relativeLocation
    try subject.requireSortable()
    if (subject.type == .location) != (relativeLocation != nil) {
      throw ServerFailure(
        .badRequest,
        relativeLocation == nil
          ? "Field '\(subject.name)' is sorted by only with relativeLocation"
          : "Field '\(subject.name)' is no location, as relativeLocation needs")
    }
  }

  /// Bytes in the order of the sort; what lacks the value comes first, and last by distance.
  func key(_ record: StoredRecord, _ fields: RecordFields) throws -> [UInt8] {
    let value = try subject.value(record, fields)
    guard let relativeLocation else {
      return value.flatMap { IndexKey.key($0) } ?? IndexKey.missing
    }
    guard case .location(let place) = value else { return [.max] }
    return IndexKey.number(GeoCell.distance(relativeLocation, place))
  }

  /// Of a key that of all values that are equal to its own: among these the next sort decides.
  func group(_ key: [UInt8]) -> [UInt8] {
    IndexKey.shared(key, isText: subject.type == .string)
  }
}
