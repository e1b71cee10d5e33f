// Cairn
// SPDX-License-Identifier: Apache-2.0

import Testing
import TravelFiles
import TripPlanner

/// The texts of times in the store.
struct StoredTimeTests {
  @Test(arguments: [
    "2027-03-10", "2027-03-10T23:55:00", "2027-03-10T23:55:00[Pacific/Auckland]",
    "2027-03-10T23:55:07+05:45", "2027-03-10T23:55:00-08:00",
    "2027-10-31T02:30:00[Europe/Berlin][_fold=1]", "2027-10-31T02:30:00+01:00[_fold=1]",
    "2027-03-10T23:55:00[America/Argentina/Buenos_Aires]",
  ])
  func `a written time is read as it was`(text: String) throws {
    let time = try #require(TravelTime(stored: text))
    #expect(time.stored == text)
    #expect(StoredTime.day(text) == (text.utf8.count == 10 ? time.date : nil))
  }

  @Test(arguments: [
    ("2027-03-10T24:00:00", "2027-03-11T00:00:00"), ("2027-03-10T23:59:60", "2027-03-10T23:59:59"),
    ("2027-03-10 20:15", "2027-03-10T20:15:00"), ("20270310T2015Z", "2027-03-10T20:15:00+00:00"),
    ("2027-03-10T20:15:00+02", "2027-03-10T20:15:00+02:00"),
    ("2027-03-10[Europe/Vienna]", "2027-03-10[Europe/Vienna]"),
    ("2027-03-10T20:15:00[UTC]", "2027-03-10T20:15:00+00:00"), ("20270310", "2027-03-10"),
  ])
  func `other forms of ISO 8601 are read`(text: String, stored: String) {
    #expect(TravelTime(stored: text)?.stored == stored)
  }

  @Test(arguments: [
    "", "2027", "2027-02-30", "2027-13-01", "2027-3-10", "2027-03-10T25:00:00",
    "2027-03-10T23:60:00", "2027-03-10T23:55:00+19:00", "2027-03-10T23:55:00+02:60",
    "2027-03-10T23:55:00[Europe/Nowhere]", "2027-03-10T23:55:00[Vienna]", "2027-03-10T23:55:00[]",
    "2027-03-10T23:55:00[Europe/Vienna", "2027-03-10T23:55:00[Europe/Vienna][Europe/Vienna]",
    "2027-03-1é",
  ])
  func `a text that is no time is not read`(text: String) {
    #expect(TravelTime(stored: text) == nil)
  }
}
