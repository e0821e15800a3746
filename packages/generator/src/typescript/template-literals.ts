import type { Atom, Atoms } from './atoms.js';
import { literalAtoms, typeAtom } from './atoms.js';
import type { TypeScript } from './compiler.js';
import { shortText } from './constant.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';

/** TypeScript itself gives up at 100000; an enumeration of more than this is not meant to be one. */
const MAX_COMBINATIONS = 1000;

/** What may stand at a place of the template: certain texts, or any text of a pattern. */
type Part = { readonly texts: readonly string[] } | { readonly pattern: string };

/** `` `${A}-${B}` ``: all combinations of literals, or text with a pattern where a part may be any text or number. */
export function templateLiteralAtoms(
  reading: Reading,
  node: TypeScript.TemplateLiteralTypeNode,
  scope: Scope,
): Atoms {
  const parts: Part[] = [{ texts: [node.head.text] }];
  for (const span of node.templateSpans) {
    const part = partOf(reading.expand(reading.evaluate(span.type, scope)));
    if (part === undefined)
      return unsupported(
        reading,
        span.type,
        scope,
        `'${shortText(span.type, scope)}' cannot be part of a text`,
        'write string and mark it +kubebuilder:validation:Pattern',
      );
    parts.push(part, { texts: [span.literal.text] });
  }
  const texts = combinations(parts);
  if (texts === undefined) return typeAtom({ type: 'scalar', scalar: 'string', pattern: patternOf(parts) });
  if (texts.length <= MAX_COMBINATIONS) return literalAtoms([...new Set(texts)]);
  return unsupported(
    reading,
    node,
    scope,
    `'${shortText(node, scope)}' has ${texts.length} combinations, more than ${MAX_COMBINATIONS}`,
    'write string and mark it +kubebuilder:validation:Pattern',
  );
}

function partOf(atoms: Atoms): Part | undefined {
  const literals = atoms.flatMap((atom) => (atom.atom === 'literal' ? [String(atom.value)] : []));
  if (literals.length === atoms.length) return { texts: literals };
  const patterns = atoms.map(atomPattern);
  if (patterns.some((pattern) => pattern === undefined)) return undefined;
  const [only, another] = patterns;
  return { pattern: only !== undefined && another === undefined ? only : `(${patterns.join('|')})` };
}

function atomPattern(atom: Atom): string | undefined {
  if (atom.atom === 'literal') return escapeText(String(atom.value));
  if (atom.atom !== 'type' || atom.type.type !== 'scalar') return undefined;
  const { scalar, pattern } = atom.type;
  if (pattern !== undefined) return `(${pattern.replace(/^\^/, '').replace(/\$$/, '')})`;
  // As TypeScript understands ${number}: whatever is written when a number becomes text, save for exponents.
  return { string: '.*', boolean: '(true|false)', integer: '-?[0-9]+', number: '-?[0-9]+(\\.[0-9]+)?' }[
    scalar
  ];
}

/** Every text that the parts make; `undefined` when there is no end of them. Stops counting above the limit. */
function combinations(parts: readonly Part[]): readonly string[] | undefined {
  let texts: readonly string[] = [''];
  for (const part of parts) {
    if ('pattern' in part) return undefined;
    texts = texts.flatMap((text) => part.texts.map((more) => text + more));
    if (texts.length > MAX_COMBINATIONS * 100) return texts;
  }
  return texts;
}

function patternOf(parts: readonly Part[]): string {
  const patterns = parts.map((part) => {
    if ('pattern' in part) return part.pattern;
    const texts = part.texts.map(escapeText);
    return texts.length === 1 ? (texts[0] ?? '') : `(${texts.join('|')})`;
  });
  return `^${patterns.join('')}$`;
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
