// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a macro on a property says of it: a ``Schema/Attribute`` or a ``Schema/Relationship``.
public protocol SchemaProperty {
  /// True if no two models may have the same value.
  var isUnique: Bool { get }
}

extension Schema {
  /// The arguments of `@Attribute`.
  public class Attribute: SchemaProperty {
    /// The options given.
    public var options: [Option]

    /// What `@Attribute(options)` says.
    public init(_ options: Option...) {
      self.options = options
    }

    /// True with the option ``Option/unique``.
    public var isUnique: Bool { options.contains(.unique) }

    /// An option of an attribute.
    public struct Option: Codable, Hashable, Sendable {
      private enum Kind: String, Codable {
        case unique, externalStorage
      }

      private let kind: Kind

      /// No two models have the same value: saving a second one updates the stored row.
      public static var unique: Option { Option(kind: .unique) }

      /// Large `Data` (over 128 KiB) lies in a file beside the store.
      public static var externalStorage: Option { Option(kind: .externalStorage) }
    }
  }

  /// The arguments of `@Relationship`.
  public final class Relationship: SchemaProperty {
    /// What becomes of the targets when the owner is deleted.
    public var deleteRule: DeleteRule
    /// The key path of the property at the other end that mirrors this one.
    public var inverseKeyPath: AnyKeyPath?
    /// The options given.
    public var options: [Option]

    /// What `@Relationship(options, deleteRule:, inverse:)` says.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, inverse: AnyKeyPath? = nil
    ) {
      self.options = options
      self.deleteRule = deleteRule
      self.inverseKeyPath = inverse
    }

    /// True with the option ``Option/unique``.
    public var isUnique: Bool { options.contains(.unique) }

    /// An option of a relationship.
    public struct Option: Codable, Hashable, Sendable {
      private let name: String

      /// No two owners have the same target.
      public static var unique: Option { Option(name: "unique") }
    }

    /// What becomes of the targets when the owner is deleted.
    public enum DeleteRule: String, Codable, Sendable {
      /// They are deleted too.
      case cascade
      /// Their reference to the owner is cleared.
      case nullify
      /// The owner can't be deleted while there are any.
      case deny
      /// Nothing: the caller cleans up.
      case noAction
    }
  }
}
