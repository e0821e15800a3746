import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { changeRule } from './change-rules.js';
import type { ChangeCode } from './change-rules.js';
import type { ChangeFinding, ChangeSeverity } from './finding.js';

/** A field of the objects of a version, while two schemas of it are compared. */
export interface FieldPlace {
  readonly version: string;
  /** As in `ChangeFinding`, without the dot of the whole object. */
  readonly path: string;
  /**
   * Whether the server finds the old value of this field when an object is written, so that it can tell that it did not
   * change: not within the items of lists that have no keys, and not for the whole object, which always changes.
   */
  readonly isCorrelated: boolean;
}

/** Collects findings about one definition. */
export class ChangeList {
  readonly definition: string;
  readonly findings: ChangeFinding[] = [];

  constructor(definition: string) {
    this.definition = definition;
  }

  /** About the definition: `path` is that of the definition. */
  definitionChanged(code: ChangeCode, path: string, message: string, version?: string): void {
    const { severity } = changeRule(code);
    this.#add(code, severity === 'tightened' ? 'breaksObjects' : severity, path, message, version);
  }

  /** About a field of objects. */
  fieldChanged(code: ChangeCode, at: FieldPlace, message: string, schema?: JSONSchemaProps): void {
    const { severity } = changeRule(code);
    const isRatcheted = at.isCorrelated && schema !== undefined && isSingleValue(schema);
    const resolved = severity === 'tightened' ? (isRatcheted ? 'breaksClients' : 'breaksObjects') : severity;
    this.#add(code, resolved, at.path === '' ? '.' : at.path, message, at.version);
  }

  #add(code: ChangeCode, severity: ChangeSeverity, path: string, message: string, version?: string): void {
    const { hint } = changeRule(code);
    this.findings.push({
      code,
      severity,
      definition: this.definition,
      ...(version === undefined ? {} : { version }),
      path,
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

function isSingleValue(schema: JSONSchemaProps): boolean {
  if (schema['x-kubernetes-int-or-string'] === true) return true;
  return schema.type !== undefined && schema.type !== 'object' && schema.type !== 'array';
}
