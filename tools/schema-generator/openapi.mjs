// npm run generate:openapi: writes packages/apiserver/src/openapi/generated, what the server's own OpenAPI documents
// need besides the schemas of @kubewright/api: texts of request parameters, and the schemas of discovery.
// Source: first argument, or the folder of oracles (KUBEWRIGHT_ORACLES, ../shared/oracles).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readDocuments, readOpenApi } from '../api-generator/openapi.mjs';
import { discoverySchemas, renderDiscoverySchemas } from './discovery-schemas.mjs';
import { actionParameters, renderParameters, subresourceParameters } from './parameters.mjs';
import { root, write } from './write.mjs';

const oracles = process.env.KUBEWRIGHT_ORACLES ?? path.join(root, '../shared/oracles');
const source = process.argv[2] ?? path.join(oracles, 'openapi/openapi-v3-1.36.1.tar.gz');
if (!existsSync(source)) {
  console.error(`generate:openapi: no OpenAPI documents at ${source}; name a folder or .tar.gz of them`);
  process.exit(1);
}

const groupVersions = readOpenApi(source);
const schemas = discoverySchemas(readDocuments(source), groupVersions);
const actions = actionParameters(groupVersions);
const subresources = subresourceParameters(groupVersions, actions);
const folder = 'packages/apiserver/src/openapi/generated';
write(`${folder}/discovery-schemas.ts`, renderDiscoverySchemas(schemas));
write(`${folder}/parameters.ts`, renderParameters(actions, subresources));
console.log(
  `generate:openapi: ${schemas.size} schemas, ${actions.size} parameters, and those of ${subresources.size} subresources`,
);
