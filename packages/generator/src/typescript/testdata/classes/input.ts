import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

function field(target: unknown, key: unknown): void {}
class Base {
  name!: string;
}
export class ThingSpec extends Base {
  static readonly defaults = 1;
  readonly size: number = 1;
  declare image: string;
  accessor mode: 'on' | 'off' = 'on';
  /** A list. */
  items?: string[];
  count = 3;
  /** +kubebuilder:validation:MinLength=1 */
  decorated = 'x';
  #hidden = 1;
  private secret = 'x';
  protected inner = 'x';

  constructor(
    /** Where it runs. */
    public zone: string,
    public readonly region?: string,
    plain?: number,
  ) {
    super();
    void plain;
    void field;
  }

  get upper(): string {
    return this.name.toUpperCase();
  }

  describe(): string {
    return `${this.name} ${this.#hidden} ${this.secret} ${this.inner}`;
  }
}
