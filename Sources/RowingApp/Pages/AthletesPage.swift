// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PageKit
package import Rowing

/// The athletes, and the form to add one.
package enum AthletesPage {
  /// The page's values.
  package struct Model: Sendable {
    package let action = RowPaths.athletes
    package var table: DataTable?
    /// The page that compares the athletes; nil for fewer than two.
    package var compare: String?
    /// The form to add an athlete; nil for a role that adds none.
    package var fields: AthletePage.Fields?
    package var message: String?

    package init(table: DataTable?, compare: String?, fields: AthletePage.Fields?) {
      (self.table, self.compare, self.fields) = (table, compare, fields)
    }
  }

  package static let name = "row-athletes"
  package static let template = #"""
    <div class="title"><h1>Athletes</h1>{{#compare}}<p class="actions"><a class="button" href="{{compare}}">Compare athletes</a></p>{{/compare}}</div>
    <div class="stack below">
    {{^table}}<section class="card glass message empty"><h2>No athletes yet</h2><p>The first import adds one; add the members of a squad here.</p></section>{{/table}}
    {{#table}}
    <section class="card glass" aria-label="Athletes">
    {{>row-table}}
    </section>
    {{/table}}
    {{#fields}}
    <section class="card glass" aria-labelledby="add"><h2 id="add">Add an athlete</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}">
    {{>row-athlete-fields}}
    <p class="actions below"><button class="button primary">Add</button></p>
    </form>
    </section>
    {{/fields}}
    </div>
    """#
}

/// The page of one athlete: figures, and the form to edit them.
package enum AthletePage {
  /// The values of the form, as stored or as typed.
  package struct Fields: Sendable {
    package var token: String
    package var name: String
    package var email: String
    package var weight: String
    package var height: String
    package var birthYear: String
    package var maxHeartRate: String
    package var restingHeartRate: String
    package var timeZone: String
    package var choices: [FieldChoice]
  }

  /// A labeled list of choices.
  package struct FieldChoice: Sendable {
    package var id: String
    package var label: String
    package var choices: [FormChoice]

    package init(_ id: String, _ label: String, _ choices: [FormChoice]) {
      (self.id, self.label, self.choices) = (id, label, choices)
    }
  }

  /// The page's values.
  package struct Model: Sendable {
    package var title: String
    package var subtitle: String
    package var isSaved: Bool
    package var figures: [FigureTile]
    package var links: [PageLink]
    package var action: String
    /// The path that deletes the athlete; nil for a role that deletes none.
    package var delete: String?
    package var picture: Picture
    package var fields: Fields
    package var message: String?
  }

  /// The picture of an athlete with its forms.
  package struct Picture: Sendable {
    package var name: String
    package var token: String
    /// The path of the picture; nil if there is none.
    package var path: String?
    package var upload: String
    package var remove: String
    package var message: String?

    package init(_ athlete: AthleteSnapshot, token: FormToken) {
      name = athlete.name
      self.token = token.text
      upload = RowPaths.picture(athlete.id)
      remove = RowPaths.deletePicture(athlete.id)
      path = athlete.hasPicture ? upload : nil
    }
  }

  package static let name = "row-athlete"
  package static let fieldsName = "row-athlete-fields"
  package static let pictureName = "row-athlete-picture"

  package static let template = #"""
    <div class="stack">
    {{#isSaved}}<p class="note good" role="status">Your changes are saved.</p>{{/isSaved}}
    <div class="title"><div><h1>{{title}}</h1><p class="where">{{subtitle}}</p></div>
    <p class="actions">{{#links}}<a class="button" href="{{path}}">{{title}}</a>{{/links}}</p></div>
    <section class="card glass" aria-labelledby="figures"><h2 id="figures" class="hidden">Figures</h2>
    <dl class="figures">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>
    </section>
    <section class="card glass" aria-labelledby="edit"><h2 id="edit">Edit</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}">
    {{#fields}}{{>row-athlete-fields}}{{/fields}}
    <p class="source below">Email, birth year, weight, height and picture leave this device only encrypted, and only after a passphrase was set.</p>
    <p class="actions"><button class="button primary">Save</button>
    {{#delete}}<a class="button danger quiet" href="{{delete}}">Delete this athlete…</a>{{/delete}}</p>
    </form>
    </section>
    {{#picture}}{{>row-athlete-picture}}{{/picture}}
    </div>
    """#

  package static let pictureTemplate = #"""
    <section class="card glass slim" aria-labelledby="picture-heading"><h2 id="picture-heading">Picture</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    {{#path}}<p><img src="{{path}}" alt="{{name}}" width="160" height="160"></p>{{/path}}
    <form method="post" action="{{upload}}" enctype="multipart/form-data">
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="picture">File</label><input id="picture" name="picture" type="file" accept="image/jpeg,image/png,image/gif,image/webp" required aria-describedby="picture-hint"><small id="picture-hint">JPEG, PNG, GIF or WebP, up to 1 MB.</small></p>
    <p class="actions"><button class="button">Store</button></p>
    </form>
    {{#path}}<form method="post" action="{{remove}}"><input type="hidden" name="token" value="{{token}}"><p class="actions"><button class="button danger quiet">Remove the picture</button></p></form>{{/path}}
    </section>
    """#

  package static let fieldsTemplate = #"""
    <input type="hidden" name="token" value="{{token}}">
    <div class="fields">
    <p class="field"><label for="name">Name</label><input id="name" name="name" type="text" maxlength="200" value="{{name}}" required autocomplete="off"></p>
    <p class="field"><label for="email">Email</label><input id="email" name="email" type="text" inputmode="email" maxlength="200" value="{{email}}" autocomplete="off"></p>
    {{#choices}}
    <p class="field"><label for="{{id}}">{{label}}</label><select id="{{id}}" name="{{id}}">{{#choices}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/choices}}</select></p>
    {{/choices}}
    <p class="field"><label for="weight">Weight in kg</label><input id="weight" name="weight" type="text" inputmode="decimal" value="{{weight}}" placeholder="72.5" autocomplete="off"></p>
    <p class="field"><label for="height">Height in cm</label><input id="height" name="height" type="text" inputmode="decimal" value="{{height}}" placeholder="181" autocomplete="off"></p>
    <p class="field"><label for="birth">Year of birth</label><input id="birth" name="birth" type="text" inputmode="numeric" value="{{birthYear}}" placeholder="1990" autocomplete="off"></p>
    <p class="field"><label for="max-heart">Highest heart rate</label><input id="max-heart" name="max-heart" type="text" inputmode="numeric" value="{{maxHeartRate}}" placeholder="190" autocomplete="off"></p>
    <p class="field"><label for="rest-heart">Heart rate at rest</label><input id="rest-heart" name="rest-heart" type="text" inputmode="numeric" value="{{restingHeartRate}}" placeholder="55" autocomplete="off"></p>
    <p class="field"><label for="zone">Time zone of logbook dates</label><input id="zone" name="zone" type="text" maxlength="60" value="{{timeZone}}" placeholder="Europe/Ljubljana" autocomplete="off"></p>
    </div>
    """#
}
