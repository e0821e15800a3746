import path from 'node:path';
import type { CheckResult } from '../doctor/run-checks.js';
import { runChecks } from '../doctor/run-checks.js';
import type { ClusterFlags } from '../io/connect-cluster.js';
import { writeJson } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';

export interface DoctorCommandOptions extends ClusterFlags {
  /** The operator's project. */
  readonly folder: string;
  readonly kustomization: string;
  /** Without it only machine and project are looked at. */
  readonly cluster: boolean;
  /** Warnings fail, too. */
  readonly strict: boolean;
  readonly output: OutputFormat;
}

const WORDS = { ok: 'ok', warning: 'warning', error: 'ERROR', skipped: 'skipped' } as const;

/**
 * `kubewright doctor`: what is wrong with machine, project and cluster, and what to do about it. It writes nothing. Exit
 * code 1: something is wrong; with `strict` also when something may go wrong.
 */
export async function doctorCommand(options: DoctorCommandOptions, io: CommandIo): Promise<number> {
  const { output, strict, kustomization, ...rest } = options;
  let place = '';
  const print = (result: CheckResult): void => {
    if (result.place !== place) {
      writeLine(io.stdout, `${place === '' ? '' : '\n'}${result.place}`);
      place = result.place;
    }
    for (const { severity, message, advice } of result.findings) {
      writeLine(io.stdout, `  ${WORDS[severity].padEnd(7)}  ${result.check}: ${message}`);
      if (advice !== undefined) writeLine(io.stdout, `           ${advice}`);
    }
  };
  const results = await runChecks(
    { folder: path.resolve(io.cwd, options.folder), kustomization, io, nodeVersion: process.version },
    { ...rest, onResult: output === 'text' ? print : () => undefined },
  );
  const count = (severity: keyof typeof WORDS): number =>
    results.flatMap(({ findings }) => findings).filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const healthy = errors === 0 && (!strict || warnings === 0);
  if (output === 'json') writeJson(io.stdout, { healthy, errors, warnings, checks: results });
  else
    writeLine(
      io.stdout,
      `\n${errors === 1 ? '1 error' : `${errors} errors`}, ${warnings === 1 ? '1 warning' : `${warnings} warnings`}`,
    );
  return healthy ? 0 : 1;
}
