/** The colours of a terminal with a dark ground, by their number (0 to 15). */
const PALETTE = [
  ...['#1c2128', '#ff7b72', '#45c486', '#e3aa45', '#79aef5', '#d2a8ff', '#3cc3d8', '#c9d1d9'],
  ...['#8b949e', '#ffa198', '#6fdca4', '#f2cc60', '#a5d6ff', '#e2c5ff', '#7ee0ef', '#ffffff'],
];
const INK = '#e3e8ef';
const GROUND = '#0d1117';

/** The screen of an emulator as a page with one element `pre`, cell by cell, so that columns stay in line. */
export function terminalHtml(terminal) {
  const rows = Array.from({ length: terminal.rows }, (_, row) =>
    rowHtml(terminal.buffer.active.getLine(row), terminal.cols),
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: ${GROUND}; }
    pre { margin: 0; padding: 18px 20px; width: max-content; background: ${GROUND}; color: ${INK};
      font: 13px/18px 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace; }
    b { font-weight: 700; }
  </style><pre>${rows.join('\n')}</pre>`;
}

function rowHtml(line, columns) {
  let html = '';
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    // The second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const text = (cell.getChars() || ' ').replace(/[&<]/g, (character) =>
      character === '&' ? '&amp;' : '&lt;',
    );
    const color = cell.isFgPalette() ? PALETTE[cell.getFgColor()] : undefined;
    const painted = color === undefined ? text : `<span style="color:${color}">${text}</span>`;
    html += cell.isBold() ? `<b>${painted}</b>` : painted;
  }
  return html;
}
