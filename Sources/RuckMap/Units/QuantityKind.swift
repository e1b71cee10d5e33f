// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a quantity measures, with the units that can be written for it.
public enum QuantityKind: String, Sendable, Hashable {
  case mass
  case length

  var units: String {
    switch self {
    case .mass: "lb or kg"
    case .length: "mi, km, ft, m, in or cm"
    }
  }

  var example: String {
    switch self {
    case .mass: "35 lb"
    case .length: "5 mi"
    }
  }
}
