// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The distribution of a schema's models over the configurations' stores.
struct ModelDistribution {
  /// The models of each configuration, in schema order.
  let models: [[any PersistentModel.Type]]

  /// Throws an error that names the conflicting model or configuration.
  init(_ schema: Schema, _ configurations: [ModelConfiguration]) throws {
    try Self.checkFiles(configurations)
    // A single store has all models, regardless of its configuration's list.
    if configurations.count == 1 {
      models = [schema.models]
      return
    }
    var storeIndexes: [ObjectIdentifier: Int] = [:]
    for (index, configuration) in configurations.enumerated() {
      for model in configuration.schema?.models ?? [] {
        guard schema.models.contains(where: { $0 == model }) else {
          throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.withMessage(
            "The configuration \"\(configuration.name)\" lists \(model), which the container's "
              + "schema does not have. Add it there.")
        }
        if let other = storeIndexes.updateValue(index, forKey: ObjectIdentifier(model)) {
          throw SwiftDataError.loadIssueModelContainer.withMessage(
            "\(model) is in the configurations \"\(configurations[other].name)\" and "
              + "\"\(configuration.name)\", by its own listing or through a relationship. Leave it "
              + "in one of them.")
        }
      }
    }
    let rest = configurations.firstIndex { $0.schema == nil }
    var models = configurations.map { _ in [any PersistentModel.Type]() }
    for model in schema.models {
      guard let index = storeIndexes[ObjectIdentifier(model)] ?? rest else {
        throw SwiftDataError.loadIssueModelContainer.withMessage(
          "No configuration lists \(model). Add it to the schema of one of them.")
      }
      models[index].append(model)
    }
    self.models = models
    try checkRelationships(configurations)
  }

  /// Throws if two configurations have the same file.
  private static func checkFiles(_ configurations: [ModelConfiguration]) throws {
    var names: [String: String] = [:]
    for configuration in configurations where !configuration.isStoredInMemoryOnly {
      let path = configuration.url.standardizedFileURL.path(percentEncoded: false)
      if let other = names.updateValue(configuration.name, forKey: path) {
        throw SwiftDataError.duplicateConfiguration.withMessage(
          "The configurations \"\(other)\" and \"\(configuration.name)\" have the same file, "
            + "\(path): give each its own name or URL.")
      }
    }
  }

  /// Throws if models of different stores are related, which the lists of models alone do not
  /// exclude.
  private func checkRelationships(_ configurations: [ModelConfiguration]) throws {
    for (index, list) in models.enumerated() {
      for model in list {
        let description = ModelDescription.of(model)
        for relationship in description.relationships {
          let target = relationship.target
          if list.contains(where: { $0 == target }) { continue }
          throw SwiftDataError.loadIssueModelContainer.withMessage(
            "\(description.entityName).\(relationship.name) relates a model of the configuration "
              + "\"\(configurations[index].name)\" to \(target), which belongs to another "
              + "configuration: models of two stores can't be related.")
        }
      }
    }
  }
}
