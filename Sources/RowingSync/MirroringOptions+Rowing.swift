// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKitMirroring
import Rowing

extension MirroringOptions {
  /// The options of the rowing store: strokes as series, up to 1,000 in a record.
  public static var rowing: MirroringOptions {
    var options = MirroringOptions()
    options.series(
      PerformanceMetric.self, of: \.session, orderedBy: \.index, identifiedBy: \.id)
    return options
  }
}
