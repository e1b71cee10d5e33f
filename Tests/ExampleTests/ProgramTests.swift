// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The programs of the guides, as processes.
struct ProgramTests {
  @Test(.timeLimit(.minutes(15)))
  func `the to-do list migrates a store of its first release`() async throws {
    let workspace = try Workspace(command: Workspace.built("todo"))
    let store = workspace.url.appending(path: "todo.store").path(percentEncoded: false)
    func todo(_ arguments: String...) async throws -> CommandResult {
      try await workspace.cairn([store] + arguments)
    }
    for (list, title) in [("Home", "Sweep"), ("Garden", "Mow"), ("Home", "Cook")] {
      #expect(try await todo("first-release", list, title).status == 0)
    }
    #expect(
      try await todo("list").output
        == "Garden\n  [ ] Mow\nHome\n  [ ] Cook\n  [ ] Sweep\n")

    #expect(try await todo("add", "Home", "Paint", "2026-05-02").status == 0)
    #expect(try await todo("done", "Cook").status == 0)
    #expect(try await todo("drop", "Garden").status == 0)
    #expect(
      try await todo("list").output
        == "Home\n  [ ] Paint by 2026-05-02\n  [x] Cook\n  [ ] Sweep\n")

    let missing = try await todo("done", "Cook")
    #expect(missing.status == 1)
    #expect(missing.error == "todo: no open item has the name \"Cook\"\n")
    let former = try await todo("first-release", "Home", "Late")
    #expect(former.status == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `the recipes are listed by course, searched and counted`() async throws {
    let workspace = try Workspace(command: Workspace.built("recipes"))
    let store = workspace.url.appending(path: "recipes.store").path(percentEncoded: false)
    func recipes(_ arguments: String...) async throws -> CommandResult {
      try await workspace.cairn([store] + arguments)
    }
    let soup = try workspace.write(
      """
      Leek soup
      course: Soups
      minutes: 35
      note: better on the next day
      - 3 leeks
      - 1 l stock

      Fry the leeks slowly. Add the stock and simmer.
      """, to: "soup.txt")
    let stew = try workspace.write(
      """
      Bean stew
      course: Mains
      minutes: 90
      - 500 g beans
      - 1 l stock
      Soak the beans overnight. Simmer them in the stock.
      """, to: "stew.txt")
    let tart = try workspace.write(
      "Leek tart\ncourse: Mains\nminutes: 60\n- 2 leeks\nBake it with leeks.\n", to: "tart.txt")
    let broken = try workspace.write("Bread\nminutes: long\n", to: "bread.txt")

    let failed = try await recipes("add", soup, broken)
    #expect(failed.status == 1)
    #expect(failed.error.hasSuffix("bread.txt: line 2: \"long\" is not a number of minutes\n"))
    #expect(try await recipes("list").output == "")
    for _ in 0..<2 {
      #expect(try await recipes("add", soup, stew, tart).status == 0)
    }
    #expect(
      try await recipes("list").output == """
        Mains (2)
          Bean stew, 90 min
          Leek tart, 60 min
        Soups (1)
          Leek soup, 35 min

        """)
    #expect(
      try await recipes("find", "simmer stock").output.split(separator: "\n").sorted() == [
        "Bean stew: Soak the beans overnight. [Simmer] them in the [stock].",
        "Leek soup: Fry the leeks slowly. Add the [stock] and [simmer].",
      ])
    #expect(try await recipes("find", "\"next day\"").output.hasPrefix("Leek soup: "))
    #expect(
      try await recipes("show", "Leek soup").output == """
        Leek soup
        Soups, 35 min
          - 3 leeks
          - 1 l stock
        Fry the leeks slowly. Add the stock and simmer.
        Note: better on the next day

        """)
    #expect(
      try await recipes("statistics").output == """
        Mains: 2 of 75 min on average, at most 90
        Soups: 1 of 35 min on average, at most 35
        Ingredients: leeks (2), stock (2), beans (1)

        """)
    #expect(
      try await recipes("show", "Bread").error == "recipes: no recipe has the title \"Bread\"\n")
  }

  @Test(.timeLimit(.minutes(15)))
  func `the reminders are in a JSON file`() async throws {
    let workspace = try Workspace(command: Workspace.built("reminders"))
    let file = workspace.url.appending(path: "reminders.json")
    func reminders(_ arguments: String...) async throws -> CommandResult {
      try await workspace.cairn([file.path(percentEncoded: false)] + arguments)
    }
    #expect(try await reminders().output == "")
    #expect(try await reminders("Water the plants").output == "Water the plants\n")
    #expect(try await reminders("Buy milk").output == "Buy milk\nWater the plants\n")
    #expect(try await reminders().output == "Buy milk\nWater the plants\n")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("Buy milk"))

    let usage = try await workspace.cairn([])
    #expect(usage.status == 64)
    #expect(usage.error == "usage: reminders FILE [TITLE]\n")
    try Data("{".utf8).write(to: file)
    let damaged = try await reminders()
    #expect(damaged.status == 1)
    #expect(damaged.error.hasPrefix("reminders: "))
    #expect(try Data(contentsOf: file) == Data("{".utf8))
  }

  @Test(.timeLimit(.minutes(15)))
  func `the program of the tutorial syncs two machines`() async throws {
    let workspace = try Workspace()
    let container = "iCloud.org.example.walks"
    func cloud(_ arguments: String..., input: String? = nil) async throws -> String {
      let result = try await workspace.cairn(["cloud"] + arguments, input: input)
      try #require(result.status == 0, "\(result)")
      return result.output.trimmingCharacters(in: .newlines)
    }
    _ = try await cloud("container", "create", container)
    _ = try await cloud(
      "user", "create", "ann", "--password-file", "-", input: "correct horse\n")
    let token = try await cloud("token", "create", "--container", container)
    let server = try workspace.startCairn("cloud", "serve", "--port", "0")
    defer { server.send(SIGTERM) }
    let address = try await wait {
      server.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
    }

    let walks = try Workspace(command: Workspace.built("walks"))
    func walk(_ machine: String, _ arguments: String...) async throws -> CommandResult {
      try await walks.cairn(
        arguments,
        environment: [
          "WALKS_STORE": walks.url.appending(path: "\(machine).store").path(percentEncoded: false),
          "CAIRN_CLOUDKIT_CONFIG": walks.url.appending(path: "\(machine).json")
            .path(percentEncoded: false),
        ])
    }
    // Before step 9 the store is local, and the program says so.
    let local = try await walk("first", "add", "Ridge", "12.4")
    #expect(local.status == 0)
    #expect(local.error.contains("stay local"))
    #expect(try await walk("first", "sync").status == 1)

    for machine in ["first", "second"] {
      let session = try await cloud("user", "token", "ann", "--container", container, "--stay")
      _ = try walks.write(
        """
        {"containers": {"\(container)": {"url": "\(address)", "environment": "development",
          "api_token": "\(token)", "web_auth_token": "\(session)"}}}
        """, to: "\(machine).json")
    }
    #expect(try await walk("first", "add", "Lake", "8.5").error == "")
    for machine in ["first", "second"] {
      let synced = try await walk(machine, "sync")
      #expect(synced.output == "synced with \(container)\n", "\(synced)")
    }
    #expect(try await walk("second", "list").output == "Lake 8.5\nRidge 12.4\n")

    // A route is found by its name, and its deletion leaves the walk.
    #expect(try await walk("second", "add", "Lake", "9.0").status == 0)
    #expect(try await walk("second", "remove", "Ridge").status == 0)
    for machine in ["second", "first"] {
      #expect(try await walk(machine, "sync").status == 0)
    }
    #expect(try await walk("first", "list").output == "Lake 9.0\nLake 8.5\nno route 12.4\n")
  }
}
