// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// How one property lies in the records of its entity.
package struct FieldLayout: Sendable {
  /// The property: an attribute that is stored, or a to-one relationship.
  package let property: PropertyLayout
  /// The name of the field.
  package let name: String
  /// How an attribute's values lie in their column; nil for a relationship.
  package let column: _ColumnType?
  /// True for an attribute with the option `.externalStorage`.
  package let isExternal: Bool
  /// True for an attribute with the option `.allowsCloudEncryption`: the server gets ciphertext.
  package let isEncrypted: Bool
  /// The name of the field for a value that is too long for the record; nil where none can be.
  package let assetName: String?
  /// The name of the field with the record's ``Position`` among those that refer to the same target;
  /// nil for a relationship whose other end is not a list.
  package let positionName: String?
  /// The entity that a relationship leads to.
  package let target: String?

  /// The bytes beyond which a value lies in a file of its own.
  package var inlineLimit: Int { isExternal ? 16 << 10 : 128 << 10 }

  /// `hasPlaces` says whether records say the places in lists.
  init(_ property: PropertyLayout, of entity: EntityLayout, hasPlaces: Bool = true) {
    self.property = property
    let name = NameEscape.field(property.name)
    self.name = name
    let metadata = ModelDescription.of(entity.type).properties[property.index].metadata
    let options = (metadata as? Schema.Attribute)?.options ?? []
    isEncrypted = options.contains(.allowsCloudEncryption)
    switch property.storage {
    case .attribute(let column, let isExternal):
      self.column = column
      self.isExternal = isExternal
      let canBeLong = [.text, .url, .data, .json, .transformed, .decimal].contains(column)
      assetName = canBeLong ? HiddenFields.asset(of: name) : nil
    default:
      column = nil
      isExternal = false
      assetName = nil
    }
    target = property.destination?.entity
    positionName =
      hasPlaces ? property.orderColumn.map { _ in HiddenFields.position(in: name) } : nil
  }

  /// True for a relationship that can't be nil.
  package var isRequired: Bool { column == nil && !property.isOptional }
}

/// A value of a record that its property can't have.
package struct FieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entity and the property, as `RuckingSession.distance`.
  package let place: String
  /// The name of the field.
  package let field: String
  /// What is wrong, as the end of a sentence.
  package let reason: String

  package init(place: String, field: String, reason: String) {
    self.place = place
    self.field = field
    self.reason = reason
  }

  package var description: String { "\(beginning) \(reason)." }

  /// What is said of every problem with the property.
  var beginning: String { "\(place) can't be read from its record:" }
}
