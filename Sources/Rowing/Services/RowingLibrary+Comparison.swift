// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// Returns the stroke technique of a session.
  package func strokeAnalysis(of id: UUID) throws -> StrokeAnalysis {
    _ = try model(session: id)
    return StrokeAnalyzer.analyze(try metrics(of: id).map { StrokeSnapshot($0) })
  }

  /// Compares two sessions, of one athlete or of two, at equal times or distances.
  package func compare(
    _ a: UUID, _ b: UUID, by axis: SessionComparison.Axis = .distance
  ) throws -> SessionComparison {
    let (first, second) = (try compared(a), try compared(b))
    return SessionComparison(
      a: first.summary, b: second.summary, plan: nil, axis: axis,
      points: SessionComparer.points(first.motion, second.motion, by: axis))
  }

  /// Compares a session with a plan at equal times or distances.
  ///
  /// A piece of the plan without an end has the session's distance.
  package func compare(
    _ a: UUID, with plan: SessionPlan, by axis: SessionComparison.Axis = .distance
  ) throws -> SessionComparison {
    let first = try compared(a)
    let plan = plan.ending(at: first.summary.distance)
    return SessionComparison(
      a: first.summary, b: nil, plan: plan, axis: axis,
      points: SessionComparer.points(
        first.motion, ComparedMotion(plan, machine: first.summary.machine), by: axis))
  }

  private func compared(_ id: UUID) throws -> (summary: SessionSummary, motion: ComparedMotion) {
    let summary = SessionSummary(try model(session: id))
    let strokes = try metrics(of: id).map { StrokeSnapshot($0) }
    return (summary, strokes.isEmpty ? ComparedMotion(summary) : ComparedMotion(strokes))
  }
}
