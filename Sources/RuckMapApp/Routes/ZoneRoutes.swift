// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The privacy zones: /rucks/zones.
struct ZoneRoutes: Sendable {
  static let path = "\(RuckPaths.list)/zones"
  /// The number of latest rucks whose ends are offered as places.
  private static let offered = 10

  /// The names of the form fields.
  private enum Field {
    static let name = "name"
    static let place = "place"
    static let position = "position"
    static let radius = "radius"
  }

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(Self.path)) { request, _ in try await page(request) }
    router.post(RouterPath(Self.path)) { request, _ in try await store(request) }
    router.post(RouterPath("\(Self.path)/:id/:action")) { request, context in
      _ = try await FormFields(request, token: site.token)
      let id = try context.objectID("privacy zone")
      switch context.parameters.get("action") {
      case "on": try await site.library.setPrivacyZone(id, isActive: true)
      case "off": try await site.library.setPrivacyZone(id, isActive: false)
      case "delete":
        try await site.library.removePrivacyZone(id)
        return site.redirect(to: Self.path, .deleted)
      default: throw PageError.notFound
      }
      return site.redirect(to: Self.path, .saved)
    }
  }

  private func store(_ request: Request) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    do {
      guard let name = FieldFormat.text(form[Field.name]), name.count <= 200 else {
        throw FieldProblem("The name needs 1 to 200 characters.", field: Field.name)
      }
      let radius = try radius(form[Field.radius], try await site.format())
      let place = try await place(form)
      _ = try await site.library.addPrivacyZone(
        name: name, latitude: place.latitude, longitude: place.longitude, radius: radius)
      return site.redirect(to: Self.path, .added)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await page(nil, form, problem)
    }
  }

  private func radius(
    _ text: String?, _ format: FieldFormat
  ) throws(FieldProblem) -> Double {
    do throws(FieldProblem) {
      let radius = try format.elevation(text) ?? 0
      guard PrivacyZone.radii.contains(radius) else {
        throw FieldProblem("Give a radius of 50 m to 5 km.")
      }
      return radius
    } catch {
      throw FieldProblem(error.message, field: Field.radius)
    }
  }

  /// The place of a form: an entered position, or else the chosen end of a ruck.
  private func place(_ form: FormFields) async throws -> CoordinateArgument {
    if let text = FieldFormat.text(form[Field.position]) {
      guard let place = CoordinateArgument(position: text) else {
        throw FieldProblem(
          "Write latitude and longitude in degrees, such as 46.498, 7.567.",
          field: Field.position)
      }
      return place
    }
    let parts = (form[Field.place] ?? "").split(separator: ":")
    guard parts.count == 2, let id = UUID(uuidString: String(parts[1])) else {
      throw FieldProblem("Choose a place, or write its position.", field: Field.place)
    }
    let track = try await site.library.ruck(id)?.track ?? []
    guard let point = parts[0] == "end" ? track.last : track.first else {
      throw FieldProblem("The ruck has no positions any more.", field: Field.place)
    }
    return CoordinateArgument(latitude: point.latitude, longitude: point.longitude)
  }

  private func page(
    _ request: Request?, _ entered: FormFields? = nil, _ problem: FieldProblem? = nil
  ) async throws -> Response {
    let format = try await site.format()
    let zones = try await site.library.privacyZones()
    var model = try await site.sections(
      .safety, heading: "Privacy zones", path: Self.path, request: request)
    model.subtitle = "Circles that are cut from tracks for other people."
    model.liveCount = RuckWords.count(zones.count, "zone")
    model.cards = [
      SectionCard("zones", "Zones", note: "\(zones.count)", isWide: true).lines(
        zones.map { line($0, format) },
        empty: "There is no zone yet. Add one around your home: files, pictures and routes for "
          + "other people then begin outside of it."),
      SectionCard("about", "What a zone does", isWide: true).prose(
        "A zone is cut from files and pictures of one ruck, and from routes that are made from "
          + "rucks. Your own pages, backups and exports of all rucks contain every position.",
        "The circle is moved from the place by a random distance, which never changes, so that "
          + "many cut tracks don't reveal the place. The place is always inside."),
    ]
    model.forms = [
      SectionCard("new-zone", "Add a zone", isWide: true)
        .form(try await form(format, entered, problem))
    ]
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink(RuckTab.safety.title, RuckTab.safety.path)])
  }

  private func form(
    _ format: FieldFormat, _ entered: FormFields?, _ problem: FieldProblem?
  ) async throws -> FieldForm {
    let rucks = try await site.library.rucks(RuckQuery()).rucks.filter { $0.points > 1 }
    typealias Choice = (value: String, title: String)
    let places = rucks.prefix(Self.offered).flatMap { ruck -> [Choice] in
      let text = "\(RuckTitle.text(ruck)), \(RuckTitle.date(ruck, calendar: format.calendar))"
      return [("start", "Start of"), ("end", "End of")].map { end, title in
        (value: "\(end):\(RuckPaths.text(ruck.id))", title: "\(title) \(text)")
      }
    }
    var form = FieldForm(
      "zone", action: Self.path, token: site.token, submit: "Add the zone",
      [
        .init(
          Field.name, "Name", entered?[Field.name], placeholder: "Home", isRequired: true),
        .init(
          Field.radius, "Radius", entered?[Field.radius] ?? format.measure.elevation(200),
          .quantity, hint: Self.radii(format), isRequired: true),
        .init(
          Field.place, "Place", entered?[Field.place] ?? places.first?.value,
          .choice([(value: "", title: "The position below")] + places), isWhole: true),
        .init(
          Field.position, "Position", entered?[Field.position], .quantity,
          placeholder: "46.498, 7.567",
          hint: "Latitude and longitude in degrees. It takes precedence over the choice.",
          isWhole: true),
      ])
    if let problem { form.show(problem) }
    return form
  }

  /// The permitted radii in the user's units.
  private static func radii(_ format: FieldFormat) -> String {
    let (low, high) = (PrivacyZone.radii.lowerBound, PrivacyZone.radii.upperBound)
    return "\(format.measure.elevation(low)) to \(format.measure.distance(high))."
  }

  private func line(_ zone: PrivacyZoneSummary, _ format: FieldFormat) -> SectionCard.Line {
    let own = "\(Self.path)/\(RuckPaths.text(zone.id))"
    let place = String(format: "%.5f, %.5f", zone.latitude, zone.longitude)
    return .init(
      zone.name, detail: "\(format.measure.elevation(zone.radius)) around \(place)",
      chip: zone.isActive ? nil : "off", isWarning: true,
      buttons: [
        zone.isActive
          ? .init(
            "Turn off", label: "Turn off \(zone.name)", action: own + "/off", token: site.token)
          : .init(
            "Turn on", label: "Turn on \(zone.name)", action: own + "/on", token: site.token),
        .init("Remove", label: "Remove \(zone.name)", action: own + "/delete", token: site.token),
      ])
  }
}
