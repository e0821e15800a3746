import type { ApiObject } from '../kinds/behaviour.js';
import type { UserInfo } from '../pipeline/server-request.js';
import type { ServedResource } from '../resources/served-resource.js';

/** What is about to happen (apiserver `admission/attributes.go`). */
export interface AdmissionAttributes {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly resource: ServedResource;
  /** `''` for the object itself. */
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Undefined for deletions. A plugin may change it. */
  readonly object: ApiObject | undefined;
  /** Undefined for creations. Not to be changed. */
  readonly oldObject: ApiObject | undefined;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  warn(text: string): void;
}

/** Looks at each write before it is validated; may change the object, or refuse with a StatusError. */
export interface AdmissionPlugin {
  readonly name: string;
  admit(attributes: AdmissionAttributes): void | Promise<void>;
}

/** Asks the plugins in their order; the first that throws decides. */
export async function admit(
  plugins: readonly AdmissionPlugin[],
  attributes: AdmissionAttributes,
): Promise<void> {
  for (const plugin of plugins) await plugin.admit(attributes);
}
