import { CHANGE_SEVERITIES } from './finding.js';
import type { ChangeFinding, ChangeSeverity } from './finding.js';

const HEADINGS: Readonly<Record<ChangeSeverity, string>> = {
  breaksObjects: 'breaking for stored objects',
  breaksClients: 'breaking for clients',
  warning: 'to be aware of',
  harmless: 'harmless',
};

/** A report for people: a heading for each severity, a line for each finding with its hint below, and a closing count. */
export function formatChanges(findings: readonly ChangeFinding[]): string {
  const lines: string[] = [];
  for (const severity of CHANGE_SEVERITIES) {
    const group = findings.filter((finding) => finding.severity === severity);
    if (group.length === 0) continue;
    lines.push(`${HEADINGS[severity]}:`);
    for (const { code, definition, version, path, message, hint } of group) {
      lines.push(
        `  ${definition}${version === undefined ? '' : ` ${version}`} ${path}: ${message} (${code})`,
      );
      if (hint !== undefined && severity !== 'harmless') lines.push(`    ${hint}`);
    }
    lines.push('');
  }
  lines.push(closingLine(findings));
  return `${lines.join('\n')}\n`;
}

function closingLine(findings: readonly ChangeFinding[]): string {
  if (findings.length === 0) return 'no change that objects or clients could notice';
  const counts = CHANGE_SEVERITIES.map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return `${count} ${HEADINGS[severity]}`;
  });
  return `${findings.length} ${findings.length === 1 ? 'change' : 'changes'}: ${counts.join(', ')}`;
}
