// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The components of a key path, parsed from its description.
///
/// Swift has no API to decompose a key path, and not every key path can be composed for comparison,
/// as ``ComposedKeyPaths`` does: `\Stop.trip?.stops.count` and `\Stop.trip?.kit.maker` do not equal
/// any appended path. In a description, a computed property, such as a model's, is the address of
/// its getter and its type. If the two addresses of a property differ, it is not recognised, and
/// Swift evaluates the expression instead of SQL.
///
/// They are equal in a debug build, where the linker merges the getters of all object files. They
/// differ in SwiftPM's release build, which optimizes a module on several threads
/// (`-whole-module-optimization -num-threads`): each object file forwards to the getters of other
/// object files by private functions, whose addresses differ. With `-num-threads 0`, a module is one
/// object file, and the addresses are equal.
enum KeyPathSteps {
  /// A key path as a cache key.
  private struct Path: Hashable, @unchecked Sendable {
    // Unchecked, since key paths to properties are immutable, but not declared Sendable.
    let keyPath: AnyKeyPath
  }

  private static let known = Mutex<[Path: [String]]>([:])

  /// The components of a key path; empty for a path with `!`, which traps for nil.
  static func of(_ keyPath: AnyKeyPath) -> [String] {
    let path = Path(keyPath: keyPath)
    if let steps = known.withLock({ $0[path] }) { return steps }
    let steps = parse(keyPath).map(String.init)
    known.withLock { $0[path] = steps }
    return steps
  }

  /// The component of a key path with exactly one.
  static func step(of keyPath: AnyKeyPath) -> String? {
    let steps = of(keyPath)
    return steps.count == 1 ? steps[0] : nil
  }

  private static func parse(_ keyPath: AnyKeyPath) -> [Substring] {
    let description = keyPath.debugDescription
    var steps: [Substring] = []
    var index = description.startIndex
    var start: String.Index?
    var depth = 0
    func end(_ index: String.Index) {
      if let begin = start { steps.append(description[begin..<index]) }
    }
    var previous: Character = "."
    while index < description.endIndex {
      let character = description[index]
      switch character {
      case "<", "(": depth += 1
      case ")": depth -= 1
      // Not part of an arrow.
      case ">" where previous != "-": depth -= 1
      case "." where depth == 0:
        end(index)
        start = description.index(after: index)
      case "?" where depth == 0:
        end(index)
        start = nil
      case "!" where depth == 0: return []
      default: break
      }
      previous = character
      index = description.index(after: index)
    }
    end(index)
    return steps
  }
}
