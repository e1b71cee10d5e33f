// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The fields of an operation, validated against the schema.
struct CheckedFields: Sendable {
  /// The fields in canonical form, including those to be cleared.
  var fields: RecordFields
  /// The fields that the schema does not have yet.
  var learned: [(name: String, field: Schema.Field)] = []
  /// The references whose targets must be checked.
  var references: [Reference] = []
  /// The version of the schema of the check.
  var schemaVersion: Int64
}

/// The validation of records' fields against a schema.
struct FieldRules: Sendable {
  /// The maximum numbers of types in an environment and of fields in a type, far above any real schema.
  static let maximumTypes = 1_000
  static let maximumFields = 2_000

  let schema: Schema
  let environment: Environment
  let isPublic: Bool

  /// Validates a client's fields for a record of a type.
  func check(_ sent: RecordFields, typeName: String) throws -> CheckedFields {
    let type = schema.types[typeName]
    if type == nil { try checkUnknownType(typeName) }
    do {
      let fields =
        sent.isCanonical ? sent : try sent.canonical { type?.fields[$0]?.type }
      var checked = CheckedFields(fields: fields, schemaVersion: schema.version)
      for (name, inference) in try fields.typeInferences() {
        if inference.isEncrypted && isPublic {
          throw Self.badRequest("encrypted fields are not supported in the public database")
        }
        if let field = type?.fields[name] {
          if !inference.isCleared { try check(inference, name, field, typeName) }
        } else {
          try learn(name, inference, typeName, &checked)
        }
        if inference.type?.element == .reference, let field = try fields.field(name) {
          checked.references += field.value.references.filter { $0.action != Reference.Action.none }
        }
      }
      guard (type?.fields.count ?? 0) + checked.learned.count <= Self.maximumFields else {
        throw Self.badRequest("Type \(typeName) would have more than \(Self.maximumFields) fields.")
      }
      return checked
    } catch let error as WireError {
      throw ServerFailure(error)
    }
  }

  private func checkUnknownType(_ name: String) throws {
    if environment == .production {
      throw Self.badRequest("Cannot create new type \(name) in production schema")
    }
    if schema.types.count >= Self.maximumTypes {
      throw Self.badRequest(
        "The schema already has the maximum of \(Self.maximumTypes) record types.")
    }
  }

  private func check(
    _ inference: FieldTypeInference, _ name: String, _ field: Schema.Field, _ type: String
  ) throws {
    let given = inference.type ?? field.type
    let fits = given == field.type || (given == .unknownList && field.type.isList)
    if fits, inference.isEncrypted == field.isEncrypted { return }
    if fits, inference.isEncrypted {
      throw Self.badRequest(
        "Attempt to save encrypted data in non encrypted field type for field '\(name)' for type "
          + "'\(type)'")
    }
    func words(_ type: FieldType, _ isEncrypted: Bool) -> String {
      (isEncrypted ? "ENCRYPTED_" : "") + type.rawValue
    }
    throw Self.badRequest(
      "invalid attempt to set value type \(words(given, inference.isEncrypted)) for field '\(name)' "
        + "for type '\(type)', defined to be: \(words(field.type, field.isEncrypted))")
  }

  private func learn(
    _ name: String, _ inference: FieldTypeInference, _ typeName: String,
    _ checked: inout CheckedFields
  ) throws {
    if environment == .production {
      throw Self.badRequest(
        "Cannot create or modify field '\(name)' in record '\(typeName)' in production schema")
    }
    // An empty list or a cleared field does not determine a type.
    guard let type = inference.type, type != .unknownList, !inference.isCleared else { return }
    checked.learned.append((name, .learned(type, isEncrypted: inference.isEncrypted)))
  }

  private static func badRequest(_ reason: String) -> ServerFailure {
    ServerFailure(.badRequest, reason)
  }
}

extension FieldValue {
  /// The references in the value.
  var references: [Reference] {
    switch self {
    case .reference(let reference): [reference]
    case .referenceList(let references): references
    default: []
    }
  }
}
