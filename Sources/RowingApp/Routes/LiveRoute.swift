// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// GET /rowing/live: serves the sessions that are being recorded, updated with each stroke.
struct LiveRoute: Sendable {
  /// The number of strokes in the pictures.
  private static let shown = 60

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.live)) { _, _ in
      let model = try await model()
      return try await site.page(
        title: "Live", tab: RowPaths.live, site.templates.render(LivePage.name, model))
    }
    router.get(RouterPath(RowPaths.liveFragment)) { _, _ in
      site.html(site.templates.render(LivePage.fragmentName, try await model()))
    }
  }

  private func model() async throws -> LivePage.Model {
    var sessions: [LivePage.Session] = []
    let viewer = try await site.library.viewer()
    for session in try await site.library.activeSessions() where viewer.shows(session.athleteID) {
      sessions.append(try await values(session))
    }
    let latest = try await site.library.sessions(
      SessionQuery(isEnded: true, pageSize: 1).restricted(to: viewer)
    ).sessions.first
    return LivePage.Model(
      sessions: sessions,
      latest: latest.map { PageLink("Latest session", RowPaths.session($0.id)) })
  }

  private func values(_ session: SessionSummary) async throws -> LivePage.Session {
    let strokes = try await site.library.latestStrokes(of: session.id, limit: Self.shown)
    let detail = try await site.library.session(session.id)
    let last = strokes.last
    let main = [
      FigureTile("Pace", RowFormat.pace(last?.pace), note: "for \(Int(session.paceDistance)) m"),
      FigureTile("Power", RowFormat.watts(last?.power)),
      FigureTile("Rate", RowFormat.number(last?.strokeRate.map(Double.init), "spm")),
      FigureTile("Distance", RowFormat.distance(last?.distance ?? session.distance)),
      FigureTile("Time", RowFormat.time(last?.elapsed ?? session.duration)),
    ]
    var figures = [
      FigureTile("Average pace", RowFormat.pace(Self.mean(last, of: session))),
      FigureTile("Strokes", RowFormat.number(last.map { Double($0.strokeCount) }, "")),
    ]
    if let heart = last?.heartRate { figures.append(FigureTile("Heart rate", "\(heart) bpm")) }
    if let drag = last?.dragFactor, drag > 0 {
      figures.append(FigureTile("Drag factor", RowFormat.number(drag, "")))
    }
    if let peak = last?.peakForce {
      figures.append(FigureTile("Peak force", RowFormat.number(peak, "N")))
    }
    let plots = StrokePlots(strokes, prefix: "\(session.id.uuidString.prefix(8).lowercased())-")
      .plots(height: 90).prefix(2)
    let intervals = detail.flatMap {
      $0.intervals.count > 1 ? SessionDetailPage.intervals($0) : nil
    }
    return LivePage.Session(
      title: session.workout ?? session.machine.rawValue, page: RowPaths.session(session.id),
      athlete: session.athleteName ?? "Session",
      started: site.calendar.time(session.startedAt), main: main, figures: figures,
      plots: Array(plots), intervals: intervals,
      remark: session.hasGaps
        ? "The connection to the monitor was interrupted: the missing strokes are marked as a gap."
        : nil)
  }

  /// The mean pace until a stroke.
  private static func mean(_ stroke: StrokeSnapshot?, of session: SessionSummary) -> Double? {
    guard let stroke, stroke.distance > 0 else { return nil }
    return stroke.elapsed / stroke.distance * session.paceDistance
  }
}
