// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Geodesy
import SwiftData

/// One passage of a ruck along a route.
public struct RouteEffortRecord: Sendable, Hashable, Codable {
  /// The passage.
  public var effort: RouteEffort
  /// The ruck.
  public var ruck: RuckSummary

  /// Creates a record.
  public init(effort: RouteEffort, ruck: RuckSummary) {
    self.effort = effort
    self.ruck = ruck
  }
}

extension RuckLibrary {
  /// Returns the routes whose name or identifier begins with a text, ignoring case.
  ///
  /// - Parameter text: The beginning of a name or identifier.
  /// - Returns: The identifiers and names, by name.
  /// - Throws: A `SwiftDataError`.
  public func routes(matching text: String) throws -> [(id: UUID, name: String)] {
    let text = text.lowercased()
    return try modelContext.fetch(FetchDescriptor<Route>(sortBy: [SortDescriptor(\.name)]))
      .filter {
        $0.name.lowercased().hasPrefix(text) || $0.id.uuidString.lowercased().hasPrefix(text)
      }
      .map { ($0.id, $0.name) }
  }

  /// Returns the passages of all rucks along a saved route, the fastest first.
  ///
  /// - Parameter id: The route's identifier.
  /// - Returns: The passages; none if the route has no line, or is shorter than 200 m.
  /// - Throws: ``RuckLibraryError/routeNotFound(_:)``, `CancellationError`, or a `SwiftDataError`.
  public func efforts(onRoute id: UUID) throws -> [RouteEffortRecord] {
    var descriptor = FetchDescriptor<Route>(predicate: #Predicate { $0.id == id })
    descriptor.fetchLimit = 1
    guard let route = try modelContext.fetch(descriptor).first else {
      throw RuckLibraryError.routeNotFound(id.uuidString)
    }
    guard let path = route.pathData.flatMap({ RoutePath(decoding: $0) }) else { return [] }
    return try efforts(along: path.track)
  }

  /// Returns the passages of all rucks along a line, the fastest first.
  ///
  /// The store selects the rucks that come near the start; only their tracks are searched.
  ///
  /// - Parameter line: The points of the line in order.
  /// - Returns: The passages; none if the line is shorter than 200 m.
  /// - Throws: `CancellationError`, or a `SwiftDataError`.
  public func efforts(along line: [TrackPoint]) throws -> [RouteEffortRecord] {
    guard let finder = RouteEffortFinder(route: line), let start = line.first else { return [] }
    var results: [RouteEffortRecord] = []
    for session in try sessions(near: start) where session.isCompleted && session.isTimed {
      try Task.checkCancellation()
      let ruck = RuckSummary(session)
      results += finder.efforts(in: try track(of: session.id))
        .map { RouteEffortRecord(effort: $0, ruck: ruck) }
    }
    return results.sorted {
      ($0.effort.time, $0.ruck.startedAt, $0.effort.start)
        < ($1.effort.time, $1.ruck.startedAt, $1.effort.start)
    }
  }

  /// Returns the rucks with a point within about 2 km of a position, which includes those whose
  /// points are that far apart.
  private func sessions(near point: TrackPoint) throws -> [RuckingSession] {
    let north = 0.02
    let east = min(180, north / max(0.01, cos(point.latitude * .pi / 180)))
    let (south, top) = (point.latitude - north, point.latitude + north)
    let (west, right) = (point.longitude - east, point.longitude + east)
    let near = #Predicate<RuckingSession> { session in
      session.isCompleted
        && session.locationPoints.contains { place in
          place.latitude >= south && place.latitude <= top && place.longitude >= west
            && place.longitude <= right
        }
    }
    return try modelContext.fetch(FetchDescriptor(predicate: near))
  }
}
