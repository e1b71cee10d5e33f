// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// The output of a template with a model's values.
struct TemplateRenderer {
  private static let newline = UInt8(ascii: "\n")

  private let templates: [String: Template]
  /// The models of the open sections, the innermost last.
  private var models: [TemplateValue]
  private(set) var output: [UInt8] = []

  init(_ templates: [String: Template], model: TemplateValue) {
    self.templates = templates
    models = [model]
  }

  /// Appends the output of a template.
  mutating func render(_ template: Template) { render(template.parts, indentation: []) }

  /// Appends the output of parts.
  ///
  /// - Parameters:
  ///   - parts: The parts.
  ///   - indentation: The spaces before each line but the first.
  private mutating func render(_ parts: [Template.Part], indentation: [UInt8]) {
    guard indentation.isEmpty else { return renderIndented(parts, indentation) }
    for part in parts { render(part, indentation: []) }
  }

  private mutating func render(_ part: Template.Part, indentation: [UInt8]) {
    switch part {
    case .text(let text):
      output.append(contentsOf: text)
    case .value(let name, let isEscaped):
      guard let value = value(of: name) else { return }
      if isEscaped {
        HTMLEscaper.append(value.text, to: &output)
      } else {
        output.append(contentsOf: value.text.utf8)
      }
    case .section(let name, let isInverted, let content):
      let value = value(of: name)
      if isInverted {
        renderInverted(value, content, indentation)
      } else if let value {
        renderSection(value, content, indentation)
      }
    case .template(let name, let added):
      guard let template = templates[name] else { return }
      render(template.parts, indentation: added.map { indentation + $0 } ?? indentation)
    }
  }

  // MARK: Sections

  private mutating func renderSection(
    _ value: TemplateValue, _ content: [Template.Part], _ indentation: [UInt8]
  ) {
    switch value {
    case .list(let elements):
      for element in elements { render(content, of: element, indentation) }
    case .flag(let flag):
      if flag { render(content, indentation: indentation) }
    case .text, .row, .object, .other:
      render(content, of: value, indentation)
    }
  }

  private mutating func renderInverted(
    _ value: TemplateValue?, _ content: [Template.Part], _ indentation: [UInt8]
  ) {
    switch value {
    case nil, .flag(false): render(content, indentation: indentation)
    case .list(let elements) where elements.isEmpty: render(content, indentation: indentation)
    default: break
    }
  }

  private mutating func render(
    _ content: [Template.Part], of model: TemplateValue, _ indentation: [UInt8]
  ) {
    models.append(model)
    render(content, indentation: indentation)
    models.removeLast()
  }

  /// The value of a name in the innermost model that has it; nil if none has.
  private func value(of name: Template.Name) -> TemplateValue? {
    let value = name.path.isEmpty ? models.last : value(at: name.path)
    return name.testsEmptiness ? value?.isEmpty.map { .flag($0) } : value
  }

  private func value(at path: [String]) -> TemplateValue? {
    var index = models.count
    while index > 0 {
      index -= 1
      guard var value = models[index].child(named: path[0]) else { continue }
      for name in path.dropFirst() {
        guard let child = value.child(named: name) else { return nil }
        value = child
      }
      return value
    }
    return nil
  }

  // MARK: Indentation

  private mutating func renderIndented(_ parts: [Template.Part], _ indentation: [UInt8]) {
    let start = output.count
    for part in parts {
      guard case .text(let text) = part else {
        let end = output.count
        render(part, indentation: indentation)
        if output.count > end { indent(at: end, after: start, indentation) }
        continue
      }
      let lines = text.split(separator: Self.newline, omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let end = output.count
        output.append(contentsOf: line)
        if index < lines.count - 1 { output.append(Self.newline) }
        if output.count > end { indent(at: end, after: start, indentation) }
      }
    }
  }

  /// Inserts the indentation at a position, if a line begins there.
  private mutating func indent(at position: Int, after start: Int, _ indentation: [UInt8]) {
    guard position > start, output[position - 1] == Self.newline else { return }
    output.insert(contentsOf: indentation, at: position)
  }
}
