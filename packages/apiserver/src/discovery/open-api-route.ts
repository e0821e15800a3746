import { pageNotFound } from '../pipeline/page-not-found.js';
import type { NonResourceHandler } from '../pipeline/route.js';
import type { ServedResource } from '../resources/served-resource.js';

/** Answers `/openapi/v2` and below `/openapi/v3`. The documents and the code that makes them load with the first request. */
export function openApiRoute(resources: { all(): readonly ServedResource[] }): NonResourceHandler {
  const load = async () => {
    const { createOpenApi } = await import('../openapi/index.js');
    return createOpenApi({ resources: () => resources.all() });
  };
  let loading: ReturnType<typeof load> | undefined;
  return async (request, info) => {
    loading ??= load();
    const openApi = await loading;
    const answer = openApi.handle({
      path: info.path,
      hash: info.query.get('hash') ?? undefined,
      accept: request.headers['accept'],
      ifNoneMatch: request.headers['if-none-match'],
    });
    if (answer === undefined) return pageNotFound;
    const { status, contentType, bytes, etag, headers } = answer;
    return {
      status,
      headers: { ...headers, 'content-type': contentType, ...(etag === undefined ? {} : { etag }) },
      body: [bytes],
    };
  };
}
