import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOTHING, both, isNothing, workFor } from './changes.js';
import type { Work } from './changes.js';

describe('workFor', () => {
  const files = {
    folder: '/project',
    sources: new Set(['/project/src/main.ts', '/lib/shared.ts', '/project/run.js']),
  };
  const cases: Array<[string, Array<keyof Work>]> = [
    ['src/main.ts', ['generate', 'bundle']],
    ['src/api/v1/new-kind.ts', ['generate', 'bundle']],
    ['src/helper.js', ['bundle']],
    ['run.js', ['bundle']],
    ['/lib/shared.ts', ['generate', 'bundle']],
    ['/lib/other.ts', []],
    ['src/controllers/web.test.ts', []],
    ['src/controllers/.web.ts.swp', []],
    ['src/controllers/web.ts~', []],
    ['src/controllers/4913', []],
    ['src/templates/deployment.yaml', ['bundle', 'restart']],
    ['assets/nginx.conf', ['bundle', 'restart']],
    ['config/crd/bases/a.yaml', ['apply']],
    ['config/samples/a.json', ['apply']],
    ['config/README.md', []],
    ['tsconfig.json', ['generate', 'reset', 'bundle']],
    ['package.json', ['generate', 'reset', 'bundle']],
    ['README.md', []],
    ['scripts/release.js', []],
  ];
  it.each(cases)('%s asks for %j', (file, parts) => {
    const work = workFor(path.resolve('/project', file), files);
    expect(Object.entries(work).flatMap(([part, isAsked]) => (isAsked ? [part] : []))).toEqual(
      ['generate', 'reset', 'bundle', 'restart', 'apply'].filter((part) =>
        parts.includes(part as keyof Work),
      ),
    );
    expect(isNothing(work)).toBe(parts.length === 0);
  });

  it('adds up', () => {
    const work = both({ ...NOTHING, bundle: true }, { ...NOTHING, apply: true });
    expect(work).toEqual({ ...NOTHING, bundle: true, apply: true });
  });
});
