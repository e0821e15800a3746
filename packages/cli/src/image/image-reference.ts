import { CliError } from '../errors.js';

/** The name of an image, taken apart. */
export interface ImageReference {
  /** `docker.io`, `localhost:5000`. */
  readonly registry: string;
  /** `library/node`. */
  readonly repository: string;
  /** Absent with a digest alone. */
  readonly tag?: string;
  /** `sha256:...`. */
  readonly digest?: string;
}

const REPOSITORY = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;
const TAG = /^\w[\w.-]{0,127}$/;

/**
 * Reads the name of an image as Docker does (distribution/reference): `node:22` is `docker.io/library/node:22`, a first
 * part with a dot or a port, or `localhost`, is the registry, and the tag is `latest` unless one or a digest is given.
 * Throws `CliError` `InvalidArgument`.
 */
export function parseImageReference(text: string): ImageReference {
  const invalid = (why: string): CliError =>
    new CliError(
      'InvalidArgument',
      `"${text}" is no name of an image: ${why} (example: registry.example.com/team/operator:v1)`,
    );
  const [name = '', digest] = text.split('@');
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw invalid(`"${digest}" is no sha256 digest`);
  const colon = name.lastIndexOf(':');
  const hasTag = colon > name.lastIndexOf('/');
  const tag = hasTag ? name.slice(colon + 1) : digest === undefined ? 'latest' : undefined;
  if (tag !== undefined && !TAG.test(tag)) throw invalid(`"${tag}" is no tag`);
  const parts = (hasTag ? name.slice(0, colon) : name).split('/');
  const first = parts[0] ?? '';
  const hasRegistry = parts.length > 1 && (/[.:]/.test(first) || first === 'localhost');
  const registry = hasRegistry ? first : 'docker.io';
  const rest = (hasRegistry ? parts.slice(1) : parts).join('/');
  const repository = registry === 'docker.io' && !rest.includes('/') ? `library/${rest}` : rest;
  if (!REPOSITORY.test(repository))
    throw invalid(`"${rest}" may have lower-case letters, digits, and ".", "_" and "-" between them`);
  return {
    registry,
    repository,
    ...(tag === undefined ? {} : { tag }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/** The full name, with registry, and tag or digest. */
export function formatImageReference({ registry, repository, tag, digest }: ImageReference): string {
  return `${registry}/${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}
