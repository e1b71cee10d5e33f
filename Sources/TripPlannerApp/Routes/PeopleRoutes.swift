// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// The people of a trip: /trips/:trip/people.
struct PeopleRoutes: Sendable {
  private static let names = ["name", "email", "phone", "role", "travels"]

  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/people") { request, context in
      let view = try await site.view(context)
      return site.page(title: "People", of: view, PeoplePage.name, try await model(view, request))
    }
    router.post("/trips/:trip/people") { request, context in
      let form = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      guard let name = TripInput.text(form["name"]) else {
        return self.form(
          view, nil, FormValues(form, Self.names),
          FieldProblem("A person needs a name.", field: "name"))
      }
      var person = CollaboratorSnapshot()
      person.tripID = view.tripID
      person.name = name
      person.email = TripInput.text(form["email"])
      person.phone = TripInput.text(form["phone"])
      person.collaboratorRole = CollaboratorRole(rawValue: form["role"] ?? "") ?? .viewer
      person.isTraveller = true
      try await site.library.insert(person)
      return site.redirect(to: path(view), .added)
    }
    router.post("/trips/:trip/profile") { request, context in
      let form = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      let name = TripInput.text(form["own"]) ?? ""
      try await site.library.editProfile { $0.displayName = name }
      return site.redirect(to: path(view), .saved)
    }
    let people = PartRoutes("people", of: site) { view, id in
      try view.part(id, among: view.detail.people, "person")
    }
    people.add(to: router) { view, person in
      form(view, person, values(person))
    } store: { form, view, person in
      try await stored(form, view, person)
    } afterDeletion: { view, _ in
      path(view)
    }
  }

  private func path(_ view: TripView) -> String { TripPaths.page(view.tripID, "people") }

  private func model(_ view: TripView, _ request: Request) async throws -> PeoplePage.Model {
    PeoplePage.Model(
      header: try await site.header(view, .people, here: path(view), request: request),
      livePath: path(view), token: site.token.text,
      items: view.detail.people.map { person in
        PeoplePage.Item(
          personName: person.name.isEmpty ? "Unnamed" : person.name,
          personDetail: [person.email, person.phone].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: " · "),
          roleTitle: TripWords.title(person.collaboratorRole), isTraveller: person.isTraveller,
          editPath: TripPaths.part(view.tripID, "people", person.id))
      },
      addAction: path(view),
      roles: CollaboratorRole.allCases.map {
        .init(optionValue: $0.rawValue, optionTitle: TripWords.title($0), isSelected: $0 == .viewer)
      }, ownName: try await site.library.profile().displayName,
      ownAction: TripPaths.page(view.tripID, "profile"))
  }

  private func values(_ person: CollaboratorSnapshot) -> FormValues {
    FormValues([
      "name": person.name, "email": person.email, "phone": person.phone,
      "role": person.collaboratorRole.rawValue, "travels": person.isTraveller ? "1" : nil,
    ])
  }

  private func stored(
    _ form: FormFields, _ view: TripView, _ person: CollaboratorSnapshot
  ) async throws -> Response {
    let values = FormValues(form, Self.names, present: self.values(person))
    guard let name = TripInput.text(values["name"]) else {
      return self.form(
        view, person, FormValues(form, Self.names),
        FieldProblem("A person needs a name.", field: "name"))
    }
    let (email, phone) = (TripInput.text(values["email"]), TripInput.text(values["phone"]))
    let role = CollaboratorRole(rawValue: values["role"] ?? "") ?? .viewer
    let isTraveller = values["travels"] == "1"
    try await site.library.edit(CollaboratorSnapshot.self, person.id) { person in
      person.name = name
      person.email = email
      person.phone = phone
      person.collaboratorRole = role
      person.isTraveller = isTraveller
    }
    return site.redirect(to: path(view), .saved)
  }

  /// The form of a person; without one, that of a new person, who travels.
  private func form(
    _ view: TripView, _ person: CollaboratorSnapshot?, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let own = person.map { TripPaths.part(view.tripID, "people", $0.id) }
    var fields: [FieldForm.Field] = [
      .init("name", "Name", values["name"], isRequired: true, isWhole: true),
      .init("email", "E-mail", values["email"], .email),
      .init("phone", "Telephone", values["phone"]),
      .init(
        "role", "Role", values["role"],
        .choice(CollaboratorRole.allCases.map { ($0.rawValue, TripWords.title($0)) })),
    ]
    if person != nil {
      fields.append(.init("travels", "Travels, and shares costs", values["travels"], .flag))
    }
    var model = FormPage.Model(
      heading: person.map { "Edit \($0.name)" } ?? "Add a person", action: own ?? path(view),
      token: site.token, groups: [FieldForm.Group(fields: fields)],
      submit: person == nil ? "Add" : "Save", cancel: path(view),
      base: person == nil ? nil : values.base,
      removal: own.map { ("Remove this person", $0 + "/delete") })
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }
}

/// The findings of a trip: /trips/:trip/findings.
struct FindingRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/findings") { request, context in
      let view = try await site.view(context)
      return site.page(title: "Checks", of: view, FindingsPage.name, try await model(view, request))
    }
    for action in ["dismiss", "show"] {
      router.post(RouterPath("/trips/:trip/findings/\(action)")) { request, context in
        let form = try await FormFields(request, token: site.token)
        let view = try await site.view(context)
        guard let key = form["key"], !key.isEmpty, key.utf8.count < 500 else {
          throw PageError.badForm("It names no finding.")
        }
        if action == "dismiss" {
          try await site.library.dismiss(key, in: view.tripID)
        } else {
          try await site.library.undismiss(key, in: view.tripID)
        }
        return site.redirect(
          to: TripPaths.page(view.tripID, "findings"), action == "dismiss" ? .dismissed : .shown)
      }
    }
  }

  private func model(_ view: TripView, _ request: Request) async throws -> FindingsPage.Model {
    let path = TripPaths.page(view.tripID, "findings")
    let findings = try await site.library.findings(of: view.detail, includingDismissed: true)
    let items = findings.enumerated().map { (item($1, view, number: $0), $1.isDismissed) }
    return FindingsPage.Model(
      header: try await site.header(
        view, .findings, here: path, findingCount: findings.count { !$0.isDismissed },
        request: request),
      livePath: path, token: site.token.text, items: items.filter { !$0.1 }.map(\.0),
      dismissed: items.filter(\.1).map(\.0))
  }

  private func item(_ finding: Finding, _ view: TripView, number: Int) -> FindingsPage.Item {
    let (severity, style) =
      switch finding.severity {
      case .error: ("impossible", "bad")
      case .warning: ("check", "warn")
      case .notice: ("notice", "plain")
      }
    return FindingsPage.Item(
      findingID: "finding-\(number)", findingTitle: TripWords.title(finding.kind),
      findingMessage: finding.message, findingPath: view.path(of: finding), severity: severity,
      severityStyle: style,
      dismissAction: TripPaths.page(
        view.tripID, "findings/\(finding.isDismissed ? "show" : "dismiss")"),
      dismissTitle: finding.isDismissed ? "Show again" : "Dismiss", key: finding.key)
  }
}

extension TripWords {
  /// The title of a kind of findings.
  static func title(_ kind: Finding.Kind) -> String {
    switch kind {
    case .overlap: "Two things at the same time"
    case .impossibleConnection: "Impossible connection"
    case .tightConnection: "Tight connection"
    case .placeGap: "A gap between two places"
    case .nightWithoutBed: "Night without a bed"
    case .outsideTrip: "Outside of the trip's dates"
    case .arrivalBeforeDeparture: "Arrival before departure"
    case .doubleBooking: "Booked twice"
    case .expiredDocument: "Document expires"
    case .unknownZone: "Unknown time zone"
    case .skippedTime: "A time that does not exist"
    case .overBudget: "Over budget"
    case .missingRate: "Missing exchange rate"
    }
  }
}
