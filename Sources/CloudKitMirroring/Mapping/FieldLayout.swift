// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// The record format of one property.
package struct FieldLayout: Sendable {
  /// The property: an attribute that is stored, or a to-one relationship.
  package let property: PropertyLayout
  /// The name of the field.
  package let name: String
  /// The column type of an attribute; nil for a relationship.
  package let column: _ColumnType?
  /// True for an attribute with the option `.externalStorage`.
  package let isExternal: Bool
  /// True for an attribute with the option `.allowsCloudEncryption`: the server gets ciphertext.
  package let isEncrypted: Bool
  /// The name of the field for a value that is too long for the record; nil if values are never
  /// long.
  package let assetName: String?
  /// The name of the field with the record's ``Position`` among the records that refer to the same
  /// target; nil for a relationship whose inverse is not a list.
  package let positionName: String?
  /// The entity of a relationship's target.
  package let target: String?

  /// The size in bytes above which a value is stored in a file.
  package var inlineLimit: Int { isExternal ? 16 << 10 : 128 << 10 }

  /// Creates the layout of a property; `hasPlaces` is whether records contain positions in lists.
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

/// A record's value that its property can't have.
package struct FieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entity and the property, such as `RuckingSession.distance`.
  package let place: String
  /// The name of the field.
  package let field: String
  /// The reason, as the end of a sentence.
  package let reason: String

  package init(place: String, field: String, reason: String) {
    self.place = place
    self.field = field
    self.reason = reason
  }

  package var description: String { "\(place) can't be read from its record: \(reason)." }
}
