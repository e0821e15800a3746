import { describe, expect, it } from 'vitest';
import { insertBefore } from './insert-lines.js';
import { switchOn } from './switch-on.js';

describe('lines before a marker', () => {
  const yaml = 'resources:\n- a.yaml\n# +kubebuilder:scaffold:res\n';

  it('stand right before it, and only once', () => {
    const once = insertBefore(yaml, 'res', '- b.yaml');
    expect(once).toBe('resources:\n- a.yaml\n- b.yaml\n# +kubebuilder:scaffold:res\n');
    expect(insertBefore(once!, 'res', '- b.yaml')).toBe(once);
  });

  it('take the indentation of the marker', () => {
    const source = 'const all = [\n  // +kubebuilder:scaffold:controllers\n];\n';
    expect(insertBefore(source, 'controllers', 'one,')).toBe(
      'const all = [\n  one,\n  // +kubebuilder:scaffold:controllers\n];\n',
    );
  });

  it('are not put back when somebody has commented them out', () => {
    const off = yaml.replace('- a.yaml', '#- a.yaml');
    expect(insertBefore(off, 'res', '- a.yaml')).toBe(off);
  });

  it('have no place without the marker', () => {
    expect(insertBefore('resources:\n', 'res', '- b.yaml')).toBeUndefined();
    expect(insertBefore(yaml, 'other', '- b.yaml')).toBeUndefined();
  });
});

describe('a section', () => {
  const section = '- path: a.yaml\n  target:\n    kind: Deployment';

  it('loses one # on each line', () => {
    expect(switchOn(`patches:\n#- path: a.yaml\n#  target:\n#    kind: Deployment\n`, section)).toBe(
      `patches:\n${section}\n`,
    );
  });

  it('that is on stays as it is', () => {
    expect(switchOn(`patches:\n${section}\n`, section)).toBe(`patches:\n${section}\n`);
  });

  it('that somebody changed has no place', () => {
    expect(switchOn('#- path: a.yaml\n#  target:\n#    kind: StatefulSet\n', section)).toBeUndefined();
  });
});
