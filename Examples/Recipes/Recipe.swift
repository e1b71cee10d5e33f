// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A recipe, whose title, text and notes can be searched.
@Model
final class Recipe {
  #FullText<Recipe>(.words([\.title, \.method, \.note]))
  #Index<Recipe>([\.course, \.title])
  @Attribute(.unique) var title: String
  var course: String
  var minutes: Int
  var method: String
  var note: String?
  @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe) var ingredients: [Ingredient] =
    []

  init(title: String, course: String, minutes: Int, method: String, note: String? = nil) {
    self.title = title
    self.course = course
    self.minutes = minutes
    self.method = method
    self.note = note
  }
}

/// An ingredient of one recipe, with its quantity as the recipe states it.
@Model
final class Ingredient {
  #Index<Ingredient>([\.name])
  var name: String
  var quantity: String
  var recipe: Recipe?

  init(name: String, quantity: String) {
    self.name = name
    self.quantity = quantity
  }
}
