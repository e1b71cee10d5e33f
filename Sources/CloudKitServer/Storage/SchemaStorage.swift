// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads the schema of a container's environment.
package protocol SchemaReading {
  func schema(_ id: Int64) throws -> Schema
}

/// Adds to a schema.
package protocol SchemaWriting: SchemaReading {
  /// Each change gives the schema another version.
  func addType(named name: String, to schema: Int64) throws -> Int64
  /// A field of a type, or what a system field of it can be asked for; in place of one that is there.
  func setField(_ field: Schema.Field, named name: String, ofType type: Int64, in schema: Int64)
    throws
  /// An index without entries that is not ready yet; from now on writers keep it.
  func addIndex(_ subject: Schema.Index.Subject, ofType type: Int64, in schema: Int64) throws
  /// How far an index is filled, and whether it is ready.
  func setIndex(_ index: Int64, filledThrough record: Int64, isReady: Bool, in schema: Int64) throws
}
