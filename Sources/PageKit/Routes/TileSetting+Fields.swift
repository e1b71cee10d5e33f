// Cairn
// SPDX-License-Identifier: Apache-2.0

extension TileSetting {
  /// The fields of the settings page.
  ///
  /// - Parameters:
  ///   - audience: The browsers that see the page; paired devices see no path.
  ///   - problem: The reason why the present source can't be used.
  /// - Returns: The fields of the source and of its attribution.
  func fields(for audience: Audience, problem: MapTilesError?) -> [SettingField] {
    let isHidden = audience == .pairedDevices && isFile
    var source = SettingField(
      id: Self.sourceField, label: "Map tiles",
      value: isHidden ? fileName ?? "" : source,
      placeholder: "https://tiles.example.org/{z}/{x}/{y}.png",
      hint: isHidden
        ? "A file of the first machine. Change it there."
        : audience == .thisMachine
          ? "The address of a tile server, or the path of an .mbtiles file on this machine. Empty: "
            + "tracks without a map."
          : "The address of a tile server. Empty: tracks without a map.")
    source.problem = problem?.errorDescription
    source.isDisabled = isHidden
    var attribution = SettingField(
      id: Self.attributionField, label: "Map attribution", value: attribution,
      placeholder: "© OpenStreetMap contributors",
      hint: "A tile server needs it. A file usually contains its own.")
    attribution.isDisabled = isHidden
    return [source, attribution]
  }
}
