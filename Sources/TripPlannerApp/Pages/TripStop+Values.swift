// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

// A timeline has hundreds of stops.

extension TimelinePage.Day: TemplateRow {
  func value(named name: String) -> TemplateValue? {
    switch name {
    case "dayID": .text(dayID)
    case "dayPath": .text(dayPath)
    case "weekday": .text(weekday)
    case "dayNumber": .text(dayNumber)
    case "month": .text(month)
    case "dayTitle": .text(dayTitle)
    case "daySubtitle": .text(daySubtitle)
    case "weather": weather.map { .text($0) }
    case "isToday": .flag(isToday)
    case "stops": .rows(stops)
    case "gap": gap.map { .text($0) }
    case "gapPath": gapPath.map { .text($0) }
    case "addPath": .text(addPath)
    default: nil
    }
  }
}

extension TripStop: TemplateRow {
  func value(named name: String) -> TemplateValue? {
    switch name {
    case "stopID": .text(stopID)
    case "kind": .text(kind)
    case "icon": .text(icon)
    case "kindTitle": .text(kindTitle)
    case "clock": clock.map { .text($0) }
    case "machineTime": machineTime.map { .text($0) }
    case "zone": zone.map { .text($0) }
    case "stopTitle": .text(stopTitle)
    case "stopPath": .text(stopPath)
    case "meta": meta.map { .text($0) }
    case "ends": ends.map { .text($0) }
    case "stopNotes": stopNotes.map { .text($0) }
    case "chips": .rows(chips)
    case "isCancelled": .flag(isCancelled)
    case "mover": mover.map { .row($0) }
    default: nil
    }
  }
}

extension TripStop.Chip: TemplateRow {
  func value(named name: String) -> TemplateValue? {
    switch name {
    case "chipText": .text(chipText)
    case "chipStyle": .text(chipStyle)
    default: nil
    }
  }
}

extension TripStop.Mover: TemplateRow {
  func value(named name: String) -> TemplateValue? {
    switch name {
    case "moveAction": .text(moveAction)
    case "moveToken": .text(moveToken)
    case "moveTitle": .text(moveTitle)
    case "canMoveUp": .flag(canMoveUp)
    case "canMoveDown": .flag(canMoveDown)
    default: nil
    }
  }
}
