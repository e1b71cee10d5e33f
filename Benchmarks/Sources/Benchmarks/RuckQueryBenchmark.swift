// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData

/// The time limits of the plan of RuckMap: inserting 1,000 rucks, the 20 most recent ones, and the routes near
/// a position.
struct RuckQueryBenchmark {
  let directory: URL
  let rucks = 1_000
  let routes = 10_000
  let rounds = 30

  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  func run() throws -> [Figure] {
    let folder = directory.appending(path: "ruck-queries", directoryHint: .isDirectory)
    let container = try RuckMapStore.container(directory: folder)
    let insert = try milliseconds { try insertRucks(ModelContext(container)) }
    let recent = try median {
      let found = try ModelContext(container).fetch(RuckingSession.recentSessions)
      try WrongResult.unless(found.count == 20, "\(found.count) rucks are recent")
    }
    try insertRoutes(ModelContext(container))
    let nearby = try median {
      let found = try ModelContext(container).search(
        OptimizedQueries.routesNearLocation(latitude: 46.9, longitude: 7.4, radiusInMiles: 5))
      try WrongResult.unless(
        found.count > 10 && found.count < routes / 10, "\(found.count) routes are near")
    }
    return [
      Figure("\(rucks) rucks inserted", insert, goal: 5_000),
      Figure("the 20 most recent of \(rucks) rucks", recent, goal: 100),
      Figure("routes near a position, of \(routes)", nearby, goal: 10),
    ]
  }

  // MARK: Data

  private func insertRucks(_ context: ModelContext) throws {
    let user = User(email: "bench@example.com", displayName: "Bench", persona: .general)
    context.insert(user)
    for index in 0..<rucks {
      let session = RuckingSession(
        startDate: Self.start - Double(index) * 86_400, packWeight: 20 + Double(index % 31),
        user: user)
      context.insert(session)
      try session.completeSession(
        endDate: session.startDate + 3_600, finalDistance: 1 + Double(index % 10))
    }
    try context.save()
  }

  /// Inserts public routes on a grid of about 100 km by 100 km.
  private func insertRoutes(_ context: ModelContext) throws {
    let side = Int(Double(routes).squareRoot())
    for index in 0..<routes {
      let latitude: Double = 46.4 + Double(index / side) * 0.009
      let longitude: Double = 6.8 + Double(index % side) * 0.013
      let route = RuckMap.Route(
        name: "Route \(index)", distance: 5, startLat: latitude, startLon: longitude, creator: nil)
      route.isPublic = true
      context.insert(route)
    }
    try context.save()
  }

  // MARK: Times

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }

  /// The median time, after one round that does not count.
  private func median(_ body: () throws -> Void) rethrows -> Double {
    var times: [Double] = []
    for round in 0...rounds {
      let time = try milliseconds(body)
      if round > 0 { times.append(time) }
    }
    return times.sorted()[times.count / 2]
  }
}
