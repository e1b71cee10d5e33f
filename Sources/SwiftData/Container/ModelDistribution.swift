// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Which models lie in which configuration's store.
struct ModelDistribution {
  /// The models of each configuration, in the order of the schema.
  let models: [[any PersistentModel.Type]]

  /// Throws an error that names the model or the configuration that is in the way.
  init(_ schema: Schema, _ configurations: [ModelConfiguration]) throws {
    try Self.checkFiles(configurations)
    // A single store has everything, whatever its configuration lists.
    if configurations.count == 1 {
      models = [schema.models]
      return
    }
    var places: [ObjectIdentifier: Int] = [:]
    for (index, configuration) in configurations.enumerated() {
      for model in configuration.schema?.models ?? [] {
        guard schema.models.contains(where: { $0 == model }) else {
          throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.saying(
            "The configuration \"\(configuration.name)\" lists \(model), which the container's "
              + "schema does not have. Add it there.")
        }
        if let other = places.updateValue(index, forKey: ObjectIdentifier(model)) {
          throw SwiftDataError.loadIssueModelContainer.saying(
            "\(model) is in the configurations \"\(configurations[other].name)\" and "
              + "\"\(configuration.name)\", by its own listing or through a relationship. Leave it "
              + "in one of them.")
        }
      }
    }
    let rest = configurations.firstIndex { $0.schema == nil }
    var models = configurations.map { _ in [any PersistentModel.Type]() }
    for model in schema.models {
      guard let place = places[ObjectIdentifier(model)] ?? rest else {
        throw SwiftDataError.loadIssueModelContainer.saying(
          "No configuration has a place for \(model). Add it to the schema of one of them.")
      }
      models[place].append(model)
    }
    self.models = models
    try checkRelationships(configurations)
  }

  /// Two configurations can't share a file.
  private static func checkFiles(_ configurations: [ModelConfiguration]) throws {
    var names: [String: String] = [:]
    for configuration in configurations where !configuration.isStoredInMemoryOnly {
      let path = configuration.url.standardizedFileURL.path(percentEncoded: false)
      if let other = names.updateValue(configuration.name, forKey: path) {
        throw SwiftDataError.duplicateConfiguration.saying(
          "The configurations \"\(other)\" and \"\(configuration.name)\" have the same file, "
            + "\(path): give each a name or a url of its own.")
      }
    }
  }

  /// A model that takes the rest can still be related to one of another store.
  private func checkRelationships(_ configurations: [ModelConfiguration]) throws {
    for (index, list) in models.enumerated() {
      for model in list {
        let description = ModelDescription.of(model)
        for relationship in description.relationships {
          let target = relationship.access.target
          if list.contains(where: { $0 == target }) { continue }
          throw SwiftDataError.loadIssueModelContainer.saying(
            "\(description.entityName).\(relationship.name) relates a model of the configuration "
              + "\"\(configurations[index].name)\" to \(target), which another configuration has: "
              + "models of two stores can't be related.")
        }
      }
    }
  }
}
