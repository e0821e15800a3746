import { ENDINGS, IRREGULAR, IRREGULAR_WHOLE } from './plural-words.js';

/**
 * The plural of a kind in lower case, as kubebuilder and controller-gen have it: `Captain` is `captains`, `Proxy`
 * `proxies`, `Redis` stays `redis`. Kinds that end in an irregular word follow it: `PodIndex` is `podindices`.
 */
export function regularPlural(kind: string): string {
  const word = kind.toLowerCase();
  const whole = IRREGULAR.get(word) ?? IRREGULAR_WHOLE.get(word);
  if (whole !== undefined) return whole;
  if (PLURALS.has(word)) return word;
  // The last of the dictionary goes first, so that `human` goes before `man`.
  for (const endings of [[...IRREGULAR].reverse(), ENDINGS])
    for (const [singular, plural] of endings) {
      if (word.endsWith(plural)) return word;
      if (word.endsWith(singular)) return word.slice(0, -singular.length) + plural;
    }
  return word.endsWith('s') ? word : `${word}s`;
}

const PLURALS: ReadonlySet<string> = new Set([...IRREGULAR.values(), ...IRREGULAR_WHOLE.values()]);
