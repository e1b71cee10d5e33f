// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The page shown for an error.
package enum ErrorPage {
  /// The page's values.
  package struct Model: Sendable, Equatable {
    var code: Int
    var title: String
    var explanation: String
    /// The page to go on with.
    var next: PageLink

    /// Creates the values for an error.
    package init(_ problem: PageError) {
      code = problem.status.code
      title = problem.title
      explanation = problem.explanation
      next = problem.next
    }
  }
}

extension ErrorPage {
  static let name = "error"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  static let template = #"""
    <section class="card glass narrow message">
    <p class="code" aria-hidden="true">{{code}}</p>
    <h1>{{title}}</h1>
    <p>{{explanation}}</p>
    <p><a class="button primary" href="{{next.path}}">{{next.title}}</a></p>
    </section>
    """#
}
