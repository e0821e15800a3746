import type { TreeNode } from './tree.js';

export interface RenderOptions {
  readonly nowMs: number;
  /** Paints a text; leave out for plain text. */
  readonly paint?: (style: 'good' | 'busy' | 'bad' | 'faint' | 'strong', text: string) => string;
}

/** The trees as lines: branches, kind and name, state, age, in columns. */
export function renderTree(nodes: readonly TreeNode[], options: RenderOptions): string[] {
  const rows: Array<{ head: string; node: TreeNode }> = [];
  const visit = (node: TreeNode, lead: string, tail: string): void => {
    rows.push({ head: `${lead}${node.object.kind} ${node.object.metadata.name}`, node });
    node.children.forEach((child, i) => {
      const last = i === node.children.length - 1;
      visit(child, `${tail}${last ? '└─ ' : '├─ '}`, `${tail}${last ? '   ' : '│  '}`);
    });
  };
  for (const node of nodes) visit(node, '', '');
  const headWidth = Math.max(0, ...rows.map((row) => row.head.length));
  const stateWidth = Math.max(0, ...rows.map((row) => row.node.health.state.length));
  const paint = options.paint ?? ((_, text) => text);
  return rows.map(({ head, node }) => {
    const state = paint(STYLES[node.health.status], node.health.state.padEnd(stateWidth));
    return `${head.padEnd(headWidth)}  ${state}  ${paint('faint', ageOf(node, options.nowMs))}`.trimEnd();
  });
}

const STYLES = { Current: 'good', InProgress: 'busy', Failed: 'bad', Terminating: 'busy' } as const;

function ageOf(node: TreeNode, nowMs: number): string {
  return formatAge(nowMs - Date.parse(node.object.metadata.creationTimestamp));
}

/** `5s`, `3m`, `2h`, `4d`: the largest unit, as kubectl shows ages at a glance. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
