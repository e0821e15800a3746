import type { Random } from '@kubewright/api';

// apimachinery `util/rand`: no vowels and nothing that looks like another character.
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_NAME_LENGTH = 63;

/** `generateName` followed by five random characters, cut so that the name fits a DNS label (apiserver `storage/names`). */
export function generateName(base: string, random: Random): string {
  let suffix = '';
  for (let i = 0; i < SUFFIX_LENGTH; i++)
    suffix += ALPHABET[Math.floor(random.next() * ALPHABET.length)] as string;
  return base.slice(0, MAX_NAME_LENGTH - SUFFIX_LENGTH) + suffix;
}
