// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RuckTab {
  /// The links of the sub-navigation.
  static func links(current: RuckTab?) -> [SectionPage.Tab] {
    allCases.map {
      SectionPage.Tab(tabTitle: $0.title, tabPath: $0.path, isCurrent: $0 == current)
    }
  }
}
