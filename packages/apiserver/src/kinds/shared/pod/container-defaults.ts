import type { Container, Lifecycle, Probe } from '@kubewright/api/core/v1';
import { roundUpQuantities } from '../quantities.js';

type AnyContainer = Partial<Container>;

/** Defaults of one container (core/v1 `defaults.go`, SetDefaults_Container and those of its parts). In place. */
export function defaultContainer(container: AnyContainer): void {
  container.imagePullPolicy ??= imageTag(container.image ?? '') === 'latest' ? 'Always' : 'IfNotPresent';
  container.terminationMessagePath ??= '/dev/termination-log';
  container.terminationMessagePolicy ??= 'File';
  roundUpQuantities(container.resources?.limits);
  roundUpQuantities(container.resources?.requests);
  for (const port of container.ports ?? []) port.protocol ??= 'TCP';
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom === undefined) continue;
    if (valueFrom.fieldRef !== undefined) valueFrom.fieldRef.apiVersion ??= 'v1';
    if (valueFrom.fileKeyRef !== undefined) valueFrom.fileKeyRef.optional ??= false;
  }
  defaultProbe(container.livenessProbe);
  defaultProbe(container.readinessProbe);
  defaultProbe(container.startupProbe);
  defaultLifecycle(container.lifecycle);
}

function defaultProbe(probe: Probe | undefined): void {
  if (probe === undefined) return;
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  defaultHttpGet(probe.httpGet);
  if (probe.grpc !== undefined) probe.grpc.service ??= '';
}

function defaultLifecycle(lifecycle: Lifecycle | undefined): void {
  defaultHttpGet(lifecycle?.postStart?.httpGet);
  defaultHttpGet(lifecycle?.preStop?.httpGet);
}

function defaultHttpGet(action: Probe['httpGet']): void {
  if (action === undefined) return;
  action.path ||= '/';
  action.scheme ??= 'HTTP';
}

// The grammar of image names (distribution/reference, `regexp.go`): domain, path, tag, digest.
const IMAGE =
  /^(?:(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*|\[[a-fA-F0-9:]+\])(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::(\w[\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[a-fA-F0-9]{32,})?$/;

/** The tag of an image name: `latest` when it has neither tag nor digest, '' when it is no valid name (`pkg/util/parsers`). */
export function imageTag(image: string): string {
  const match = IMAGE.exec(image);
  if (match === null) return '';
  const [, tag, digest] = match;
  return tag ?? (digest === undefined ? 'latest' : '');
}
