// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The pages of the sub-navigation.
enum RuckTab: String, CaseIterable, Sendable {
  case rucks, record, dashboard, statistics, routes, gear, goals, groups, health, plans, safety

  var title: String {
    switch self {
    case .rucks: "Rucks"
    case .record: "Record"
    case .dashboard: "Dashboard"
    case .statistics: "Statistics"
    case .routes: "Routes"
    case .gear: "Gear"
    case .goals: "Goals"
    case .groups: "Groups"
    case .health: "Health"
    case .plans: "Plans"
    case .safety: "Safety"
    }
  }

  var path: String { self == .rucks ? RuckPaths.list : "\(RuckPaths.list)/\(rawValue)" }
}
