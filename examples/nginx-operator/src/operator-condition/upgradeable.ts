import { jsonEquals, mergePatch, setStatusCondition } from 'kubewright';
import type { Condition, ReconcileContext } from 'kubewright';
import { OperatorCondition } from './operator-condition.js';

/** The condition that OLM looks at before it upgrades an operator. */
export const UPGRADEABLE = 'Upgradeable';

/**
 * Tells OLM whether the operator may be upgraded now, as operator-lib's `conditions` does. Sends nothing when OLM knows.
 * The OperatorCondition is in the namespace of the operator, which is the client's own.
 */
export class Upgradeable {
  readonly #name: string | undefined;
  #told: boolean | undefined;

  /** With the OperatorCondition's name: what OLM gives in OPERATOR_CONDITION_NAME. Without OLM there is none, and nobody is told. */
  constructor(name: string | undefined) {
    this.#name = name;
  }

  async set(
    upgradeable: boolean,
    // Past the cache: one object is no reason to watch all of its kind.
    { apiReader: client, clock, signal }: Pick<ReconcileContext, 'apiReader' | 'clock' | 'signal'>,
  ): Promise<void> {
    const name = this.#name;
    if (name === undefined || this.#told === upgradeable) return;
    const { metadata, spec } = await client.get(OperatorCondition, name, { signal });
    const before = spec.conditions ?? [];
    const conditions = before.map((condition): Condition => ({ ...condition }));
    setStatusCondition(
      conditions,
      {
        type: UPGRADEABLE,
        observedGeneration: metadata.generation ?? 0,
        ...(upgradeable
          ? {
              status: 'True',
              reason: 'OperatorUpgradeable',
              message: 'the operator is currently upgradeable',
            }
          : {
              status: 'False',
              reason: 'OperandRolloutInProgress',
              message: 'pods are being replaced: an upgrade would begin that anew',
            }),
      },
      { now: clock.now() },
    );
    // The list is one field: whoever wrote it meanwhile goes first.
    if (!jsonEquals(before, conditions))
      await client.patch(
        OperatorCondition,
        metadata,
        mergePatch({ metadata: { resourceVersion: metadata.resourceVersion }, spec: { conditions } }),
        { signal },
      );
    this.#told = upgradeable;
  }
}
