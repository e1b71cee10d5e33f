// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Measures
import NIOCore
import PageKit
import RuckMap

/// The saved routes: /rucks/routes, a route's page, its reviews, and routes made from rucks.
struct RouteRoutes: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    let path = RuckTab.routes.path
    router.get(RouterPath(path)) { request, _ in try await list(request) }
    router.post(RouterPath("\(path)/from-ruck")) { request, _ in try await make(request) }
    ObjectRoutes(
      site: site, kind: .routes, tab: .routes,
      page: { self.path($0) }, scripts: { RuckScript.html(site.site.maps, $0) }
    ).add(to: router)
    router.get(RouterPath("\(path)/:id")) { request, context in
      try await route(request, try context.objectID(RouteItem.noun))
    }
    router.get(RouterPath("\(path)/:id/track.json")) { _, context in
      let route = try await stored(try context.objectID(RouteItem.noun))
      return try TrackMapData(track: route.path.track).response()
    }
    router.get(RouterPath("\(path)/:id/route.gpx")) { _, context in
      try await file(try context.objectID(RouteItem.noun))
    }
    router.post(RouterPath("\(path)/:id/review")) { request, context in
      try await review(request, try context.objectID(RouteItem.noun))
    }
  }

  private func path(_ id: UUID) -> String { "\(RuckTab.routes.path)/\(RuckPaths.text(id))" }

  private func stored(_ id: UUID) async throws -> RouteItem {
    guard let route = try await site.library.object(RouteItem.self, id) else {
      throw PageError.noSuch(RouteItem.noun, list: PageLink("Routes", RuckTab.routes.path))
    }
    return route
  }

  /// The line as a file.
  private func file(_ id: UUID) async throws -> Response {
    let data = try await site.library.routeFile(id)
    // The file name contains no user input, which could break the header.
    let name = "route-\(RuckPaths.text(id).prefix(8)).gpx"
    return Response(
      status: .ok,
      headers: [
        .contentType: RuckFileFormat.gpx.mediaType,
        .contentDisposition: "attachment; filename=\"\(name)\"",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
  }

  // MARK: The list

  private func list(_ request: Request) async throws -> Response {
    let query = FormFields(query: request)
    let text = query["text"] ?? ""
    let difficulty = query["difficulty"].flatMap(RouteDifficulty.init(rawValue:))
    let routes = try await site.library.routes(containing: text, difficulty: difficulty)
    let format = try await site.format()
    var model = try await site.sections(
      .routes, heading: "Routes", path: request.uri.description, request: request)
    model.actions = [.primary("Draw a route", ObjectKind.routes.path + "/new")]
    model.liveCount = RuckWords.count(routes.count, "route")
    let isFiltered = !text.isEmpty || difficulty != nil
    model.cards = [
      SectionCard("all", "All routes", note: model.liveCount, isWide: true).table(
        ["Route", "Distance", "Climb", "Difficulty", "Terrain", "Rating", "Rucks"],
        routes.map { route in
          .init(
            route.name, path: path(route.id), detail: route.tags.joined(separator: ", "),
            [
              format.measure.distance(route.distance),
              format.measure.elevation(route.elevationGain), route.difficulty.displayName,
              RuckWords.title(route.terrain), Self.stars(route), "\(route.completions)",
            ])
        },
        empty: isFiltered
          ? "No route matches."
          : "There are no routes yet. Draw one on a map, paste its positions, or make one from a "
            + "ruck.")
    ]
    let ruck = query["ruck"].flatMap(UUID.init(uuidString:))
    model.forms = [
      searchCard(text, difficulty), try await fromRuckCard(format, chosen: ruck),
    ]
    return site.page(model)
  }

  private static func stars(_ route: RouteItem) -> String {
    route.rating.map { String(format: "%.1f of 5 (%d)", $0, route.reviewCount) } ?? "–"
  }

  private func searchCard(_ text: String, _ difficulty: RouteDifficulty?) -> SectionCard {
    var card = SectionCard("search-title", "Search")
    card.cardSearch = SectionCard.Search(
      searchAction: RuckTab.routes.path, searchText: text,
      searchChoices: [("", "Any difficulty")] + RuckWords.choices(RouteDifficulty.self),
      selected: difficulty?.rawValue ?? "", choiceName: "difficulty", choiceLabel: "Difficulty",
      reset: text.isEmpty && difficulty == nil ? nil : RuckTab.routes.path)
    return card
  }

  /// The form that makes a route from one of the newest rucks, or from the ruck whose page has the link.
  private func fromRuckCard(
    _ format: FieldFormat, chosen id: UUID?
  ) async throws -> SectionCard {
    var rucks = try await site.library.rucks(RuckQuery()).rucks.filter { $0.points > 1 }
    if let id, !rucks.contains(where: { $0.id == id }),
      let older = try await site.library.ruck(id)?.summary, older.points > 1
    {
      rucks.append(older)
    }
    let card = SectionCard("make-route", "Make a route from a ruck")
    guard !rucks.isEmpty else { return card.prose("Import a ruck with positions first.") }
    return card.form(
      FieldForm(
        "from", action: "\(RuckTab.routes.path)/from-ruck", token: site.token,
        submit: "Make the route",
        [
          .init(
            "ruck", "Ruck", id.map(RuckPaths.text),
            .choice(
              rucks.map {
                (
                  RuckPaths.text($0.id),
                  "\(RuckTitle.text($0)), \(format.measure.distance($0.distance))"
                )
              }), isWhole: true),
          .init("name", "Name", nil, placeholder: "As the ruck", isWhole: true),
        ]))
  }

  private func make(_ request: Request) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    guard let ruck = form["ruck"].flatMap(UUID.init(uuidString:)) else {
      throw PageError.noSuchRuck
    }
    do {
      let route = try await site.library.makeRoute(
        from: ruck, named: FieldFormat.text(form["name"]))
      return site.redirect(to: path(route.id), .built)
    } catch RuckObjectError.invalid(let reason, _) {
      return site.redirect(to: RuckTab.routes.path, problem: reason)
    }
  }

  // MARK: A route

  private func route(
    _ request: Request?, _ id: UUID, _ problem: FieldProblem? = nil, entered: FormFields? = nil
  ) async throws -> Response {
    let route = try await stored(id)
    let format = try await site.format()
    let rucks = try await site.library.rucks(on: id)
    let shown = CardPage(of: rucks, request)
    var model = try await site.sections(
      .routes, heading: route.name, path: shown.address(path(id)), request: request)
    model.subtitle = [
      RuckWords.title(route.type), RuckWords.title(route.terrain), route.difficulty.displayName,
    ].joined(separator: " · ")
    model.actions = [
      .link("Edit", path(id) + "/edit"), .link("Passages", RouteEffortsRoute.path(id)),
    ]
    if !route.path.points.isEmpty {
      model.actions.append(.link("GPX file", path(id) + "/route.gpx"))
    }
    let map = site.site.maps.map(
      of: route.path.track, dataPath: path(id) + "/track.json", unitSystem: format.unitSystem)
    model.scripts = map == nil ? "" : site.site.maps.trackScripts
    let profile = ProfilePicture(
      .elevation, track: route.path.track, unitSystem: format.unitSystem)
    model.cards = [
      SectionCard("line", "Line").picture(map?.html)
        .prose(map == nil ? "The route has no line. Edit it to draw or paste one." : ""),
      figures(route, format),
    ]
    if let profile {
      model.cards.append(
        SectionCard("profile", "Elevation", note: profile.summary, isWide: true)
          .picture(profile.svg))
    }
    if !route.details.isEmpty {
      model.cards.append(SectionCard("about", "Description").prose(route.details))
    }
    let reviews = try await site.library.reviews(of: id)
    model.liveCount = RuckWords.count(reviews.count, "review")
    model.cards.append(reviewCard(route, reviews, format))
    model.cards.append(
      SectionCard("rucks", "Rucks on this route", note: "\(rucks.count)").lines(
        shown.elements.map {
          .init(
            RuckTitle.text($0), path: RuckPaths.ruck($0.id),
            detail: $0.date.map { format.calendar.dateAndTime($0) },
            end: format.measure.duration($0.duration))
        }, empty: "Choose the route on the page of a ruck to see its rucks here."
      ).links(shown.links(path(id), "rucks")))
    model.forms = [try await reviewForm(id, format, problem, entered)]
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink("Routes", RuckTab.routes.path)])
  }

  private func figures(_ route: RouteItem, _ format: FieldFormat) -> SectionCard {
    var tiles = [
      FigureTile("Distance", format.measure.distance(route.distance)),
      FigureTile("Climb", format.measure.elevation(route.elevationGain)),
      FigureTile("Descent", format.measure.elevation(route.elevationLoss)),
      FigureTile("Rating", route.rating.map { String(format: "%.1f", $0) } ?? "--"),
      FigureTile("Rucks", "\(route.completions)"),
    ]
    if let time = route.estimatedDuration {
      tiles.append(FigureTile("Time", format.measure.duration(time)))
    }
    if let energy = route.estimatedCalories {
      tiles.append(
        FigureTile(
          "Energy", format.measure.calories(energy),
          note: "with \(format.measure.weight(15)) and a body of \(format.measure.weight(70))"))
    }
    let marks = [
      route.isPopular ? "popular" : nil, route.isChildFriendly ? "suitable for children" : nil,
      route.isOfficial ? "official" : nil, route.isPublic ? "public" : nil,
    ].compactMap(\.self)
    return SectionCard(
      "figures", "Figures", note: marks.isEmpty ? nil : marks.joined(separator: ", ")
    ).figures(tiles)
  }

  private func reviewCard(
    _ route: RouteItem, _ reviews: [ReviewItem], _ format: FieldFormat
  ) -> SectionCard {
    SectionCard("reviews", "Reviews", note: route.rating.map { String(format: "%.1f of 5", $0) })
      .lines(
        reviews.map { review in
          let facts = [
            review.difficulty.map { "felt \($0.rawValue)" },
            review.recommendedPackWeight.map { "take \(format.measure.weight($0))" },
            review.comment.isEmpty ? nil : review.comment,
          ].compactMap(\.self)
          return .init(
            review.reviewer.isEmpty ? "Somebody" : review.reviewer,
            detail: facts.joined(separator: " · "),
            end: review.rating.map { String(format: "%.1f of 5", $0) })
        }, empty: "Nobody has reviewed the route yet.")
  }

  // MARK: The user's review

  private func reviewForm(
    _ id: UUID, _ format: FieldFormat, _ problem: FieldProblem?, _ entered: FormFields?
  ) async throws -> SectionCard {
    let own = try await site.library.ownReview(of: id)
    var form = FieldForm(
      "review", action: path(id) + "/review", token: site.token,
      submit: own == nil ? "Add my review" : "Change my review",
      ObjectKind.reviews.fields.map {
        $0.formField(own ?? ReviewItem(), format, entered: entered?[$0.name])
      })
    if let problem { form.show(problem) }
    return SectionCard("review-title", "My review", isWide: true).form(form)
  }

  private func review(_ request: Request, _ id: UUID) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    do {
      var review = try await site.library.ownReview(of: id) ?? ReviewItem()
      review.route = id
      try ObjectKind.reviews.apply(
        ObjectKind.reviews.values(form), to: &review, try await site.format())
      try await site.library.setReview(review)
      return site.redirect(to: path(id), .reviewed)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await route(nil, id, problem, entered: form)
    }
  }
}
