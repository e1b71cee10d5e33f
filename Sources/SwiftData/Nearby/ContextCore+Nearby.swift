// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Foundation
import Geodesy

extension ContextCore {
  /// A row or an unsaved model, with its distance from the center.
  private struct Candidate<T> {
    let key: Int64
    let distance: Double
    /// The model, if it is in memory with pending changes.
    let model: T?
  }

  /// The greatest distance on the earth, rounded up, in metres.
  private static var greatestDistance: Double { 20_004_000 }

  func search<T: PersistentModel>(_ descriptor: NearbyDescriptor<T>) throws -> [NearbyModel<T>] {
    try throwLoadError()
    let center = descriptor.center
    guard abs(center.latitude) <= 90, center.longitude.isFinite else {
      throw SwiftDataError.unsupportedKeyPath.withMessage(
        "A search by distance has the center \(center.latitude), \(center.longitude), which is not "
          + "a position: pass degrees north, -90...90, and degrees east.")
    }
    var fetch = FetchDescriptor<T>(predicate: descriptor.predicate)
    fetch.includePendingChanges = descriptor.includePendingChanges
    let query = try query(fetch)
    let columns = try CoordinateColumns(descriptor, store.layout.entities[query.entity])
    let start = Swift.max(0, descriptor.fetchOffset ?? 0)
    let count = descriptor.fetchLimit.flatMap { $0 < 0 ? nil : $0 } ?? .max
    if count == 0 || !(descriptor.radius >= 0) { return [] }
    try loadCustomRows(readBy: fetch)
    let (needed, overflow) = start.addingReportingOverflow(count)
    // Any turn of the earth.
    var descriptor = descriptor
    descriptor.center.longitude.formRemainder(dividingBy: 360)
    let limit = Swift.min(descriptor.radius, Self.greatestDistance)
    // Without a limit, the search needs all rows within the radius. Otherwise it begins with the
    // nearest ones and extends until it has enough.
    var radius = overflow || needed == .max ? limit : Swift.min(limit, 1_000)
    while true {
      let found = try matches(query, columns, descriptor, radius, needed: overflow ? .max : needed)
      if found.count >= needed || radius >= limit {
        return Array(found.dropFirst(start).prefix(count))
      }
      radius = Swift.min(limit, radius * (found.isEmpty ? 8 : 3))
    }
  }

  /// The models within a radius, nearest first, up to the number that is needed.
  private func matches<T: PersistentModel>(
    _ query: Query<T>, _ columns: CoordinateColumns, _ descriptor: NearbyDescriptor<T>,
    _ radius: Double, needed: Int
  ) throws -> [NearbyModel<T>] {
    let center = (descriptor.center.latitude, descriptor.center.longitude)
    let isWhole = radius >= Self.greatestDistance
    func distance(_ latitude: Double, _ longitude: Double) -> Double? {
      guard abs(latitude) <= 90, abs(longitude) <= 540 else { return nil }
      let distance = Geodesic.distance(from: center, to: (latitude, longitude))
      return distance <= radius || isWhole && distance <= descriptor.radius ? distance : nil
    }
    let bounds =
      isWhole
      ? nil : GeographicBounds(latitude: center.0, longitude: center.1, radius: radius)
    var candidates: [Candidate<T>] = []
    let replaced = Set(query.pending.map { $0._$state.key })
    let skipped = query.hasDeletedKeys ? deletedKeys[store.layout.roots[query.entity]] ?? [] : []
    try readInterruptibly { connection in
      try connection.run(select(query, columns, bounds)) { statement in
        while true {
          let code = sqlite3_step(statement)
          if code == SQLITE_DONE { return }
          guard code == SQLITE_ROW else { throw failure(connection) }
          let key = sqlite3_column_int64(statement, 0)
          if replaced.contains(key) || skipped.contains(key) { continue }
          if let metres = distance(
            sqlite3_column_double(statement, 1), sqlite3_column_double(statement, 2))
          {
            candidates.append(Candidate(key: key, distance: metres, model: nil))
          }
        }
      }
    }
    for model in query.pending where !model._$state.has(.deleted) && query.accepts(model) {
      guard let position = descriptor.position(model),
        let metres = distance(position.latitude, position.longitude)
      else { continue }
      candidates.append(Candidate(key: model._$state.key, distance: metres, model: model))
    }
    // Unsaved models have negative keys, and follow the saved ones in the order of insertion.
    func order(_ key: Int64) -> UInt64 { key > 0 ? UInt64(key) : UInt64.max / 2 + key.magnitude }
    candidates.sort { ($0.distance, order($0.key)) < ($1.distance, order($1.key)) }
    return try models(candidates, query, needed: needed)
  }

  private func models<T: PersistentModel>(
    _ candidates: [Candidate<T>], _ query: Query<T>, needed: Int
  ) throws -> [NearbyModel<T>] {
    var models: [NearbyModel<T>] = []
    let size = Swift.min(1024, Swift.max(16, needed))
    for start in stride(from: 0, to: candidates.count, by: size) {
      let part = candidates[start..<Swift.min(start + size, candidates.count)]
      let stored = try loaded(T.self, keys: part.filter { $0.model == nil }.map(\.key))
      let byKey = Dictionary(stored.map { ($0._$state.key, $0) }) { first, _ in first }
      for candidate in part {
        guard let model = candidate.model ?? byKey[candidate.key] else { continue }
        if query.rechecks, candidate.model == nil, !query.accepts(model) { continue }
        models.append(NearbyModel(model: model, distance: candidate.distance))
        if models.count == needed { return models }
      }
    }
    return models
  }

  // MARK: SQL

  private func select<T>(
    _ query: Query<T>, _ columns: CoordinateColumns, _ bounds: GeographicBounds?
  ) -> SQLFragment {
    let entity = store.layout.entities[query.entity]
    let table = SQLFragment.identifier(entity.table)
    let key = SQLFragment.identifier(EntityLayout.primaryKey)
    let latitude: SQLFragment = "\"t\".\(identifier: columns.latitude)"
    let longitude: SQLFragment = "\"t\".\(identifier: columns.longitude)"
    var sql: SQLFragment = "SELECT \"t\".\(key), \(latitude), \(longitude) FROM "
    let present: SQLFragment = "\(latitude) IS NOT NULL AND \(longitude) IS NOT NULL"
    guard let bounds else {
      return sql + "\(table) AS \"t\" WHERE \(present) AND \(query.condition)"
    }
    sql += "\(table) AS \"t\" WHERE \(present) AND "
    let test: SQLFragment
    if let index = columns.index {
      let (latitude, longitude) = (index.latitude, index.longitude)
      let boxes = bounds.boxes.map { box -> SQLFragment in
        let condition = box.condition(
          "max\(latitude)", "min\(latitude)", "max\(longitude)", "min\(longitude)")
        return "SELECT \(key) FROM \(identifier: index.table) WHERE \(condition)"
      }
      test = "\"t\".\(key) IN (\(boxes.joined(separator: " UNION ALL ")))"
    } else {
      let (north, east) = (columns.latitude, columns.longitude)
      let boxes = bounds.boxes.map { "(\($0.condition(north, north, east, east)))" as SQLFragment }
      test = "(\(boxes.joined(separator: " OR ")))"
    }
    return sql + "\(test) AND \(query.condition)"
  }
}

/// The columns of coordinates, and the R*Tree index that contains both.
private struct CoordinateColumns {
  let latitude: String
  let longitude: String
  let index: (table: String, latitude: Int, longitude: Int)?

  init<T>(_ descriptor: NearbyDescriptor<T>, _ entity: EntityLayout) throws {
    let properties = try [descriptor.latitude, descriptor.longitude].map { path in
      guard let index = entity.indexByKeyPath[path], entity.properties[index].hasColumn,
        !entity.properties[index].isOverridden
      else {
        throw SwiftDataError.unsupportedKeyPath.withMessage(
          "A search by distance names \(path), which is not a stored attribute of \(entity.name): "
            + "name attributes with degrees.")
      }
      return index
    }
    latitude = entity.properties[properties[0]].column
    longitude = entity.properties[properties[1]].column
    index =
      entity.indexes.lazy.filter(\.isSpatial).compactMap { index in
        guard let first = index.properties.firstIndex(of: properties[0]),
          let second = index.properties.firstIndex(of: properties[1])
        else { return nil }
        return (index.tableName(in: entity), first, second)
      }.first
  }
}

/// A box of latitudes and longitudes as stored.
private struct GeographicBox {
  let latitudes: ClosedRange<Double>
  /// Nil for all longitudes.
  let longitudes: ClosedRange<Double>?

  /// The condition that a point, or the rectangle around it in an index, touches the box.
  func condition(_ south: String, _ north: String, _ west: String, _ east: String) -> SQLFragment {
    let latitude: SQLFragment = """
      \(identifier: south) >= \(value: .real(latitudes.lowerBound)) AND \
      \(identifier: north) <= \(value: .real(latitudes.upperBound))
      """
    guard let longitudes else { return latitude }
    return """
      \(latitude) AND \(identifier: west) >= \(value: .real(longitudes.lowerBound)) AND \
      \(identifier: east) <= \(value: .real(longitudes.upperBound))
      """
  }
}

extension GeographicBounds {
  /// The disjoint boxes of stored coordinates.
  fileprivate var boxes: [GeographicBox] {
    guard longitudes != nil else { return [GeographicBox(latitudes: latitudes, longitudes: nil)] }
    return turns.map { GeographicBox(latitudes: latitudes, longitudes: $0) }
  }
}
