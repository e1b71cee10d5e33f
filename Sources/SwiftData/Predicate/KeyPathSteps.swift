// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The steps that a key path is made of, told from its description.
///
/// A key path of several steps can't be taken apart otherwise, and not always be put together
/// again: `\Stop.trip?.name` is not equal to any path that is appended. In a description a computed
/// property, such as those of models, is the address of its getter and its type; two descriptions
/// of one property agree wherever the program is linked into one file. Where they don't, nothing is
/// recognised, and Swift does what SQL would have done.
enum KeyPathSteps {
  /// A key path as a key of the cache.
  private struct Path: Hashable, @unchecked Sendable {
    // Unchecked, since key paths to properties are immutable, but not declared Sendable.
    let keyPath: AnyKeyPath
  }

  private static let known = Mutex<[Path: [String]]>([:])

  /// The steps of a path; none for one with `!`, which traps for nil.
  static func of(_ keyPath: AnyKeyPath) -> [String] {
    let path = Path(keyPath: keyPath)
    if let steps = known.withLock({ $0[path] }) { return steps }
    let steps = parse(keyPath).map(String.init)
    known.withLock { $0[path] = steps }
    return steps
  }

  /// The only step of a path.
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
      // Not the end of an arrow.
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
