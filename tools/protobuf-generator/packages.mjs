// Which Go packages have protobuf messages, and the API version whose kinds each of them defines.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Of the modules below; Kubernetes 1.36.1. */
export const VERSION = 'v0.36.1';

const MODULES = ['api', 'apimachinery', 'apiextensions-apiserver', 'kube-aggregator'];
/** Only tests use it. */
const LEFT_OUT = /\/testapigroup\//;

export function findPackages(cache) {
  return MODULES.flatMap((module) => {
    const folder = path.join(cache, `k8s.io/${module}@${VERSION}`);
    return readdirSync(folder, { recursive: true })
      .filter((file) => path.basename(file) === 'generated.proto')
      .map((file) => path.dirname(path.join(folder, file)).replaceAll('\\', '/'));
  })
    .filter((folder) => !LEFT_OUT.test(`${folder}/`))
    .sort();
}

/** `apps/v1`, `v1`; undefined for packages that hold types of others (quantities, intstr, runtime). */
export function apiVersionOf(folder) {
  const register = path.join(folder, 'register.go');
  const name = existsSync(register)
    ? /^const GroupName = "(.*)"$/m.exec(readFileSync(register, 'utf8'))
    : undefined;
  if (!name) return undefined;
  const version = path.posix.basename(folder);
  return name[1] === '' ? version : `${name[1]}/${version}`;
}
