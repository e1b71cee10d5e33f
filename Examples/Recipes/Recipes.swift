// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A collection of recipes on the command line.
///
///     recipes STORE add FILE...    add recipes, or replace those with the same titles
///     recipes STORE list           print the recipes by course
///     recipes STORE show TITLE     print a recipe
///     recipes STORE find TEXT      search titles, methods and notes, best matches first
///     recipes STORE statistics     print counts and times by course, and the commonest ingredients
@main
enum Recipes {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    do {
      guard arguments.count >= 2 else { throw UsageError() }
      let store = URL(filePath: arguments.removeFirst())
      let command = arguments.removeFirst()
      let container = try ModelContainer(
        for: Recipe.self, configurations: ModelConfiguration(url: store))
      let context = ModelContext(container)
      switch (command, arguments.count) {
      case ("add", 1...): try add(arguments, in: context)
      case ("list", 0): try list(in: context)
      case ("show", 1): try show(arguments[0], in: context)
      case ("find", 1): try find(arguments[0], in: context)
      case ("statistics", 0): try printStatistics(in: context)
      default: throw UsageError()
      }
    } catch {
      FileHandle.standardError.write(Data("recipes: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Adds all files in one transaction: an invalid file adds none.
  private static func add(_ files: [String], in context: ModelContext) throws {
    for file in files {
      let text: RecipeText
      do {
        text = try RecipeText(String(contentsOf: URL(filePath: file), encoding: .utf8))
      } catch let error as RecipeText.FormatError {
        throw FileError(file: file, reason: "\(error)")
      }
      let title = text.title
      // The cascade deletes the ingredients of the earlier version.
      try context.delete(model: Recipe.self, where: #Predicate { $0.title == title })
      context.insert(text.model)
    }
    try context.save()
  }

  /// Prints a section for each course.
  private static func list(in context: ModelContext) throws {
    let recipes = try ResultsObserver<Recipe, String>(
      sortBy: [SortDescriptor(\.title)], sectionBy: \.course, modelContext: context)
    for section in recipes.sections ?? SectionedResults() {
      print("\(section.title) (\(section.count))")
      for recipe in section { print("  \(recipe.title), \(recipe.minutes) min") }
    }
  }

  private static func show(_ title: String, in context: ModelContext) throws {
    let found = try context.fetch(
      FetchDescriptor<Recipe>(predicate: #Predicate { $0.title == title }))
    guard let recipe = found.first else { throw MissingError(title: title) }
    print("\(recipe.title)\n\(recipe.course), \(recipe.minutes) min")
    for ingredient in recipe.ingredients {
      print("  - \(ingredient.quantity) \(ingredient.name)")
    }
    print(recipe.method)
    if let note = recipe.note { print("Note: \(note)") }
  }

  /// Prints the best matches, each with the text around its first match.
  private static func find(_ text: String, in context: ModelContext) throws {
    var search = FullTextDescriptor<Recipe>(text)
    search.weights = [\.title: 5]
    search.fetchLimit = 10
    for match in try context.search(search) {
      let snippet = match.snippet(of: \.method)
      let marked = snippet.highlights.reversed().reduce(into: snippet.text) { text, range in
        text.insert("]", at: range.upperBound)
        text.insert("[", at: range.lowerBound)
      }
      print("\(match.model.title): \(marked)")
    }
  }

  private static func printStatistics(in context: ModelContext) throws {
    let courses = try context.aggregate(
      FetchDescriptor<Recipe>(), by: .value(\.course), values: .count, .average(\.minutes),
      .maximum(\.minutes))
    for course in courses {
      let average = (course.values.1 ?? 0).formatted(.number.precision(.fractionLength(0)))
      print(
        "\(course.key): \(course.values.0) of \(average) min on average, at most "
          + "\(course.values.2 ?? 0)")
    }
    let common = try context.aggregate(
      FetchDescriptor<Ingredient>(), by: .value(\.name), values: .count,
      order: .value(.count, .reverse), limit: 3)
    print("Ingredients: " + common.map { "\($0.key) (\($0.values))" }.joined(separator: ", "))
  }
}

struct UsageError: Error, CustomStringConvertible {
  var description: String {
    "usage: recipes STORE add FILE... | list | show TITLE | find TEXT | statistics"
  }
}

struct FileError: Error, CustomStringConvertible {
  let file: String
  let reason: String
  var description: String { "\(file): \(reason)" }
}

struct MissingError: Error, CustomStringConvertible {
  let title: String
  var description: String { "no recipe has the title \"\(title)\"" }
}
