// Cairn
// SPDX-License-Identifier: Apache-2.0

import CZlib
import Foundation

/// A node of a property list.
indirect enum ListNode {
  case boolean(Bool)
  case integer(Int)
  case real(Double)
  case text(String)
  case data(Data)
  case reference(Int)
  case array([ListNode])
  case dictionary([(String, ListNode)])
}

/// Writes binary property lists and keyed archives in the form of Apple's `NSKeyedArchiver`.
///
/// Foundation on Linux can't archive the classes of Core Data.
final class KeyedArchiveWriter {
  private var objects: [ListNode] = [.text("$null")]

  /// Adds an object and returns its reference.
  func add(_ node: ListNode) -> ListNode {
    objects.append(node)
    return .reference(objects.count - 1)
  }

  /// Adds an instance of a class.
  func add(_ name: String, _ members: [(String, ListNode)]) -> ListNode {
    let reference = reserve()
    fill(reference, name, members)
    return reference
  }

  /// Returns the reference of an object that is filled later, so that others can refer to it.
  func reserve() -> ListNode { add(.text("")) }

  func fill(_ reference: ListNode, _ name: String, _ members: [(String, ListNode)]) {
    guard case .reference(let index) = reference else { return }
    let type = add(
      .dictionary([
        ("$classname", .text(name)), ("$classes", .array([.text(name), .text("NSObject")])),
      ]))
    objects[index] = .dictionary(members + [("$class", type)])
  }

  func array(_ elements: [ListNode], _ name: String = "NSArray") -> ListNode {
    add(name, [("NS.objects", .array(elements))])
  }

  func dictionary(_ members: [(String, ListNode)]) -> ListNode {
    add(
      "NSMutableDictionary",
      [
        ("NS.keys", .array(members.map { add(.text($0.0)) })),
        ("NS.objects", .array(members.map(\.1))),
      ])
  }

  /// The archive with a top object.
  func archive(root: ListNode) -> Data {
    Self.list(
      .dictionary([
        ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")),
        ("$top", .dictionary([("root", root)])), ("$objects", .array(objects)),
      ]))
  }

  // MARK: Lists

  /// A binary property list.
  static func list(_ root: ListNode) -> Data {
    var bodies: [Data] = []
    _ = add(root, &bodies)
    var data = Data("bplist00".utf8)
    var offsets: [Int] = []
    for body in bodies {
      offsets.append(data.count)
      data += body
    }
    let table = data.count
    for offset in offsets { data += bytes(offset, 4) }
    data += Data([0, 0, 0, 0, 0, 0, 4, 2])
    return data + bytes(bodies.count, 8) + bytes(0, 8) + bytes(table, 8)
  }

  /// Adds the objects of a node, and returns the index of the node.
  private static func add(_ node: ListNode, _ bodies: inout [Data]) -> Int {
    let index = bodies.count
    bodies.append(Data())
    func references(_ nodes: [ListNode]) -> Data {
      nodes.reduce(into: Data()) { $0 += bytes(add($1, &bodies), 2) }
    }
    let body: Data =
      switch node {
      case .boolean(let value): Data([value ? 9 : 8])
      case .integer(let value): Data([0x13]) + bytes(value, 8)
      case .real(let value): Data([0x23]) + bytes(Int(bitPattern: UInt(value.bitPattern)), 8)
      case .text(let value):
        if value.allSatisfy(\.isASCII) {
          head(0x50, value.utf8.count) + Data(value.utf8)
        } else {
          head(0x60, value.utf16.count)
            + value.utf16.reduce(into: Data()) { $0 += bytes(Int($1), 2) }
        }
      case .data(let value): head(0x40, value.count) + value
      case .reference(let value): Data([0x81]) + bytes(value, 2)
      case .array(let elements): head(0xA0, elements.count) + references(elements)
      case .dictionary(let members):
        head(0xD0, members.count) + references(members.map { .text($0.0) })
          + references(members.map(\.1))
      }
    bodies[index] = body
    return index
  }

  private static func head(_ type: UInt8, _ count: Int) -> Data {
    count < 15 ? Data([type | UInt8(count)]) : Data([type | 15, 0x12]) + bytes(count, 4)
  }

  private static func bytes(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
  }
}

/// Compresses data as raw Deflate.
func deflated(_ data: Data, level: Int32 = 9, strategy: Int32 = Z_DEFAULT_STRATEGY) -> Data {
  var stream = z_stream()
  deflateInit2_(
    &stream, level, Z_DEFLATED, -15, 8, strategy, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  defer { deflateEnd(&stream) }
  var input = Array(data)
  var output = [UInt8](repeating: 0, count: data.count * 2 + 1024)
  input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      deflate(&stream, Z_FINISH)
    }
  }
  return Data(output.prefix(Int(stream.total_out)))
}
