// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SQLiteTransaction: UpkeepWriting {
  func isDue(_ task: String, at now: Int64, every interval: Int64) throws -> Bool {
    let statement = try statement("SELECT due FROM upkeep WHERE name = ?")
    defer { statement.reset() }
    try statement.bind(1, task)
    guard try statement.step() else { return true }
    let due = statement.integer(0)
    return due <= now || due > now + interval
  }

  func take(_ task: String, at now: Int64, every interval: Int64) throws -> Bool {
    guard try isDue(task, at: now, every: interval) else { return false }
    try setDue(task, now + interval)
    return true
  }

  func setDue(_ task: String, _ moment: Int64) throws {
    let statement = try statement("INSERT OR REPLACE INTO upkeep (name, due) VALUES (?, ?)")
    try statement.bind(1, task)
    try statement.bind(2, moment)
    try statement.run()
  }
}
