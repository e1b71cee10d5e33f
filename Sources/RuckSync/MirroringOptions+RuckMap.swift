// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKitMirroring
import RuckMap

extension MirroringOptions {
  /// The options of RuckMap's store: points and measurements as series, thousands in a record.
  public static var ruckMap: MirroringOptions {
    var options = MirroringOptions()
    options.series(
      LocationPoint.self, of: \.session, orderedBy: \.index, identifiedBy: \.id)
    options.series(
      ActivityMetric.self, of: \.session, orderedBy: \.timestamp, identifiedBy: \.id)
    return options
  }
}
