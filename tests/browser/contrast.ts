import type { Page } from 'playwright-core';

/** A text that is hard to read. */
export interface FaintText {
  readonly text: string;
  readonly ratio: number;
}

/**
 * Texts on the page whose contrast with what is behind them is below 4.5, as WCAG 2.2 asks for (1.4.3). What counts is the
 * nearest background that is painted; pictures are not looked at.
 */
export function faintTexts(page: Page): Promise<FaintText[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const rgb = (color: string): [number, number, number, number] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a];
    };
    const luminance = ([r, g, b]: readonly number[]): number => {
      const [x = 0, y = 0, z = 0] = [r, g, b].map((value = 0) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (start: Element): number[] => {
      for (let at: Element | null = start; at !== null; at = at.parentElement) {
        const color = rgb(getComputedStyle(at).backgroundColor);
        if (color[3] === 255) return color;
      }
      return [255, 255, 255];
    };
    const found: Array<{ text: string; ratio: number }> = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent === null || !parent.checkVisibility({ visibilityProperty: true })) continue;
      // Said to those who do not see.
      if (parent.getBoundingClientRect().width <= 1) continue;
      const front = luminance(rgb(getComputedStyle(parent).color));
      const back = luminance(behind(parent));
      const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
      if (ratio < 4.5) found.push({ text, ratio });
    }
    return found;
  });
}
