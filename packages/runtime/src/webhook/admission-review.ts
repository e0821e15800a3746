import type { GroupVersionKind, GroupVersionResource, KubernetesObject, Status } from '@kubewright/api';

/** What is being done to an object. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** Who asks the API server. */
export interface AdmissionUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The question of an AdmissionReview (k8s.io/api/admission/v1). Objects are as they came. */
export interface AdmissionRequest<T extends KubernetesObject = KubernetesObject> {
  readonly uid: string;
  /** Of `object`, as the webhook is registered for it. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subResource?: string;
  /** Of the object as the client sent it, which may be another version. */
  readonly requestKind?: GroupVersionKind;
  readonly requestResource?: GroupVersionResource;
  readonly requestSubResource?: string;
  /** Absent when the server is yet to make a name up. */
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: Operation;
  readonly userInfo: AdmissionUser;
  /** Absent for DELETE. */
  readonly object?: T;
  /** Of UPDATE and DELETE. */
  readonly oldObject?: T;
  readonly dryRun?: boolean;
  /** CreateOptions, UpdateOptions (also of patches) or DeleteOptions. */
  readonly options?: KubernetesObject & Record<string, unknown>;
}

/** The answer of an AdmissionReview, without what the server of webhooks fills in. */
export interface AdmissionResponse {
  readonly allowed: boolean;
  /** Why: of a refusal, what the client is told. */
  readonly status?: Status;
  /** What to change; only of mutating webhooks. */
  readonly patches?: ReadonlyArray<object>;
  readonly warnings?: readonly string[];
  /** Kept in the audit log, under the name of the webhook. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** An AdmissionReview that came in. */
export interface IncomingReview {
  readonly apiVersion: string;
  readonly request: AdmissionRequest;
}

const VERSIONS = ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'];

/** What Go's zero values would be: handlers need not doubt what an API server always says. */
const unsaid = {
  uid: '',
  kind: { group: '', version: '', kind: '' },
  resource: { group: '', version: '', resource: '' },
  operation: '',
  userInfo: {},
};

/** Reads a review. Throws an Error in the words of controller-runtime (pkg/webhook/admission/http.go). */
export function readReview(body: Buffer): IncomingReview {
  let review: { apiVersion?: unknown; kind?: unknown; request?: unknown } | null;
  try {
    review = JSON.parse(body.toString()) as typeof review;
  } catch (error) {
    throw new Error(`couldn't get version/kind; json parse error: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const { apiVersion = VERSIONS[0], kind = 'AdmissionReview', request } = review ?? {};
  if (kind !== 'AdmissionReview' || !VERSIONS.includes(apiVersion as string))
    throw new Error(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
    );
  if (typeof request !== 'object' || request === null) throw new Error('the review has no request');
  return { apiVersion: apiVersion as string, request: { ...unsaid, ...(request as AdmissionRequest) } };
}

/** The review that goes back. */
export function encodeReview(
  response: AdmissionResponse,
  { apiVersion, uid }: { apiVersion?: string | undefined; uid: string },
): string {
  const { allowed, status, patches = [], warnings = [], auditAnnotations } = response;
  return JSON.stringify({
    ...(apiVersion !== undefined && { kind: 'AdmissionReview', apiVersion }),
    response: {
      uid,
      allowed,
      status: { metadata: {}, ...status, code: status?.code ?? 200 },
      ...(patches.length > 0 && {
        patch: Buffer.from(JSON.stringify(patches)).toString('base64'),
        patchType: 'JSONPatch',
      }),
      ...(warnings.length > 0 && { warnings }),
      ...(auditAnnotations !== undefined && { auditAnnotations }),
    },
  });
}
