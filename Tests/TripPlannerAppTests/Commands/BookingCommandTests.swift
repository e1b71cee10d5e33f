// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Bookings, purges and undo on the command line.
struct BookingCommandTests {
  private func object(_ workspace: Workspace, _ arguments: String...) async throws -> [String: Any]
  {
    let result = try await workspace.cairn(["trip"] + arguments + ["--json"])
    #expect(result.status == 0, "\(arguments): \(result)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test(.timeLimit(.minutes(15)))
  func `a journey has its bookings, documents and costs`() async throws {
    let workspace = try Workspace()
    _ = try await object(workspace, "new", "Tour", "--currency", "EUR")
    let added = try await object(
      workspace, "segment", "add", "Tour", "--from", "VIE", "--to", "JFK", "--number", "OS 87",
      "--departs", "2027-03-22 10:30", "--traveller", "Ann", "--seat", "5A", "--price", "420")
    let booking = try #require((added["bookings"] as? [[String: Any]])?.first)
    #expect(booking["traveller"] as? String == "Ann" && booking["seat"] as? String == "5A")
    #expect(booking["amount"] as? String == "420" && booking["currency"] as? String == "EUR")
    #expect(added["boards_at"] is NSNull)
    let edited = try await object(
      workspace, "segment", "edit", "Tour", "OS 87", "--ticket", "257 1", "--seat", "6B")
    let bookings = try #require(edited["bookings"] as? [[String: Any]])
    #expect(bookings.map { $0["seat"] as? String } == ["6B"])
    #expect(bookings.map { $0["ticket"] as? String } == ["257 1"])
    let second = try await object(
      workspace, "segment", "edit", "Tour", "OS 87", "--traveller", "Bo", "--seat", "7C")
    #expect((second["bookings"] as? [Any])?.count == 2)
    let unclear = try await workspace.cairn(
      "trip", "segment", "edit", "Tour", "OS 87", "--seat", "9A")
    #expect(unclear.status != 0 && unclear.error.contains("--traveller"), "\(unclear)")
    let id = try #require(added["id"] as? String)
    let cost = try await object(
      workspace, "expense", "add", "Tour", "--title", "Bag", "--amount", "30", "--segment", "OS 87")
    #expect(cost["segment_id"] as? String == id)
    let file = workspace.url.appending(path: "ticket.txt")
    try Data("ticket".utf8).write(to: file)
    let stored = try await workspace.cairn(
      "trip", "doc", "add", "Tour", file.path, "--segment", "OS 87", "--json")
    #expect(stored.status == 0 && stored.output.contains(id), "\(stored)")
    let wrong = try await workspace.cairn(
      "trip", "doc", "add", "Tour", file.path, "--segment", "XX 1")
    #expect(wrong.status != 0 && wrong.error.contains("--segment: XX 1 is no journey"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stay has its booking and price`() async throws {
    let workspace = try Workspace()
    _ = try await object(workspace, "new", "Tour", "--currency", "EUR")
    let added = try await object(
      workspace, "day", "add", "Tour", "--title", "Inn", "--kind", "lodging", "--day",
      "2027-03-22", "--end", "2027-03-24", "--traveller", "Ann", "--price", "180")
    let booking = try #require((added["bookings"] as? [[String: Any]])?.first)
    #expect(booking["traveller"] as? String == "Ann" && booking["amount"] as? String == "180")
    let edited = try await object(
      workspace, "day", "edit", "Tour", "Inn", "--price", "190.50 CHF")
    let bookings = try #require(edited["bookings"] as? [[String: Any]])
    #expect(bookings.map { $0["currency"] as? String } == ["CHF"])
    let fine = try await workspace.cairn("trip", "day", "edit", "Tour", "Inn", "--price", "1.234")
    #expect(fine.status != 0 && fine.error.contains("--price: 1.234 CHF is finer"), "\(fine)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `a budget and a share are no finer than their currency`() async throws {
    let workspace = try Workspace()
    let fine = try await workspace.cairn(
      "trip", "new", "Tour", "--currency", "EUR", "--budget", "1.234")
    #expect(fine.status != 0 && fine.error.contains("--budget: 1.234 EUR is finer"), "\(fine)")
    _ = try await object(workspace, "new", "Tour", "--currency", "EUR", "--budget", "12.50")
    let edited = try await workspace.cairn("trip", "edit", "Tour", "--budget", "1.234")
    #expect(edited.status != 0 && edited.error.contains("--budget: 1.234 EUR is finer"))
    let currency = try await workspace.cairn("trip", "edit", "Tour", "--currency", "JPY")
    #expect(currency.status != 0 && currency.error.contains("--currency: 12.5 JPY is finer"))
    let both = try await object(workspace, "edit", "Tour", "--currency", "JPY", "--budget", "1300")
    #expect(both["budget"] as? String == "1300" && both["currency"] as? String == "JPY")
    _ = try await object(workspace, "people", "add", "Tour", "--name", "Ann")
    let share = try await workspace.cairn(
      "trip", "expense", "add", "Tour", "--title", "Tea", "--amount", "900", "--share", "Ann=+1.5")
    #expect(share.status != 0 && share.error.contains("--share: 1.5 JPY is finer"), "\(share)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `budgets by category, boarding and templates are set on the command line`() async throws {
    let workspace = try Workspace()
    let trip = try await object(
      workspace, "new", "Tour", "--currency", "EUR", "--category-budget", "Food=300",
      "--category-budget", "Taxi=50")
    #expect((trip["category_budgets"] as? [[String: Any]])?.count == 2)
    let edited = try await object(workspace, "edit", "Tour", "--category-budget", "Food=")
    let budgets = try #require(edited["category_budgets"] as? [[String: Any]])
    #expect(budgets.map { $0["category"] as? String } == ["Taxi"])
    let fine = try await workspace.cairn("trip", "edit", "Tour", "--category-budget", "Taxi=1.234")
    #expect(fine.status != 0 && fine.error.contains("--category-budget: 1.234 EUR is finer"))
    let segment = try await object(
      workspace, "segment", "add", "Tour", "--from", "AKL", "--to", "LAX", "--departs",
      "2027-03-10 00:20", "--boards", "23:40", "--terminal", "I")
    #expect(segment["boards_local"] as? String == "2027-03-09T23:40:00")
    #expect(segment["departure_terminal"] as? String == "I")
    let early = try await workspace.cairn(
      "trip", "segment", "add", "Tour", "--from", "A", "--to", "B", "--boards", "23:40")
    #expect(early.status != 0 && early.error.contains("--boards: "), "\(early)")
    _ = try await object(workspace, "pack", "add", "Tour", "--name", "Tent")
    #expect(try await workspace.cairn("trip", "template", "save", "Tour", "Winter").status == 0)
    let template = try await object(
      workspace, "template", "edit", "Winter", "--name", "Summer", "--add", "Socks x6",
      "--remove", "tent")
    #expect(template["name"] as? String == "Summer")
    let items = try #require(template["items"] as? [[String: Any]])
    #expect(items.map { $0["name"] as? String } == ["Socks"])
    let unknown = try await workspace.cairn(
      "trip", "template", "edit", "Summer", "--remove", "Boat")
    #expect(unknown.status != 0 && unknown.error.contains("no thing Boat"), "\(unknown)")
    let refused = try await workspace.cairn("trip", "template", "remove", "Summer", "--purge")
    #expect(refused.status != 0 && refused.error.contains("nothing was deleted"), "\(refused)")
    let purged = try await workspace.cairn(
      "trip", "template", "remove", "Summer", "--purge", "--yes")
    #expect(purged.status == 0 && purged.output.contains("deleted for good: Summer"), "\(purged)")
    let log = try await workspace.cairn("trip", "log", "--json")
    #expect(log.status == 0 && !log.output.contains("Summer"), "\(log)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `a purged part is passed over by undo`() async throws {
    let workspace = try Workspace()
    _ = try await object(workspace, "people", "me", "Ann")
    _ = try await object(workspace, "new", "Tour")
    _ = try await object(workspace, "edit", "Tour", "--destination", "Graz")
    _ = try await object(workspace, "pack", "add", "Tour", "--name", "Tent")
    let refused = try await workspace.cairn("trip", "pack", "remove", "Tour", "Tent", "--purge")
    #expect(refused.status != 0, "\(refused)")
    let purged = try await workspace.cairn(
      "trip", "pack", "remove", "Tour", "Tent", "--purge", "--yes")
    #expect(purged.status == 0 && purged.output.contains("deleted for good"), "\(purged)")
    let undone = try await workspace.cairn("trip", "undo", "Tour")
    #expect(undone.status == 0 && undone.output.contains("Ann"), "\(undone)")
    #expect(undone.error.contains("not reverted: delete for good packing item Tent"), "\(undone)")
    let shown = try await object(workspace, "show", "Tour")
    #expect(shown["destination"] as? String == "")
  }
}
