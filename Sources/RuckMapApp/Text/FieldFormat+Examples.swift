// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures

extension FieldFormat {
  /// The examples of fields, in both unit systems.
  private static let examples: [(metric: String, imperial: String)] = [
    ("1.2 kg", "2.6 lb"), ("16 kg", "35 lb"), ("80 kg", "180 lb"),
    ("200 m", "600 ft"), ("5 km", "3 mi"), ("8 km", "5 mi"),
    ("20 km", "12 mi"), ("800 km", "500 mi"),
  ]

  /// An example of a field in the user's units, such as 35 lb for 16 kg; an example without units stays as it is.
  func example(_ text: String) -> String {
    let pair = Self.examples.first { $0.metric == text || $0.imperial == text }
    return switch unitSystem {
    case .imperial: pair?.imperial ?? text
    case .metric: pair?.metric ?? text
    }
  }
}
