import type { Clock, GroupVersionKind, KubernetesObject, Logger, Stored } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { AdmissionRequest, AdmissionUser, Operation } from './admission-review.js';
import type { WebhookContext } from './definition.js';
import { FieldErrorList } from './field-errors.js';
import type { FieldErrors } from './field-errors.js';

/** What a defaulter or validator works with: the request besides its object, and ways to answer. */
export interface AdmissionContext<T extends KubernetesObject = KubernetesObject> extends WebhookContext {
  readonly operation: Operation;
  /** The object as it is stored; undefined when it is created. */
  readonly oldObject: Stored<T> | undefined;
  readonly user: AdmissionUser;
  /** Nothing will be stored: leave nothing behind outside of the object either. */
  readonly dryRun: boolean;
  /** `status`, `scale`; `''` for the object itself. */
  readonly subresource: string;
  /** CreateOptions, UpdateOptions or DeleteOptions. */
  readonly options: AdmissionRequest['options'];
  /** All that was asked. */
  readonly request: AdmissionRequest<T>;
  /** What is wrong with fields. The request is refused with all of it, as the API server would (`Invalid`, 422). */
  readonly fields: FieldErrors;
  /** Shown to the client, whatever the answer; kubectl prints it. Servers cut what is longer than 256 characters. */
  readonly warn: (message: string) => void;
}

/** One admission request as its handlers see it; what nobody asks for is not made. */
export class RequestContext<T extends KubernetesObject> implements AdmissionContext<T> {
  readonly request: AdmissionRequest<T>;
  readonly warnings: string[] = [];
  readonly #parts: WebhookContext;
  #fields: FieldErrorList | undefined;

  constructor(request: AdmissionRequest, parts: WebhookContext) {
    this.request = request as AdmissionRequest<T>;
    this.#parts = parts;
  }

  get client(): Client {
    return this.#parts.client;
  }

  get apiReader(): Client {
    return this.#parts.apiReader;
  }

  get log(): Logger {
    return this.#parts.log;
  }

  get signal(): AbortSignal {
    return this.#parts.signal;
  }

  get clock(): Clock {
    return this.#parts.clock;
  }

  get operation(): Operation {
    return this.request.operation;
  }

  get oldObject(): Stored<T> | undefined {
    return (this.request.oldObject as Stored<T> | null | undefined) ?? undefined;
  }

  get user(): AdmissionUser {
    return this.request.userInfo;
  }

  get dryRun(): boolean {
    return this.request.dryRun ?? false;
  }

  get subresource(): string {
    return this.request.subResource ?? '';
  }

  get options(): AdmissionRequest['options'] {
    return this.request.options ?? undefined;
  }

  get fields(): FieldErrors {
    return (this.#fields ??= new FieldErrorList());
  }

  readonly warn = (message: string): void => {
    // A warning is a header: one line, without what cannot be printed.
    const line = message.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
    if (line !== '') this.warnings.push(line);
  };

  /** Throws what the errors of fields amount to. */
  throwFieldErrors(kind: GroupVersionKind): void {
    const error = this.#fields?.toError(kind, this.request.name ?? '');
    if (error !== undefined) throw error;
  }
}
