// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TripPlanner

/// The forms of costs, rates, routes, templates and times of boarding.
struct PartFormTests {
  private func id(_ path: String) throws -> UUID {
    try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
  }

  @Test func `a trip has budgets by category, which are shown before their first cost`()
    async throws
  {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Tour", "currency": "EUR", "categories": "Food: 300\nTaxi = 50.50"]
      ).location
      let trip = try id(path)
      let budget = try await server.send("GET", path + "/budget").body
      #expect(budget.contains("of EUR 300.00") && budget.contains("of EUR 50.50"))
      let form = try await server.send("GET", path + "/edit").body
      #expect(form.contains("Food: 300\nTaxi: 50.5"))
      for (text, message) in [
        ("Food 300", "is no budget of a category"), ("Food: 1.234", "is finer"),
        ("Food: 1\nFood: 2", "has two budgets"), ("Food: much", "is not an amount"),
      ] {
        let answer = try await server.post(
          path + "/edit", ["title": "Tour", "currency": "EUR", "categories": text])
        #expect(answer.status == 422 && answer.body.contains(message), "\(text)")
      }
      var expense = ExpenseSnapshot()
      (expense.title, expense.amount, expense.currency) = ("Dinner", 301, "EUR")
      (expense.category, expense.tripID) = ("Food", trip)
      try await server.library.insert(expense)
      #expect(try await server.library.findings(trip).map(\.kind).contains(.overBudget))
      _ = try await server.post(
        path + "/edit", ["title": "Tour", "currency": "EUR", "categories": "Taxi: 50.50"])
      #expect(try await server.library.budget(trip).categoryBudgets.keys.sorted() == ["Taxi"])
      let log = try await server.send("GET", path + "/activity").body
      #expect(log.contains("<del>Food 300, Taxi 50.5</del> <ins>Taxi 50.5</ins>"))
    }
  }

  @Test func `a rate has the chosen day, and is removed`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Tour", "currency": "EUR"]
      ).location
      let trip = try id(path)
      let rate = ["currency": "JPY", "rate": "0.0061", "day": "2027-03-12"]
      #expect(try await server.post(path + "/budget/rate", rate).status == 303)
      #expect(try await server.library.trip(trip)?.rates.map(\.day) == ["2027-03-12"])
      let wrong = ["currency": "JPY", "rate": "0.0061", "day": "soon"]
      #expect(try await server.post(path + "/budget/rate", wrong).status == 422)
      let page = try await server.send("GET", path + "/budget").body
      let remove = try #require(page.firstMatch(of: /action="([^"]*\/rates\/[^"]*\/delete)"/)).1
      #expect(try await server.post(String(remove)).status == 303)
      #expect(try await server.library.trip(trip)?.rates.isEmpty == true)
      #expect(try await server.post(String(remove)).status == 404)
    }
  }

  @Test func `a cost belongs to a journey`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Tour"]).location
      let trip = try id(path)
      var segment = SegmentSnapshot()
      (segment.tripID, segment.title) = (trip, "Night train")
      try await server.library.insert(segment)
      let owner = segment.id.uuidString.lowercased()
      let form = try await server.send("GET", path + "/expenses/new").body
      #expect(form.contains("Night train") && form.contains("value=\"\(owner)\""))
      var values = ["title": "Bag", "amount": "30", "currency": "EUR", "owner": owner]
      #expect(try await server.post(path + "/expenses/new", values).status == 303)
      let expense = try #require(try await server.library.trip(trip)?.expenses.first)
      #expect(expense.segmentID == segment.id && expense.itemID == nil)
      // A deleted journey is not in the list, and stays.
      try await server.library.delete(SegmentSnapshot.self, segment.id)
      let own = "\(path)/expenses/\(expense.id.uuidString.lowercased())"
      (values["owner"], values["title"]) = ("", "Bags")
      #expect(try await server.post(own, values).status == 303)
      #expect(try await server.library.trip(trip)?.expenses.first?.segmentID == segment.id)
      try await server.library.restore(SegmentSnapshot.self, segment.id)
      #expect(try await server.post(own, values).status == 303)
      let edited = try #require(try await server.library.trip(trip)?.expenses.first)
      #expect(edited.title == "Bags" && edited.segmentID == nil)
    }
  }

  @Test func `a route is renamed and deleted from the map`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Tour"]).location
      let trip = try id(path)
      var route = RouteSnapshot()
      (route.tripID, route.name, route.distance) = (trip, "track-17", 12_400)
      try await server.library.insert(route)
      let own = "\(path)/routes/\(route.id.uuidString.lowercased())"
      let map = try await server.send("GET", path + "/map").body
      #expect(map.contains("href=\"\(own)\"") && map.contains("12.4 km"))
      #expect(try await server.send("GET", own).status == 200)
      #expect(try await server.post(own, ["name": " "]).status == 422)
      let values = ["name": "Ridge walk", "transport": "bicycle", "planned": "1"]
      #expect(try await server.post(own, values).status == 303)
      let edited = try #require(try await server.library.trip(trip)?.routes.first)
      #expect(edited.name == "Ridge walk" && edited.transport == "bicycle")
      #expect(edited.distance == 12_400)
      #expect(try await server.post(own + "/delete").status == 303)
      #expect(try await server.send("GET", own).status == 404)
    }
  }

  @Test func `a flight has the time of boarding, before midnight too`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Tour"]).location
      let trip = try id(path)
      var values = [
        "transport": "flight", "from": "AKL", "depart-day": "2027-03-10", "depart-time": "00:20",
        "boarding": "23:40", "to": "LAX",
      ]
      let own = try await server.post(path + "/segments/new", values).location
      #expect(
        try await server.library.trip(trip)?.segments.first?.boarding
          == "2027-03-09T23:40:00[Pacific/Auckland]")
      #expect(try await server.send("GET", own).body.contains("23:40"))
      values["boarding"] = "00:05"
      #expect(try await server.post(own + "/edit", values).status == 303)
      #expect(
        try await server.library.trip(trip)?.segments.first?.boarding
          == "2027-03-10T00:05:00[Pacific/Auckland]")
      values["depart-time"] = ""
      #expect(try await server.post(own + "/edit", values).status == 303)
      values["boarding"] = "00:10"
      #expect(try await server.post(own + "/edit", values).status == 422)
    }
  }

  @Test func `a thing is added with its carrier`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Tour"]).location
      _ = try await server.post(path + "/people", ["name": "Ann", "role": "editor"])
      let form = try await server.send("GET", path + "/packing").body
      #expect(form.contains("name=\"person\"") && form.contains("<option value=\"Ann\">"))
      let values = ["name": "Tent", "quantity": "1", "person": "Ann"]
      #expect(try await server.post(path + "/packing", values).status == 303)
      #expect(try await server.library.packing(id(path)).people.map(\.name) == ["Ann"])
    }
  }

  @Test func `a template is renamed, and its things are added and removed`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Tour"]).location
      _ = try await server.post(path + "/packing/paste", ["text": "Tent\nStove"])
      _ = try await server.post(path + "/packing/save", ["name": "Winter"])
      let template = try #require(try await server.library.templates().first)
      let own = "/trips/templates/\(template.id.uuidString.lowercased())"
      #expect(try await server.send("GET", "/trips/templates").body.contains("href=\"\(own)\""))
      let form = try await server.send("GET", own).body
      #expect(form.contains("Tent") && form.contains("Stove"))
      #expect(try await server.post(own, ["name": " "]).status == 422)
      let tent = try #require(template.items.first { $0.name == "Tent" })
      let saved = try await server.post(
        own,
        [
          "name": "Summer", "added": "Socks x6",
          "line-\(tent.id.uuidString.lowercased())": "1",
        ])
      #expect(saved.status == 303, "\(saved.body)")
      let edited = try #require(try await server.library.templates().first)
      #expect(edited.template.name == "Summer")
      #expect(Set(edited.items.map(\.name)) == ["Tent", "Socks"])
      #expect(edited.items.first { $0.name == "Socks" }?.quantity == 6)
      // The list of the trip is another one.
      #expect(try await server.library.packing(id(path)).itemCount == 2)
      _ = try await server.library.undo()
      #expect(try await server.library.templates().first?.template.name == "Winter")
    }
  }
}
