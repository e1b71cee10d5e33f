// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Extracts JSON-LD and microdata from HTML.
///
/// The page is read once. Only the values of open microdata properties are retained, so memory
/// depends on the structured data and not on the size of the page.
struct HTMLStructuredData {
  /// The maximum nesting depth of items; deeper items are skipped.
  private static let depthLimit = 32
  /// The maximum number of objects of a page.
  private static let objectLimit = 10_000
  /// The maximum number of values of a property.
  private static let valueLimit = 100
  /// The maximum length of a property's text in bytes.
  private static let textLimit = 256 << 10
  /// The maximum number of elements that are open at a time.
  private static let elementLimit = 1024

  private struct Element {
    var name: String
    /// True if the element began an item.
    var beganItem = false
    /// The properties whose value is the text of the element.
    var textProperties: [String] = []
  }

  private struct Item {
    var object: StructuredObject
    /// The properties of the enclosing item of which the item is the value.
    var properties: [String]
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let decode: (UnsafeBufferPointer<UInt8>) -> String
  private var elements: [Element] = []
  /// The number of open elements by name.
  private var openElements: [String: Int] = [:]
  private var items: [Item] = []
  private var texts: [[UInt8]] = []
  private var isInJSON = false
  private var objects: [StructuredObject] = []
  private var issues = TravelFileIssueLog()

  /// Extracts the objects of a page.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - decode: Decodes text in the page's encoding, which contains ASCII.
  /// - Returns: The objects in the order of the page, and the JSON-LD that cannot be read.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    decode: @escaping (UnsafeBufferPointer<UInt8>) -> String = {
      String(decoding: $0, as: UTF8.self)
    }
  ) -> (objects: [StructuredObject], issues: TravelFileIssueLog) {
    var reader = HTMLStructuredData(bytes: bytes, decode: decode)
    var tokenizer = HTMLTokenizer(bytes)
    while let token = tokenizer.next() { reader.handle(token) }
    while !reader.elements.isEmpty { reader.close() }
    return (reader.objects, reader.issues)
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>, decode: @escaping (UnsafeBufferPointer<UInt8>) -> String
  ) {
    self.bytes = bytes
    self.decode = decode
  }

  private mutating func handle(_ token: HTMLToken) {
    switch token {
    case .startTag(let name, let attributes, let isSelfClosing):
      start(name, attributes, isSelfClosing)
    case .endTag(let name): end(name)
    case .text(let range):
      if isInJSON {
        isInJSON = false
        readJSON(range)
      } else if !texts.isEmpty {
        for index in texts.indices where texts[index].count + range.count <= Self.textLimit {
          texts[index].append(contentsOf: bytes[range])
        }
      }
    }
  }

  private mutating func readJSON(_ range: Range<Int>) {
    let text = Array(decode(UnsafeBufferPointer(rebasing: bytes[range])).utf8)
    guard text.contains(where: { $0 > 0x20 }) else { return }
    do {
      for value in try StructuredJSON.parse(text).values {
        if case .object(let object) = value, objects.count < Self.objectLimit {
          objects.append(object)
        }
      }
    } catch {
      let line = 1 + bytes[..<range.lowerBound].count { $0 == 0x0A }
      issues.add(
        .malformedPart, line: line + (error.line ?? 1) - 1,
        "JSON-LD is skipped: \(error.reason)")
    }
  }

  private mutating func start(
    _ name: String, _ attributes: [HTMLAttribute], _ isSelfClosing: Bool
  ) {
    if name == "script" {
      isInJSON = attributes.contains {
        $0.name == "type" && text($0.value).lowercased().hasPrefix("application/ld+json")
      }
    }
    if name == "br", !texts.isEmpty {
      for index in texts.indices { texts[index].append(0x0A) }
    }
    let isVoid = Self.voidElements.contains(name)
    guard isVoid || elements.count < Self.elementLimit else { return }
    var element = Element(name: name)
    var property: [String] = []
    var isItem = false
    for attribute in attributes {
      switch attribute.name {
      case "itemprop":
        property = text(attribute.value).split { $0.isWhitespace }.map(String.init)
      case "itemscope": isItem = true
      default: break
      }
    }
    if isItem, items.count < Self.depthLimit, !isVoid {
      element.beganItem = true
      items.append(Item(object: StructuredObject(type(attributes)), properties: property))
    } else if !property.isEmpty, !items.isEmpty {
      if let value = value(of: name, attributes) {
        add(.string(value), to: property)
      } else if !isVoid, !isSelfClosing, texts.count < Self.depthLimit {
        element.textProperties = property
        texts.append([])
      }
    }
    // A tag that ends itself closes only void elements and meta data in XHTML.
    if isVoid || isSelfClosing && Self.selfClosing.contains(name) { return }
    elements.append(element)
    openElements[name, default: 0] += 1
  }

  private static let voidElements: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]
  private static let selfClosing: Set<String> = ["time", "data", "a", "span", "script"]

  private func type(_ attributes: [HTMLAttribute]) -> [String: StructuredValue] {
    guard let attribute = attributes.first(where: { $0.name == "itemtype" }) else { return [:] }
    let type = text(attribute.value)
    let name = type.split { $0 == "/" || $0 == "#" }.last.map(String.init) ?? type
    return ["@type": .string(name)]
  }

  /// The value of a property in an attribute; nil if the element's text is the value.
  private func value(of name: String, _ attributes: [HTMLAttribute]) -> String? {
    func attribute(_ name: String) -> String? {
      attributes.first { $0.name == name }.map { text($0.value) }
    }
    switch name {
    case "meta": return attribute("content") ?? ""
    case "link": return attribute("href") ?? attribute("content") ?? ""
    case "a", "area": return attribute("href")
    case "img", "audio", "embed", "iframe", "source", "track", "video":
      return attribute("src") ?? ""
    case "object": return attribute("data")
    case "data", "meter": return attribute("value")
    case "time": return attribute("datetime")
    default: return nil
    }
  }

  private func text(_ range: Range<Int>) -> String {
    HTMLText.decoded(decode(UnsafeBufferPointer(rebasing: bytes[range]))).trimmed
  }

  private mutating func end(_ name: String) {
    guard !Self.voidElements.contains(name) else { return }
    // An end tag closes the innermost open element of its name; without one it has no effect. It
    // never closes an item of another element, since invalid pages close such elements too often.
    guard openElements[name] ?? 0 > 0,
      let index = elements.lastIndex(where: { $0.name == name })
    else { return }
    let crossesItem = elements[(index + 1)...].contains { $0.beganItem }
    if crossesItem, !elements[index].beganItem { return }
    while elements.count > index { close() }
  }

  private mutating func close() {
    guard let element = elements.popLast() else { return }
    openElements[element.name, default: 1] -= 1
    if element.beganItem, let item = items.popLast() {
      finish(item)
    } else if !element.textProperties.isEmpty, let text = texts.popLast() {
      let decoded = text.withUnsafeBufferPointer { HTMLText.decoded(decode($0)) }
      add(.string(HTMLText.normalized(decoded)), to: element.textProperties)
    }
  }

  private mutating func finish(_ item: Item) {
    let isEmpty = item.object.members.keys.allSatisfy { $0 == "@type" }
    if !item.properties.isEmpty, !items.isEmpty {
      if !isEmpty { add(.object(item.object), to: item.properties) }
    } else if !isEmpty, objects.count < Self.objectLimit {
      objects.append(item.object)
    }
  }

  private mutating func add(_ value: StructuredValue, to properties: [String]) {
    for property in properties {
      guard let last = items.indices.last else { return }
      switch items[last].object[property] {
      case nil: items[last].object[property] = value
      case .array(let values):
        if values.count < Self.valueLimit {
          items[last].object[property] = .array(values + [value])
        }
      case .some(let first): items[last].object[property] = .array([first, value])
      }
    }
  }
}
