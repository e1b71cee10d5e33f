// Cairn
// SPDX-License-Identifier: Apache-2.0

extension DeleteRuckPage {
  static let name = "delete"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  static let template = #"""
    <section class="card glass narrow message">
    <h1>Delete {{title}}?</h1>
    <p>{{date}}, {{distance}}. The ruck and its {{points}} recorded points are removed for good. Download its GPX file first if you may want it back.</p>
    <form method="post" action="{{action}}">
    <input type="hidden" name="token" value="{{token}}">
    <p class="actions"><button class="button danger">Delete it</button>
    <a class="button" href="{{back}}">Keep it</a></p>
    </form>
    </section>
    """#
}
