import { silentLogger, systemClock, systemRandom } from '@kubewright/api';
import type { Transport } from '@kubewright/api';
import { AdmissionChain } from './admission/admission-chain.js';
import { admissionPlugins } from './admission/admission-plugins.js';
import type { ApiServer, ApiServerOptions } from './api-server.js';
import { FieldManagers } from './field-manager/field-managers.js';
import { createInitialObjects } from './initial-objects.js';
import { openApiRoute } from './discovery/open-api-route.js';
import { nonResourceRoutes } from './discovery/non-resource-routes.js';
import { ImpersonationModes } from './pipeline/impersonation-modes.js';
import { peerAuthenticator } from './pipeline/authenticate.js';
import { handleRequest } from './pipeline/handle-request.js';
import type { ServerRequest, UserInfo } from './pipeline/server-request.js';
import { createBootstrapPolicy } from './rbac/bootstrap-policy.js';
import { escalationCheck } from './rbac/escalation-check.js';
import { createPolicyIndex } from './rbac/policy-index.js';
import { createRbacAuthorizer } from './rbac/rbac-authorizer.js';
import { objectReader } from './registry/object-reader.js';
import { builtinResources } from './resources/builtin-resources.js';
import { followCustomResources } from './resources/custom-resources.js';
import { ResourceTable } from './resources/resource-table.js';
import type { ServerParts } from './server-parts.js';
import { createMemoryStorage } from './storage/memory-storage.js';
import { legacyClaims } from './tokens/legacy-claims.js';
import { openIdRoutes } from './tokens/openid-routes.js';
import { createServiceAccountTokens } from './tokens/service-account-tokens.js';
import { staticTokens, tokenAuthenticator } from './tokens/token-authenticator.js';
import { createInProcessTransport } from './transport/in-process.js';
import type { HttpsServer } from './transport/https-server.js';
import { OpenWatches } from './watch/open-watches.js';
import { createHttpsCaller } from './webhook-client/https-caller.js';
import { serviceResolver } from './webhook-client/service-addresses.js';
import { WebhookClient } from './webhook-client/webhook-client.js';

const ADMIN: UserInfo = { name: 'system:admin', groups: ['system:masters'] };

/**
 * Starts an API server in this process. It is ready when this returns; the caller closes it.
 *
 * ```ts
 * const server = createApiServer();
 * const response = await server.transport.request({ method: 'GET', path: '/api/v1/namespaces' });
 * await server.close();
 * ```
 */
export function createApiServer(options: ApiServerOptions = {}): ApiServer {
  const { clock = systemClock, random = systemRandom, logger = silentLogger } = options;
  const storage = options.storage ?? createMemoryStorage();
  const staticUsers = new Map<string, UserInfo>(options.tokens);
  const resources = new ResourceTable(builtinResources());
  const watches = new OpenWatches(clock);
  const rules = createPolicyIndex(storage);
  const authorizer = options.authorizer ?? createRbacAuthorizer(rules);
  const tokens = createServiceAccountTokens(
    { clock, random, objects: objectReader({ storage, resources }) },
    options.serviceAccounts,
  );
  const tokenAuthenticators = [staticTokens(staticUsers, tokens.audiences), tokens];
  const webhookClient = new WebhookClient({
    clock,
    caller: options.webhooks?.caller ?? createHttpsCaller(),
    resolveService: serviceResolver(options.webhooks, objectReader({ storage, resources }), random),
  });
  const parts: ServerParts = {
    clock,
    random,
    logger,
    storage,
    resources,
    fieldManagers: new FieldManagers({ clock, resources }),
    watches,
    connector: options.connector,
    authenticators: [
      peerAuthenticator,
      tokenAuthenticator(tokenAuthenticators, tokens.audiences),
      ...(options.authenticators ?? []),
    ],
    tokenAuthenticators,
    tokens,
    anonymous: options.anonymous ?? false,
    authorizer,
    impersonation: new ImpersonationModes(authorizer),
    rules,
    admission: new AdmissionChain(
      admissionPlugins({
        clock,
        random,
        logger,
        storage,
        resources,
        authorizer,
        webhookClient,
        selection: options.admissionPlugins ?? {},
        additional: [...(options.admission ?? []), escalationCheck(authorizer, rules)],
      }),
    ),
    nonResource: (path) => routes(path),
    afterWrite: () => customResources.afterWrite(),
  };
  const routes = nonResourceRoutes({
    resources,
    openApi: openApiRoute(resources),
    openId: openIdRoutes(tokens),
  });
  const customResources = followCustomResources(parts, { client: webhookClient, random });
  createInitialObjects(parts);
  createBootstrapPolicy(parts);

  const handle = (request: ServerRequest) => handleRequest(parts, request);
  const transports = new Set<Transport>();
  const ports = new Set<HttpsServer>();
  const transportAs = (user: UserInfo): Transport => {
    const transport = createInProcessTransport({ user, handle });
    transports.add(transport);
    return {
      request: (request) => transport.request(request),
      close() {
        transports.delete(transport);
        return transport.close();
      },
    };
  };
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    watches.close();
    await Promise.all([...ports, ...transports, webhookClient].map((part) => part.close()));
  };
  return {
    transport: transportAs(ADMIN),
    transportAs,
    get revision() {
      return storage.revision;
    },
    sendBookmarks: () => watches.sendBookmarks(),
    issueSecretToken: (account, secretName) => tokens.key.sign(legacyClaims(account, secretName)),
    async listen(listenOptions = {}) {
      // Certificates and sockets are for those who listen.
      const { startHttpsServer } = await import('./transport/https-server.js');
      const port = await startHttpsServer({
        ...listenOptions,
        clock,
        random,
        logger,
        tokens: staticUsers,
        handle,
      });
      if (closing !== undefined) await port.close();
      ports.add(port);
      return port.listening;
    },
    close: () => (closing ??= close()),
  };
}
