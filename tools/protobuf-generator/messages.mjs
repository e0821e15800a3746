// Joins messages and Go structs, and writes them as compact text that the codec parses when it first needs it.

const HEADER = `// Generated from the protobuf definitions and Go types of Kubernetes' API by tools/protobuf-generator; do not edit.
`;

const SCALARS = { string: 's', bool: 'b', int32: 'i', int64: 'l', bytes: 'y', double: 'd' };

/** Messages with a JSON form of their own: package and name -> the codec's name for them. */
const SPECIAL = {
  'k8s.io.apimachinery.pkg.apis.meta.v1.Time': '@Time',
  'k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime': '@MicroTime',
  'k8s.io.apimachinery.pkg.apis.meta.v1.FieldsV1': '@Json',
  'k8s.io.apimachinery.pkg.api.resource.Quantity': '@Quantity',
  'k8s.io.apimachinery.pkg.util.intstr.IntOrString': '@IntOrString',
  'k8s.io.apimachinery.pkg.runtime.RawExtension': '@Json',
  ...Object.fromEntries(
    ['v1', 'v1beta1'].flatMap((version) => {
      const name = `k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.${version}`;
      return [
        [`${name}.JSON`, '@Json'],
        [`${name}.JSONSchemaPropsOrArray`, `@SchemaOrArray:apiextensions.k8s.io/${version}`],
        [`${name}.JSONSchemaPropsOrBool`, `@SchemaOrBool:apiextensions.k8s.io/${version}`],
        [`${name}.JSONSchemaPropsOrStringArray`, `@SchemaOrStringArray:apiextensions.k8s.io/${version}`],
      ];
    }),
  ),
};

/** Messages that stand in no other and are no kinds. */
const UNUSED = new Set(['Timestamp', 'Duration']);

export function renderMessages(packages) {
  const byName = new Map(packages.map((one) => [one.name, one]));
  const lines = [];
  for (const one of packages.filter(({ apiVersion }) => apiVersion !== undefined)) {
    for (const [message, fields] of one.messages) {
      const name = `${one.name}.${message}`;
      if (SPECIAL[name] !== undefined || UNUSED.has(message) || one.go.lists.has(message)) continue;
      const struct = structOf(one, message, byName);
      const text = fields
        .sort((a, b) => a.number - b.number)
        .map((field) => renderField(field, struct, { one, message, byName }))
        .join(',');
      lines.push(`  '${one.apiVersion}/${message}': '${text}',\n`);
    }
  }
  return { text: render(lines), count: lines.length };
}

function structOf(one, message, byName) {
  const target = one.go.aliases.get(message);
  if (target === undefined) return one.go.structs.get(message);
  // An alias of a type in the same package, of another version of the group, or of the meta package.
  const others = [
    one,
    byName.get(one.name.replace(/\.v\w+$/, '.v1')),
    byName.get('k8s.io.apimachinery.pkg.apis.meta.v1'),
  ];
  return others.map((other) => other?.go.structs.get(target)).find((struct) => struct !== undefined);
}

function renderField(field, struct, where) {
  const go = struct?.get(field.number);
  const at = `${where.one.name}.${where.message}.${field.name}`;
  if (go === undefined) throw new Error(`${at} is missing in its Go struct`);
  if (!go.inline && go.jsonName === '') throw new Error(`${at} has no JSON name`);
  const type = typeOf(field, where);
  return `${field.number} ${go.inline ? '' : go.jsonName} ${type}${marks(field, go, type)}`;
}

/** A letter for a scalar, `@` for special ones, `[` for a list in a message of its own, else a message. */
function typeOf({ type }, { one, byName }) {
  if (SCALARS[type] !== undefined) return SCALARS[type];
  const full = type.startsWith('.') ? type.slice(1) : `${one.name}.${type}`;
  if (SPECIAL[full] !== undefined) return SPECIAL[full];
  const dot = full.lastIndexOf('.');
  const home = byName.get(full.slice(0, dot));
  const name = full.slice(dot + 1);
  if (home?.messages.has(name) !== true || home.apiVersion === undefined)
    throw new Error(`${one.name}: the message ${full} is unknown`);
  if (home.go.lists.has(name)) return '[';
  return home === one ? name : `${home.apiVersion}/${name}`;
}

function marks({ label }, go, type) {
  const shape = label === 'repeated' ? '*' : label === 'map' ? '%' : go.goType.startsWith('*') ? '?' : '';
  // Go's omitempty has no effect on structs that are no pointers; what is a message here is one there, but for lists.
  const isStruct = shape === '' && type.length > 1;
  const omitted = isStruct ? go.omitZero : go.omitEmpty;
  return `${shape}${omitted ? '~' : ''}`;
}

const render = (lines) => `${HEADER}
/**
 * \`apps/v1/Deployment\` -> the fields of the message in the order of their numbers: \`number name type\` and marks,
 * separated by commas. No name: the fields of the message stand in the JSON object around it. Types: \`s\` string, \`b\`
 * bool, \`i\` int32, \`l\` int64, \`y\` bytes, \`d\` double, \`[\` a message that is a list of strings, \`@...\` a message with a
 * JSON form of its own, otherwise a message, of the same API version when none is named. Marks: \`?\` pointer, \`*\`
 * repeated, \`%\` map, \`~\` left out of JSON when empty.
 */
export const messageTexts: Readonly<Record<string, string>> = {
${lines.join('')}};
`;
