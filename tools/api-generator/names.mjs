// Where a schema of Kubernetes' OpenAPI lives in @kubewright/api.

/** Go package (as it stands in schema names) -> folder/version under src/groups. */
const SPECIAL = {
  'io.k8s.apimachinery.pkg.apis.meta.v1': 'meta/v1',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1': 'apiextensions/v1',
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1': 'apiregistration/v1',
};

/** Types with a marshaller of their own: written by hand in src/scalars.ts. */
const SCALARS = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'Quantity',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'IntOrString',
  'io.k8s.apimachinery.pkg.runtime.RawExtension': 'RawExtension',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': 'Time',
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': 'MicroTime',
};

export function locate(schemaName) {
  if (SCALARS[schemaName] !== undefined) return { module: 'scalars', name: SCALARS[schemaName] };
  const dot = schemaName.lastIndexOf('.');
  const goPackage = schemaName.slice(0, dot);
  const module = SPECIAL[goPackage] ?? /^io\.k8s\.api\.([^.]+)\.([^.]+)$/.exec(goPackage)?.slice(1).join('/');
  if (module === undefined) throw new Error(`schema ${schemaName}: no module is known for its Go package`);
  return { module, name: schemaName.slice(dot + 1) };
}

export const refName = (ref) => ref.slice('#/components/schemas/'.length);
