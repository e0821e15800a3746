import type { ServedResource } from '../resources/served-resource.js';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from './admission.js';

type Phase = (attributes: AdmissionAttributes) => void | Promise<void>;

/** The plugins that care about one operation on one resource. */
interface Phases {
  readonly mutating: readonly Phase[];
  readonly validating: readonly Phase[];
}

/**
 * The plugins in their order. What it promises:
 *
 * 1. A plugin is asked only about the operations, resources and subresources that it names.
 * 2. Plugins are asked one after the other, in their order; the first that refuses decides, and none after it is asked.
 * 3. Where one asks for it while admitting, all that admit are asked a second time, and never a third.
 * 4. Where no plugin waits for anything, nothing waits: the result is no promise.
 */
export class AdmissionChain {
  private readonly plugins: readonly AdmissionPlugin[];
  private readonly known = new WeakMap<ServedResource, Map<string, Phases>>();

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.plugins = plugins;
  }

  /** Lets each plugin change the object or refuse the write, a second time if one of them asks for it. */
  admit(attributes: AdmissionAttributes): void | Promise<void> {
    const { mutating } = this.phasesOf(attributes);
    if (mutating.length === 0) return undefined;
    const pending = run(mutating, attributes);
    if (pending !== undefined) return this.againAfter(pending, mutating, attributes);
    return attributes.reinvocation.requested ? again(mutating, attributes) : undefined;
  }

  /** Lets each plugin refuse what is about to be stored. */
  validate(attributes: AdmissionAttributes): void | Promise<void> {
    const { validating } = this.phasesOf(attributes);
    return validating.length === 0 ? undefined : run(validating, attributes);
  }

  private async againAfter(
    pending: Promise<void>,
    mutating: readonly Phase[],
    attributes: AdmissionAttributes,
  ): Promise<void> {
    await pending;
    if (attributes.reinvocation.requested) await again(mutating, attributes);
  }

  private phasesOf({ resource, operation, subresource }: AdmissionAttributes): Phases {
    let ofResource = this.known.get(resource);
    if (ofResource === undefined) this.known.set(resource, (ofResource = new Map()));
    const key = `${operation}/${subresource}`;
    let phases = ofResource.get(key);
    if (phases === undefined)
      ofResource.set(key, (phases = phasesFor(this.plugins, resource, operation, subresource)));
    return phases;
  }
}

function phasesFor(
  plugins: readonly AdmissionPlugin[],
  { group, plural }: ServedResource,
  operation: AdmissionOperation,
  subresource: string,
): Phases {
  const name = group === '' ? plural : `${plural}.${group}`;
  const asked = plugins.filter(
    ({ operations, resources, subresources }) =>
      operations?.includes(operation) !== false &&
      resources?.includes(name) !== false &&
      subresources?.includes(subresource) !== false,
  );
  return {
    mutating: asked.flatMap((plugin) => plugin.admit?.bind(plugin) ?? []),
    validating: asked.flatMap((plugin) => plugin.validate?.bind(plugin) ?? []),
  };
}

function again(mutating: readonly Phase[], attributes: AdmissionAttributes): void | Promise<void> {
  attributes.reinvocation.again = true;
  return run(mutating, attributes);
}

/** One after the other; the first that throws decides. A promise only if one of them returns one. */
function run(phases: readonly Phase[], attributes: AdmissionAttributes, from = 0): void | Promise<void> {
  for (let i = from; i < phases.length; i++) {
    const pending = (phases[i] as Phase)(attributes);
    if (pending !== undefined) return pending.then(() => run(phases, attributes, i + 1));
  }
  return undefined;
}
