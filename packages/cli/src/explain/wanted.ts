import { didYouMean } from '@kubewright/api';
import type { ReconcileExplanation } from '@kubewright/runtime';
import { CliError } from '../errors.js';

/** Which reconciles somebody wants to know about. */
export interface Wanted {
  /** As somebody wrote it, in any case: `Cart`, `cart`. */
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly controller?: string;
  readonly failed: boolean;
}

/** `cart`, `cart/first`, `cart/default/first`. Throws `CliError` `InvalidArgument`. */
export function parseTarget(text: string): Pick<Wanted, 'kind' | 'namespace' | 'name'> {
  const parts = text.split('/');
  if (parts.length > 3 || parts.includes(''))
    throw new CliError(
      'InvalidArgument',
      `"${text}" names no object: write KIND, KIND/NAME or KIND/NAMESPACE/NAME`,
    );
  const [kind = '', ...rest] = parts;
  const name = rest.at(-1);
  const [namespace] = rest.length === 2 ? rest : [];
  return { kind, ...(namespace === undefined ? {} : { namespace }), ...(name === undefined ? {} : { name }) };
}

/**
 * Chooses among all that a manager keeps. A kind is meant by its controllers: those that are named by it, and those that
 * an event of it, as their own kind, led to.
 */
export function selector(
  wanted: Wanted,
): (reconciles: readonly ReconcileExplanation[]) => ReconcileExplanation[] {
  const controllersOfKind = new Set<string>();
  return (reconciles) => {
    const { kind = '', namespace, name, controller, failed } = wanted;
    for (const one of reconciles) if (isOf(one, kind)) controllersOfKind.add(one.controller);
    return reconciles.filter(
      (one) =>
        (kind === '' || controllersOfKind.has(one.controller)) &&
        (controller === undefined || one.controller === controller) &&
        (namespace === undefined || one.namespace === namespace) &&
        (name === undefined || one.name === name) &&
        (!failed || one.outcome.error !== undefined),
    );
  };
}

/** Throws `CliError` `InvalidArgument` for a kind or controller that nothing that is kept is of, with what there is. */
export function assertKnown({ kind, controller }: Wanted, reconciles: readonly ReconcileExplanation[]): void {
  if (reconciles.length === 0) return;
  const controllers = [...new Set(reconciles.map((one) => one.controller))].sort();
  const kinds = reconciles.flatMap(({ reasons }) =>
    reasons.flatMap((reason) => (reason.role === 'for' ? (reason.kind ?? []) : [])),
  );
  const unknown = (what: string, word: string, known: readonly string[]): never => {
    const all = [...new Set(known)];
    throw new CliError(
      'InvalidArgument',
      `nothing is kept of a ${what} "${word}": ${didYouMean(word, all) ?? `there is ${all.join(', ')}`}`,
    );
  };
  if (controller !== undefined && !controllers.includes(controller))
    unknown('controller', controller, controllers);
  if (kind !== undefined && !reconciles.some((one) => isOf(one, kind)))
    unknown('kind', kind, [...kinds, ...controllers]);
}

function isOf({ controller, reasons }: ReconcileExplanation, kind: string): boolean {
  const lower = kind.toLowerCase();
  return (
    controller.toLowerCase() === lower ||
    reasons.some((reason) => reason.role === 'for' && reason.kind?.toLowerCase() === lower)
  );
}
