// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A node of one of the versions of a pool, with its values as text.
protocol PooledNode: PersistentModel {
  associatedtype Group: PooledGroup

  /// The names of the values that the version has.
  static var fields: Set<String> { get }
  init(name: String)
  var title: String { get }
  var pooled: [String: String] { get set }
  /// The groups that the node belongs to, by name.
  var groupNames: Set<String> { get }
  func join(_ group: Group)
  static var byName: SortDescriptor<Self> { get }
}

/// A group of nodes, with a different relationship to nodes in each version.
protocol PooledGroup: PersistentModel {
  init(name: String)
  var label: String { get }
}

/// Many groups for each node, small numbers, no note.
enum PoolA: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Node.self, Group.self] }

  @Model final class Node: PooledNode {
    static let originalEntityName: String? = "Knot"
    static var fields: Set<String> { ["amount", "flag"] }
    static var byName: SortDescriptor<Node> { SortDescriptor(\.name, comparator: .lexical) }
    var name: String
    var amount: Int8 = 0
    var flag = false
    @Relationship(originalName: "group", inverse: \Group.nodes) var groups: [Group] = []
    init(name: String) { self.name = name }
    var title: String { name }
    var pooled: [String: String] {
      get { ["amount": "\(amount)", "flag": "\(flag)"] }
      set {
        amount = newValue["amount"].flatMap(Int8.init) ?? 0
        flag = newValue["flag"] == "true"
      }
    }
    var groupNames: Set<String> { Set(groups.map(\.label)) }
    func join(_ group: Group) { groups = [group] }
  }

  @Model final class Group: PooledGroup {
    var label: String
    @Relationship(originalName: "members") var nodes: [Node] = []
    init(name: String) { label = name }
  }
}

/// One group for each node, large numbers, an optional note, a unique name.
enum PoolB: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Node.self, Group.self] }

  @Model final class Node: PooledNode {
    static let originalEntityName: String? = "Knot"
    static var fields: Set<String> { ["amount", "flag", "note"] }
    static var byName: SortDescriptor<Node> { SortDescriptor(\.name, comparator: .lexical) }
    @Attribute(.unique) var name: String
    var flag = 0
    var amount = 0
    @Attribute(originalName: "remark") var note: String?
    @Relationship(originalName: "groups") var group: Group?
    init(name: String) { self.name = name }
    var title: String { name }
    var pooled: [String: String] {
      get { ["amount": "\(amount)", "flag": flag == 1 ? "true" : "false", "note": note ?? "nil"] }
      set {
        amount = newValue["amount"].flatMap(Int.init) ?? 0
        flag = newValue["flag"] == "true" ? 1 : 0
        note = newValue["note"] == "nil" ? nil : newValue["note"]
      }
    }
    var groupNames: Set<String> { Set([group?.label].compactMap(\.self)) }
    func join(_ group: Group) { self.group = group }
  }

  @Model final class Group: PooledGroup {
    #Index<Group>([\.label])
    var label: String
    @Relationship(deleteRule: .cascade, originalName: "members", inverse: \Node.group)
    var nodes: [Node] = []
    init(name: String) { label = name }
  }
}

/// Another entity name, numbers as text, a required note, an external file, groups without an
/// inverse.
enum PoolC: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Knot.self, Group.self] }

  @Model final class Knot: PooledNode {
    static let originalEntityName: String? = "Node"
    static var fields: Set<String> { ["amount", "note", "picture"] }
    static var byName: SortDescriptor<Knot> { SortDescriptor(\.name, comparator: .lexical) }
    var amount = "0"
    @Attribute(originalName: "remark") var note = "nil"
    var name: String
    @Attribute(.externalStorage) var picture = Data()
    @Relationship(originalName: "group") var groups: [Group] = []
    init(name: String) { self.name = name }
    var title: String { name }
    var pooled: [String: String] {
      get { ["amount": amount, "note": note, "picture": "\(picture.count)"] }
      set {
        amount = newValue["amount"] ?? "0"
        note = newValue["note"] ?? "nil"
        picture = Data(repeating: 1, count: newValue["picture"].flatMap(Int.init) ?? 0)
      }
    }
    var groupNames: Set<String> { Set(groups.map(\.label)) }
    func join(_ group: Group) { groups = [group] }
  }

  @Model final class Group: PooledGroup {
    var label: String
    init(name: String) { label = name }
  }
}

/// A spatial index, the former file in its row, a required note with another name.
enum PoolD: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [Node.self, Group.self] }

  @Model final class Node: PooledNode {
    static let originalEntityName: String? = "Knot"
    static var fields: Set<String> { ["amount", "flag", "note", "picture"] }
    static var byName: SortDescriptor<Node> { SortDescriptor(\.name, comparator: .lexical) }
    #Unique<Node>([\.name, \.flag])
    #Index<Node>(.rtree([\.size, \.amount]))
    var name: String
    var size = 3.5
    @Attribute(originalName: "note") var remark = "nil"
    var picture: Data = Data()
    var amount: Int64 = 0
    var flag = false
    @Relationship(originalName: "groups", inverse: \Group.members) var group: Group?
    init(name: String) { self.name = name }
    var title: String { name }
    var pooled: [String: String] {
      get {
        [
          "amount": "\(amount)", "flag": "\(flag)", "note": remark, "picture": "\(picture.count)",
        ]
      }
      set {
        amount = newValue["amount"].flatMap(Int64.init) ?? 0
        flag = newValue["flag"] == "true"
        remark = newValue["note"] ?? "nil"
        picture = Data(repeating: 1, count: newValue["picture"].flatMap(Int.init) ?? 0)
      }
    }
    var groupNames: Set<String> { Set([group?.label].compactMap(\.self)) }
    func join(_ group: Group) { self.group = group }
  }

  @Model final class Group: PooledGroup {
    var label: String
    @Relationship(originalName: "nodes") var members: [Node] = []
    init(name: String) { label = name }
  }
}

/// Decimal amounts, and groups in the join table of the group.
enum PoolE: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] { [Node.self, Group.self] }

  @Model final class Node: PooledNode {
    static let originalEntityName: String? = "Knot"
    static var fields: Set<String> { ["note", "amount"] }
    static var byName: SortDescriptor<Node> { SortDescriptor(\.name, comparator: .lexical) }
    @Attribute(hashModifier: "e") var name: String
    @Attribute(originalName: "remark") var note: String?
    var amount = Decimal(0)
    @Relationship(originalName: "group", inverse: \Group.nodes) var groups: [Group]? = []
    init(name: String) { self.name = name }
    var title: String { name }
    var pooled: [String: String] {
      get { ["note": note ?? "nil", "amount": "\(amount)"] }
      set {
        note = newValue["note"] == "nil" ? nil : newValue["note"]
        amount = newValue["amount"].flatMap { Decimal(string: $0) } ?? 0
      }
    }
    var groupNames: Set<String> { Set(groups?.map(\.label) ?? []) }
    func join(_ group: Group) { groups = [group] }
  }

  @Model final class Group: PooledGroup {
    var label: String
    @Relationship(originalName: "members") var nodes: [Node] = []
    init(name: String) { label = name }
  }
}
