// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TravelFiles
import TripPlanner

/// Forms that arrive after other changes, and values that a form shows only in part.
struct LateFormTests {
  /// The hidden field of a form with the digests of its first values.
  private func base(_ page: String) throws -> String {
    String(try #require(page.firstMatch(of: /name="base" value="([^"]*)"/)).1)
  }

  @Test func `a form that is sent late changes what was touched only`() async throws {
    try await TripServer.run { server in
      let shown = ["title": "Trip", "destination": "Oslo", "notes": "Old"]
      let path = try await server.post("/trips/new", shown).location
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      let base = try base(try await server.send("GET", path + "/edit").body)
      // Another device changes two values while the form is open.
      try await server.library.edit(TripSnapshot.self, trip) {
        $0.title = "Winter trip"
        $0.notes = nil
      }
      var form = shown
      (form["base"], form["destination"]) = (base, "Bergen")
      #expect(try await server.post(path + "/edit", form).status == 303)
      let edited = try #require(try await server.library.trip(trip)?.trip)
      #expect(edited.title == "Winter trip" && edited.notes == nil)
      #expect(edited.destination == "Bergen")
    }
  }

  @Test func `a rejected form still knows its first values`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip", "notes": "Old"]).location
      let base = try base(try await server.send("GET", path + "/edit").body)
      let answer = try await server.post(
        path + "/edit", ["title": "", "notes": "Old", "base": base])
      #expect(answer.status == 422)
      #expect(try self.base(answer.body) == base)
    }
  }

  @Test func `a rejected quick form keeps its texts, and is accepted once it is right`()
    async throws
  {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new",
        ["title": "Trip", "currency": "EUR", "start": "2027-03-10", "end": "2027-03-12"]
      ).location
      let tent = ["name": "Tent & poles", "category": "Sleep", "weight": "heavy", "bag": "Hold"]
      let cases: [(form: String, values: [String: String], field: String, texts: [String])] = [
        ("/packing", tent, "weight", ["Tent &amp; poles", "Sleep", "heavy", "Hold"]),
        ("/packing/paste", ["text": " \n "], "text", []),
        (
          "/people", ["name": " ", "email": "kim@example.org", "role": "editor"], "name",
          ["kim@example.org"]
        ),
        (
          "/days/2027-03-11", ["title": "Tea", "kind": "food", "start": "25:00"], "start",
          ["Tea", "25:00", "2027-03-11"]
        ),
        ("/budget/rate", ["currency": "JPY", "rate": "-1"], "rate", ["JPY", "-1"]),
        ("/copy", ["title": "Second trip", "start": "soon"], "start", ["Second trip", "soon"]),
        ("/shift", ["days": "a week"], "days", ["a week"]),
      ]
      for (form, values, field, texts) in cases {
        let answer = try await server.post(path + form, values)
        #expect(answer.status == 422, "\(form)")
        #expect(answer.body.contains("id=\"edit-\(field)-error\""), "\(form)")
        for text in texts { #expect(answer.body.contains("value=\"\(text)\""), "\(form)") }
      }
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      let detail = try #require(try await server.library.trip(id))
      #expect(detail.packingItems.isEmpty && detail.people.isEmpty && detail.items.isEmpty)
      #expect(try await server.library.trips(.all).count == 1)
      // The page of a rejected form sends to the same address.
      let page = try await server.post(path + "/packing", tent).body
      let action = String(
        try #require(page.firstMatch(of: /id="edit" method="post" action="([^"]*)"/)).1)
      #expect(action == path + "/packing")
      #expect(try await server.post(action, tent.merging(["weight": "2 kg"]) { $1 }).status == 303)
      let line = try #require(try await server.library.trip(id)?.packingItems.first)
      #expect(line.name == "Tent & poles" && line.weight == 2 && line.bag == "Hold")
    }
  }

  @Test func `an edit of a title leaves the zones of both ends`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var item = DayPlanItemSnapshot()
      (item.tripID, item.title, item.day) = (trip, "Ferry", "2027-03-10")
      item.start = "2027-03-10T09:00:00[Europe/London]"
      item.end = "2027-03-10T12:00:00[Europe/Paris]"
      try await server.library.insert(item)
      let own = "\(path)/items/\(item.id.uuidString.lowercased())/edit"
      let values = [
        "title": "Ferry to Calais", "kind": item.kind, "day": "2027-03-10", "start": "09:00",
        "end": "12:00", "zone": "Europe/London", "status": item.status,
      ]
      let base = try base(try await server.send("GET", own).body)
      for base in [nil, base] {
        var form = values
        form["base"] = base
        #expect(try await server.post(own, form).status == 303)
        let edited = try #require(try await server.library.trip(trip)?.items.first)
        #expect(edited.title == "Ferry to Calais")
        #expect(edited.start == item.start && edited.end == item.end)
      }
      // Another clock has the zone of its own end.
      var form = values
      form["end"] = "12:30"
      #expect(try await server.post(own, form).status == 303)
      let edited = try #require(try await server.library.trip(trip)?.items.first)
      #expect(edited.end == "2027-03-10T12:30:00[Europe/Paris]")
    }
  }

  @Test func `another airport brings its own zone`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      var form = [
        "transport": "flight", "from": "LAX", "to": "AKL", "depart-day": "2027-03-10",
        "depart-time": "22:30",
      ]
      let segment = try await server.post(path + "/segments/new", form).location
      let page = try await server.send("GET", segment + "/edit").body
      #expect(!page.contains("America/Los_Angeles"))
      (form["from"], form["base"]) = ("JFK", try base(page))
      #expect(try await server.post(segment + "/edit", form).status == 303)
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      let edited = try #require(try await server.library.trip(trip)?.segments.first)
      #expect(edited.departure == "2027-03-10T22:30:00[America/New_York]")
    }
  }

  @Test func `an edit of a document leaves its deleted owner`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var item = DayPlanItemSnapshot()
      (item.tripID, item.title, item.day) = (trip, "Museum", "2027-03-10")
      try await server.library.insert(item)
      let document = try await server.library.addDocument(
        Data("Ticket".utf8), fileName: "ticket.txt", to: trip, item: item.id)
      try await server.library.delete(DayPlanItemSnapshot.self, item.id)
      let own = "\(path)/documents/\(document.id.uuidString.lowercased())/edit"
      var form = [
        "title": "Entry", "owner": "",
        "base": try self.base(try await server.send("GET", own).body),
      ]
      #expect(try await server.post(own, form).status == 303)
      var edited = try #require(try await server.library.trip(trip)?.documents.first)
      #expect(edited.title == "Entry" && edited.itemID == item.id)
      // Another owner replaces it.
      var other = DayPlanItemSnapshot()
      (other.tripID, other.title, other.day) = (trip, "Opera", "2027-03-11")
      try await server.library.insert(other)
      form["owner"] = other.id.uuidString.lowercased()
      #expect(try await server.post(own, form).status == 303)
      edited = try #require(try await server.library.trip(trip)?.documents.first)
      #expect(edited.itemID == other.id)
    }
  }

  @Test func `an untouched weight and an untouched barcode keep their values`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var line = PackingItemSnapshot()
      (line.tripID, line.name, line.weight) = (trip, "Lamp", 0.123_456_7)
      try await server.library.insert(line)
      let packing = "\(path)/packing/\(line.id.uuidString.lowercased())"
      for base in [nil, try self.base(try await server.send("GET", packing).body)] {
        let form = ["name": "Head lamp", "quantity": "1", "weight": "0.123 kg"]
          .merging(base.map { ["base": $0] } ?? [:]) { $1 }
        #expect(try await server.post(packing, form).status == 303)
        let edited = try #require(try await server.library.trip(trip)?.packingItems.first)
        #expect(edited.name == "Head lamp" && edited.weight == 0.123_456_7)
      }
      var segment = SegmentSnapshot()
      (segment.tripID, segment.title) = (trip, "Train")
      try await server.library.insert(segment)
      var booking = BookingSnapshot()
      (booking.tripID, booking.segmentID, booking.traveller) = (trip, segment.id, "Kim")
      // Codes of passes have spaces at their end, which a form doesn't show.
      let barcode = Barcode(.aztecCode, message: "M1AROHA/KIM EK7QX2M   ")
      booking.barcodeValue = barcode
      try await server.library.insert(booking)
      let own = "\(path)/bookings/\(booking.id.uuidString.lowercased())/edit"
      let shown = try self.base(try await server.send("GET", own).body)
      var form = [
        "traveller": "Kim Aroha", "barcode-format": "aztecCode", "barcode": barcode.message,
        "base": shown,
      ]
      #expect(try await server.post(own, form).status == 303)
      form["barcode"] = "M1AROHA/KIM EK7QX2M"
      #expect(try await server.post(own, form).status == 303)
      var edited = try #require(try await server.library.trip(trip)?.bookings.first)
      #expect(edited.traveller == "Kim Aroha" && edited.barcodeValue == barcode)
      form["barcode"] = "Another code"
      #expect(try await server.post(own, form).status == 303)
      edited = try #require(try await server.library.trip(trip)?.bookings.first)
      #expect(edited.barcodeValue?.message == "Another code")
    }
  }

  @Test func `an edit leaves the share and the payment of a deleted person`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip", "currency": "EUR"]).location
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var people: [UUID] = []
      for name in ["Ada", "Bob"] {
        var person = CollaboratorSnapshot()
        (person.tripID, person.name) = (trip, name)
        people.append(try await server.library.insert(person).id)
      }
      var expense = ExpenseSnapshot()
      (expense.tripID, expense.title, expense.currency) = (trip, "Dinner", "EUR")
      (expense.amount, expense.payerID) = (40, people[1])
      expense.shares = CostShare.encode(people.map { CostShare(person: $0) })
      try await server.library.insert(expense)
      try await server.library.delete(CollaboratorSnapshot.self, people[1])
      let own = "\(path)/expenses/\(expense.id.uuidString.lowercased())"
      let form = [
        "title": "Late dinner", "amount": "40.00", "currency": "EUR", "payer": "",
        "base": try base(try await server.send("GET", own).body),
      ]
      #expect(try await server.post(own, form).status == 303)
      let edited = try #require(try await server.library.trip(trip)?.expenses.first)
      #expect(edited.title == "Late dinner" && edited.payerID == people[1])
      #expect(edited.shares == expense.shares)
    }
  }
}
