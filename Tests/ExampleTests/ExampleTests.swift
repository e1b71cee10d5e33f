// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct ExampleTests {
  @Test func `every product has examples`() throws {
    let groups = Set(try ExampleCompiler.current.groups().keys)
    let expected: Set = [
      "ActivityFiles", "CloudKit", "CloudKitMirroring", "CoreLocation", "Geodesy", "Measures",
      "PageKit", "Rowing", "RuckMap", "SwiftData", "SwiftDataStoreTesting", "TravelFiles",
      "TripPlanner", "documents",
    ]
    #expect(groups.isSuperset(of: expected))
  }

  @Test func `every example compiles`() async throws {
    let compiler = ExampleCompiler.current
    for (group, examples) in try compiler.groups().sorted(by: { $0.key < $1.key }) {
      let errors = try await compiler.errors(in: examples, group: group)
      #expect(errors == [], "\(group):\n\(errors.joined(separator: "\n"))")
    }
  }

  @Test func `an error names the file and the line of the example`() async throws {
    let document = """
      # Trips

      ```swift
      let descriptor = FetchDescriptor<Trip>()
      let copy = descriptr
      ```
      """
    let examples = Example.examples(in: document, path: "Guides/Trips.md")
    let errors = try await ExampleCompiler.current.errors(in: examples, group: "SwiftData")
    #expect(errors == ["Guides/Trips.md:5:12: error: cannot find 'descriptr' in scope"])
  }

  @Test func `an example hides the types of earlier examples that it declares again`() async throws
  {
    let document = """
      /// ```swift
      /// @Model final class City {
      ///   var name = ""
      ///   init() {}
      /// }
      /// struct Country {}
      /// ```
      var name: String

      /// ```swift
      /// struct City { var size: Int }
      /// let size = City(size: 3).size
      /// let country = Country()
      /// ```
      var size: Int
      """
    let examples = Example.examples(in: document, path: "Sources/City.swift")
    #expect(examples.map(\.line) == [2, 11])
    #expect(try await ExampleCompiler.current.errors(in: examples, group: "SwiftData") == [])
  }

  @Test func `a manifest and a whole program are skipped`() {
    let document = """
      ```swift
      // Package.swift
      dependencies: []
      ```
      ```swift
      // swift-tools-version: 6.2
      import PackageDescription
      ```
      ```swift
      @main
      struct Program {}
      ```
      ```
      cairn ruck list
      ```
      ```swift
      struct Trip {}
      ```
      """
    let examples = Example.examples(in: document, path: "README.md")
    #expect(examples.map(\.isSkipped) == [true, true, true, false])
  }

  @Test func `declarations and statements of an example are separated`() {
    let document = """
      ```swift
      import SwiftData

      @Model
      final class Trip {
        var name = "("
      }
      extension Trip {}
      let trips = [
        Trip(),
      ]
      ```
      """
    let items = Example.examples(in: document, path: "README.md").flatMap(\.items)
    #expect(items.map(\.kind) == [.import, .type(name: "Trip"), .extension, .statement])
    #expect(items.map(\.line) == [2, 4, 8, 9])
  }
}
