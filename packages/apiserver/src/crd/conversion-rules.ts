import { validateDns1035Label, validateDns1123Subdomain } from '@kubewright/api';
import type { CustomResourceDefinitionSpec, WebhookClientConfig } from '@kubewright/api/apiextensions/v1';
import { forbidden, index, invalid, notSupported, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';

const PATH = 'spec.conversion';

/**
 * The errors of `spec.conversion`, with the paths of the real server's internal version. After
 * apiextensions-apiserver's `pkg/apis/apiextensions/validation/validation.go`, validateCustomResourceConversion.
 */
export function conversionErrors(spec: CustomResourceDefinitionSpec): FieldError[] {
  const { conversion } = spec;
  if (conversion === undefined) return [];
  const { strategy, webhook } = conversion;
  const errors: FieldError[] = [];
  if (strategy !== 'None' && spec.preserveUnknownFields === true) {
    errors.push(invalid(`${PATH}.strategy`, strategy, 'must be None if spec.preserveUnknownFields is true'));
  }
  if (strategy === '') errors.push(required(`${PATH}.strategy`));
  else if (strategy !== 'None' && strategy !== 'Webhook')
    errors.push(notSupported(`${PATH}.strategy`, strategy, ['None', 'Webhook']));
  const config = webhook?.clientConfig;
  const reviewVersions = webhook?.conversionReviewVersions ?? [];
  if (strategy === 'Webhook')
    return [...errors, ...clientConfigErrors(config), ...reviewVersionErrors(reviewVersions)];
  const why = 'should not be set when strategy is not set to Webhook';
  if (config !== undefined) errors.push(forbidden(`${PATH}.webhookClientConfig`, why));
  if (reviewVersions.length > 0) errors.push(forbidden(`${PATH}.conversionReviewVersions`, why));
  return errors;
}

// After apiserver's pkg/util/webhook/validation.go.
function clientConfigErrors(config: WebhookClientConfig | undefined): FieldError[] {
  const path = `${PATH}.webhookClientConfig`;
  if (config === undefined) return [required(path, 'required when strategy is set to Webhook')];
  const { url, service } = config;
  if ((url === undefined) === (service === undefined))
    return [required(path, 'exactly one of url or service is required')];
  if (url !== undefined) return urlErrors(`${path}.url`, url);
  if (service === undefined) return [];
  const errors: FieldError[] = [];
  // The real server tells one for the other: it passes them to the check in the wrong order.
  if (service.namespace === '') errors.push(required(`${path}.service.name`));
  if (service.name === '') errors.push(required(`${path}.service.namespace`));
  const { port = 443, path: urlPath } = service;
  if (port < 1 || port > 65535) {
    errors.push(
      invalid(`${path}.service.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'),
    );
  }
  return [...errors, ...urlPathErrors(`${path}.service.path`, urlPath ?? '')];
}

function urlPathErrors(path: string, text: string): FieldError[] {
  if (text === '' || text === '/') return [];
  const errors = text.startsWith('/') ? [] : [invalid(path, text, "must start with a '/'")];
  const segments = text === '//' ? [''] : text.slice(1).replace(/\/$/, '').split('/');
  segments.forEach((segment, i) => {
    const problems =
      segment === ''
        ? [' may not be empty']
        : validateDns1123Subdomain(segment).map((problem) => `: ${problem}`);
    errors.push(...problems.map((problem) => invalid(path, text, `segment[${i}]${problem}`)));
  });
  return errors;
}

function urlErrors(path: string, text: string): FieldError[] {
  const form = '; desired format: https://host[/path]';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return [required(path, `url must be a valid URL${form}`)];
  }
  const errors: FieldError[] = [];
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== 'https') errors.push(invalid(path, scheme, `'https' is the only allowed URL scheme${form}`));
  if (url.host === '') errors.push(invalid(path, url.host, `host must be specified${form}`));
  const user = `${url.username}${url.password === '' ? '' : `:${url.password}`}`;
  if (user !== '') errors.push(invalid(path, user, 'user information is not permitted in the URL'));
  if (url.hash !== '')
    errors.push(invalid(path, url.hash.slice(1), 'fragments are not permitted in the URL'));
  if (url.search !== '')
    errors.push(invalid(path, url.search.slice(1), 'query parameters are not permitted in the URL'));
  return errors;
}

function reviewVersionErrors(versions: readonly string[]): FieldError[] {
  const path = `${PATH}.conversionReviewVersions`;
  if (versions.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  versions.forEach((version, i) => {
    if (versions.indexOf(version) < i) errors.push(invalid(index(path, i), version, 'duplicate version'));
    else
      for (const problem of validateDns1035Label(version))
        errors.push(invalid(index(path, i), version, problem));
  });
  if (!versions.some((version) => version === 'v1' || version === 'v1beta1')) {
    errors.push(invalid(path, versions, 'must include at least one of v1, v1beta1'));
  }
  return errors;
}
