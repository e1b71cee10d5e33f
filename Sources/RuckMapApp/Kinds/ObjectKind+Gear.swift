// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
import PageKit
import RuckMap

extension ObjectKind<GearItem> {
  /// The items of gear.
  static var gear: ObjectKind<GearItem> {
    ObjectKind(
      nouns: "gear", command: "gear", path: RuckTab.gear.path, new: { GearItem() },
      fields: [
        .text("name", "Name", \.name).required.whole.example("Trail boots"),
        .choice("type", "Type", \.type),
        .mass("weight", "Weight", \.weight).example("1.2 kg"),
        .text("brand", "Brand", \.brand), .text("model", "Model", \.model),
        .day("purchased", "Bought on", \.purchaseDate),
        .number("price", "Price", \.price, in: 0...1e6).hinted("In your currency."),
        .replacement,
        .day("maintenance", "Next maintenance", \.nextMaintenance),
        .flag("active", "In use", \.isActive).hinted("Off: the item is retired."),
        .notes("notes", "Maintenance notes", \.maintenanceNotes),
      ],
      json: { item in
        [
          "name": .text(item.name), "type": .text(item.type.rawValue),
          "brand": .text(item.brand), "model": .text(item.model),
          "weight_kg": RuckJSON(item.weight), "purchased_at": RuckJSON(item.purchaseDate),
          "price": RuckJSON(item.price), "active": .flag(item.isActive),
          "distance_m": RuckJSON(item.distance), "duration_s": RuckJSON(item.duration),
          "rucks": .integer(item.uses), "last_used_at": RuckJSON(item.lastUsed),
          "remaining_life": RuckJSON(item.remainingLife),
          "needs_replacement": .flag(item.needsReplacement),
          "next_maintenance_at": RuckJSON(item.nextMaintenance),
          "notes": .text(item.maintenanceNotes),
        ]
      },
      columns: ["NAME", "TYPE", "RUCKS", "DISTANCE", "TIME", "LIFE", "STATE"],
      cells: { item, format in
        [
          item.name, item.type.rawValue, "\(item.uses)", format.measure.distance(item.distance),
          MeasureFormat.duration(item.duration, style: .minutes),
          item.remainingLife.map { "\(Int(($0 * 100).rounded())) %" } ?? "-",
          GearState(item).rawValue,
        ]
      },
      more: { item, format in
        [
          ("Rucks", "\(item.uses)"), ("Distance", format.measure.distance(item.distance)),
          ("Time", format.measure.duration(item.duration)),
          ("Last used", item.lastUsed.map { format.day($0) } ?? "-"),
          (
            "Remaining life",
            item.remainingLife.map { "\(Int(($0 * 100).rounded())) %" } ?? "-"
          ),
          ("State", GearState(item).rawValue),
        ]
      })
  }
}

/// The state of an item of gear, the most urgent first.
enum GearState: String {
  case retired, replace, maintain, good

  init(_ item: GearItem) {
    if !item.isActive {
      self = .retired
    } else if item.needsReplacement {
      self = .replace
    } else {
      self = item.needsMaintenance() ? .maintain : .good
    }
  }

  /// The text of the mark; nil for an item without one.
  var chip: String? {
    switch self {
    case .retired: "retired"
    case .replace: "replace it"
    case .maintain: "maintenance is due"
    case .good: nil
    }
  }
}

extension ObjectField<GearItem> {
  /// The threshold of wear: a distance for packs and boots, hours for the others.
  fileprivate static var replacement: ObjectField<GearItem> {
    ObjectField(
      name: "replace-after", label: "Replace after", kind: .quantity, placeholder: "800 km",
      hint: "A distance for packs and boots, such as 800 km; hours for the others, such as 200 h. "
        + "\"typical\" is the usual value of the type. Empty: never.",
      read: { item, format in
        item.replacementThreshold.map {
          item.type.usesDistanceForReplacement
            ? format.measure.distance($0).replacing(",", with: "") : MeasureFormat.duration($0)
        } ?? ""
      },
      write: { item, text, format throws(FieldProblem) in
        guard let text = FieldFormat.text(text) else {
          item.replacementThreshold = nil
          return
        }
        if text.lowercased() == "typical" {
          item.replacementThreshold = GearItem.suggestedThreshold(item.type)
        } else if item.type.usesDistanceForReplacement {
          item.replacementThreshold = try format.length(text)
        } else {
          let hasUnit = text.contains(where: \.isLetter)
          item.replacementThreshold = try FieldFormat.duration(hasUnit ? text : text + " h")
        }
      })
  }
}
