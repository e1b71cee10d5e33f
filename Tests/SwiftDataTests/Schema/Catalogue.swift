// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Models with every option of the macros.
enum Catalogue {
  @Model
  final class Place {
    #Unique<Place>([\.country, \.name], [\.code])
    #Index<Place>([\.name], [\.country, \.population])
    #Index<Place>(.binary([\.population]), .rtree([\.latitude, \.longitude]))

    var name: String
    var country: String
    var code: Int
    @Attribute(.preserveValueOnDeletion, originalName: "inhabitants", hashModifier: "v2")
    var population: Int? = 0
    var latitude = 0.0
    var longitude = 0.0
    var founded: Date?
    @Attribute(.ephemeral) var isSelected = false
    @Attribute(.allowsCloudEncryption, .spotlight) var notes = ""
    @Relationship(.unique) var mayor: Person
    @Relationship(
      deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 3,
      originalName: "streets", inverse: \Road.place, hashModifier: "r")
    var roads: [Road]? = []

    init(name: String, country: String, code: Int, mayor: Person) {
      self.name = name
      self.country = country
      self.code = code
      self.mayor = mayor
      roads = [Road()]
    }
  }

  @Model
  final class Person {
    var address: Address
    var nickname: String?

    init(address: Address) { self.address = address }
  }

  @Model
  final class Road {
    var place: Place?
    var length = Measure(value: 1)

    init() {}
  }

  struct Address: Codable, Hashable {
    var street: String
    var number: Int?
  }

  struct Measure: Codable, Hashable {
    var value: Int
  }
}
