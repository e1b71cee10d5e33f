// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Declares record types, for environments in which saves cannot create them.
package struct SchemaService: Sendable {
  private let data: ServiceContext

  package init(_ data: ServiceContext) { self.data = data }

  /// Adds a type, adds fields to it, or changes their indexes.
  ///
  /// System fields have their schema names, such as `___recordID`.
  ///
  /// - Throws: ``ServerFailure`` if a field already has another type, or a name is invalid.
  package func declare(
    _ typeName: String, _ fields: [String: Schema.Field], container: String,
    environment: Environment
  ) async throws {
    guard NameRules.isSchemaName(typeName) else {
      throw ServerFailure(.badRequest, "\(typeName.debugDescription) is not a valid type name.")
    }
    for name in fields.keys
    where !NameRules.isFieldName(name) && SystemField(schemaName: name) == nil {
      throw ServerFailure(.badRequest, "\(name.debugDescription) is not a valid field name.")
    }
    // All databases of an environment share one schema.
    let key = DatabaseKey(
      container: container, environment: environment, scope: .public, owner: "")
    try await data.storage.write { writer in
      let schema = try writer.schema(writer.makeDatabase(key).schema)
      let known = schema.types[typeName]
      let type = try known?.id ?? writer.addType(named: typeName, to: schema.id)
      for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
        if let existing = known?.fields[name],
          existing.type != field.type || existing.isEncrypted != field.isEncrypted
        {
          throw ServerFailure(
            .badRequest,
            "Field '\(name)' of type '\(typeName)' already is \(existing.type.rawValue).")
        }
        try writer.setField(field, named: name, ofType: type, in: schema.id)
      }
    }
  }
}
