const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/**
 * Asks the server about the cases of one kind, and adds its answers to `recorded`, or says in `problems` what was
 * answered otherwise than the cases expect. Objects are deleted again.
 *
 * A kind's cases are `{ path, base, creates, rejects, updates, statusUpdates }`: `creates` are whole objects; the others
 * are merge patches to `base`, a valid object.
 */
export async function recordKind(client, cases, recorded, problems) {
  const { path, base, creates = [], rejects = [], updates = [], statusUpdates = [] } = cases;
  const about = `${base.kind} ${path}`;
  for (const object of [base, ...creates]) {
    const made = await create(client, path, object);
    if (made.status !== 201) {
      problems.push(`${about} ${object.metadata.name}: ${made.status} ${made.body.message}`);
      continue;
    }
    const stored = withoutServersOwn(made.body);
    recorded.created.push({
      object,
      stored,
      ...(made.warnings.length === 0 ? {} : { warnings: made.warnings }),
    });
    recorded.tables.push(await shown(client, path, object.metadata.name, { withColumns: object === base }));
    await remove(client, path, object.metadata.name);
  }
  for (const patch of rejects) {
    const object = merged(base, patch);
    const answer = await client.send('POST', path, object);
    if (answer.status < 300) await remove(client, path, object.metadata.name);
    const errors = errorsOf(answer);
    if (errors === undefined) problems.push(notRefused(`${about} ${JSON.stringify(patch)}`, answer));
    else recorded.rejected.push({ object, errors });
  }
  const changed = [
    ...updates.map((change) => ({ change })),
    ...statusUpdates.map((change) => ({ change, subresource: 'status' })),
  ];
  const answers = [];
  let old;
  for (const { change, subresource } of changed) {
    const made = await create(client, path, base);
    if (made.status !== 201) break;
    old ??= { ...withoutServersOwn(made.body) };
    const { name } = base.metadata;
    const target = subresource === undefined ? `${path}/${name}` : `${path}/${name}/${subresource}`;
    const { before, answer } = await update(client, path, target, made.body, change);
    await remove(client, path, name);
    const errors = errorsOf(answer);
    if (answer.status >= 300 && errors === undefined) {
      problems.push(notRefused(`PUT ${target} ${JSON.stringify(change)}`, answer));
      continue;
    }
    answers.push({
      change,
      ...(subresource === undefined ? {} : { subresource }),
      ...(errors === undefined
        ? { stored: difference(withoutServersOwn(before), withoutServersOwn(answer.body)) ?? {} }
        : { errors }),
      ...(answer.warnings.length === 0 ? {} : { warnings: answer.warnings }),
    });
  }
  if (old === undefined) return;
  old.metadata = { ...old.metadata, resourceVersion: '1' };
  recorded.updated.push({ old, updates: answers });
}

async function create(client, path, object) {
  // What a run that broke off left behind.
  await remove(client, path, object.metadata.name);
  return client.send('POST', path, object);
}

/** The server's own controllers write some objects as soon as they are there. */
async function update(client, path, target, object, change) {
  let before = object;
  for (let attempt = 1; ; attempt++) {
    const answer = await client.send('PUT', target, merged(before, change));
    if (answer.status !== 409 || attempt === 10) return { before, answer };
    before = (await client.send('GET', `${path}/${object.metadata.name}`)).body;
  }
}

async function remove(client, path, name) {
  await client.send('DELETE', `${path}/${name}?gracePeriodSeconds=0&propagationPolicy=Background`);
}

async function shown(client, path, name, { withColumns }) {
  const { body } = await client.send('GET', `${path}/${name}?includeObject=Object`, undefined, {
    accept: TABLE,
  });
  const [{ cells, object }] = body.rows;
  // Ages are told in whole seconds.
  const age = cells.find((cell) => typeof cell === 'string' && /^\d+s$/.test(cell)) ?? '0s';
  const columns = body.columnDefinitions.map(({ name, type, format, description, priority }) => ({
    name,
    type,
    ...(format === '' ? {} : { format }),
    description,
    ...(priority === 0 ? {} : { priority }),
  }));
  const nowMs = Date.parse(object.metadata.creationTimestamp) + Number.parseInt(age, 10) * 1000;
  return { object: withoutServersOwn(object), nowMs, ...(withColumns ? { columns } : {}), cells };
}

/** The faults that an answer names; undefined when it does not refuse for the sake of fields. */
function errorsOf({ status, body }) {
  const causes = body.details?.causes;
  if (status !== 422 || causes === undefined) return undefined;
  return [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
}

function notRefused(about, { status, body }) {
  return `${about}: no list of invalid fields: ${status} ${body.message ?? ''}`;
}

// Revisions and ownership of fields are not the kind's.
function withoutServersOwn({ ...object }) {
  object.metadata = { ...object.metadata };
  delete object.metadata.resourceVersion;
  delete object.metadata.managedFields;
  return object;
}

function isMap(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A merge patch applied. */
function merged(target, patch) {
  if (!isMap(patch)) return patch;
  const result = isMap(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete result[field];
    else result[field] = merged(result[field], value);
  }
  return result;
}

/** The merge patch from one value to another; undefined when they are equal. */
function difference(from, to) {
  if (!isMap(from) || !isMap(to)) return JSON.stringify(from) === JSON.stringify(to) ? undefined : to;
  const patch = {};
  for (const field of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (!(field in to)) patch[field] = null;
    else if (field in from) {
      const inner = difference(from[field], to[field]);
      if (inner !== undefined) patch[field] = inner;
    } else patch[field] = to[field];
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
