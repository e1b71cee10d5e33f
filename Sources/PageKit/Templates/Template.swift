// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A template in its parts, with the tags of Mustache that pages need.
///
/// | Tag | Output |
/// | --- | --- |
/// | `{{name}}` | a value, escaped |
/// | `{{{name}}}` | a value that is HTML |
/// | `{{#name}}…{{/name}}` | the content, for each element of a list, for a value, or if a condition is true |
/// | `{{^name}}…{{/name}}` | the content if there is no value, for an empty list, or if a condition is false |
/// | `{{>name}}` | another template |
/// | `{{! text }}` | nothing |
///
/// `{{.}}` is the value of the section, `{{outer.inner}}` a value of a value, and `empty(name)` is true for an
/// empty list or text. A line that contains only a tag of a section, a template or a comment leaves no line in the
/// output.
struct Template: Sendable {
  /// A part of a template.
  indirect enum Part: Sendable {
    case text([UInt8])
    case value(Name, isEscaped: Bool)
    case section(Name, isInverted: Bool, [Part])
    /// Another template; the spaces before it are inserted before each of its lines, too.
    case template(String, indentation: [UInt8]?)
  }

  /// The name of a value.
  struct Name: Sendable, Equatable {
    /// The names between the dots; empty for the value of the section.
    var path: [String]
    /// Whether the value is replaced by the condition that it is empty.
    var testsEmptiness = false
  }

  let parts: [Part]

  /// Parses a template.
  ///
  /// - Throws: ``TemplateError``.
  init(_ text: String, named name: String) throws(TemplateError) {
    var parser = TemplateParser(text, named: name)
    parts = try parser.template()
  }
}
