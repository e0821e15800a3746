import { describe, expect, it } from 'vitest';
import { builtinResources } from '../resources/builtin-resources.js';
import { AdmissionChain } from './admission-chain.js';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from './admission.js';

const resources = builtinResources();

function attributes(
  plural: string,
  operation: AdmissionOperation = 'CREATE',
  subresource = '',
): AdmissionAttributes {
  const resource = resources.find((one) => one.plural === plural);
  if (resource === undefined) throw new Error(`no resource ${plural}`);
  const { group, version, kind } = resource;
  return {
    operation,
    resource,
    subresource,
    kind: { group, version, kind },
    namespace: 'default',
    name: 'a',
    object: undefined,
    oldObject: undefined,
    options: () => undefined,
    user: { name: 'ann', groups: [] },
    dryRun: false,
    reinvocation: { requested: false, again: false },
    deadline: () => Infinity,
    warn: () => undefined,
  };
}

/** Plugins that note when they are asked. */
function noting(asked: string[], name: string, rest: Partial<AdmissionPlugin> = {}): AdmissionPlugin {
  return {
    name,
    admit: () => void asked.push(`${name} admits`),
    validate: () => void asked.push(`${name} validates`),
    ...rest,
  };
}

// One block for each promise of admission-chain.ts.
describe('a chain of admission plugins', () => {
  describe('1. asks a plugin only about what it names', () => {
    it.each<[Partial<AdmissionPlugin>, AdmissionAttributes, boolean]>([
      [{}, attributes('pods'), true],
      [{}, attributes('pods', 'CONNECT', 'exec'), true],
      [{ operations: ['CREATE', 'UPDATE'] }, attributes('pods', 'UPDATE'), true],
      [{ operations: ['CREATE', 'UPDATE'] }, attributes('pods', 'DELETE'), false],
      [{ resources: ['pods'] }, attributes('pods'), true],
      [{ resources: ['pods'] }, attributes('configmaps'), false],
      [{ resources: ['ingresses.networking.k8s.io'] }, attributes('ingresses'), true],
      [{ resources: ['ingresses'] }, attributes('ingresses'), false],
      [{ subresources: [''] }, attributes('pods'), true],
      [{ subresources: [''] }, attributes('pods', 'UPDATE', 'status'), false],
      [{ subresources: ['status'] }, attributes('pods', 'UPDATE', 'status'), true],
    ])('case %#: %j', async (plugin, about, isAsked) => {
      const asked: string[] = [];
      const chain = new AdmissionChain([noting(asked, 'p', plugin)]);
      // The second time it is known who is asked.
      for (const _ of [1, 2]) {
        asked.length = 0;
        await chain.admit(about);
        await chain.validate(about);
        expect(asked).toEqual(isAsked ? ['p admits', 'p validates'] : []);
      }
    });

    it('one plugin being asked about one resource says nothing about another', async () => {
      const asked: string[] = [];
      const chain = new AdmissionChain([noting(asked, 'p', { resources: ['pods'] })]);
      await chain.admit(attributes('pods'));
      await chain.admit(attributes('configmaps'));
      await chain.admit(attributes('pods', 'UPDATE', 'status'));
      expect(asked).toEqual(['p admits', 'p admits']);
    });
  });

  describe('2. asks in order, and the first refusal decides', () => {
    const refusals: ReadonlyArray<readonly [string, () => void | Promise<void>]> = [
      [
        'at once',
        () => {
          throw new Error('no');
        },
      ],
      ['later', () => Promise.reject(new Error('no'))],
    ];
    it.each(refusals)('one that refuses %s keeps those after it from being asked', async (_when, refuse) => {
      for (const phase of ['admit', 'validate'] as const) {
        const asked: string[] = [];
        const chain = new AdmissionChain([
          noting(asked, 'a'),
          noting(asked, 'b', { [phase]: refuse }),
          noting(asked, 'c'),
        ]);
        await expect((async () => chain[phase](attributes('pods')))()).rejects.toThrow('no');
        expect(asked).toEqual([`a ${phase === 'admit' ? 'admits' : 'validates'}`]);
      }
    });

    it('one that waits is waited for before the next is asked', async () => {
      const asked: string[] = [];
      const waits = async (): Promise<void> => {
        await Promise.resolve();
        asked.push('b has waited');
      };
      const chain = new AdmissionChain([
        noting(asked, 'a'),
        noting(asked, 'b', { admit: waits, validate: waits }),
        noting(asked, 'c'),
      ]);
      await chain.admit(attributes('pods'));
      await chain.validate(attributes('pods'));
      expect(asked).toEqual([
        'a admits',
        'b has waited',
        'c admits',
        'a validates',
        'b has waited',
        'c validates',
      ]);
    });

    it('those after a change see it', async () => {
      const about = attributes('pods');
      const seen: unknown[] = [];
      const object = { apiVersion: 'v1', kind: 'Pod', metadata: {} };
      const chain = new AdmissionChain([
        { name: 'a', admit: (given) => void (given.object = object) },
        {
          name: 'b',
          admit: (given) => void seen.push(given.object),
          validate: (given) => void seen.push(given.object),
        },
      ]);
      await chain.admit(about);
      await chain.validate(about);
      expect(seen).toEqual([object, object]);
    });
  });

  describe('3. asks those that admit once more, when one of them wants it', () => {
    it.each([
      ['at once', undefined],
      ['later', Promise.resolve()],
    ])('answering %s', async (_when, answer) => {
      const asked: string[] = [];
      const wants: AdmissionPlugin = {
        name: 'wants',
        admit({ reinvocation }) {
          asked.push(reinvocation.again ? 'again' : 'first');
          // Even if it always wants.
          reinvocation.requested = true;
          return answer;
        },
      };
      const chain = new AdmissionChain([noting(asked, 'a'), wants]);
      await chain.admit(attributes('pods'));
      expect(asked).toEqual(['a admits', 'first', 'a admits', 'again']);
    });

    it('and not otherwise', async () => {
      const asked: string[] = [];
      await new AdmissionChain([noting(asked, 'a')]).admit(attributes('pods'));
      expect(asked).toEqual(['a admits']);
    });
  });

  it('4. does not wait where no plugin does', () => {
    const asked: string[] = [];
    const chain = new AdmissionChain([noting(asked, 'a'), noting(asked, 'b')]);
    expect(chain.admit(attributes('pods'))).toBeUndefined();
    expect(chain.validate(attributes('pods'))).toBeUndefined();
    expect(new AdmissionChain([]).admit(attributes('pods'))).toBeUndefined();
    expect(asked).toEqual(['a admits', 'b admits', 'a validates', 'b validates']);
  });
});
