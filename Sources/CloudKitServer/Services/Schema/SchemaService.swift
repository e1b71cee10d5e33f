// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Says what the types of records are, where saves may not teach it.
package struct SchemaService: Sendable {
  private let data: CloudData

  package init(_ data: CloudData) { self.data = data }

  /// Adds a type, or fields to one that is there, or changes what these can be asked for.
  ///
  /// What system fields can be asked for is said under their names in schemas, such as `___recordID`.
  ///
  /// - throws: ``ServerFailure`` if a field is there with another type, or a name can't be one.
  package func declare(
    _ typeName: String, _ fields: [String: Schema.Field], container: String,
    environment: Environment
  ) async throws {
    guard NameRules.isSchemaName(typeName) else {
      throw ServerFailure(.badRequest, "\(typeName.debugDescription) can't be the name of a type.")
    }
    for name in fields.keys
    where !NameRules.isFieldName(name) && SystemField(schemaName: name) == nil {
      throw ServerFailure(.badRequest, "\(name.debugDescription) can't be the name of a field.")
    }
    // The schema is that of all databases of the environment.
    let key = DatabaseKey(
      container: container, environment: environment, scope: .public, owner: "")
    try await data.storage.write { writer in
      let schema = try writer.schema(writer.makeDatabase(key).schema)
      let known = schema.types[typeName]
      let type = try known?.id ?? writer.addType(named: typeName, to: schema.id)
      for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
        if let there = known?.fields[name],
          there.type != field.type || there.isEncrypted != field.isEncrypted
        {
          throw ServerFailure(
            .badRequest, "Field '\(name)' of type '\(typeName)' is \(there.type.rawValue) already.")
        }
        try writer.setField(field, named: name, ofType: type, in: schema.id)
      }
    }
  }
}
