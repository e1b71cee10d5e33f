// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// POST /rucks/:id/segments: changes the surfaces of a ruck's segments.
struct SegmentSurfacesRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.post(RouterPath(RuckPaths.segmentsPattern)) { request, context in
      let id = try context.ruckID()
      let form = try await FormFields(request, token: site.token)
      do {
        let changes = try surfaces(form, of: try await site.library.segments(of: id))
        if !changes.isEmpty { try await site.library.setSurfaces(changes, of: id) }
        return site.redirect(to: RuckPaths.saved(id))
      } catch {
        guard let problem = FieldProblem(rejecting: error) else { throw error }
        return try await rejected(id, form, problem)
      }
    }
  }

  /// The surfaces in the form that differ from the stored ones.
  private func surfaces(
    _ form: FormFields, of segments: [SegmentItem]
  ) throws(FieldProblem) -> [UUID: WalkingSurface?] {
    var surfaces: [UUID: WalkingSurface?] = [:]
    for segment in segments {
      let name = SegmentSurfacesForm.field(segment.id)
      guard let text = form[name] else { continue }
      do {
        let surface = text.isEmpty ? nil : try RuckWords.value(text, of: WalkingSurface.self)
        if surface != segment.surface { surfaces.updateValue(surface, forKey: segment.id) }
      } catch {
        throw FieldProblem(error.message, field: name)
      }
    }
    return surfaces
  }

  /// The page with the submitted choices and the error.
  private func rejected(
    _ id: UUID, _ form: FormFields, _ problem: FieldProblem
  ) async throws -> Response {
    var model = try await site.ruckModel(id)
    let surfaces = SegmentSurfacesForm(site: site)
    model.surfaceCard = try await surfaces.card(of: id, entered: form, problem)
    return site.page(
      status: .unprocessableContent, title: model.title,
      RuckPage.render(model, templates: site.templates))
  }
}

/// The form of the surfaces of a ruck's segments.
struct SegmentSurfacesForm: Sendable {
  let site: RuckSite

  /// The name of a segment's field, which remains the same when another device adds segments.
  static func field(_ segment: UUID) -> String { "segment-\(RuckPaths.text(segment))" }

  /// The card with the form.
  ///
  /// - Parameters:
  ///   - ruck: The ruck's identifier.
  ///   - entered: The fields of a rejected form; nil for the stored surfaces.
  ///   - problem: The reason of the rejection.
  /// - Returns: The card, or nil if the ruck has no segments.
  /// - Throws: An error of the store.
  func card(
    of ruck: UUID, entered: FormFields? = nil, _ problem: FieldProblem? = nil
  ) async throws -> SectionCard? {
    let segments = try await site.library.segments(of: ruck)
    guard !segments.isEmpty else { return nil }
    let measure = try await site.format().measure
    let surface = try await site.library.extras(of: ruck).surface ?? .pavedRoad
    let choices =
      [(value: "", title: "As the ruck: \(RuckWords.title(surface).lowercased())")]
      + RuckWords.choices(WalkingSurface.self)
    let fields = segments.enumerated().map { index, segment in
      let name = Self.field(segment.id)
      return FieldForm.Field(
        name, "Segment \(index + 1)", entered?[name] ?? segment.surface?.rawValue ?? "",
        .choice(choices),
        hint: "\(RuckWords.title(segment.kind)), \(measure.distance(segment.distance)), "
          + measure.duration(segment.duration))
    }
    var form = FieldForm(
      "surfaces", action: RuckPaths.segments(ruck), token: site.token, submit: "Save the surfaces",
      fields)
    if let problem { form.show(problem) }
    return SectionCard(
      "segment-surfaces", "Surfaces of the segments", note: "recalculates the energy", isWide: true
    ).form(form)
  }
}
