// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A recipe as text: its title, fields, ingredients and method.
///
///     Leek soup
///     course: Soups
///     minutes: 35
///     note: better on the next day
///     - 3 leeks
///     - 1 l stock
///
///     Cut the leeks and fry them. Add the stock.
struct RecipeText {
  struct FormatError: Error, CustomStringConvertible {
    let line: Int
    let reason: String
    var description: String { "line \(line): \(reason)" }
  }

  var title = ""
  var course = "Other"
  var minutes = 0
  var note: String?
  var ingredients: [(name: String, quantity: String)] = []
  var method: [String] = []

  init(_ text: String) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    for (index, line) in lines.enumerated() where !line.isEmpty {
      do {
        try read(line)
      } catch let reason as ReasonError {
        throw FormatError(line: index + 1, reason: reason.text)
      }
    }
    if title.isEmpty { throw FormatError(line: 1, reason: "the recipe has no title") }
  }

  private struct ReasonError: Error { let text: String }

  private mutating func read(_ line: String) throws {
    if title.isEmpty {
      title = line
    } else if line.hasPrefix("- ") {
      ingredients.append(Self.ingredient(line.dropFirst(2)))
    } else if let (key, value) = Self.field(line), method.isEmpty {
      switch key {
      case "course": course = value
      case "note": note = value
      default:
        guard let number = Int(value), number >= 0 else {
          throw ReasonError(text: "\"\(value)\" is not a number of minutes")
        }
        minutes = number
      }
    } else {
      method.append(line)
    }
  }

  private static func field(_ line: String) -> (key: String, value: String)? {
    for key in ["course", "minutes", "note"] where line.hasPrefix(key + ":") {
      return (key, line.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces))
    }
    return nil
  }

  /// The last word is the name: "1 l stock".
  private static func ingredient(_ line: Substring) -> (name: String, quantity: String) {
    let words = line.split(separator: " ")
    return (String(words.last ?? ""), words.dropLast().joined(separator: " "))
  }

  /// The recipe as a new model.
  var model: Recipe {
    let recipe = Recipe(
      title: title, course: course, minutes: minutes, method: method.joined(separator: "\n"),
      note: note)
    recipe.ingredients = ingredients.map { Ingredient(name: $0.name, quantity: $0.quantity) }
    return recipe
  }
}
