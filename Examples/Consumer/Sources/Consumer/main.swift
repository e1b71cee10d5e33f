// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: Consumer STORE")
  exit(64)
}

let log = try HikeLog(url: URL(fileURLWithPath: path))
print("hikes in the store: \(try log.count())")

let day: TimeInterval = 24 * 60 * 60
let firstOfMay = Date(timeIntervalSince1970: 1_777_593_600)
if try log.count() == 0 {
  try log.add(
    trail: "Ridge", length: 12.5, date: firstOfMay, minutes: 190, notes: "Wind from the west")
  try log.add(trail: "Lake", length: 4, date: firstOfMay + day, minutes: 55, notes: nil)
  try log.add(trail: "Ridge", length: 12.5, date: firstOfMay + 2 * day, minutes: 170, notes: nil)
} else {
  try log.removeTrail(named: "Lake")
}

for trail in try log.trails() {
  let minutes = trail.hikes.reduce(0) { $0 + $1.minutes }
  print("\(trail.name): \(trail.length) km, \(trail.hikes.count) hikes, \(minutes) minutes")
}
for hike in try log.hikes(onTrailsFrom: 10, longerThan: 180) {
  let trail = hike.trail?.name ?? "no trail"
  print("long: \(trail), \(hike.date.formatted(.iso8601)), \(hike.notes ?? "no notes")")
}

// A program that doesn't link CloudKitMirroring is told so, before a file is made.
let synced = ModelConfiguration(
  "Synced", url: URL(fileURLWithPath: path + "-synced"),
  cloudKitDatabase: .private("iCloud.org.example.hikes"))
do {
  _ = try ModelContainer(for: Trail.self, Hike.self, configurations: synced)
  print("synced")
} catch {
  print(error.localizedDescription)
}
