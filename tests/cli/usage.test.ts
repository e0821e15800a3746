import { describe, expect, it } from 'vitest';
import { kubewright } from './run-command.js';

describe('kubewright', () => {
  it('ends with 64 when it does not understand the line, and prints no stack', async () => {
    expect(await kubewright(['depoly', '--all'])).toEqual({
      code: 64,
      stdout: '',
      stderr:
        'kubewright: unknown command \'depoly\': did you mean "kubewright deploy"?\nrun "kubewright --help" for how to call it\n',
    });
  });

  it('shows what there is when it is called bare, and for --help', async () => {
    const [bare, help] = await Promise.all([kubewright([]), kubewright(['--help'])]);
    expect(bare).toEqual(help);
    expect(bare).toMatchObject({ code: 0, stderr: '' });
    expect(bare.stdout).toContain('\n  deploy ');
  });
});
