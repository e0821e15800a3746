import type { GroupVersionKind } from '@kubewright/api';

// The paths of controller-runtime's pkg/builder/webhook.go, which kubebuilder's markers name in manifests.

/** `/mutate-app-example-com-v1-appservice` */
export function mutatePath(kind: GroupVersionKind): string {
  return `/mutate-${suffix(kind)}`;
}

/** `/validate-app-example-com-v1-appservice` */
export function validatePath(kind: GroupVersionKind): string {
  return `/validate-${suffix(kind)}`;
}

/** Where all conversions are asked for. */
export const CONVERT_PATH = '/convert';

const suffix = ({ group, version, kind }: GroupVersionKind): string =>
  `${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;

const CUSTOM_PATH = /^((\/[a-zA-Z0-9-_]+)+|\/)$/;

/** Throws a TypeError for a path that controller-runtime would not take. */
export function checkPath(path: string): string {
  if (CUSTOM_PATH.test(path)) return path;
  throw new TypeError(
    `customPath ${JSON.stringify(path)} does not match this regex: ${CUSTOM_PATH.source.replaceAll('\\/', '/')}`,
  );
}
