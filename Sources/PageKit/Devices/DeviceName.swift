// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The name of a paired device in the list, which the user can change.
package enum DeviceName {
  /// The maximum length in characters.
  package static let longest = 60

  /// System and browser by their tokens in the User-Agent header; the first match counts.
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android device"), ("CrOS", "Chromebook"),
    ("Windows", "Windows computer"), ("Macintosh", "Mac"), ("Linux", "Linux computer"),
  ]
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
  ]

  /// The first name of a device: "iPhone, Safari".
  package static func initial(userAgent: String?) -> String {
    let agent = userAgent ?? ""
    let system = systems.first { agent.contains($0.0) }?.1
    let browser = browsers.first { agent.contains($0.0) }?.1
    let parts = [system, browser].compactMap { $0 }
    return parts.isEmpty ? "Unknown device" : parts.joined(separator: ", ")
  }

  /// Removes control and format characters and surrounding spaces, and shortens the text.
  ///
  /// - Returns: The name; nil if nothing remains.
  package static func cleaned(_ text: String) -> String? {
    let visible = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
      default: true
      }
    }
    var name = Substring(String(String.UnicodeScalarView(visible)))
    name = name.drop(while: \.isWhitespace).prefix(longest)
    while name.last?.isWhitespace == true { name.removeLast() }
    return name.isEmpty ? nil : String(name)
  }
}
