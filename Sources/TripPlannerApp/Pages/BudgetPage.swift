// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The costs of a trip: by category, day and person, against the budget, and the payments that settle them.
enum BudgetPage {
  /// A cost.
  struct Line: Sendable {
    var expenseTitle: String
    var expenseDetail: String
    var expenseAmount: String
    var expenseBase: String?
    var isPlanned: Bool
    var expensePath: String
  }

  /// A sum with its part of the whole.
  struct Bar: Sendable {
    var barTitle: String
    var barAmount: String
    /// The share in thousandths.
    var barValue: Int
    var barNote: String?
  }

  /// An exchange rate with the path of the form that removes it.
  struct Rate: Sendable {
    var rateTitle: String
    var rateValue: String
    var rateRemoval: String
  }

  /// A payment that settles debts.
  struct Payment: Sendable {
    var payer: String
    var payee: String
    var paymentAmount: String
  }

  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var total: String
    var figures: [FigureTile]
    var limit: Limit?
    var categories: [Bar]
    var days: [Bar]
    var people: [Bar]
    var payments: [Payment]
    var isSettled: Bool
    var lines: [Line]
    var missingRates: [String]
    var rates: [Rate]
    var addPath: String
    var rateAction: String
    var rateBase: String
    /// Today, the day of a new rate unless another one is chosen.
    var rateDay: String
    var budgetPath: String
    var csvPath: String
    var isEmpty: Bool
  }

  /// The budget with its used part.
  struct Limit: Sendable {
    var limitText: String
    var limitValue: Int
    var isOver: Bool
  }

  static let name = "trip-budget"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-budget" data-live="{{livePath}}">
    {{>trip-header}}
    <div class="split">
    <div class="stack">
    <section class="card glass" aria-labelledby="sum"><h2 id="sum" class="hidden">Sum</h2><dl class="figures tight">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>
    {{#limit}}<p class="edit">{{limitText}}</p><progress max="1000" value="{{limitValue}}" aria-label="Used part of the budget"></progress>{{#isOver}}<p class="chips"><span class="chip bad">over budget</span></p>{{/isOver}}{{/limit}}</section>
    {{#missingRates}}<p class="note">{{.}}</p>{{/missingRates}}
    <section class="card glass" aria-labelledby="costs"><div class="heading"><h2 id="costs">Costs</h2><a class="button" href="{{addPath}}">Add a cost</a></div>
    {{#isEmpty}}<p class="soft">No costs yet. Prices of imported bookings are listed here, too.</p>{{/isEmpty}}
    <ul class="lines">{{#lines}}
    <li><span class="main"><a href="{{expensePath}}">{{expenseTitle}}</a><br><span class="where">{{expenseDetail}}</span></span>{{#isPlanned}}<span class="chip plain">planned</span>{{/isPlanned}}<span class="amount">{{expenseAmount}}{{#expenseBase}}<br><span class="where">{{expenseBase}}</span>{{/expenseBase}}</span></li>
    {{/lines}}</ul></section>
    </div>
    <div class="stack">
    {{^empty(categories)}}<section class="card glass" aria-labelledby="by-category"><h2 id="by-category">By category</h2><dl class="bars">{{#categories}}{{>trip-bar}}{{/categories}}</dl></section>{{/empty(categories)}}
    {{^empty(payments)}}<section class="card glass" aria-labelledby="settle"><h2 id="settle">To settle</h2><ul class="lines">{{#payments}}<li><span class="main"><b>{{payer}}</b> → <b>{{payee}}</b></span><span class="amount">{{paymentAmount}}</span></li>{{/payments}}</ul></section>{{/empty(payments)}}
    {{#isSettled}}<section class="card glass" aria-labelledby="settled"><h2 id="settled">Settled</h2><p class="soft">Nobody owes anybody anything.</p></section>{{/isSettled}}
    {{^empty(people)}}<section class="card glass" aria-labelledby="by-person"><h2 id="by-person">By person</h2><dl class="bars">{{#people}}{{>trip-bar}}{{/people}}</dl></section>{{/empty(people)}}
    {{^empty(days)}}<section class="card glass" aria-labelledby="by-day"><h2 id="by-day">By day</h2><dl class="bars">{{#days}}{{>trip-bar}}{{/days}}</dl></section>{{/empty(days)}}
    <section class="card glass no-print" aria-labelledby="rates"><h2 id="rates">Exchange rates</h2>
    {{^empty(rates)}}<ul class="lines">{{#rates}}<li><span class="main">{{rateTitle}}</span><span class="amount">{{rateValue}}</span><form method="post" action="{{rateRemoval}}" class="side"><input type="hidden" name="token" value="{{token}}"><button class="button quiet" aria-label="Remove the rate of {{rateTitle}}">Remove</button></form></li>{{/rates}}</ul>{{/empty(rates)}}
    <form method="post" action="{{rateAction}}" class="edit"><input type="hidden" name="token" value="{{token}}"><div class="field-grid"><p class="field"><label for="rate-currency">1 unit of</label><input id="rate-currency" name="currency" type="text" maxlength="3" placeholder="JPY" required autocomplete="off"></p><p class="field"><label for="rate-value">is, in {{rateBase}}</label><input id="rate-value" name="rate" type="text" inputmode="decimal" placeholder="0.0061" required autocomplete="off"></p><p class="field"><label for="rate-day">Day</label><input id="rate-day" name="day" type="date" value="{{rateDay}}"></p></div><p><button class="button wide">Set the rate</button></p></form></section>
    <p class="actions no-print"><a class="button quiet" href="{{budgetPath}}">Set the budget</a>{{^isEmpty}}<a class="button quiet" href="{{csvPath}}" download>Costs as CSV</a>{{/isEmpty}}</p>
    </div>
    </div>
    </div>
    """#

  static let barName = "trip-bar"

  static let barTemplate = #"""
    <div><dt>{{barTitle}}{{#barNote}} <span class="where">{{barNote}}</span>{{/barNote}}</dt><dd>{{barAmount}}</dd><dd class="part"><progress max="1000" value="{{barValue}}" aria-label="{{barTitle}}"></progress></dd></div>
    """#
}
