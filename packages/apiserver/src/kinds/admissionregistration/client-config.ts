import { validateDns1123Subdomain } from '@kubewright/api';
import type { ServiceReference, WebhookClientConfig } from '@kubewright/api/admissionregistration/v1';
import { child, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { rangeMessage } from '../shared/numbers.js';

/** Where a webhook is called (apiserver `pkg/util/webhook/validation.go`); also that of conversion webhooks. */
export function clientConfigRules(errors: FieldError[], path: string, config: WebhookClientConfig): void {
  const { url, service } = config;
  if ((url === undefined) === (service === undefined)) {
    errors.push(required(path, 'exactly one of url or service is required'));
  } else if (url !== undefined) {
    urlRules(errors, child(path, 'url'), url);
  } else if (service !== undefined) {
    serviceRules(errors, child(path, 'service'), service);
  }
}

const FORM = '; desired format: https://host[/path]';

function urlRules(errors: FieldError[], path: string, text: string): void {
  const [, scheme = '', rest = text] = /^([a-zA-Z][a-zA-Z0-9+.-]*):(.*)$/.exec(text) ?? [];
  const host = /^\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(rest)?.[1] ?? '';
  if (scheme.toLowerCase() !== 'https') {
    errors.push(invalid(path, scheme, `'https' is the only allowed URL scheme${FORM}`));
  }
  if (host === '') errors.push(invalid(path, host, `host must be specified${FORM}`));
  const user = /^\/\/([^/?#@]*)@/.exec(rest)?.[1];
  if (user !== undefined) errors.push(invalid(path, user, 'user information is not permitted in the URL'));
  const fragment = rest.split('#')[1] ?? '';
  if (fragment !== '') errors.push(invalid(path, fragment, 'fragments are not permitted in the URL'));
  const query = rest.split('#')[0]?.split('?')[1] ?? '';
  if (query !== '') errors.push(invalid(path, query, 'query parameters are not permitted in the URL'));
}

function serviceRules(
  errors: FieldError[],
  path: string,
  { name, namespace, path: urlPath, port = 443 }: ServiceReference,
): void {
  // The real server tells the two names the wrong way round.
  if (!namespace) errors.push(required(child(path, 'name')));
  if (!name) errors.push(required(child(path, 'namespace')));
  if (port < 1 || port > 65_535) {
    errors.push(invalid(child(path, 'port'), port, `port is not valid: ${rangeMessage(1, 65_535)}`));
  }
  if (urlPath !== undefined && urlPath !== '' && urlPath !== '/')
    pathRules(errors, child(path, 'path'), urlPath);
}

function pathRules(errors: FieldError[], path: string, urlPath: string): void {
  if (urlPath === '//') {
    errors.push(invalid(path, urlPath, 'segment[0] may not be empty'));
    return;
  }
  if (!urlPath.startsWith('/')) errors.push(invalid(path, urlPath, "must start with a '/'"));
  const segments = urlPath.slice(1).replace(/\/$/, '').split('/');
  segments.forEach((segment, i) => {
    if (segment === '') {
      errors.push(invalid(path, urlPath, `segment[${i}] may not be empty`));
      return;
    }
    for (const message of validateDns1123Subdomain(segment)) {
      errors.push(invalid(path, urlPath, `segment[${i}]: ${message}`));
    }
  });
}
