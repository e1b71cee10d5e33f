// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A script that finds faults in the layout of a page, for a browser.
package enum LayoutCheck {
  /// The body of a function that returns the faults of the page as a JSON array of sentences.
  ///
  /// It reports a document that scrolls sideways, figures and labels of several lines, clipped text,
  /// targets below 24 pixels (WCAG 2.2, success criterion 2.5.8), and links of the navigation that
  /// can't be reached.
  package static let script = [tools, singleLines, clippedText, targets].joined()

  /// The body of a function that returns the faults of the page with text of 200 % (WCAG 2.2, success
  /// criterion 1.4.4) as a JSON array: a document that scrolls sideways, and clipped text.
  package static let largeTextScript = [
    "document.documentElement.style.fontSize = '200%';\n", tools, clippedText,
    "document.documentElement.style.fontSize = '';\nreturn JSON.stringify(faults);",
  ].joined()

  private static let tools = #"""
    const faults = [];
    const report = (element, fault) => {
      const text = (element.textContent || element.id).trim().replace(/\s+/g, " ").slice(0, 40);
      faults.push(`${element.tagName.toLowerCase()}.${element.classList} "${text}" ${fault}`);
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
      && !element.closest(".hidden, .skip, svg") && getComputedStyle(element).clipPath === "none"
      && element.getBoundingClientRect().width > 1;

    // The rectangles of an element's text, without notes in a smaller font.
    function textRects(element) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const rects = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (!node.data.trim() || node.parentElement.closest("small")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        rects.push(...[...range.getClientRects()].filter((rect) => rect.width > 0));
      }
      return rects.sort((one, other) => one.top - other.top);
    }

    function countLines(rects) {
      let [count, end] = [0, -Infinity];
      for (const rect of rects) {
        if (rect.top >= end - 2) count += 1;
        end = Math.max(end, rect.bottom);
      }
      return count;
    }

    const width = document.documentElement.scrollWidth;
    if (width > innerWidth) faults.push(`the document is ${width} pixels wide`);

    """#

  private static let singleLines = #"""
    const single = ".figure dt, .figure dd, .objects td, .objects thead th, .button, .apps a, .chip, time";
    for (const element of all(single).filter(isShown)) {
      const rects = textRects(element);
      const box = element.getBoundingClientRect();
      // A button as wide as its row has no space for its text in one line.
      const isFull = element.matches(".actions > .button")
        && box.width > element.parentElement.clientWidth - 1;
      if (countLines(rects) > 1 && !isFull) report(element, "has several lines");
      if (rects.some((rect) => rect.left < box.left - 1 || rect.right > box.right + 1)) {
        report(element, "is narrower than its text");
      }
    }

    """#

  private static let clippedText = #"""
    // Text outside of a box that hides its overflow, or outside of the window.
    for (const element of all("body *").filter(isShown)) {
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!isText) continue;
      const rects = textRects(element);
      for (let box = element; box; box = box.parentElement) {
        const overflow = getComputedStyle(box).overflowX;
        if (overflow === "auto" || overflow === "scroll") break;
        const isWindow = box === document.documentElement;
        if (overflow === "visible" && !isWindow) continue;
        const { left, right } = isWindow ? { left: 0, right: innerWidth } : box.getBoundingClientRect();
        if (rects.some((rect) => rect.left < left - 1 || rect.right > right + 1)) {
          report(element, "is clipped");
          break;
        }
      }
    }

    """#

  private static let targets = #"""
    // A link within a sentence is exempt, as in the success criterion.
    const isWithinSentence = (element) => element.tagName === "A"
      && getComputedStyle(element).display === "inline"
      && element.parentElement.matches("p, small, .note, td, .results li");
    for (const element of all("a, button, input, select, textarea, summary").filter(isShown)) {
      if (element.type === "hidden" || isWithinSentence(element)) continue;
      element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width >= 24 && height >= 24) continue;
      // The target may be larger than the element, by a pseudo-element above its surroundings.
      const isHit = (x, y) => element.contains(document.elementFromPoint(x, y));
      const [x, y] = [left + Math.min(width / 2, 40), top + height / 2];
      const isLarge = isHit(x, y - 11.5) && isHit(x, y + 11.5)
        && isHit(left + 1, y) && (width >= 24 || isHit(left + 23, y) || isHit(left + width - 23, y));
      if (!isLarge) report(element, `is a target of ${Math.round(width)} by ${Math.round(height)} pixels`);
    }

    for (const link of all(".apps a")) {
      link.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const { left, right, top, height } = link.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, top + height / 2);
      if (left < 0 || right > innerWidth || hit !== link) report(link, "can't be reached");
    }

    // Large text may show cards in wide windows, too.
    const cell = document.querySelector(".objects td");
    const isTable = cell && getComputedStyle(cell).display === "table-cell";
    if (isTable && innerWidth < 600) report(cell, "is a table cell on a phone");
    if (cell && !isTable && innerWidth >= 1024 && !document.documentElement.dataset.text.startsWith("l")) {
      report(cell, "is no table cell");
    }
    scrollTo(0, 0);
    return JSON.stringify(faults);
    """#
}
