import type { AcceptedDifference } from '../accepted.js';
import type { Scoreboard } from './scoreboard.js';
import type { Area } from './steps.js';

/** docs/fidelity.md: the figures of the run, and what differs with its reason. */
export function fidelityReport(options: {
  areas: readonly Area[];
  accepted: readonly AcceptedDifference[];
  scoreboard: Scoreboard;
}): string {
  const { areas, accepted, scoreboard } = options;
  return `# Fidelity

Written by \`npm run fidelity\`, which sends the same requests to the embedded server and to kube-apiserver 1.36.1 (from
\`npm run kube:build\`) and compares status codes, bodies, warnings and watch streams. What a server may choose (uids,
resource versions, times, generated names, allocated addresses and ports) is compared by what it stands for. The
requests are in \`tests/fidelity/areas\`, the comparison in \`tests/fidelity/framework\`.

${scoreboard.table()}

"Accepted" are the differences listed below, each of which must still occur. "Open" are differences that are bugs:
the sequences that have one are listed in \`tests/fidelity/open/<area>.json\`, and each must still differ.

## Areas

${areas.map(({ name, about }) => `- **${name}**: ${about}`).join('\n')}

## Accepted differences

${accepted.length === 0 ? 'None.' : accepted.map((entry) => `- ${scope(entry)}${entry.reason}`).join('\n')}
`;
}

const scope = ({ areas }: AcceptedDifference): string =>
  areas === undefined ? '' : `(${areas.join(', ')}) `;
