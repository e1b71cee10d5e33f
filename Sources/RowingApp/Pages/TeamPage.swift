// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A team: the form of its name and members, and its deletion.
package enum TeamPage {
  /// An athlete who is, or can become, a member.
  package struct Candidate: Sendable {
    package var id: String
    package var name: String
    /// The athlete's other team; nil for none.
    package var other: String?
    package var isMember: Bool
  }

  /// The page's values.
  package struct Model: Sendable {
    package var title: String
    package var name: String
    package var isSaved: Bool
    package var board: String
    package var action: String
    /// The path that deletes the team; nil for a role that deletes none.
    package var delete: String?
    package var token: String
    package var candidates: [Candidate]
    package var message: String?
  }

  package static let name = "row-team"
  package static let template = #"""
    <div class="stack">
    {{#isSaved}}<p class="note good" role="status">Your changes are saved.</p>{{/isSaved}}
    <div class="title"><h1>{{title}}</h1><p class="actions"><a class="button" href="{{board}}">Board</a></p></div>
    <section class="card glass" aria-labelledby="edit"><h2 id="edit">Edit</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}">
    <input type="hidden" name="token" value="{{token}}">
    <p class="field slim"><label for="name">Name</label><input id="name" name="name" type="text" maxlength="200" value="{{name}}" required autocomplete="off"></p>
    {{^empty(candidates)}}
    <div role="group" aria-labelledby="members"><h3 id="members">Members</h3>
    {{#candidates}}
    <p class="check"><input id="{{id}}" name="{{id}}" type="checkbox" value="member"{{#isMember}} checked{{/isMember}}><label for="{{id}}">{{name}}{{#other}} <span class="where">now in {{other}}</span>{{/other}}</label></p>
    {{/candidates}}
    </div>
    {{/empty(candidates)}}
    <p class="actions below"><button class="button primary">Save</button>
    {{#delete}}<a class="button danger quiet" href="{{delete}}">Delete this team…</a>{{/delete}}</p>
    </form>
    </section>
    </div>
    """#
}
