// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The fields of an operation, checked against the schema.
struct CheckedFields: Sendable {
  /// In the documented form; fields to be cleared are still among them.
  var fields: RecordFields
  /// What the schema does not have yet.
  var learned: [(name: String, field: Schema.Field)] = []
  /// Those that need their targets looked at.
  var references: [Reference] = []
  /// The schema that they were checked against.
  var schemaVersion: Int64
}

/// What fields a record may have.
struct FieldRules: Sendable {
  /// Types of one container's environment, and fields of one type: far more than anybody designs.
  static let maximumTypes = 1_000
  static let maximumFields = 2_000

  let schema: Schema
  let environment: Environment
  let isPublic: Bool

  /// Checks the fields that a client sent for a record of a type.
  func check(_ sent: RecordFields, typeName: String) throws -> CheckedFields {
    let type = schema.types[typeName]
    if type == nil { try refuseUnknownType(typeName) }
    do {
      let fields =
        sent.isCanonical ? sent : try sent.canonical { type?.fields[$0]?.type }
      var checked = CheckedFields(fields: fields, schemaVersion: schema.version)
      for (name, shape) in try fields.shapes() {
        if shape.isEncrypted && isPublic {
          throw Self.refusal("encrypted fields are not supported in the public database")
        }
        if let field = type?.fields[name] {
          if !shape.isCleared { try check(shape, name, field, typeName) }
        } else {
          try learn(name, shape, typeName, &checked)
        }
        if shape.type?.element == .reference, let field = try fields.field(name) {
          checked.references += field.value.references.filter { $0.action != Reference.Action.none }
        }
      }
      guard (type?.fields.count ?? 0) + checked.learned.count <= Self.maximumFields else {
        throw Self.refusal("Type \(typeName) would have more than \(Self.maximumFields) fields.")
      }
      return checked
    } catch let error as WireError {
      throw ServerFailure(error)
    }
  }

  private func refuseUnknownType(_ name: String) throws {
    if environment == .production {
      throw Self.refusal("Cannot create new type \(name) in production schema")
    }
    if schema.types.count >= Self.maximumTypes {
      throw Self.refusal("There are \(Self.maximumTypes) record types already.")
    }
  }

  private func check(_ shape: FieldShape, _ name: String, _ field: Schema.Field, _ type: String)
    throws
  {
    let given = shape.type ?? field.type
    let fits = given == field.type || (given == .unknownList && field.type.isList)
    if fits, shape.isEncrypted == field.isEncrypted { return }
    if fits, shape.isEncrypted {
      throw Self.refusal(
        "Attempt to save encrypted data in non encrypted field type for field '\(name)' for type "
          + "'\(type)'")
    }
    func words(_ type: FieldType, _ isEncrypted: Bool) -> String {
      (isEncrypted ? "ENCRYPTED_" : "") + type.rawValue
    }
    throw Self.refusal(
      "invalid attempt to set value type \(words(given, shape.isEncrypted)) for field '\(name)' "
        + "for type '\(type)', defined to be: \(words(field.type, field.isEncrypted))")
  }

  private func learn(
    _ name: String, _ shape: FieldShape, _ typeName: String, _ checked: inout CheckedFields
  ) throws {
    if environment == .production {
      throw Self.refusal(
        "Cannot create or modify field '\(name)' in record '\(typeName)' in production schema")
    }
    // An empty list says nothing of its elements; a cleared field nothing at all.
    guard let type = shape.type, type != .unknownList, !shape.isCleared else { return }
    checked.learned.append((name, .learned(type, isEncrypted: shape.isEncrypted)))
  }

  private static func refusal(_ reason: String) -> ServerFailure {
    ServerFailure(.badRequest, reason)
  }
}

extension FieldValue {
  /// The references that are, or are in, the value.
  var references: [Reference] {
    switch self {
    case .reference(let reference): [reference]
    case .referenceList(let references): references
    default: []
    }
  }
}
