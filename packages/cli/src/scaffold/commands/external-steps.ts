import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ProjectResource } from '../model.js';

/** What is left to do for a kind whose type comes from elsewhere. */
export function externalSteps(folder: string, { external, kind }: ProjectResource): string[] {
  if (external === undefined) return [];
  const file = external.path.replace(/^\.\//, '');
  if (external.module !== undefined) return [`npm install ${external.module}`];
  if (!file.startsWith('src/') || existsSync(path.join(folder, file))) return [];
  return [`write ${file}, for example: npx kubewright import <definitions> --external --kind ${kind}`];
}
