import type { Container, ContainerPort } from '@kubewright/api/core/v1';
import { child, duplicate, index, invalid, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { portNameFaults, portNumber } from '../numbers.js';
import { oneOf } from '../rules.js';

export const PORT_PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/** Ports of one container (core validation, validateContainerPorts). */
export function containerPorts(errors: FieldError[], path: string, ports: ContainerPort[] | undefined): void {
  if (ports === undefined) return;
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const at = index(path, i);
    if (port.name) portName(errors, child(at, 'name'), port.name, names);
    if (!port.containerPort) errors.push(required(child(at, 'containerPort')));
    else portNumber(errors, child(at, 'containerPort'), port.containerPort);
    if (port.hostPort) portNumber(errors, child(at, 'hostPort'), port.hostPort);
    oneOf(errors, child(at, 'protocol'), port.protocol, PORT_PROTOCOLS);
  });
}

function portName(errors: FieldError[], path: string, name: string, names: Set<string>): void {
  const messages = portNameFaults(name);
  for (const message of messages) errors.push(invalid(path, name, message));
  if (messages.length > 0) return;
  if (names.has(name)) errors.push(duplicate(path, name));
  names.add(name);
}

/** No two containers of a pod may take the same port of the host. */
export function distinctHostPorts(
  errors: FieldError[],
  path: string,
  containers: readonly Container[],
): void {
  let seen: Set<string> | undefined;
  containers.forEach((container, c) => {
    container.ports?.forEach((port, p) => {
      if (!port.hostPort) return;
      const name = `${port.protocol}/${port.hostIP ?? ''}/${port.hostPort}`;
      seen ??= new Set();
      if (seen.has(name)) errors.push(duplicate(`${path}[${c}].ports[${p}].hostPort`, name));
      seen.add(name);
    });
  });
}
