// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// What stands in place of a page that can't be shown.
package enum ErrorPage {
  /// The page's values.
  package struct Model: Sendable, Equatable {
    var code: Int
    var title: String
    var explanation: String
    let home = Paths.list

    /// The values for a problem.
    package init(_ problem: PageError) {
      code = problem.status.code
      title = problem.title
      explanation = problem.explanation
    }
  }
}
